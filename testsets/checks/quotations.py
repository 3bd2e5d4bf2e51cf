"""Key facts are short, verbatim and worth asking for (M1.2, M1.15)."""

import re

from core.text import content_words, find_quotation, words
from testsets.checks.context import Context
from testsets.values import MAX_FACTS, VARIANTS, Draft, Expects, QuestionType, Rejection

# A quotation longer than this is a passage, not a fact: nobody could say it back in an answer.
LONGEST_FACT = 45


def facts_are_verbatim(draft: Draft, context: Context) -> Rejection | None:
    """M1.15: every key fact stands word for word, in one piece, in the cited passage."""
    for fact in draft.facts:
        passage = context.material.get(draft.passage_of(fact))
        if passage is None or passage.key not in draft.passage_keys:
            return Rejection(
                "facts_verbatim",
                "The passage that the key facts are said to come from is not stored.",
            )
        if find_quotation(fact.quotation, passage.text) is None:
            return Rejection(
                "facts_verbatim", f"“{fact.quotation}” does not stand word for word in the passage."
            )
        if passage.text[fact.start : fact.end] == fact.quotation:
            continue
        there = find_quotation(fact.quotation, passage.text[fact.start : fact.end])
        if there is None or (there.start, there.end) != (0, fact.end - fact.start):
            return Rejection(
                "facts_verbatim",
                f"“{fact.quotation}” does not stand at the place that is recorded for it.",
            )
    return None


def has_one_to_four_facts(draft: Draft, context: Context) -> Rejection | None:
    """M1.2: a question that expects an answer carries one to four key facts."""
    if draft.expects is not Expects.ANSWER:
        return None
    if not 1 <= len(draft.facts) <= MAX_FACTS:
        return Rejection(
            "fact_count",
            f"It carries {len(draft.facts)} key facts; a question needs one to {MAX_FACTS}.",
        )
    return None


def facts_are_short(draft: Draft, context: Context) -> Rejection | None:
    """A key fact is a phrase or a sentence, neither a whole passage nor a mere function word."""
    for fact in draft.facts:
        if len(words(fact.quotation)) > LONGEST_FACT:
            return Rejection(
                "fact_size", f"“{fact.quotation[:60]}…” is too long to be one key fact."
            )
        if not re.search(r"\d", fact.quotation) and not content_words(
            fact.quotation, draft.language
        ):
            return Rejection("fact_size", f"“{fact.quotation}” says nothing on its own.")
    return None


def values_fit_their_facts(draft: Draft, context: Context) -> Rejection | None:
    """An exact value is part of its quotation, and a question for one has one."""
    if draft.type is QuestionType.EXACT_VALUE and not any(f.exact_value for f in draft.facts):
        return Rejection("exact_value", "It asks for an exact value, and no key fact has one.")
    for fact in draft.facts:
        if fact.exact_value and find_quotation(fact.exact_value, fact.quotation) is None:
            return Rejection(
                "exact_value", f"The exact value “{fact.exact_value}” is not in “{fact.quotation}”."
            )
    if draft.type not in VARIANTS and len({f.quotation for f in draft.facts}) < len(draft.facts):
        return Rejection("fact_count", "The same quotation is given as two key facts.")
    return None
