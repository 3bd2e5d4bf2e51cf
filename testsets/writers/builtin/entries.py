"""Questions that the material itself asks: FAQ entries and headings worded as questions."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from core.text import fold, is_question, words
from testsets.checks.polarity import speaks_for
from testsets.checks.wording import without_answer_words
from testsets.values import MAX_FACTS, Draft, DraftFact, Material, QuestionType
from testsets.writers.builtin.amounts import Kind, values_in
from testsets.writers.builtin.asking import (
    asks_openly,
    asks_twice,
    is_alternative,
    kinds_asked,
)
from testsets.writers.builtin.choosing import Chooser, advises, told_apart, wants_advice
from testsets.writers.builtin.facts import (
    is_bare_reference,
    list_facts,
    polar_fact,
    told_facts,
    value_facts,
)
from testsets.writers.builtin.sayings import (
    Saying,
    items_after,
    points_elsewhere,
    sayings,
    starts_paragraph,
    together,
)
from testsets.writers.builtin.series import cases, grouped, short_steps, steps

_NUMBERING: Final = re.compile(
    r"^(?:(?:question|fråga|frage|pregunta|q|f|p)\s*\d*\s*[.:)]\s+|\d+(?:\.\d+)*\s*[.:)]\s+"
    r"|[#¶§*•-]+\s*)+",
    re.IGNORECASE,
)
_TRAILING: Final = re.compile(r"[\s¶#*_:.]+$")
_DIFFERENCE: Final = re.compile(
    r"difference|skillnad|skiljer|unterschied|unterscheide|diferencia|(?<!\w)(?:vs|versus)(?!\w)",
    re.IGNORECASE,
)
_ASKED_WITHIN: Final = 2
_FIRST_SAYINGS: Final = 45
_STANDS_ALONE: Final = 6
_FEWEST_ITEMS: Final = 2
_MOST_ITEMS: Final = 8
_LONGEST_LIST: Final = 110
# A first sentence as short as this names the matter; the next one says what it is.
_SAYS_LITTLE: Final = 4


@dataclass(frozen=True, slots=True)
class _Answer:
    type: QuestionType
    text: str
    facts: tuple[DraftFact, ...]


def entry_draft(material: Material, *, opens_section: bool, chooser: Chooser) -> Draft | None:
    """The question a passage answers, with the answer; None when either is not usable as it is.

    `opens_section` says that no passage before this one stands under the same heading and answers the
    same question: only the first takes it up, the others are the rest of a long answer.
    """
    question = clean_question(_asked(material, opens_section))
    if not question or is_alternative(question):
        return None
    found = sayings(material)
    if not found or points_elsewhere(material):
        return None
    answer = _answer(material, question, found, chooser)
    if answer is None or not answer.facts or not answer.text:
        return None
    return without_answer_words(
        Draft(
            type=answer.type,
            language=material.language,
            question=question,
            expected_answer=answer.text,
            facts=answer.facts,
            passage_key=material.key,
        )
    )


def clean_question(heading: str) -> str:
    """The heading as a person would type it: no numbering, no link marks, one question mark."""
    text = _NUMBERING.sub("", fold(heading).strip())
    text = _TRAILING.sub("", text.replace("¿ ", "¿").replace(" ?", "?"))
    if not text or not is_question(text):
        return ""
    return text if text.endswith(("?", "？", "؟", ";")) else f"{text}?"


def _asked(material: Material, opens_section: bool) -> str:
    if not opens_section:
        return ""
    if material.question:
        return material.question
    heading = material.heading_path[-1] if material.heading_path else ""
    return heading if is_question(heading) else ""


def _answer(
    material: Material, question: str, found: Sequence[Saying], chooser: Chooser
) -> _Answer | None:
    language = material.language
    kinds = kinds_asked(question, language)
    if found[0].leads_in:
        return _listed(material, found[0], kinds)
    parts = steps(found)
    if parts:
        return _in_parts(material, found, parts, kinds)
    if kinds:
        told = cases(found)
        if told and all(value_facts(material.text, part, kinds, question) for part in told):
            return _in_parts(material, found, told, kinds)
        for position, saying in enumerate(found[:_ASKED_WITHIN]):
            facts = () if saying.leads_in else value_facts(material.text, saying, kinds, question)
            if facts:
                text = together(material, found[: position + 1])
                rule = _rule_before(material, question, found[:position])
                return _Answer(
                    QuestionType.EXACT_VALUE, text or saying.text, (*rule, *facts)[:MAX_FACTS]
                )
    if speaks_for(found[0].text, language) and not asks_openly(question, language):
        fact = polar_fact(material.text, found, language)
        if fact is None:
            return None
        return _Answer(QuestionType.YES_NO, _opening(material, found), (fact,))
    if Kind.COUNT in kinds:
        return None  # "how many" answered without a number is not answered
    return _told(material, question, found, chooser)


def _rule_before(
    material: Material, question: str, before: Sequence[Saying]
) -> tuple[DraftFact, ...]:
    """The main rule in front of a sentence with a value: what comes second may be its exception."""
    if not before or len(words(before[0].text)) < _STANDS_ALONE:
        return ()
    return told_facts(material.text, before[0], question, material.language)


def _listed(material: Material, lead: Saying, kinds: Sequence[Kind]) -> _Answer | None:
    items = items_after(material, lead)
    if not _FEWEST_ITEMS <= len(items) <= _MOST_ITEMS:
        return None
    return _in_parts(material, [lead], items, kinds)


def _in_parts(
    material: Material, found: Sequence[Saying], parts: Sequence[Saying], kinds: Sequence[Kind]
) -> _Answer | None:
    """An answer of several parts, every one of them in its key facts."""
    facts = list_facts(material.text, grouped(material.text, parts), kinds)
    text = material.text[found[0].start : parts[-1].end]
    if not facts or len(words(text)) > _LONGEST_LIST:
        return None
    exact = any(fact.exact_value for fact in facts)
    return _Answer(QuestionType.EXACT_VALUE if exact else QuestionType.DIRECT, text, facts)


def _told(
    material: Material, question: str, found: Sequence[Saying], chooser: Chooser
) -> _Answer | None:
    language = material.language
    terse = short_steps(found) if wants_advice(question, language) else []
    if terse:
        return _in_parts(material, found, terse, ())
    position = (
        0 if kinds_asked(question, language) else chooser.answering(question, found, language)
    )
    if position is None:
        return None
    found = found[position:]
    if found[0].leads_in:
        return _listed(material, found[0], ()) if wants_advice(question, language) else None
    told = cases(found)
    if told:
        return _in_parts(material, found, told, ())
    if len(found) > 1 and is_bare_reference(found[0].text):
        found = found[1:]
    facts = list(told_facts(material.text, found[0], question, language))
    if not facts:
        return None
    if _begins_with_value(facts[0]):
        value = values_in(facts[0].quotation)[0]
        exact = facts[0].quotation[value.start : value.end]
        facts[0] = replace(facts[0], exact_value=exact)
        return _Answer(QuestionType.EXACT_VALUE, _opening(material, found), tuple(facts))
    text = _opening(material, found)
    if len(found) > 1 and len(facts) < MAX_FACTS and _needs_second(material, question, found):
        second = told_facts(material.text, found[1], question, language)
        if second and (both := together(material, found[:2])):
            facts += second
            text = text if len(text) > len(both) else both
    return _Answer(QuestionType.DIRECT, text, tuple(facts[:MAX_FACTS]))


def _needs_second(material: Material, question: str, found: Sequence[Saying]) -> bool:
    """Whether the first sentence is only half of what was asked for."""
    first, second = found[0], found[1]
    if second.leads_in or not told_apart(second.text):
        return False
    if _DIFFERENCE.search(question) or asks_twice(question):
        return True
    if wants_advice(question, material.language):
        return advises(second.text, material.language)
    return len(words(first.text)) < _SAYS_LITTLE


def _begins_with_value(fact: DraftFact) -> bool:
    """Whether a definition is a value: "is 200 Bq/m³ as a yearly mean"."""
    values = values_in(fact.quotation)
    return bool(values) and values[0].start == 0


def _opening(material: Material, found: Sequence[Saying]) -> str:
    """The first sentences, as many as make an answer of a few lines; at least one."""
    chosen = [found[0]]
    for saying in found[1:3]:
        text = together(material, [*chosen, saying])
        enough = len(words(chosen[0].text)) >= _STANDS_ALONE
        if saying.leads_in or (enough and starts_paragraph(material, saying)):
            break
        if not text or len(words(text)) > _FIRST_SAYINGS:
            break
        chosen.append(saying)
    return together(material, chosen)
