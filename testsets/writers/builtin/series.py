"""Answers that come in parts: steps, labelled cases and lists, which are told whole or not at all."""

import re
from collections.abc import Sequence
from typing import Final

from core.text import words
from testsets.values import MAX_FACTS
from testsets.writers.builtin.sayings import Saying

_STEP: Final = re.compile(r"(?:step|steg|schritt|paso)\s*\d+\s*[:.)–-]\s*|\d\)\s+", re.IGNORECASE)
_LABELLED: Final = re.compile(r"[^\s:.][^:.]{1,40}:\s+(?=\S)")
_MOST_STEPS: Final = 8
_STATES: Final = re.compile(
    r"(?<!\w)(?:is|are|was|were|has|have|är|var|har|ist|sind|hat|haben|es|son|está|están)(?!\w)",
    re.IGNORECASE,
)
_LONGEST_PART: Final = 30
_TERSE: Final = 10
_VERY_TERSE: Final = 6


def steps(found: Sequence[Saying]) -> list[Saying]:
    """The numbered steps that the sentences begin with, without their numbers; [] for fewer than
    two."""
    taken: list[Saying] = []
    for saying in found:
        mark = _STEP.match(saying.text)
        if mark is None:
            break
        start = saying.start + mark.end()
        taken.append(Saying(start, saying.end, saying.text[mark.end() :], leads_in=False))
    return taken if len(taken) > 1 else []


def cases(found: Sequence[Saying]) -> list[Saying]:
    """The sentences that the answer begins with and that each say first what they are about.

    “House: 4,000. Flat: 2,000.”: none of them alone is the answer. [] for fewer than two.
    """
    taken: list[Saying] = []
    for saying in found:
        if saying.leads_in or not _LABELLED.match(saying.text):
            break
        taken.append(saying)
    return taken if len(taken) > 1 else []


def short_steps(found: Sequence[Saying]) -> list[Saying]:
    """Terse sentences that stand in for a list: “Written complaint. Call the board. Go to court.”

    [] unless the answer begins with at least two of them.
    """
    taken: list[Saying] = []
    for saying in found:
        if saying.leads_in or saying.length > _TERSE:
            break
        taken.append(saying)
    if len(taken) < 2 or taken[0].length > _VERY_TERSE or _STATES.search(taken[0].text):
        return []
    return taken


def grouped(text: str, parts: Sequence[Saying]) -> list[Saying]:
    """The parts as at most as many stretches as a question has key facts, none left out.

    Neighbours are put together, the shortest first; [] when that gives stretches too long to be one
    key fact.
    """
    made = list(parts)
    if len(made) > _MOST_STEPS:
        return []
    while len(made) > MAX_FACTS:
        lengths = [made[n].length + made[n + 1].length for n in range(len(made) - 1)]
        place = lengths.index(min(lengths))
        start, end = made[place].start, made[place + 1].end
        made[place : place + 2] = [Saying(start, end, text[start:end], leads_in=False)]
    return made if all(len(words(part.text)) <= _LONGEST_PART for part in made) else []
