"""The fonts of a PDF: what the codes of a string show, and how wide that is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pypdf.generic import DictionaryObject, IndirectObject

# The one private name: pypdf gives fonts with widths nowhere else. Its version is pinned for that.
from pypdf.generic._font import Font as PdfFont

__all__ = ["Fonts", "PdfFont", "decoded", "dictionary"]


@dataclass(slots=True)
class Fonts:
    """Fonts by their place in the file, so that each is read once."""

    known: dict[tuple[int, int], PdfFont | None] = field(default_factory=dict)

    def get(self, resources: DictionaryObject) -> dict[str, PdfFont | None]:
        listed = dictionary(resources.get("/Font"))
        return {name: self._font(listed.raw_get(name)) for name in listed}

    def _font(self, value: Any) -> PdfFont | None:
        key = (value.idnum, value.generation) if isinstance(value, IndirectObject) else None
        if key is not None and key in self.known:
            return self.known[key]
        try:
            font = PdfFont.from_font_resource(value.get_object())
        except (RecursionError, MemoryError):
            raise
        except Exception:
            # A broken font costs its own text only.
            font = None
        if key is not None:
            self.known[key] = font
        return font


def decoded(
    font: PdfFont, raw: bytes, size: float, spacing: float, word_spacing: float
) -> tuple[str, float]:
    """The characters of a string, and how far they reach in text space."""
    if isinstance(font.encoding, str):
        try:
            codes = raw.decode(font.encoding, "surrogatepass")
        except UnicodeDecodeError:
            codes = raw.decode(font.encoding, "replace")
        text = "".join(str(font.character_map.get(code, code)) for code in codes)
    else:
        codes = raw.decode("latin-1")
        glyphs = (font.encoding.get(byte, chr(byte)) for byte in raw)
        text = "".join(str(font.character_map.get(glyph, glyph)) for glyph in glyphs)
    width = 0.0
    for code in codes:
        is_space = code == font.space_char
        width += (font.space_width if is_space else font.get_text_width(code)) * size / 1000.0
        width += spacing + (word_spacing if is_space else 0.0)
    return text, width


def dictionary(value: Any) -> DictionaryObject:
    """The dictionary that a value is or refers to; an empty one for anything else."""
    found = value.get_object() if value is not None else None
    return found if isinstance(found, DictionaryObject) else DictionaryObject()
