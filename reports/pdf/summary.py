"""The first page: what came out, how sure it is, what it covers, who has looked at it."""

from typing import TYPE_CHECKING

from grading.values import SCORED, Label
from reports.charts.interval import interval_chart, strip
from reports.charts.marks import label_mark
from reports.figures.values import Figures, SetAside
from reports.pdf import sheet
from reports.pdf.styles import WIDTH
from reports.pdf.text import Typesetter, bold, joined
from reports.statistics import Reach
from reports.wording import checking, names, notes, sentences

if TYPE_CHECKING:
    from reportlab.platypus import Flowable


def summary(figures: Figures, setter: Typesetter) -> "list[Flowable]":
    """Everything that a reader with one minute needs."""
    words, text = setter.words, setter.text
    method = figures.methodology
    made: list[Flowable] = [
        sheet.paragraph(
            joined(
                [
                    setter.one_line(figures.organisation),
                    setter.one_line(method.assistant),
                    text(words.day(method.started_at)),
                ]
            ),
            "eyebrow",
        ),
        sheet.paragraph(setter.one_line(figures.title, longest=200), "title"),
        sheet.paragraph(text(sentences.headline(words, figures.headline)), "headline"),
    ]
    if figures.headline.share is not None:
        made += [interval_chart(figures.headline.share, words, width=WIDTH), sheet.gap(4)]
    told = [
        sentences.pass_rate(words, figures.headline),
        sentences.quality(words, figures.headline),
        words.gettext("Coverage: %(coverage)s")
        % {"coverage": sentences.coverage(words, figures.headline)},
        sentences.bounds(words, figures),
        sentences.attempts(words, figures),
        sentences.variants(words, figures),
        *(checking.sentences(words, figures.check) if figures.check else ()),
        *notes.peculiarities(words, figures),
    ]
    made += [sheet.paragraph(text(sentence)) for sentence in told if sentence]
    return [*made, *_marks(figures, setter), *_outcomes(figures, setter)]


def _marks(figures: Figures, setter: Typesetter) -> "list[Flowable]":
    """The review level and the marks, each with what it means."""
    words = setter.words
    level = names.level(words, figures.review.level)
    rows = [
        (level, " ".join([sentences.level(words, figures), sentences.decisions(words, figures)]))
    ]
    if figures.incomplete:
        reasons = [
            sentences.incompleteness(words, each, figures.headline) for each in figures.incomplete
        ]
        rows.append((words.gettext("Incomplete"), " ".join(reasons)))
    if figures.exploratory:
        rows.append((words.gettext("Exploratory"), sentences.exploratory(words)))
    title = words.gettext("How far to trust it")
    return [
        *sheet.heading(setter.text(title), title),
        *(
            sheet.paragraph(
                joined([bold(setter.text(name)), setter.text(meaning.strip())], between=": ")
            )
            for name, meaning in rows
        ),
    ]


def _outcomes(figures: Figures, setter: Typesetter) -> "list[Flowable]":
    """All outcomes with their counts; those of zero too, since absence is a finding."""
    words, tally = setter.words, figures.headline
    counts: list[tuple[Label | None, int]] = [
        (Label.CORRECT, tally.correct),
        (Label.PARTLY, tally.partly),
        (Label.INCORRECT, tally.incorrect),
        (Label.NO_ANSWER, tally.no_answer),
        (Label.NEEDS_REVIEW, tally.set_aside[SetAside.NEEDS_REVIEW]),
        (Label.NOT_CAPTURED, tally.set_aside[SetAside.NOT_CAPTURED]),
        (Label.NOT_RUN, tally.set_aside[SetAside.NOT_RUN]),
    ]
    if tally.set_aside[SetAside.NOT_GRADED]:
        counts.append((None, tally.set_aside[SetAside.NOT_GRADED]))
    of_scored = words.gettext("of %(count)s scored") % {"count": words.count(tally.scored)}
    of_planned = words.gettext("of %(count)s planned") % {"count": words.count(tally.planned)}
    rows = [
        [
            label_mark(label),
            sheet.paragraph(bold(setter.text(names.label(words, label))), "cell"),
            sheet.paragraph(setter.text(words.count(count)), "cell_right"),
            sheet.paragraph(
                setter.text(of_scored if label in SCORED else of_planned), "cell_muted"
            ),
            sheet.paragraph(setter.text(names.label_meaning(words, label)), "cell_muted"),
        ]
        for label, count in counts
    ]
    title = words.gettext("Outcomes")
    return [
        *sheet.heading(setter.text(title), title),
        sheet.table(rows, [16, 96, 34, 78, WIDTH - 224], header=False),
    ]


def narrowing(figures: Figures, setter: Typesetter) -> "list[Flowable]":
    """How the interval would narrow with more questions (M3.2)."""
    words = setter.words
    if len(figures.narrowing) < 2:
        return []
    title = words.gettext("What more questions would show")
    explained = words.gettext(
        "The same pass rate with more questions of this kind: the interval narrows with the square "
        "root of their number."
    )
    rows = [
        [
            sheet.paragraph(setter.text(_questions(setter, reach, first=index == 0)), "cell"),
            strip(reach, width=250, strong=index == 0),
            sheet.paragraph(
                setter.text(
                    words.gettext("%(low)s to %(high)s")
                    % {"low": words.percent(reach.low), "high": words.percent(reach.high)}
                ),
                "cell_right",
            ),
        ]
        for index, reach in enumerate(figures.narrowing)
    ]
    return [
        *sheet.heading(setter.text(title), title),
        sheet.paragraph(setter.text(explained)),
        sheet.table(rows, [WIDTH - 370, 260, 110], header=False),
    ]


def _questions(setter: Typesetter, reach: Reach, *, first: bool) -> str:
    words = setter.words
    count = words.count(reach.questions)
    if first:
        return words.gettext("This report: %(count)s") % {"count": count}
    return words.gettext("%(count)s questions") % {"count": count}
