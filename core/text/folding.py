"""Typographic folding: one spelling for what readers take for the same text.

Word processors, content systems and language models swap quotes, hyphens, spaces, ligatures and
digits for look-alikes. Folding undoes that and remembers where every folded character came from,
so that a match in the folded text can be shown in the original.
"""

import re
import unicodedata
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

_SINGLE_QUOTES: Final = "‘’‚‛′‵`´ʹʻʼʽˈ＇‹›"
_DOUBLE_QUOTES: Final = "“”„‟″‶＂«»〝〞〟"
_HYPHENS: Final = "‐‑‒–—―−⁃⸺⸻﹘﹣－˗"

_REPLACED: Final[dict[str, str]] = {
    **dict.fromkeys(_SINGLE_QUOTES, "'"),
    **dict.fromkeys(_DOUBLE_QUOTES, '"'),
    **dict.fromkeys(_HYPHENS, "-"),
    "⋯": "...",
    "⁄": "/",
    "∕": "/",
    "ـ": "",  # the Arabic stretching mark carries no meaning
}

# Compatibility forms that stand for something other than the letters NFKC makes of them.
_KEPT: Final = frozenset("™℠")

# Printable ASCII, up to the last character that a following mark could still compose with.
_PLAIN_RUN: Final = re.compile(r"[!-~]+(?=[!-~\s])")

# What may stand before an opening mark besides a space.
_BEFORE_OPENING: Final = frozenset("([{'’-–—/:")

_LONG: Final = 6_000


@dataclass(frozen=True, slots=True)
class FoldedText:
    """Folded text, and for each of its characters the stretch of the original it stands for."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    def original_span(self, start: int, end: int) -> tuple[int, int]:
        """Offsets in the original of a non-empty stretch of the folded text."""
        return self.starts[start], self.ends[end - 1]


def fold(text: str) -> str:
    """The text with typographic variants made equal and white space collapsed; case is kept.

    Leading and trailing white space becomes a single space and is not removed.
    """
    if text.isascii() and text.isprintable() and "  " not in text:
        return text
    return folded(text).text


def normalise(text: str) -> str:
    """Folded, without case and outer white space: for comparing, never for showing."""
    return fold(text).casefold().strip()


def folded(text: str) -> FoldedText:
    """The folded text with the way back to the original. Treat the result as read-only."""
    return _folded_long(text) if len(text) > _LONG else _folded_short(text)


@lru_cache(maxsize=8_192)
def _folded_short(text: str) -> FoldedText:
    return _fold(text)


@lru_cache(maxsize=24)
def _folded_long(text: str) -> FoldedText:
    return _fold(text)


def _fold(text: str) -> FoldedText:
    out: list[str] = []
    starts, ends = array("I"), array("I")
    index, length = 0, len(text)
    while index < length:
        plain = _PLAIN_RUN.match(text, index)
        if plain:
            out.append(plain[0])
            starts.extend(range(index, plain.end()))
            ends.extend(range(index + 1, plain.end() + 1))
            index = plain.end()
            continue
        end = index + 1
        while end < length and text[end] > "\x7f" and _joins(text[end]):
            end += 1
        piece = _fold_cluster(text[index:end])
        if text[index] in "«‹" and _opens(text, index):
            while end < length and text[end].isspace():
                end += 1
        if piece == " ":
            while end < length and (text[end].isspace() or _fold_cluster(text[end]) == ""):
                end += 1
            if _closes(text, end):
                piece = ""
        elif piece and out and out[-1][-1].isdigit():
            piece = _after_digit(text[index:end], piece)
        if piece:
            out.append(piece)
            starts.extend([index] * len(piece))
            ends.extend([end] * len(piece))
        index = end
    return FoldedText("".join(out), starts, ends)


def _opens(text: str, index: int) -> bool:
    """Whether a mark that points to the left opens a quotation, as in French, where a space follows.

    In German it closes one, and stands behind a word or its full stop.
    """
    return index == 0 or text[index - 1].isspace() or text[index - 1] in _BEFORE_OPENING


def _closes(text: str, index: int) -> bool:
    """Whether a mark behind a space closes a quotation, as in French; elsewhere a word follows."""
    return text[index : index + 1] in ("»", "›") and not text[index + 1 : index + 2].isalnum()


def _joins(character: str) -> bool:
    """Whether the character composes with what stands before it."""
    return (
        unicodedata.combining(character) != 0
        or character in "ﾞﾟ"
        or "\u1160" <= character <= "\u11ff"  # Korean vowels and finals written apart
    )


@lru_cache(maxsize=16_384)
def _fold_cluster(cluster: str) -> str:
    first = cluster[0]
    if first.isspace():
        return " "
    if len(cluster) == 1:
        if first < "\x7f":
            return first if first >= " " else ""
        if first in _REPLACED:
            return _REPLACED[first]
        if first in _KEPT:
            return first
        if unicodedata.category(first) in {"Cf", "Cc"} or "\ufe00" <= first <= "\ufe0f":
            return ""
        if unicodedata.category(first) == "Nd":
            return str(unicodedata.decimal(first))
    composed = unicodedata.normalize("NFKC", cluster)
    if composed[:1] == " ":  # free-standing accents decompose to a space and a mark
        return cluster
    return "".join(_REPLACED.get(character, character) for character in composed)


def _after_digit(original: str, piece: str) -> str:
    """Raised figures and fractions behind a digit would otherwise run into the number.

    "10²" is not 102, "300¹" is a footnote, and "1½" is not 11/2.
    """
    kind = unicodedata.decomposition(original[0])
    if kind.startswith("<super>"):
        return original
    if kind.startswith("<fraction>"):
        return f" {piece}"
    return piece
