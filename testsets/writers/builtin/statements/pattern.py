"""A pattern: the shape of a statement and the question it answers."""

import re
from dataclasses import dataclass
from enum import StrEnum

from testsets.writers.builtin.amounts import Kind


class Carries(StrEnum):
    """What the answer to the question is, in the statement."""

    VALUE = "value"
    PLACE = "place"
    DEFINITION = "definition"
    CONSEQUENCE = "consequence"
    # What may or should not be: a yes/no question whose answer is no.
    REFUSAL = "refusal"


@dataclass(frozen=True, slots=True)
class Pattern:
    """`shape` matches a whole statement; its groups fill `question`.

    The group `x` is what is asked about, `do` an action, `if` a condition; `v` holds the answer, and
    {W} is the group `w` at the beginning of a question.
    """

    shape: re.Pattern[str]
    question: str
    carries: Carries
    kinds: tuple[Kind, ...] = ()


@dataclass(frozen=True, slots=True)
class Grammar:
    """How one language makes questions of statements."""

    patterns: tuple[Pattern, ...]
    # A subject that begins like this refers back or counts, and names nothing by itself.
    no_subject: re.Pattern[str]
    # A subject that holds one of these is more than a name: a clause, a list, a reference.
    no_name: re.Pattern[str]
    # The reader becomes the one who asks.
    turned: tuple[tuple[re.Pattern[str], str], ...]
    # Determiners that lose their capital inside a sentence.
    determiners: re.Pattern[str]
    # In a condition with one of these, "su" or "Ihr" may be somebody else's.
    others: re.Pattern[str] | None = None


def shape(pattern: str) -> re.Pattern[str]:
    """A pattern over one whole statement."""
    return re.compile(rf"^{pattern}[.:;!]?$", re.DOTALL)


def turn(**pairs: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Whole-word replacements, in order, capital letters counting."""
    return tuple((re.compile(rf"(?<!\w){old}(?!\w)"), new) for old, new in pairs.items())
