"""The exact values without which a fact is not conveyed."""

from typing import Final

from grading.graders.builtin.context import Context
from grading.graders.builtin.reading import Statement
from grading.rules.agreement import found
from grading.rules.extraction import values
from grading.rules.value import Kind, Value
from grading.values import CaseFact
from testsets.values import QuestionType

_LETTERS: Final = 3
_SAYS_MORE: Final = 6


def needed_values(context: Context, fact: CaseFact, said: Statement) -> list[Value]:
    """The values of the fact that an answer has to give.

    What the question already gives need not be repeated, and what the expected answer leaves out (the
    number of a paragraph, say) is not asked of the answer either.
    """
    expected = [value for part in context.expected for value in part.values]
    asked = context.question.values
    needed = [
        value
        for value in said.values
        if value.firm
        and not (_is_a_name(value) and _names_only(context, said))
        and not found(value, asked)
        and (not expected or found(value, expected))
    ]
    if fact.exact_value:
        exact = values(fact.exact_value, context.case.language)
        needed += [value for value in exact if not found(value, needed)]
    return needed


def _is_a_name(value: Value) -> bool:
    """True for a name that merely holds a figure, as COVID-19 or MP3: no code that one looks up."""
    letters = sum(map(str.isalpha, value.text))
    return (
        value.kind is Kind.CODE
        and ":" not in value.key
        and letters >= _LETTERS > len([char for char in value.text if char.isdigit()])
    )


def _names_only(context: Context, said: Statement) -> bool:
    """True where the fact says more than a name, and the test asks for no name or code."""
    return context.case.type != QuestionType.NAMES_CODES and len(said.stems) >= _SAYS_MORE
