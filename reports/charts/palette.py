"""The few colours of charts and labels, and the face they are lettered in."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from grading.values import Label
from reports.figures.spans import Mark

FACE: Final = "CaudalsSans"
FACE_BOLD: Final = "CaudalsSans-Bold"


class Ink(StrEnum):
    """What a stroke is for. The values are its colour on paper; a page follows its theme."""

    TEXT = "#1a1c1e"
    MUTED = "#565a5c"
    HAIRLINE = "#cfcec8"
    ACCENT = "#005c76"


# The colours of a page's light theme. Each also differs in lightness, and colours only the shape
# beside a word.
LABEL_INK: Final[Mapping[Label | None, str]] = {
    Label.CORRECT: "#288149",
    Label.PARTLY: "#b9802c",
    Label.INCORRECT: "#a92926",
    Label.NO_ANSWER: "#572c72",
    Label.NEEDS_REVIEW: "#1e4b8d",
    Label.NOT_CAPTURED: "#ac6b85",
    Label.NOT_RUN: "#60666c",
    None: "#60666c",
}

# What stands behind marked words; ink stands on it.
MARK_INK: Final[Mapping[Mark, str]] = {
    Mark.QUOTATION: "#fcedb4",
    Mark.EVIDENCE: "#caf0f7",
    Mark.CONTRADICTION: "#ffdad6",
}
