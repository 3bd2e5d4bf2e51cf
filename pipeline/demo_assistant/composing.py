"""Making a reply out of a passage: its best sentences, as a person would write them."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from core.text import content_words, sentences
from pipeline.demo_assistant.asked import AskedWord, coverage
from pipeline.demo_assistant.asking import NUMBERS, Wanted, defined, says_duty, wanted
from pipeline.demo_assistant.library import Entry
from pipeline.demo_assistant.plain_text import plain
from sources.reading import PassageKind

# Passages up to these lengths are given whole: cutting them would leave out a condition.
LONGEST_WHOLE: Final[Mapping[PassageKind, int]] = {
    PassageKind.FAQ: 160,
    PassageKind.PROSE: 90,
    PassageKind.LIST: 60,
    PassageKind.TABLE: 30,
}
REPLY_WORDS: Final = 70
# Sentences whose meaning is compared; words have ruled the others out by then.
COMPARED: Final = 4
KIND_BONUS: Final = 0.2
DEFINING_BONUS: Final = 0.4
DANGLING: Final = 0.4
# Cosines of sentences with a question lie between about these.
LOW_COSINE: Final = 0.75
HIGH_COSINE: Final = 0.9
# A neighbour belongs to the reply when it is worth this share of the best sentence.
NEIGHBOUR_ON_LINE: Final = 0.2
NEIGHBOUR_ACROSS: Final = 0.5
ROWS: Final = 3
ROW_SHARE: Final = 0.8
Likeness = Callable[[str, Sequence[str]], Sequence[float]]


@dataclass(frozen=True, slots=True)
class Piece:
    """A sentence or a row of a passage, and the line of the passage that it stands on."""

    text: str
    line: int


def reply_from(
    entry: Entry, question: str, *, asked: Sequence[AskedWord], likeness: Likeness
) -> str:
    """What the passage says to the question, at most about eighty words unless it is an FAQ answer.

    `asked` are the question's words; `likeness` compares the question with sentences.
    """
    pieces = _pieces(entry)
    if len(entry.text.split()) <= LONGEST_WHOLE[entry.kind] or len(pieces) < 2:
        return plain(entry.text)
    worth = _worth(pieces, question, entry.language, asked, likeness)
    if entry.kind is PassageKind.PROSE:
        # The colon led to an example or a picture that a passage of prose does not hold.
        worth = [
            value - DANGLING if piece.text.endswith(":") else value
            for value, piece in zip(worth, pieces, strict=True)
        ]
    if entry.kind is PassageKind.TABLE:
        chosen = _rows(worth)
    else:
        chosen = _stretch(pieces, worth, introduces=entry.kind is PassageKind.LIST)
    lines: dict[int, str] = {}
    for at in chosen:
        piece = pieces[at]
        lines[piece.line] = (
            f"{lines[piece.line]} {piece.text}" if piece.line in lines else piece.text
        )
    return plain("\n".join(lines.values()))


def _pieces(entry: Entry) -> list[Piece]:
    """The rows of a table, the sentences of anything else."""
    lines = entry.text.splitlines()
    if entry.kind is PassageKind.TABLE:
        return [Piece(line, at) for at, line in enumerate(lines) if line.strip()]
    return [
        Piece(line[span.start : span.end], at)
        for at, line in enumerate(lines)
        for span in sentences(line)
    ]


def _worth(
    pieces: Sequence[Piece],
    question: str,
    language: str,
    asked: Sequence[AskedWord],
    likeness: Likeness,
) -> list[float]:
    """How well each piece answers: shared words, the kind of thing asked for, and meaning."""
    named = {stem for word in asked for stem in word.stems}
    kind = wanted(question)
    worth = []
    for piece in pieces:
        value = coverage(asked, set(content_words(piece.text, language)))
        if kind in NUMBERS and any(map(str.isdigit, piece.text)):
            value += KIND_BONUS
        if kind is Wanted.DUTY and says_duty(piece.text):
            value += KIND_BONUS
        if kind is Wanted.DEFINITION and _defines(piece.text, named, language):
            value += DEFINING_BONUS
        worth.append(value)
    promising = sorted(range(len(pieces)), key=lambda at: (-worth[at], at))[:COMPARED]
    alike = likeness(question, [pieces[at].text for at in promising])
    for at, cosine in zip(promising, alike, strict=True):
        worth[at] += min(1.0, max(0.0, (cosine - LOW_COSINE) / (HIGH_COSINE - LOW_COSINE)))
    return worth


def _defines(text: str, asked: Collection[str], language: str) -> bool:
    """Whether the piece says what one of the words asked for is."""
    subjects = (set(content_words(subject, language)) for subject in defined(text))
    return any(not subject.isdisjoint(asked) for subject in subjects)


def _rows(worth: Sequence[float]) -> list[int]:
    """The best row of a table and those about as good, in their order."""
    best = max(worth)
    good = sorted(range(len(worth)), key=lambda at: (-worth[at], at))[:ROWS]
    return sorted(at for at in good if worth[at] >= ROW_SHARE * best)


def _stretch(pieces: Sequence[Piece], worth: Sequence[float], *, introduces: bool) -> list[int]:
    """The best sentence and the neighbours that go with it, as long as the reply stays short."""
    best = max(range(len(pieces)), key=lambda at: (worth[at], -at))
    first = last = best
    length = len(pieces[best].text.split())
    while True:
        sides = []
        for at, inner in ((last + 1, last), (first - 1, first)):
            if not 0 <= at < len(pieces) or length + len(pieces[at].text.split()) > REPLY_WORDS:
                continue
            same_line = pieces[at].line == pieces[inner].line
            share = NEIGHBOUR_ON_LINE if same_line else NEIGHBOUR_ACROSS
            # What a sentence introduces with a colon belongs to it whatever its words are.
            introduced = introduces and at > inner and pieces[inner].text.endswith(":")
            if introduced or worth[at] >= share * worth[best]:
                sides.append(at)
        if not sides:
            break
        at = max(sides, key=lambda side: (worth[side], side))
        first, last = min(first, at), max(last, at)
        length += len(pieces[at].text.split())
    # An introduction whose list did not fit says nothing.
    while last > first and pieces[last].text.endswith(":"):
        last -= 1
    if pieces[last].text.endswith(":") and last + 1 < len(pieces):
        last += 1
    return list(range(first, last + 1))
