"""What a model's reply becomes: a draft, or a reply that cannot be used and the cause."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from core.llm import Completion
from core.text import find_quotation, storable
from testsets.checks.wording import without_answer_words
from testsets.values import EXPECTS_OF, Draft, DraftFact, Expects, Material, UnusableReply, located
from testsets.writers.model.planning import Assignment

_QUOTES: Final = '"“”„«»'
_LONGEST_RAW: Final = 4_000


def draft_of(completion: Completion, assignment: Assignment) -> Draft | UnusableReply:
    """The draft in a reply that keeps to the schema.

    Facts that do not stand in their passage stay in the draft: a check rejects it and says which.
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
    facts = tuple(_fact(item, assignment) for item in reply["key_facts"])
    draft = Draft(
        type=assignment.type,
        language=assignment.language,
        question=question,
        expected_answer=storable(reply["expected_answer"]).strip(),
        facts=facts,
        passage_key=passage.key,
        expects=EXPECTS_OF.get(assignment.type, Expects.ANSWER),
        detail=storable(reply.get("detail", "")).strip(_QUOTES + " "),
        more_passages=_cited_besides(facts, assignment),
    )
    return without_answer_words(draft) if draft.expects is Expects.ANSWER else draft


def unusable(passage: Material, cause: str, detail: str, raw: str) -> UnusableReply:
    """A reply set aside, with as much of it as helps to see why."""
    return UnusableReply(passage.key, cause, detail, storable(raw)[:_LONGEST_RAW])


def _cited_besides(facts: tuple[DraftFact, ...], assignment: Assignment) -> tuple[int, ...]:
    """The further passages that the question rests on: the older one of two always belongs to it."""
    shown = [passage.key for passage in assignment.passages[1:]]
    cited = {fact.passage_key for fact in facts}
    needed = assignment.kind.fewest == assignment.kind.most
    return tuple(key for key in shown if needed or key in cited)


def _fact(item: Mapping[str, Any], assignment: Assignment) -> DraftFact:
    quotation = storable(item["quotation"]).strip()
    value = storable(item["exact_value"]).strip()
    for passage in _likely(item.get("passage", 1), assignment.passages):
        for words in (quotation, quotation.strip(_QUOTES + " ")):
            exact = value if value and find_quotation(value, words) else ""
            found = located(words, passage.text, exact_value=exact)
            if found is not None:
                # The first passage goes without saying.
                first = passage is assignment.passage
                return replace(found, passage_key=0 if first else passage.key)
    return DraftFact(quotation, 0, 0, "")


def _likely(number: int, passages: Sequence[Material]) -> list[Material]:
    """The passage that the model names, then the others shown: numbers are easily mistaken."""
    named = list(passages[number - 1 : number])
    return named + [passage for passage in passages if passage not in named]
