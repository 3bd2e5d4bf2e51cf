"""An answer, a fact or a passage taken apart into statements with their words and values."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

from core.text import content_words, normalise, sentences
from grading.rules.bounds import without_bounds
from grading.rules.extraction import values
from grading.rules.value import Value

_LONG_STEM: Final = 5
_PARTLY: Final = 0.7
# Shorter lines are more likely items of a list.
_LONG_LINE: Final = 40


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence or line: the words that carry its meaning, without figures, and its values."""

    text: str
    start: int
    end: int
    stems: frozenset[str]
    values: tuple[Value, ...]

    @property
    def folded(self) -> str:
        """The text for comparing: no marks of formatting, no typography, no case."""
        return comparable(self.text)


@dataclass(frozen=True, slots=True)
class Window:
    """One statement of a text, or two that follow each other."""

    parts: tuple[Statement, ...]

    @property
    def stems(self) -> frozenset[str]:
        """The stems of all its statements."""
        return frozenset().union(*(part.stems for part in self.parts))

    @property
    def values(self) -> list[Value]:
        """The values of all its statements."""
        return [value for part in self.parts for value in part.values]


def windows(parts: Sequence[Statement]) -> Iterator[Window]:
    """Every statement by itself, then every two neighbours together."""
    for part in parts:
        yield Window((part,))
    for pair in pairwise(parts):
        yield Window(pair)


def statements(text: str, language: str) -> tuple[Statement, ...]:
    """The statements of a text in their order; offsets are those of the text."""
    return tuple(
        statement(text[start:end], language, start=start) for start, end in _unwrapped(text)
    )


def _unwrapped(text: str) -> Iterator[tuple[int, int]]:
    """The sentences of a text; one that a line break cuts in two is one."""
    held: tuple[int, int] | None = None
    for span in sentences(text):
        if held and _wraps(text, held[1], span.start):
            held = (held[0], span.end)
            continue
        if held:
            yield held
        held = (span.start, span.end)
    if held:
        yield held


def _wraps(text: str, end: int, start: int) -> bool:
    """True where a long line breaks off without a mark and the next goes on in lower case."""
    line = text[:end].rpartition("\n")[2]
    return (
        text[end:start].strip(" \r") == "\n"
        and len(line) >= _LONG_LINE
        and (line[-1].isalnum() or line[-1] in ",-/")
        and text[start].islower()
    )


@lru_cache(maxsize=8192)
def statement(text: str, language: str, *, start: int = 0) -> Statement:
    """One text as a single statement."""
    found = values(text, language)
    return Statement(text, start, start + len(text), stems(_worded(text, found), language), found)


def _worded(text: str, found: Sequence[Value]) -> str:
    """The text without its values and the words that belong to them: units, "at most"."""
    for value in reversed(found):
        if value.firm:
            text = f"{text[: value.start]} {text[value.end :]}"
    return without_bounds(text) if found else text


def stems(text: str, language: str) -> frozenset[str]:
    """The stems of the words that carry meaning. Figures are not among them: they are values."""
    return frozenset(
        word for word in content_words(text, language) if not any(map(str.isdigit, word))
    )


def comparable(text: str) -> str:
    """The text without formatting, typography, case and the punctuation at its ends."""
    bare = "".join(char for char in text if char not in "*_`#|")
    return " ".join(normalise(bare).split()).strip(" .,;:!?\"'()-•·")


def coverage(wanted: Collection[str], offered: Collection[str]) -> float:
    """How much of the wanted stems the offered ones cover; 1 when nothing is wanted.

    A stem inside a longer one counts partly: compounds ("Frist" in "Kündigungsfrist"), other
    endings, small slips of the keyboard.
    """
    if not wanted:
        return 1.0
    return sum(_best(stem, offered) for stem in wanted) / len(wanted)


def _best(stem: str, offered: Collection[str]) -> float:
    if stem in offered:
        return 1.0
    if len(stem) < _LONG_STEM:
        return 0.0
    return max((_akin(stem, other) for other in offered if len(other) >= _LONG_STEM), default=0.0)


def _akin(one: str, two: str) -> float:
    shorter, longer = sorted((one, two), key=len)
    if shorter in longer:
        return _PARTLY
    common = next(
        (at for at, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), len(shorter)
    )
    return _PARTLY if common >= _LONG_STEM and common >= 0.7 * len(longer) else 0.0
