"""Words shared between a question and its source (M1.17, M1.18)."""

from dataclasses import replace
from typing import Final

from core.text import content_words, words
from testsets.checks.context import Context
from testsets.checks.polarity import speaks_for
from testsets.values import Draft, DraftFact, QuestionType, Rejection

# A paraphrase may share this much of its content words with the passage: names must stay.
MOST_SHARED: Final = 0.34


def shared_words(question: str, text: str, language: str) -> float:
    """The share of the question's content words that the text holds too; 0 when it has none."""
    asked = set(content_words(question, language))
    if not asked:
        return 0.0
    return len(asked & set(content_words(text, language))) / len(asked)


def paraphrases_the_passage(draft: Draft, context: Context) -> Rejection | None:
    """M1.17: a paraphrase shares few words with its passage; else it tests keyword search."""
    passages = context.passages(draft)
    if draft.type is not QuestionType.PARAPHRASE or not passages:
        return None
    share = shared_words(draft.question, passages[0].text, draft.language)
    if share <= MOST_SHARED:
        return None
    return Rejection(
        "paraphrase_overlap",
        f"It shares {share:.0%} of its words with the passage; a paraphrase may share"
        f" {MOST_SHARED:.0%}.",
    )


def gives_itself_away(fact: DraftFact, draft: Draft) -> bool:
    """Whether the question already says all that the key fact says."""
    asked = set(words(draft.question))
    if fact.exact_value:
        return set(words(fact.exact_value)) <= asked
    if draft.type is QuestionType.YES_NO and speaks_for(fact.quotation, draft.language):
        return False  # "yes" or "no" is exactly what the question leaves open
    told = set(content_words(fact.quotation, draft.language))
    return bool(told) and told <= set(content_words(draft.question, draft.language))


def without_answer_words(draft: Draft) -> Draft:
    """The draft without the key facts that its question already gives away (M1.18)."""
    kept = tuple(fact for fact in draft.facts if not gives_itself_away(fact, draft))
    return draft if kept == draft.facts else replace(draft, facts=kept)


def keeps_the_answer_open(draft: Draft, context: Context) -> Rejection | None:
    """M1.18: no key fact stands in the question already; saying it back would score."""
    for fact in draft.facts:
        if gives_itself_away(fact, draft):
            return Rejection("answer_words", f"The question already says “{fact.quotation}”.")
    return None
