"""A text taken apart, with what is counted of it; each count is made once, when it is asked for."""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from core.text import normalise, words
from grading.graders.builtin import phrases
from grading.graders.builtin.reading import Statement
from grading.rules.value import Value

_NEGATION: Final = re.compile(
    r"(?<!\w)(?:not|no|never|none|nobody|nothing|neither|nor|without|cannot|\w+n't|n't|nicht|kein\w*|"
    r"nie|niemals|ohne|weder|nunca|jamás|ningun\w*|ningún|nadie|sin|tampoco|ni|inte|ej|ingen|inget|"
    r"inga|aldrig|utan)(?!\w)",
    re.IGNORECASE,
)
# Words that tell nothing apart, in the languages of the built-in writer.
_ARTICLES: Final = frozenset(
    {"a", "an", "the", "of", "in", "on", "at", "to", "and", "is", "was", "are", "were", "by", "for",
     "el", "la", "los", "las", "de", "en", "y", "un", "una",
     "der", "die", "das", "und", "im", "ein", "eine", "den", "dem"}
)  # fmt: skip
_GRAM: Final = 3
_LOOKED_AT: Final = 6


@dataclass(frozen=True)
class Text:
    """A text taken apart into statements, with what is counted of it."""

    text: str
    parts: tuple[Statement, ...]

    @cached_property
    def stems(self) -> frozenset[str]:
        return frozenset().union(*(part.stems for part in self.parts))

    @cached_property
    def words(self) -> list[str]:
        return words(self.text)

    @cached_property
    def in_short(self) -> list[str]:
        """Its words without those that tell nothing apart."""
        return [word for word in self.words if word not in _ARTICLES]

    @cached_property
    def telling(self) -> frozenset[str]:
        return frozenset(self.in_short)

    @cached_property
    def grams(self) -> frozenset[str]:
        spaced = f" {' '.join(self.words)} "
        return frozenset(spaced[at : at + _GRAM] for at in range(len(spaced) - _GRAM + 1))

    @cached_property
    def values(self) -> list[Value]:
        return [value for part in self.parts for value in part.values]

    @cached_property
    def denials(self) -> int:
        return len(_NEGATION.findall(normalise(self.text)))

    def says(self, pattern: re.Pattern[str]) -> bool:
        """True where one of its first statements matches."""
        return any(phrases.matches(pattern, part.text) for part in self.parts[:_LOOKED_AT])
