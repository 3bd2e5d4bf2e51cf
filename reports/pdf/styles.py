"""How the PDF is set: sizes, distances, colours."""

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from reports.charts.palette import FACE, FACE_BOLD, Ink
from reports.typeface import register

if TYPE_CHECKING:
    from reportlab.lib.styles import ParagraphStyle

MARGIN: Final = 60.0
WIDTH: Final = 595.28 - 2 * MARGIN  # A4
SHADE: Final = "#f3f5f7"


@lru_cache(maxsize=1)
def styles() -> "dict[str, ParagraphStyle]":
    """The paragraph styles by name."""
    from reportlab.lib.colors import HexColor
    from reportlab.lib.enums import TA_RIGHT
    from reportlab.lib.styles import ParagraphStyle

    register()
    text, muted = HexColor(Ink.TEXT.value), HexColor(Ink.MUTED.value)
    body: dict[str, Any] = {
        "fontName": FACE, "fontSize": 9.5, "leading": 13.5, "textColor": text, "splitLongWords": 1,
        "allowWidows": 0, "allowOrphans": 0, "uriWasteReduce": 0.3,
    }  # fmt: skip
    small: dict[str, Any] = {"fontSize": 8.5, "leading": 12}
    varied: dict[str, dict[str, Any]] = {
        "body": {"spaceAfter": 5},
        "eyebrow": {"textColor": muted, "spaceAfter": 3},
        "title": {"fontName": FACE_BOLD, "fontSize": 15, "leading": 20, "spaceAfter": 4},
        "headline": {"fontName": FACE_BOLD, "fontSize": 27, "leading": 33, "spaceBefore": 16,
                     "spaceAfter": 6},
        "heading": {"fontName": FACE_BOLD, "fontSize": 14, "leading": 18, "spaceBefore": 20,
                    "spaceAfter": 6},
        "subheading": {"fontName": FACE_BOLD, "fontSize": 10.5, "leading": 14, "spaceBefore": 12,
                       "spaceAfter": 4},
        "muted": {"textColor": muted, "spaceAfter": 5, **small},
        "cell": {**small},
        "cell_bold": {"fontName": FACE_BOLD, **small},
        "cell_muted": {"textColor": muted, **small},
        "cell_right": {"alignment": TA_RIGHT, **small},
        "cell_right_muted": {"alignment": TA_RIGHT, "textColor": muted, **small},
        "figure": {"fontName": FACE_BOLD, "fontSize": 16, "leading": 20},
        "question": {"fontName": FACE_BOLD, "fontSize": 10.5, "leading": 14, "spaceAfter": 3},
        "label": {"textColor": muted, "fontSize": 8, "leading": 11, "spaceBefore": 5},
        "quoted": {"backColor": HexColor(SHADE), "borderPadding": (4, 6, 4, 6), "leftIndent": 6,
                   "rightIndent": 6, "spaceBefore": 5, "spaceAfter": 7},
        "item": {"leftIndent": 11, "bulletIndent": 1, "spaceAfter": 2},
        "field": {"leftIndent": 130, "bulletIndent": 0, "spaceAfter": 3},
    }  # fmt: skip
    return {name: ParagraphStyle(name, **(body | change)) for name, change in varied.items()}
