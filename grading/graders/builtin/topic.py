"""Whether a reply is about something else altogether."""

from typing import Final

from grading.graders.builtin.context import Context
from grading.graders.builtin.meaning import Meaning
from grading.graders.builtin.reading import coverage

_UNRELATED: Final = 0.8
_LOOKED_AT: Final = 3


def off_topic(context: Context, meaning: Meaning) -> bool:
    """True when no statement shares a word or its meaning with the question or the material.

    An answer about the right subject that is wrong is not off topic.
    """
    content = context.content
    if not content:
        return False
    known = frozenset().union(
        context.question.stems,
        *(part.stems for part in (*context.expected, *context.passages)),
    )
    if not context.other_language and any(
        part.stems and coverage(part.stems, known) > 0 for part in content
    ):
        return False
    if any(part.values for part in content) and context.is_short:
        return False  # "25" answers a question about a number, rightly or not
    about = [context.case.question, *(part.text for part in context.expected[:1])]
    near = [
        cosine for part in content[:_LOOKED_AT] for cosine in meaning.similarities(part.text, about)
    ]
    return max(near) < _UNRELATED
