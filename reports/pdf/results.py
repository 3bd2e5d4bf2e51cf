"""The results of the PDF: what did not pass with its evidence, then everything else."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from grading.values import Label, failing
from reports.charts.marks import label_mark
from reports.figures.input import ResultRecord
from reports.figures.tallies import set_aside
from reports.figures.values import Figures
from reports.pdf import sheet
from reports.pdf.detail import detail
from reports.pdf.styles import WIDTH
from reports.pdf.text import Typesetter, bold, link, muted
from reports.wording import names

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

_GRAVITY: Final = (Label.INCORRECT, Label.NO_ANSWER, Label.PARTLY)


class Numbered(NamedTuple):
    """A result and its place in the report, by which links find it."""

    number: int
    result: ResultRecord


def results(figures: Figures, setter: Typesetter) -> "list[Flowable]":
    """Failures, tests set aside and correct answers in detail, then all of them in one table."""
    _ = setter.words.gettext
    every = [Numbered(number, result) for number, result in enumerate(figures.results, start=1)]
    failures = sorted(
        (each for each in every if each.result.label is not None and failing(each.result.label)),
        key=lambda each: (not each.result.critical, _gravity(each.result), each.number),
    )
    aside = [each for each in every if set_aside(each.result) is not None]
    correct = [each for each in every if each.result.label is Label.CORRECT]
    return [
        *_section(
            _("Answers that did not pass"),
            _("Each with its evidence. Critical questions come first."),
            failures,
            setter,
            empty=_("Every scored answer is correct."),
        ),
        *_section(
            _("Tests set aside"),
            _("They count neither for nor against the assistant."),
            aside,
            setter,
            empty=_("No test was set aside."),
        ),
        *_section(
            _("Correct answers"),
            "",
            correct,
            setter,
            empty=_("No answer is correct."),
        ),
        *_index(every, setter),
    ]


def _gravity(result: ResultRecord) -> int:
    return _GRAVITY.index(result.label) if result.label in _GRAVITY else len(_GRAVITY)


def _section(
    title: str,
    explained: str,
    members: Iterable[Numbered],
    setter: Typesetter,
    *,
    empty: str,
) -> "list[Flowable]":
    made: list[Flowable] = [*sheet.heading(setter.text(title), title)]
    details = [part for each in members for part in detail(each.number, each.result, setter)]
    if not details:
        return [*made, sheet.paragraph(setter.text(empty))]
    if explained:
        made.append(sheet.paragraph(setter.text(explained), "muted"))
    return made + details


def _index(every: Sequence[Numbered], setter: Typesetter) -> "list[Flowable]":
    """All tests in the order of the test set, each leading to its details."""
    words = setter.words
    title = words.gettext("All results at a glance")
    made: list[Flowable] = [*sheet.heading(setter.text(title), title)]
    if not every:
        return [*made, sheet.paragraph(setter.text(words.gettext("Nothing was planned.")))]
    header = [
        sheet.paragraph(setter.text(each), "cell_muted")
        for each in (
            words.gettext("Test"),
            words.gettext("Question"),
            words.gettext("Type"),
            "",
            words.gettext("Outcome"),
        )
    ]
    rows = [_index_row(each, setter) for each in every]
    return [*made, sheet.table([header, *rows], [76, WIDTH - 286, 96, 14, 100])]


def _index_row(each: Numbered, setter: Typesetter) -> "list[Flowable]":
    result = each.result
    name = names.label(setter.words, result.label)
    return [
        sheet.paragraph(muted(setter.one_line(result.uid, longest=20)), "cell"),
        sheet.paragraph(link(setter.one_line(result.question), f"r{each.number}"), "cell"),
        sheet.paragraph(
            setter.one_line(names.question_type(setter.words, result.type)), "cell_muted"
        ),
        label_mark(result.label, size=8),
        sheet.paragraph(bold(setter.text(name)), "cell"),
    ]
