"""The battery profile: each ability with its count and its interval, the weakest first."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from reports.charts.interval import strip
from reports.figures.tallies import weakest_first
from reports.figures.values import Figures, Group
from reports.pdf import sheet
from reports.pdf.styles import WIDTH
from reports.pdf.text import Typesetter
from reports.wording import names, sentences

if TYPE_CHECKING:
    from reportlab.platypus import Flowable


# A site of hundreds of pages would fill a booklet with rows of one question each.
_MOST_ROWS: Final = 20


def profile(figures: Figures, setter: Typesetter) -> "list[Flowable]":
    """All divisions of the results that divide anything."""
    _ = setter.words.gettext
    title = _("Battery profile")
    made: list[Flowable] = [
        *sheet.heading(setter.text(title), title),
        sheet.paragraph(
            setter.text(
                _(
                    "Each row has its own count and its own 95% interval, weakest first. A row "
                    "with few questions says little, however extreme it looks."
                )
            )
        ),
    ]
    made += _division(_("By family"), "family", figures.by_family, setter)
    made += _division(_("By type of question"), "type", figures.by_type, setter)
    divisions = (
        (_("By topic"), "topic", figures.by_topic),
        (_("By source"), "source", figures.by_source),
        (_("By language of the question"), "language", figures.by_language),
        (_("Critical questions"), "critical", figures.by_critical),
        (_("Control and development questions"), "control", figures.by_control),
    )
    for name, dimension, groups in divisions:
        if len(groups) > 1:
            made += _division(name, dimension, groups, setter)
    return made


def _division(
    name: str, dimension: str, groups: Sequence[Group], setter: Typesetter
) -> "list[Flowable]":
    if not groups:
        return []
    words = setter.words
    header = [
        sheet.paragraph(setter.text(each), style)
        for each, style in (
            ("", "cell_muted"),
            (words.gettext("0 to 100"), "cell_muted"),
            (words.gettext("Pass rate"), "cell_right_muted"),
            (words.gettext("Correct of scored"), "cell_right_muted"),
            (words.gettext("95% interval"), "cell_right_muted"),
        )
    ]
    ranked = weakest_first(groups)
    rows = [_row(dimension, group, setter) for group in ranked[:_MOST_ROWS]]
    made: list[Flowable] = [
        *sheet.heading(setter.text(name), name, level=1),
        sheet.table([header, *rows], [WIDTH - 330, 130, 52, 58, 90]),
    ]
    further = len(ranked) - len(rows)
    if further:
        note = words.gettext(
            "%(count)s more rows, each of them no weaker, are on the page of the report and in "
            "report.json."
        ) % {"count": words.count(further)}
        made += [sheet.gap(4), sheet.paragraph(setter.text(note), "muted")]
    return made


def _row(dimension: str, group: Group, setter: Typesetter) -> "list[Flowable]":
    words, tally = setter.words, group.tally
    name = setter.one_line(names.group(words, dimension, group.key), longest=90)
    if tally.share is None:
        figures = ("–", words.gettext("none scored"), "–")
    else:
        figures = (
            words.percent(tally.share.rate),
            words.gettext("%(correct)s of %(scored)s")
            % {"correct": words.count(tally.correct), "scored": words.count(tally.scored)},
            sentences.interval(words, tally.share),
        )
    return [
        sheet.paragraph(name, "cell"),
        strip(tally.share, width=122),
        *(sheet.paragraph(setter.text(each), "cell_right") for each in figures),
    ]
