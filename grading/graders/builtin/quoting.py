"""Where a quotation stands in an answer or in the material."""

from typing import Final

from core.text import find_quotation
from grading.graders.builtin.context import Context
from grading.graders.builtin.polarity import denial_before
from grading.graders.builtin.reading import Statement, comparable

_LONGEST_RUN: Final = 8


def denied_in_material(context: Context, wanted: str) -> bool:
    """True where the material itself turns round the words that it quotes."""
    for part in (*context.passages, *context.expected):
        place = find_quotation(wanted, part.folded)
        if place:
            return denial_before(part.folded, place.start)
    return False


def holding(context: Context, wanted: str) -> tuple[Statement, ...]:
    """The fewest statements in a row over which a longer quotation runs."""
    said, answer = context.said, context.case.answer
    for size in range(2, min(len(said), _LONGEST_RUN) + 1):
        for at in range(len(said) - size + 1):
            run = said[at : at + size]
            if find_quotation(wanted, comparable(answer[run[0].start : run[-1].end])):
                return run
    return said
