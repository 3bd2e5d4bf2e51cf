"""How the report came about, and what it cannot say."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from reports.figures.values import Figures
from reports.pdf import sheet
from reports.pdf.styles import WIDTH
from reports.pdf.text import Typesetter, bold, joined
from reports.wording import names, notes

if TYPE_CHECKING:
    from reportlab.platypus import Flowable


def methodology(figures: Figures, setter: Typesetter) -> "list[Flowable]":
    """Everything that was fixed when the run started (M6.2)."""
    words, method = setter.words, figures.methodology
    _ = words.gettext
    title = _("Methodology")
    fields = {
        _("Test set"): _("%(name)s, version %(number)s")
        % {"name": method.test_set, "number": method.version},
        _("Digest of the version"): method.version_digest,
        _("Questions"): words.count(figures.questions),
        _("Attempts per question"): words.count(method.repetitions),
        _("Tries allowed per attempt"): words.count(method.tries_allowed),
        _("Weighting"): _("every scored test counts the same"),
        _("Questions written by"): names.makers(words, method.writer),
        _("Assistant"): method.assistant,
        _("Graded by"): names.makers(words, method.grader),
        _("Fingerprint of the grader"): method.grader_fingerprint,
        _("Embeddings"): method.embeddings,
        _("Run started"): words.moment(method.started_at),
        _("Run ended"): words.moment(method.ended_at) if method.ended_at else "",
        _("Software"): method.software,
    }
    intro = _(
        "All of this was fixed before the first question was asked, apart from when the run ended."
    )
    made: list[Flowable] = [
        *sheet.heading(setter.text(title), title),
        sheet.paragraph(setter.text(intro), "muted"),
        *_fields(fields, setter),
    ]
    for name, settings in (
        (_("Settings of the assistant"), method.assistant_settings),
        (_("Settings of the grader"), method.grader_settings),
        (_("Settings of the run"), method.run_settings),
    ):
        if settings:
            made += sheet.heading(setter.text(name), name, level=1)
            made += _fields(settings, setter)
    return made


def _fields(fields: Mapping[str, str], setter: Typesetter) -> "list[Flowable]":
    """Short values in a table; long ones, such as instructions, as text that may split."""
    filled = {name: value for name, value in fields.items() if value}
    rows = [
        [
            sheet.paragraph(setter.one_line(name), "cell_muted"),
            sheet.paragraph(setter.text(value), "cell"),
        ]
        for name, value in filled.items()
        if _short(value)
    ]
    made: list[Flowable] = [sheet.table(rows, [150, WIDTH - 150], header=False)] if rows else []
    for name, value in filled.items():
        if not _short(value):
            markup, note = setter.excerpt(value)
            made += [
                *sheet.label(setter.one_line(name)),
                sheet.paragraph(markup, "quoted"),
            ]
            if note:
                made.append(sheet.paragraph(setter.text(note), "muted"))
    return made


def _short(value: str) -> bool:
    return len(value) <= 300 and value.count("\n") <= 4


def limits(setter: Typesetter) -> "list[Flowable]":
    """The limits, in every report."""
    title = setter.words.gettext("Limits")
    return [
        *sheet.heading(setter.text(title), title),
        *(sheet.item(setter.text(limit)) for limit in notes.limits(setter.words)),
    ]


def about(digest: str, setter: Typesetter) -> "list[Flowable]":
    """What the reader should know of this file itself. Comes last: it counts what went before."""
    words = setter.words
    _ = words.gettext
    title = _("About this document")
    told = [
        _(
            "The page of the report in the portal is the original and the accessible form; this "
            "file is drawn from the same figures."
        )
    ]
    if setter.shortened:
        told.append(
            words.ngettext(
                "%(count)s long text is shortened here and says so in its place.",
                "%(count)s long texts are shortened here and say so in their places.",
                setter.shortened,
            )
            % {"count": words.count(setter.shortened)}
        )
    if setter.borrowed:
        told.append(
            _(
                "Chinese, Japanese and Korean characters are shown in a typeface of the program "
                "that opens this file; it is not part of the file."
            )
        )
    if setter.missing:
        told.append(
            words.ngettext(
                "%(count)s character has no typeface in this file; square brackets stand in its "
                "place.",
                "%(count)s characters have no typeface in this file; square brackets stand in "
                "their place.",
                setter.missing,
            )
            % {"count": words.count(setter.missing)}
        )
    return [
        *sheet.heading(setter.text(title), title),
        *(sheet.paragraph(setter.text(each)) for each in told),
        sheet.paragraph(
            joined(
                [bold(setter.text(_("Digest of the figures"))), setter.text(digest)], between="  "
            )
        ),
    ]
