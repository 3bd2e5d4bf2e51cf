"""A question as it comes out of hurried fingers: a few slips that people really make.

Slips of four kinds: two letters change places, one is left out, one is doubled, one lies beside the
right key. In longer words only and never in the first letter, as counted slips mostly fall there;
accents may go too. Names, codes and values stay, for misspelt they would be other things.
"""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Callable
from typing import Final

from testsets.variants.tokens import is_name_or_value, spans

SHORTEST: Final = 4
# One slip in so many words that may slip, and never more than three.
_WORDS_A_SLIP: Final = 4
_MOST: Final = 3

_ROWS: Final = {
    "de": ("qwertzuiopü", "asdfghjklöä", "yxcvbnm"),
    "es": ("qwertyuiop", "asdfghjklñ", "zxcvbnm"),
    "sv": ("qwertyuiopå", "asdfghjklöä", "zxcvbnm"),
    "fr": ("azertyuiop", "qsdfghjklm", "wxcvbn"),
}
_DEFAULT_ROWS: Final = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_KEEP_ACCENT: Final = frozenset("ñÑåäöÅÄÖß")


def with_typos(question: str, language: str, *, seed: str) -> str:
    """The question with one to three slips, always the same ones for a seed; "" when none fits."""
    chance = random.Random(f"typos/{language}/{seed}")  # noqa: S311 - repeatable, not secret
    places = [
        (start, end)
        for start, end in spans(question)[1:]
        if end - start >= SHORTEST
        and question[start:end].isalpha()
        and not is_name_or_value(question[start:end])
        # A capital inside a sentence is a name in most languages, and any noun in German.
        and (question[start].islower() or language == "de")
    ]
    if not places:
        return ""
    slips = min(_MOST, max(1, len(places) // _WORDS_A_SLIP))
    text = question
    for start, end in sorted(chance.sample(places, min(slips, len(places))), reverse=True):
        text = text[:start] + _slip(text[start:end], language, chance) + text[end:]
    return text if text != question else ""


def _slip(word: str, language: str, chance: random.Random) -> str:
    kinds: list[Callable[[str, str, random.Random], str]] = [
        _swapped, _left_out, _doubled, _beside, _without_accent,
    ]  # fmt: skip
    chance.shuffle(kinds)
    for kind in kinds:
        slipped = kind(word, language, chance)
        if slipped and slipped != word:
            return slipped
    return word


def _swapped(word: str, language: str, chance: random.Random) -> str:
    places = [i for i in range(1, len(word) - 1) if word[i] != word[i + 1]]
    if not places:
        return ""
    i = chance.choice(places)
    return word[:i] + word[i + 1] + word[i] + word[i + 2 :]


def _left_out(word: str, language: str, chance: random.Random) -> str:
    i = chance.randrange(1, len(word))
    return word[:i] + word[i + 1 :]


def _doubled(word: str, language: str, chance: random.Random) -> str:
    i = chance.randrange(1, len(word))
    return word[:i] + word[i] + word[i:]


def _beside(word: str, language: str, chance: random.Random) -> str:
    i = chance.randrange(1, len(word))
    row = next((row for row in _ROWS.get(language, _DEFAULT_ROWS) if word[i] in row), "")
    if not row:
        return ""
    at = row.index(word[i])
    neighbours = row[max(0, at - 1) : at] + row[at + 1 : at + 2]
    return word[:i] + chance.choice(neighbours) + word[i + 1 :]


def _without_accent(word: str, language: str, chance: random.Random) -> str:
    """The word without its accents, as phones leave them; letters of their own stay."""
    return "".join(
        letter
        if letter in _KEEP_ACCENT
        else "".join(
            part for part in unicodedata.normalize("NFD", letter) if not unicodedata.combining(part)
        )
        for letter in word
    )
