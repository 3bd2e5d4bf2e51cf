"""What a model's reply becomes: a draft, or a reply that cannot be used and the cause."""

from collections.abc import Mapping
from typing import Any, Final

from core.llm import Completion
from core.text import find_quotation, storable
from testsets.checks.wording import without_answer_words
from testsets.values import Draft, DraftFact, Material, UnusableReply, located
from testsets.writers.model.planning import Assignment

_QUOTES: Final = '"“”„«»'
_LONGEST_RAW: Final = 4_000


def draft_of(completion: Completion, assignment: Assignment) -> Draft | UnusableReply:
    """The draft in a reply that keeps to the schema.

    Facts that do not stand in the passage stay in the draft: a check rejects it and says which.
    """
    passage = assignment.passage
    # `parsed` satisfies the schema, so the shape is known.
    reply: Mapping[str, Any] = completion.parsed  # type: ignore[assignment]  # see above
    question = storable(reply["question"]).strip()
    if not question:
        return unusable(
            passage,
            "nothing_to_ask",
            "The model found nothing that a customer would ask about.",
            completion.text,
        )
    facts = tuple(
        _fact(item["quotation"], item["exact_value"], passage) for item in reply["key_facts"]
    )
    return without_answer_words(
        Draft(
            type=assignment.type,
            language=passage.language,
            question=question,
            expected_answer=storable(reply["expected_answer"]).strip(),
            facts=facts,
            passage_key=passage.key,
        )
    )


def unusable(passage: Material, cause: str, detail: str, raw: str) -> UnusableReply:
    """A reply set aside, with as much of it as helps to see why."""
    return UnusableReply(passage.key, cause, detail, storable(raw)[:_LONGEST_RAW])


def _fact(quoted: str, value: str, passage: Material) -> DraftFact:
    quotation = storable(quoted).strip()
    if find_quotation(quotation, passage.text) is None:
        bare = quotation.strip(_QUOTES + " ")
        quotation = bare if find_quotation(bare, passage.text) else quotation
    value = storable(value).strip()
    exact = value if value and find_quotation(value, quotation) else ""
    return located(quotation, passage.text, exact_value=exact) or DraftFact(
        quotation, 0, 0, "", exact
    )
