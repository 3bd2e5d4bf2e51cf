"""What must not be in the material (M1.19): proven by words, then by meaning, then by reading.

The proof runs over every stored passage. By words first: the invented detail, or most of what is
asked, in one passage. Then whoever can read is shown the passages nearest by meaning and by words,
and names the words that speak to it, if there are any.
"""

from collections.abc import Sequence
from typing import Final

from core.text import content_words, normalise
from testsets.checks.context import Context
from testsets.checks.notations import noted_words
from testsets.values import Draft, Material, QuestionType, Rejection

PREMISE_TYPES: Final = frozenset({QuestionType.LEADING, QuestionType.FALSE_PREMISE})
ABSENT_TYPES: Final = frozenset({QuestionType.NOT_IN_MATERIAL, QuestionType.GENERAL_KNOWLEDGE})
# How many passages the second reader is shown.
SHOWN: Final = 5
# A passage that holds nearly every content word of a question may well answer it.
_ANSWERS_FROM: Final = 0.8
_FEWEST_WORDS: Final = 3


def premise_is_false(draft: Draft, context: Context) -> Rejection | None:
    """M1.19: the detail that a false-premise or leading question makes up is in no passage."""
    if draft.type not in PREMISE_TYPES:
        return None
    if not draft.detail.strip():
        return Rejection("premise_absent", "It does not say which detail is made up.")
    if normalise(draft.detail) not in normalise(draft.question):
        return Rejection(
            "premise_absent", f"The made-up detail “{draft.detail}” is not in the question."
        )
    if draft.type is QuestionType.FALSE_PREMISE and not draft.facts:
        return Rejection("premise_absent", "It quotes nothing that is true instead.")
    holder = _passage_with(draft.detail, draft, context)
    if holder is not None:
        return Rejection(
            "premise_absent", f"“{draft.detail}” does stand in the material ({holder.document})."
        )
    shown = _shown(draft, context)
    return Rejection("premise_absent", f"The material says “{shown}”.") if shown else None


def _passage_with(detail: str, draft: Draft, context: Context) -> Material | None:
    """The first passage that holds the detail, in whatever notation or ending."""
    wanted = noted_words(detail)
    orders = {wanted}
    if len(wanted) == 2 and any(word[:1].isdigit() for word in wanted):
        orders.add(wanted[::-1])  # "15 February" is "February 15th", "24 EUR" is "EUR 24"
    stems = content_words(detail, draft.language)
    for passage in context.material.values():
        told = _told(passage)
        if any(_holds(noted_words(told), order) for order in orders):
            return passage
        # Endings may differ only where no small word is lost that could say the opposite.
        if len(stems) == len(wanted) > 1 and _holds(content_words(told, draft.language), stems):
            return passage
    return None


def _holds(said: Sequence[str], wanted: Sequence[str]) -> bool:
    return f" {' '.join(wanted)} " in f" {' '.join(said)} "


def _told(passage: Material) -> str:
    """All that a reader of the passage is told: a price under a heading is the price of that."""
    return "\n".join((*passage.heading_path, passage.question, passage.text))


def nothing_answers_it(draft: Draft, context: Context) -> Rejection | None:
    """M1.19: a question that should be declined is answered by no stored passage."""
    if draft.type not in ABSENT_TYPES:
        return None
    asked = set(content_words(draft.question, draft.language))
    unsaid = draft.type is QuestionType.NOT_IN_MATERIAL and not draft.detail
    if unsaid and len(asked) < _FEWEST_WORDS:
        return Rejection(
            "not_in_material", "It says too little to prove that the material does not answer it."
        )
    if draft.detail and normalise(draft.detail) not in normalise(draft.question):
        return Rejection("not_in_material", f"“{draft.detail}” is not in the question.")
    holder = _passage_with(draft.detail, draft, context) if draft.detail else None
    holder = holder or next(
        (passage for passage in context.material.values() if _may_answer(asked, passage, draft)),
        None,
    )
    if holder is not None:
        return Rejection("not_in_material", f"A stored passage may answer it ({holder.document}).")
    shown = _shown(draft, context)
    return Rejection("not_in_material", f"The material says “{shown}”.") if shown else None


def _may_answer(asked: set[str], passage: Material, draft: Draft) -> bool:
    held = set(content_words(_told(passage), draft.language))
    return bool(asked) and len(asked & held) >= _ANSWERS_FROM * len(asked)


def _shown(draft: Draft, context: Context) -> str:
    """What the second reader finds in the passages that come closest; "" without a reader."""
    if context.reader is None:
        return ""
    nearest = _nearest(draft, context)
    return context.reader.shows(draft.question, draft.detail, nearest) if nearest else ""


def _nearest(draft: Draft, context: Context) -> Sequence[Material]:
    """The passages closest by meaning and those closest by words, in turn."""
    asked = set(content_words(draft.question, draft.language))
    by_words = sorted(
        context.material.values(),
        key=lambda passage: -len(asked & set(content_words(_told(passage), draft.language))),
    )[:SHOWN]
    by_meaning = context.search.nearest(draft.question, SHOWN) if context.search else []
    found: dict[int, Material] = {}
    for place in range(SHOWN):
        for ranked in (by_meaning, by_words):
            if place < len(ranked):
                found.setdefault(ranked[place].key, ranked[place])
    return list(found.values())[:SHOWN]
