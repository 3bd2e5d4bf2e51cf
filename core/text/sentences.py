"""Where sentences begin and end, in any script."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from core.text import abbreviations


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a text: `text[start:end]`."""

    start: int
    end: int


_LINE: Final = re.compile(r"[^\n\r\v\f\x1c-\x1e\x85\u2028\u2029]+")
_CLOSERS: Final = r"[\"'’”»›)\]}」』】〉》）＂＇*_]*+"

# In these scripts a sentence mark ends the sentence whether or not a space follows.
_WIDE_STOP: Final = re.compile(rf"[。！？｡]+{_CLOSERS}")
_MARKS, _MORE_MARKS = ".!?…‽⁇⁈⁉", "؟۔।॥։።፧\u037e"
# A run of marks is tried once, from its beginning: a page may consist of full stops only.
_SPACED_STOP: Final = re.compile(
    rf"(?:(?<![{_MARKS}])[{_MARKS}]++|(?<![{_MORE_MARKS}])[{_MORE_MARKS}]++"
    rf"|(?<=[\u0370-\u03ff\u1f00-\u1fff]);){_CLOSERS}(?=\s|\Z)"
)
_STOP: Final = re.compile(rf"{_WIDE_STOP.pattern}|{_SPACED_STOP.pattern}")

_NEXT_WORD: Final = re.compile(r"[\s\"'‘’“”„«»‹›(\[{¿¡*_–—-]*([^\s]+)")
_WORD_BEFORE: Final = re.compile(r"[^\s\"'‘“„«‹(\[{¿¡/]+\Z")
_INITIALS_BEFORE: Final = re.compile(r"(?:\b\w{1,2}\.\s?)+\w{1,2}\Z|\S+\Z")
# How far back a full stop looks for the abbreviation that it may belong to, in characters.
_LOOK_BACK: Final = 200
_ROMAN: Final = re.compile(r"[IVXLC]+\b")


def sentences(text: str) -> list[Span]:
    """The sentences of a text, in order, without the white space around them.

    A line break ends a sentence. Full stops inside numbers, addresses, file names, initials and
    the abbreviations of the supported languages do not. Lines without a letter or figure give
    nothing.
    """
    return list(_sentences(text))


@lru_cache(maxsize=4_096)
def _sentences(text: str) -> tuple[Span, ...]:
    spans = []
    for line in _LINE.finditer(text):
        start = looked = line.start()
        for end in (*_ends(line[0]), len(line[0])):
            looked, from_here = line.start() + end, looked
            if any(map(str.isalnum, text[from_here:looked])):
                spans.append(_trimmed(text, start, looked))
                start = looked
    return tuple(spans)


def _trimmed(text: str, start: int, end: int) -> Span:
    piece = text[start:end]
    stripped = piece.lstrip()
    start = end - len(stripped)
    return Span(start, start + len(stripped.rstrip()))


def _ends(line: str) -> Iterator[int]:
    begin = 0
    for stop in _STOP.finditer(line):
        if _ends_sentence(line, begin, stop):
            begin = stop.end()
            yield begin


def _ends_sentence(line: str, begin: int, stop: re.Match[str]) -> bool:
    mark = stop[0][0]
    following = _NEXT_WORD.match(line, stop.end())
    if following is None or mark not in ".!?…":
        return True
    word = following[1]
    closed = stop[0][-1] not in ".!?…"
    if word[0].islower() and not _is_odd_name(word):
        # «"Why?" she asked» goes on; "Why? because" does not.
        return "?" in stop[0] and not closed
    if mark != "." or closed or stop[0] != ".":
        return True
    return _full_stop_ends(line[max(begin, stop.start() - _LOOK_BACK) : stop.start()], word)


def _is_odd_name(word: str) -> bool:
    """A name that stays in lower case where a sentence begins: "mod_ssl", "iPhone", "ls(1)"."""
    return any(c.isupper() or c.isdigit() or c in "_(./" for c in word.rstrip(".,;:!?)…")[1:])


def _full_stop_ends(before: str, following: str) -> bool:
    """Whether a single full stop between these two ends the sentence."""
    found = _WORD_BEFORE.search(before)
    if found is None:
        return True
    word = found[0].casefold()
    first = re.split(r"[^\w]", following, maxsplit=1)[0].casefold()
    starter = first in abbreviations.STARTERS
    if word.isdigit():
        return _number_ends(before[: found.start()], word, first)
    joined = _joined_abbreviation(before)
    if {word, joined} & abbreviations.NEVER_LAST:
        return False
    numbered = following[0].isdigit() or _ROMAN.match(following) is not None
    if word in abbreviations.BEFORE_NUMBER and numbered:
        return False
    if {word, joined} & abbreviations.OFTEN_LAST:
        return not numbered
    if {word, joined} & abbreviations.IN_NAMES or _is_initial(word):
        return starter
    return True


def _number_ends(before: str, number: str, following: str) -> bool:
    if len(number) > 2:
        return True
    if not any(map(str.isalnum, before)):
        return False  # the number of a list item
    if following in abbreviations.MONTHS:
        return False
    previous = before.split()[-1].casefold()
    return previous not in abbreviations.BEFORE_ORDINAL


def _joined_abbreviation(before: str) -> str:
    """The abbreviation that ends here with its inner spaces closed up: "z. B" gives "z.b"."""
    found = _INITIALS_BEFORE.search(before)
    return re.sub(r"\s", "", found[0]).casefold() if found else ""


def _is_initial(word: str) -> bool:
    """A lone letter, or letters with stops between them: "J", "U.S"."""
    parts = word.split(".")
    return all(len(part) == 1 and part.isalpha() for part in parts if part)
