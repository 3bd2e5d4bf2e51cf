"""The opening of a report's page: headline, interval, marks, outcomes, what more would show."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grading.values import SCORED, Label
from reports.charts.interval import interval_chart, strip
from reports.charts.svg import Svg, svg
from reports.statistics import Reach, Share
from reports.wording import Wording, names


@dataclass(frozen=True, slots=True)
class MarkRow:
    """A level or mark and what it means for this report."""

    code: str
    word: str
    meaning: str


@dataclass(frozen=True, slots=True)
class OutcomeRow:
    """How many tests had one outcome; `label` is "" for answers without a grade."""

    label: str
    word: str
    count: str
    of: str
    meaning: str


@dataclass(frozen=True, slots=True)
class ReachRow:
    """What a number of questions would show."""

    words: str
    interval: str
    chart: Svg


@dataclass(frozen=True, slots=True)
class Opening:
    """What a reader with one minute needs."""

    headline: str
    chart: Svg | None
    sentences: tuple[str, ...]
    marks: tuple[MarkRow, ...]
    outcomes: tuple[OutcomeRow, ...]
    narrowing: tuple[ReachRow, ...]
    check: tuple[str, ...] = ()
    beside: tuple[ReachRow, ...] = ()  # the pass rate as graded, and corrected


def opening(document: Mapping[str, Any], words: Wording) -> Opening:
    """The opening of the page, from the data of a report."""
    told = document["sentences"]
    shown = [
        told["pass_rate"],
        told["quality"],
        words.gettext("Coverage: %(coverage)s") % {"coverage": told["coverage"]},
        told["bounds"],
        told["attempts"],
        told["variants"],
        *document["notes"],
    ]
    return Opening(
        headline=told["headline"],
        chart=_chart(document, words),
        sentences=tuple(sentence for sentence in shown if sentence),
        marks=tuple(_marks(document, words)),
        outcomes=tuple(_outcomes(document, words)),
        narrowing=tuple(_narrowing(document, words)),
        check=tuple(document.get("check", {}).get("sentences", ())),
        beside=tuple(_beside(document, words)),
    )


def share_of(row: Mapping[str, Any]) -> Share | None:
    """The share that a row of the document tells, at the precision at which it tells it."""
    if row["interval"] is None:
        return None
    low, high = row["interval"]
    return Share(row["correct"], row["scored"], low / 100, high / 100, row["scored"])


def _chart(document: Mapping[str, Any], words: Wording) -> Svg | None:
    share = share_of(document["headline"])
    if share is None:
        return None
    return svg(
        interval_chart(share, words),
        name="pass-rate",
        title=words.gettext("Pass rate with its 95% interval"),
        description=document["sentences"]["pass_rate"],
    )


def _marks(document: Mapping[str, Any], words: Wording) -> list[MarkRow]:
    told = document["sentences"]
    _ = words.gettext
    level = document["review_level"]
    meaning = " ".join(part for part in (told["level"], told["decisions"]) if part)
    rows = [MarkRow(level, names.level_name(words, level), meaning)]
    if not document["complete"]:
        why = " ".join(document["incomplete_reasons"])
        rows.append(MarkRow("incomplete", _("Incomplete"), why))
    if document["exploratory"]:
        rows.append(MarkRow("exploratory", _("Exploratory"), told["exploratory"]))
    return rows


def _outcomes(document: Mapping[str, Any], words: Wording) -> list[OutcomeRow]:
    """All seven outcomes; those of zero too, since absence is a finding."""
    head, coverage = document["headline"], document["coverage"]
    scored = words.gettext("of %(count)s scored") % {"count": words.count(coverage["scored"])}
    planned = words.gettext("of %(count)s planned") % {"count": words.count(coverage["planned"])}
    counts: dict[Label | None, int] = {
        label: (head if label in SCORED else coverage["set_aside"])[label.value] for label in Label
    }
    if coverage["set_aside"]["not_graded"]:
        counts[None] = coverage["set_aside"]["not_graded"]
    return [
        OutcomeRow(
            label=label.value if label else "",
            word=names.label(words, label),
            count=words.count(count),
            of=scored if label in SCORED else planned,
            meaning=names.label_meaning(words, label),
        )
        for label, count in counts.items()
    ]


def _narrowing(document: Mapping[str, Any], words: Wording) -> list[ReachRow]:
    rows = document["narrowing"]
    if len(rows) < 2:
        return []
    made = []
    for index, row in enumerate(rows):
        low, high = row["interval"]
        count = words.count(row["questions"])
        told = words.gettext("This report: %(count)s") if index == 0 else words.gettext(
            "%(count)s questions"
        )  # fmt: skip
        named = told % {"count": count}
        interval = words.gettext("%(low)s to %(high)s") % {
            "low": words.percent(low / 100),
            "high": words.percent(high / 100),
        }
        drawing = strip(Reach(row["questions"], low / 100, high / 100), strong=index == 0)
        chart = svg(drawing, name=f"reach-{index}", title=named, description=interval)
        made.append(ReachRow(named, interval, chart))
    return made


def _beside(document: Mapping[str, Any], words: Wording) -> list[ReachRow]:
    """The pass rate by the grades in force and the corrected one, drawn on one scale."""
    found = document.get("check", {}).get("corrected")
    head = document["headline"]
    if found is None or head["interval"] is None:
        return []
    named = {words.gettext("As graded"): head, words.gettext("Corrected"): found}
    return [
        _rate_row(name, row, words, number=number)
        for number, (name, row) in enumerate(named.items())
    ]


def _rate_row(name: str, row: Mapping[str, Any], words: Wording, *, number: int) -> ReachRow:
    low, high = (bound / 100 for bound in row["interval"])
    told = words.gettext("%(rate)s (%(low)s to %(high)s)") % {
        "rate": words.percent(row["pass_rate"] / 100),
        "low": words.percent(low),
        "high": words.percent(high),
    }
    # A thousandth of the scale is what a percentage with one decimal tells.
    share = Share(round(row["pass_rate"] * 10), 1000, low, high, 1)
    chart = svg(
        strip(share, strong=number == 1), name=f"beside-{number}", title=name, description=told
    )
    return ReachRow(name, told, chart)
