"""What must not be in the material (M1.19)."""

import re
from typing import Final

from core.text import content_words, fold, normalise, words
from testsets.checks.context import Context
from testsets.values import Draft, Material, QuestionType, Rejection

_PREMISE_TYPES: Final = frozenset({QuestionType.LEADING, QuestionType.FALSE_PREMISE})
# A passage that holds nearly every content word of a question may well answer it.
_ANSWERS_FROM: Final = 0.8
_FEWEST_WORDS: Final = 3


def premise_is_false(draft: Draft, context: Context) -> Rejection | None:
    """M1.19: the detail that a false-premise or leading question makes up is in no passage."""
    if draft.type not in _PREMISE_TYPES:
        return None
    if not draft.detail.strip():
        return Rejection("premise_absent", "It does not say which detail is made up.")
    if normalise(draft.detail) not in normalise(draft.question):
        return Rejection(
            "premise_absent", f"The made-up detail “{draft.detail}” is not in the question."
        )
    holder = _passage_with(draft.detail, context)
    if holder is None:
        return None
    return Rejection(
        "premise_absent", f"“{draft.detail}” does stand in the material ({holder.document})."
    )


def _passage_with(detail: str, context: Context) -> Material | None:
    wanted = " ".join(words(fold(detail)))
    pattern = re.compile(rf"(?<!\w){re.escape(wanted)}(?!\w)")
    for passage in context.material.values():
        if pattern.search(" ".join(words(f"{passage.question} {passage.text}"))):
            return passage
    return None


def nothing_answers_it(draft: Draft, context: Context) -> Rejection | None:
    """M1.19: a question about what is not in the material is answered by no stored passage."""
    if draft.type is not QuestionType.NOT_IN_MATERIAL:
        return None
    asked = set(content_words(draft.question, draft.language))
    if len(asked) < _FEWEST_WORDS:
        return Rejection(
            "not_in_material", "It says too little to prove that the material does not answer it."
        )
    for passage in context.material.values():
        held = set(content_words(f"{passage.question} {passage.text}", draft.language))
        if len(asked & held) >= _ANSWERS_FROM * len(asked):
            return Rejection(
                "not_in_material", f"A stored passage may answer it ({passage.document})."
            )
    return None
