"""Making a reply out of a passage: its best sentences, as a person would write them."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from core.text import content_words, sentences
from pipeline.demo_assistant.library import Entry
from sources.reading import PassageKind

# A passage up to this length is given whole: cutting it would leave out a condition.
WHOLE_WORDS: Final = 90
LONGEST_FAQ: Final = 160
REPLY_WORDS: Final = 70
NUMBER_BONUS: Final = 0.15
WANTS_NUMBER: Final = re.compile(
    r"how (?:much|many|long|old|far|often|high|heavy|tall)|\bwhen\b|\bprice|\bcosts?\b|\bfee"
    r"|cu[aá]nt[oa]s?|cu[aá]ndo|precio|plazo|horario"
    r"|wie ?viel|wie (?:lange|oft|hoch|alt)|\bwann\b|kosten|gebühr"
    r"|hur (?:mycket|många|länge|lång|ofta|hög|gammal)|\bnär\b|kostar|pris|avgift",
    re.IGNORECASE,
)
Likeness = Callable[[str, Sequence[str]], Sequence[float]]

_LINK: Final = re.compile(r"!?\[([^\]]*)\]\([^)\s]*\)")
_EMPHASIS: Final = re.compile(r"(\*\*|__|`+)(?=\S)(.+?)(?<=\S)\1")
_LINE_MARK: Final = re.compile(r"^\s*(?:[-*+•–]\s+|#{1,6}\s+|>\s+)")
_ENDS: Final = (".", "!", "?", "…", ":", ";", ",", "。", "！", "？")


def reply_from(
    entry: Entry, question: str, *, rarities: Mapping[str, float], likeness: Likeness
) -> str:
    """What the passage says to the question, at most about eighty words unless it is an FAQ answer.

    `rarities` weighs the question's words; `likeness` compares the question with sentences.
    """
    longest = LONGEST_FAQ if entry.kind is PassageKind.FAQ else WHOLE_WORDS
    if len(entry.text.split()) <= longest:
        return plain(entry.text)
    pieces = [entry.text[span.start : span.end] for span in sentences(entry.text)]
    if not pieces:
        return plain(entry.text)
    worth = _worth(pieces, question, entry.language, rarities, likeness)
    first, last = _stretch(pieces, worth)
    return plain("\n".join(_rejoined(entry.text, pieces[first : last + 1])))


def _worth(
    pieces: Sequence[str],
    question: str,
    language: str,
    rarities: Mapping[str, float],
    likeness: Likeness,
) -> list[float]:
    """How well each sentence answers: shared words, meaning, and a number where one is wanted."""
    total = sum(rarities.values()) or 1.0
    wants_number = WANTS_NUMBER.search(question) is not None
    alike = likeness(question, pieces)
    return [
        sum(rarities.get(word, 0.0) for word in set(content_words(piece, language))) / total
        + meaning
        + (NUMBER_BONUS if wants_number and any(map(str.isdigit, piece)) else 0.0)
        for piece, meaning in zip(pieces, alike, strict=True)
    ]


def _stretch(pieces: Sequence[str], worth: Sequence[float]) -> tuple[int, int]:
    """The best sentence and its better neighbours, as long as the reply stays short."""
    first = last = max(range(len(pieces)), key=lambda at: (worth[at], -at))
    length = len(pieces[first].split())
    while True:
        sides = [at for at in (first - 1, last + 1) if 0 <= at < len(pieces)]
        # On equal terms the sentence after is better: it goes on where this one stopped.
        sides.sort(key=lambda at: (worth[at], at), reverse=True)
        fitting = [at for at in sides if length + len(pieces[at].split()) <= REPLY_WORDS]
        if not fitting:
            return first, last
        first, last = min(first, fitting[0]), max(last, fitting[0])
        length += len(pieces[fitting[0]].split())


def _rejoined(text: str, pieces: Sequence[str]) -> list[str]:
    """The sentences as lines: those that stood on one line of the passage stay on one."""
    lines: list[str] = []
    at = 0
    for piece in pieces:
        start = text.index(piece, at)
        if lines and "\n" not in text[at:start]:
            lines[-1] += f" {piece}"
        else:
            lines.append(piece)
        at = start + len(piece)
    return lines


def plain(text: str) -> str:
    """The text as one paragraph without marks of Markdown; the items of a list become a series."""
    lines = []
    for raw in text.splitlines():
        line = _LINE_MARK.sub("", raw)
        line = _EMPHASIS.sub(r"\2", _LINK.sub(r"\1", line)).strip(" |")
        line = " ".join(line.replace(" | ", ", ").split())
        if line:
            lines.append(line)
    joined = " ".join(
        line if line.endswith(_ENDS) or at == len(lines) - 1 else f"{line};"
        for at, line in enumerate(lines)
    )
    return joined if joined.endswith(_ENDS) else f"{joined}."
