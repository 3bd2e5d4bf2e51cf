"""What a question of some types must be besides: of names, of several sources, of what is new."""

import re
from collections.abc import Mapping
from typing import Final

from core.text import content_words, find_quotation, fold, words
from testsets.checks.context import Context
from testsets.values import Draft, Expects, Material, QuestionType, Rejection

FEWEST_SOURCES, MOST_SOURCES = 2, 5
# Two passages that share this much of their content words speak of one matter.
SAME_MATTER: Final = 0.5

_CODE: Final = re.compile(r"(?=\S*\d)(?=\S*[^\W\d_])[\w./-]+|\b[A-ZÀ-Þ]{2,}\w*\b|\b\d{3,}\b")
_NAME: Final = re.compile(r"(?<=[^\s.!?:•–\-]\s)[A-ZÀ-Þ][\w’'-]+")


def names_a_name(draft: Draft, context: Context) -> Rejection | None:
    """A names-and-codes question holds a name or a code exactly as its passage writes it."""
    passages = context.passages(draft)
    if draft.type is not QuestionType.NAMES_CODES or not passages:
        return None
    if named_in(draft.question, passages[0]):
        return None
    return Rejection("names_code", "It holds no name or code that stands in the passage.")


def named_in(question: str, passage: Material) -> list[str]:
    """The names and codes that the question shares with the passage, letter for letter.

    In German every noun has a capital: there only codes count.
    """
    text = fold(f"{passage.text} {' '.join(passage.heading_path)}")
    found = _CODE.findall(fold(question))
    if passage.language != "de":
        found += _NAME.findall(fold(question))
    there = {word.strip(".-/") for word in re.findall(r"[\w./’'-]+", text)}
    return [name for name in dict.fromkeys(found) if name.strip(".-/") in there]


def draws_on_several(draft: Draft, context: Context) -> Rejection | None:
    """A several-sources question needs facts of two to five passages, and no single one has all."""
    if draft.type is not QuestionType.SEVERAL_SOURCES:
        return None
    cited = {draft.passage_of(fact) for fact in draft.facts}
    if not FEWEST_SOURCES <= len(cited) <= MOST_SOURCES:
        return Rejection(
            "several_sources",
            f"Its key facts stand in {len(cited)} passages; two to five are needed.",
        )
    for passage in context.passages(draft):
        if all(find_quotation(fact.quotation, passage.text) for fact in draft.facts):
            return Rejection(
                "several_sources", f"One passage holds all of its key facts ({passage.document})."
            )
    return None


def tells_old_from_new(draft: Draft, context: Context) -> Rejection | None:
    """A question of what is true now rests on the newer of two passages that differ in a value."""
    if draft.type is not QuestionType.CURRENT:
        return None
    passages = context.passages(draft)
    if len(passages) != 2:
        return Rejection("current", "It needs an older and a newer passage.")
    newer, older = passages
    if any(draft.passage_of(fact) != newer.key for fact in draft.facts):
        return Rejection("current", "A key fact stands in the older passage.")
    if not any(
        fact.exact_value and find_quotation(fact.exact_value, older.text) is None
        for fact in draft.facts
    ):
        return Rejection("current", "The older passage does not say otherwise.")
    if matter_shared(newer, older) < SAME_MATTER:
        return Rejection("current", "The two passages do not speak of one matter.")
    return None


def matter_shared(one: Material, other: Material) -> float:
    """The share of the shorter passage's content words that the other has too; 0 without any."""
    ours = set(content_words(one.text, one.language))
    theirs = set(content_words(other.text, other.language))
    shorter = min(len(ours), len(theirs))
    return len(ours & theirs) / shorter if shorter else 0.0


def behaves_as_its_type(draft: Draft, context: Context) -> Rejection | None:
    """M1.14: what is right to do follows from the type: answer, decline, or correct the premise."""
    if draft.type in _BEHAVIOUR and draft.expects is not _BEHAVIOUR[draft.type]:
        return Rejection("behaviour", f"A question of this type expects to {draft.expects.value}.")
    if draft.expects is not Expects.ANSWER and not words(draft.expected_answer):
        return Rejection("behaviour", "It does not say what a good answer does instead.")
    return None


_BEHAVIOUR: Final[Mapping[QuestionType, Expects]] = {
    **dict.fromkeys(QuestionType, Expects.ANSWER),
    QuestionType.NOT_IN_MATERIAL: Expects.DECLINE,
    QuestionType.GENERAL_KNOWLEDGE: Expects.DECLINE,
    QuestionType.LEADING: Expects.CORRECT_PREMISE,
    QuestionType.FALSE_PREMISE: Expects.CORRECT_PREMISE,
}
