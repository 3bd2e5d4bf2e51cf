"""The mechanical checks on every draft: pure functions, each with a name and a message."""

from collections.abc import Mapping, Sequence
from typing import Final

from testsets.checks.absence import nothing_answers_it, premise_is_false
from testsets.checks.answers import answer_is_supported, has_an_answer
from testsets.checks.balance import Balance, balance, keeps_the_balance, side_of, takes_a_side
from testsets.checks.context import (
    Check,
    Context,
    Nearest,
    PassageSearch,
    QuestionSpace,
    SecondReader,
)
from testsets.checks.duplicates import EmbeddedQuestions, is_new_in_the_set
from testsets.checks.kinds import (
    behaves_as_its_type,
    draws_on_several,
    names_a_name,
    tells_old_from_new,
)
from testsets.checks.labels import answer_is_a_statement
from testsets.checks.nearest import EmbeddedPassages
from testsets.checks.polarity import Polarity, speaks_for
from testsets.checks.question_shape import is_shaped_like_a_question, speaks_the_right_language
from testsets.checks.quotations import (
    facts_are_short,
    facts_are_verbatim,
    has_one_to_four_facts,
    values_fit_their_facts,
)
from testsets.checks.self_reference import points_at_source, source_pointer
from testsets.checks.standalone import stands_on_its_own
from testsets.checks.wording import (
    keeps_the_answer_open,
    paraphrases_the_passage,
    without_answer_words,
)
from testsets.values import Draft, Material, Rejection

__all__ = [
    "CHECKS",
    "Balance",
    "Context",
    "EmbeddedPassages",
    "EmbeddedQuestions",
    "Nearest",
    "PassageSearch",
    "Polarity",
    "QuestionSpace",
    "SecondReader",
    "balance",
    "check_draft",
    "notes_on",
    "side_of",
    "source_pointer",
    "speaks_for",
    "without_answer_words",
]

# What a draft is by itself.
_BY_ITSELF: Final[tuple[Check, ...]] = (
    is_shaped_like_a_question,
    points_at_source,
    stands_on_its_own,
    speaks_the_right_language,
    has_one_to_four_facts,
    facts_are_verbatim,
    facts_are_short,
    values_fit_their_facts,
    keeps_the_answer_open,
    has_an_answer,
    answer_is_a_statement,
    answer_is_supported,
    takes_a_side,
    paraphrases_the_passage,
    names_a_name,
    draws_on_several,
    tells_old_from_new,
    behaves_as_its_type,
)
# What needs the whole material, and perhaps somebody to read it: asked of sound drafts only.
_IN_THE_MATERIAL: Final[tuple[Check, ...]] = (premise_is_false, nothing_answers_it)
# What it is beside the others. Asked last, and only of drafts that are sound by themselves: a
# faulty draft is not rejected for being too many of its kind.
_BESIDE_OTHERS: Final[tuple[Check, ...]] = (is_new_in_the_set, keeps_the_balance)

CHECKS: Final[tuple[Check, ...]] = (*_BY_ITSELF, *_IN_THE_MATERIAL, *_BESIDE_OTHERS)


def check_draft(
    draft: Draft,
    *,
    material: Mapping[int, Material],
    kept: Sequence[Draft],
    space: QuestionSpace | None = None,
    search: PassageSearch | None = None,
    reader: SecondReader | None = None,
) -> list[Rejection]:
    """The reasons not to keep the draft; an empty list when there is none.

    Without `space` near-duplicates are found by their words alone, and without `reader` what must
    not be in the material is looked for by words alone.
    """
    context = Context(material=material, kept=kept, space=space, search=search, reader=reader)
    # Reading costs most, so it comes last, for drafts that would be kept otherwise.
    for checks in (_BY_ITSELF, _BESIDE_OTHERS, _IN_THE_MATERIAL):
        rejections = [found for check in checks if (found := check(draft, context))]
        if rejections:
            return rejections
    return []


def notes_on(draft: Draft, *, material: Mapping[int, Material]) -> list[Rejection]:
    """What the checks would say of a question that a person wrote: advice, since people decide."""
    context = Context(material=material)
    checks = (*_BY_ITSELF, *_IN_THE_MATERIAL)
    return [found for check in checks if (found := check(draft, context))]
