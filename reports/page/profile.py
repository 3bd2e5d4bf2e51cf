"""The battery profile of a report's page: divisions of the results, weakest first."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from reports.charts.interval import strip
from reports.charts.svg import Svg, svg
from reports.page.opening import share_of
from reports.wording import Wording, names


@dataclass(frozen=True, slots=True)
class ProfileRow:
    """One group of results. `rate` and `interval` are "–" where nothing was scored."""

    scored: bool
    name: str
    count: str
    rate: str
    interval: str
    chart: Svg


@dataclass(frozen=True, slots=True)
class Division:
    """The results divided in one way."""

    name: str
    rows: tuple[ProfileRow, ...]


# Divisions that are shown however few their groups; the others only when they divide.
_ALWAYS: Final = frozenset({"family", "type"})


def profile(document: Mapping[str, Any], words: Wording) -> tuple[Division, ...]:
    """The divisions in the order in which they are read."""
    _ = words.gettext
    titles = {
        "family": _("By family"),
        "type": _("By type of question"),
        "topic": _("By topic"),
        "source": _("By source"),
        "language": _("By language of the question"),
        "critical": _("Critical questions"),
        "control": _("Control and development questions"),
    }
    return tuple(
        Division(title, _rows(document[f"by_{dimension}"], dimension, words))
        for dimension, title in titles.items()
        if document[f"by_{dimension}"]
        and (dimension in _ALWAYS or len(document[f"by_{dimension}"]) > 1)
    )


def _rows(
    groups: Mapping[str, Mapping[str, Any]], dimension: str, words: Wording
) -> tuple[ProfileRow, ...]:
    ranked = sorted(groups.items(), key=lambda item: (*_rank(item[1]), item[0]))
    return tuple(
        _row(key, group, dimension, number, words) for number, (key, group) in enumerate(ranked)
    )


def _rank(group: Mapping[str, Any]) -> tuple[float, float, int]:
    """Lowest rate first, the surer one first among equals, without evidence last."""
    if group["interval"] is None:
        return (200.0, 200.0, 0)
    return (group["pass_rate"], group["interval"][1], -group["scored"])


def _row(
    key: str, group: Mapping[str, Any], dimension: str, number: int, words: Wording
) -> ProfileRow:
    name, share = names.group(words, dimension, key), share_of(group)
    if share is None:
        count, rate, interval = words.gettext("none scored"), "–", "–"
    else:
        count = words.gettext("%(correct)s of %(scored)s") % {
            "correct": words.count(group["correct"]),
            "scored": words.count(group["scored"]),
        }
        rate = words.percent(share.rate)
        interval = words.gettext("%(low)s to %(high)s") % {
            "low": words.percent(share.low),
            "high": words.percent(share.high),
        }
    chart = svg(
        strip(share),
        name=f"{dimension}-{number}",
        title=name,
        description=f"{count}, {rate} ({interval})",
    )
    return ProfileRow(share is not None, name, count, rate, interval, chart)
