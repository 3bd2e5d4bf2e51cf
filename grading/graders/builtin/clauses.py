"""A sentence cut where one value ends and the next begins, with the words that belong to each."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Final

from grading.graders.builtin.reading import Statement, statement
from grading.rules.value import Kind, Value

_CUT: Final = re.compile(
    r"(?P<strong>;|(?<!\w)(?:while|whereas|but|mientras(?: que)?|pero|während|aber|medan|men|"
    r"tandis que|mais)(?!\w))|(?P<weak>\)|,(?!\d)| [–—] |(?<!\w)(?:and|or|y|e|o|u|und|oder|och|"
    r"eller|et|ou)(?!\w))|(?P<inner>\()",
    re.IGNORECASE,
)
_STRENGTH: Final = {"strong": 3, "weak": 2, "inner": 1}
# "30 and 45 minutes for one and the other respectively": no clause holds a value with its subject.
_IN_TURN: Final = re.compile(
    r"(?<!\w)(?:respectively|respectivamente|jeweils|beziehungsweise|bzw|respektive|respectivement)"
    r"(?!\w)",
    re.IGNORECASE,
)


def clauses(part: Statement, language: str) -> tuple[Statement, ...]:
    """The clauses of a statement, each with a value of its own; the statement where it has one."""
    if len(part.values) < 2 or _IN_TURN.search(part.text):
        return (part,)
    pieces, walls = _pieces(part)
    groups = list(_grouped(pieces, walls, [_holds_value(part, piece) for piece in pieces]))
    if len(groups) < 2:
        return (part,)
    return tuple(
        statement(part.text[start:end], language, start=part.start + start) for start, end in groups
    )


def spoken(said: tuple[Statement, ...], language: str) -> Iterator[Statement]:
    """The clauses of a text. A line that ends in a colon gives its words to the next one."""
    heading: frozenset[str] = frozenset()
    for part in said:
        for clause in clauses(part, language):
            yield replace(clause, stems=clause.stems | heading) if heading else clause
        announces = part.text.rstrip("*_ ").endswith(":") and not part.values
        heading = part.stems if announces else frozenset()


def _pieces(part: Statement) -> tuple[list[tuple[int, int]], list[int]]:
    """The stretches between the cuts, and how strong the cut between each two is."""
    pieces: list[tuple[int, int]] = []
    walls: list[int] = []
    at, wall = 0, 0
    for cut in (*filter(lambda cut: _cuts(part, cut), _CUT.finditer(part.text)), None):
        start, end = _trimmed(part.text, at, cut.start() if cut else len(part.text))
        if start < end:
            if pieces:
                walls.append(wall)
            pieces.append((start, end))
            wall = 0
        if cut:
            at, wall = cut.end(), max(wall, _STRENGTH[cut.lastgroup or "weak"])
    return pieces, walls


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), end - len(piece) + len(piece.rstrip())


def _cuts(part: Statement, cut: re.Match[str]) -> bool:
    """False inside a value, and between two numbers that share one unit ("30 and 45 minutes")."""
    if any(value.start < cut.end() and cut.start() < value.end for value in part.values):
        return False
    return not any(
        one.end <= cut.start() and cut.end() <= two.start and _shares_unit(part.text, one, two, cut)
        for one, two in pairwise(part.values)
    )


def _shares_unit(text: str, one: Value, two: Value, cut: re.Match[str]) -> bool:
    alone = not f"{text[one.end : cut.start()]}{text[cut.end() : two.start]}".strip()
    return alone and one.kind is Kind.NUMBER and two.kind is not Kind.NUMBER


def _holds_value(part: Statement, piece: tuple[int, int]) -> bool:
    return any(piece[0] <= value.start < piece[1] for value in part.values)


def _grouped(
    pieces: list[tuple[int, int]], walls: list[int], valued: list[bool]
) -> Iterator[tuple[int, int]]:
    """Pieces with a value, each with those without one on the side of the weaker cut.

    Where the cuts are alike, the sentence goes on as it began: the words first, or the value first.
    """
    owners = [at for at, holds in enumerate(valued) if holds]
    if not owners:
        return
    begin = 0
    for one, two in pairwise(owners):
        left, right = walls[one], walls[two - 1]
        forward = right < left or (right == left and not valued[0])
        last = one if forward else two - 1
        yield pieces[begin][0], pieces[last][1]
        begin = last + 1
    yield pieces[begin][0], pieces[-1][1]
