"""The building blocks of the PDF: paragraphs from markup, headings in the outline, tables."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from reports.charts.palette import Ink
from reports.pdf.styles import styles
from reports.pdf.text import Markup

if TYPE_CHECKING:
    from reportlab.platypus import Flowable, Paragraph, Table

_ROW: Final = 4.0


def paragraph(markup: Markup, style: str = "body") -> "Paragraph":
    """A paragraph. It takes markup only, so that no text gets here unescaped."""
    from reportlab.platypus import Paragraph

    return Paragraph(markup, styles()[style])


def item(markup: Markup) -> "Paragraph":
    """One entry of a list."""
    from reportlab.platypus import Paragraph

    return Paragraph(markup, styles()["item"], bulletText="•")


def heading(markup: Markup, outline: str, *, level: int = 0) -> "list[Flowable]":
    """A heading that also stands in the outline of the PDF, there as plain text.

    It asks for room below it instead of being kept with what follows: that would send a table that
    fits on one page to the next page as a whole.
    """
    made = paragraph(markup, "heading" if level == 0 else "subheading")
    made.outline = (outline, level)  # type: ignore[attr-defined]  # read back by the document's afterFlowable
    return [room(130 if level == 0 else 90), made]


def label(markup: Markup) -> "list[Flowable]":
    """The small word above a text, never alone at the foot of a page."""
    return [room(45), paragraph(markup, "label")]


def room(points: float) -> "Flowable":
    """Go to the next page unless so much of this one is left."""
    from reportlab.platypus import CondPageBreak

    return CondPageBreak(points)


def gap(points: float) -> "Flowable":
    from reportlab.platypus import Spacer

    return Spacer(1, points)


def rule() -> "Flowable":
    """A hairline across the page."""
    from reportlab.lib.colors import HexColor
    from reportlab.platypus.flowables import HRFlowable

    colour = HexColor(Ink.HAIRLINE.value)
    return HRFlowable(width="100%", thickness=0.5, color=colour, spaceBefore=9, spaceAfter=9)


def table(
    rows: "Sequence[Sequence[Flowable | str]]",
    widths: Sequence[float],
    *,
    header: bool = True,
    lines: bool = True,
) -> "Table":
    """Rows with hairlines between them; the first is repeated on each page when it is a header."""
    from reportlab.lib.colors import HexColor
    from reportlab.platypus import LongTable, TableStyle

    made = LongTable(
        [list(row) for row in rows], colWidths=list(widths), repeatRows=int(header), hAlign="LEFT"
    )
    hairline, text = HexColor(Ink.HAIRLINE.value), HexColor(Ink.TEXT.value)
    look: list[Any] = [
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ("LEFTPADDING", (0, 0), (-1, -1), 0),
        ("RIGHTPADDING", (0, 0), (-1, -1), 6),
        ("TOPPADDING", (0, 0), (-1, -1), _ROW),
        ("BOTTOMPADDING", (0, 0), (-1, -1), _ROW),
    ]
    if lines:
        look.append(("LINEBELOW", (0, 0), (-1, -1), 0.4, hairline))
    if header:
        look.append(("LINEBELOW", (0, 0), (-1, 0), 0.8, text))
    made.setStyle(TableStyle(look))
    return made
