"""The faces of the PDF: what they hold, and which one draws a character.

Fira Sans draws Latin, Greek and Cyrillic and is embedded. Chinese, Japanese and Korean use the
standard faces that PDF viewers bring along. What neither holds is told apart from what was drawn:
a missing glyph would be an empty box that nobody notices.
"""

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from importlib.resources import as_file, files
from threading import Lock
from typing import Any, Final

from reports.charts.palette import FACE, FACE_BOLD

FACE_ITALIC: Final = "CaudalsSans-Italic"
_FILES: Final[Mapping[str, str]] = {
    FACE: "FiraSans-Regular.ttf",
    FACE_BOLD: "FiraSans-SemiBold.ttf",
    FACE_ITALIC: "FiraSans-Italic.ttf",
}
_registering: Final = Lock()


class Script(StrEnum):
    """What draws a run of characters; the value is the name of the face."""

    EMBEDDED = FACE
    CHINESE = "STSong-Light"
    JAPANESE = "HeiseiKakuGo-W5"
    KOREAN = "HYGothic-Medium"
    NOTHING = ""


# The character sets that the viewers' faces are made for.
_CODECS: Final[Mapping[Script, str]] = {
    Script.CHINESE: "gb18030",
    Script.JAPANESE: "cp932",
    Script.KOREAN: "cp949",
}


def register() -> None:
    """Make the faces known to reportlab, once per process."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.cidfonts import UnicodeCIDFont
    from reportlab.pdfbase.ttfonts import TTFont

    with _registering:
        if FACE in pdfmetrics.getRegisteredFontNames():
            return
        for script in _CODECS:
            pdfmetrics.registerFont(UnicodeCIDFont(script.value))
        folder = files("fontpkg_fira_sans") / "files"
        # The first face last: its presence says that all are there.
        for face, name in reversed(tuple(_FILES.items())):
            with as_file(folder / name) as path:
                pdfmetrics.registerFont(TTFont(face, str(path)))
        pdfmetrics.registerFontFamily(
            FACE, normal=FACE, bold=FACE_BOLD, italic=FACE_ITALIC, boldItalic=FACE_BOLD
        )


@lru_cache(maxsize=1)
def _embedded() -> frozenset[int]:
    """The code points that every embedded face holds."""
    from reportlab.pdfbase import pdfmetrics

    register()
    fonts: list[Any] = [pdfmetrics.getFont(face) for face in _FILES]
    held = [frozenset(font.face.charToGlyph) for font in fonts]
    return frozenset.intersection(*held)


def script_of(character: str, *, east_asian: Script = Script.CHINESE) -> Script:
    """The face that holds the character. Han characters go to `east_asian`."""
    code = ord(character)
    if code in _embedded():
        return Script.EMBEDDED
    if not _is_east_asian(code):
        return Script.NOTHING
    if 0x1100 <= code <= 0x11FF or 0x3130 <= code <= 0x318F or 0xAC00 <= code <= 0xD7A3:
        candidates = [Script.KOREAN]
    elif 0x3040 <= code <= 0x30FF:
        candidates = [Script.JAPANESE]
    else:
        candidates = [east_asian, Script.CHINESE, Script.JAPANESE]
    for candidate in candidates:
        if _holds(candidate, character):
            return candidate
    return Script.NOTHING


def east_asian_of(text: str) -> Script:
    """Whose forms the Han characters of a text have: kana or hangul among them tell."""
    if any(0x3040 <= ord(character) <= 0x30FF for character in text):
        return Script.JAPANESE
    if any(0xAC00 <= ord(character) <= 0xD7A3 for character in text):
        return Script.KOREAN
    return Script.CHINESE


def _is_east_asian(code: int) -> bool:
    return (
        0x1100 <= code <= 0x11FF
        or 0x2E80 <= code <= 0x9FFF
        or 0xAC00 <= code <= 0xD7A3
        or 0xF900 <= code <= 0xFAFF
        or 0xFF00 <= code <= 0xFFEF
    )


def _holds(script: Script, character: str) -> bool:
    try:
        encoded = character.encode(_CODECS[script])
    except UnicodeEncodeError:
        return False
    # gb18030 spells every character; only those of one or two bytes are in the faces.
    return len(encoded) <= 2
