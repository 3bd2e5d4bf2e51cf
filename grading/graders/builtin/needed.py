"""The exact values without which a fact is not conveyed."""

from grading.graders.builtin.context import Context
from grading.graders.builtin.reading import Statement
from grading.rules.agreement import found
from grading.rules.extraction import values
from grading.rules.value import Value
from grading.values import CaseFact


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
        if value.firm and not found(value, asked) and (not expected or found(value, expected))
    ]
    if fact.exact_value:
        exact = values(fact.exact_value, context.case.language)
        needed += [value for value in exact if not found(value, needed)]
    return needed
