"""Questions that the material itself asks: FAQ entries and headings worded as questions."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from core.text import fold, is_question, words
from testsets.checks.polarity import speaks_for
from testsets.checks.wording import without_answer_words
from testsets.values import Draft, DraftFact, Material, QuestionType
from testsets.writers.builtin.amounts import Kind, values_in
from testsets.writers.builtin.asking import (
    asks_openly,
    is_alternative,
    is_polar,
    kinds_asked,
)
from testsets.writers.builtin.facts import (
    is_bare_reference,
    list_facts,
    polar_fact,
    told_facts,
    value_facts,
)
from testsets.writers.builtin.sayings import (
    Saying,
    about,
    items_after,
    points_elsewhere,
    sayings,
    starts_paragraph,
    together,
    topic_words,
)

_NUMBERING: Final = re.compile(
    r"^(?:(?:question|fråga|frage|pregunta|q|f|p)\s*\d*\s*[.:)]\s+|\d+(?:\.\d+)*\s*[.:)]\s+"
    r"|[#¶§*•-]+\s*)+",
    re.IGNORECASE,
)
_TRAILING: Final = re.compile(r"[\s¶#*_:.]+$")
_DIFFERENCE: Final = re.compile(
    r"difference|skillnad|skiljer|unterschied|unterscheide|diferencia", re.IGNORECASE
)
# A sentence that goes on from the one before says too little by itself.
_CONTINUES: Final = re.compile(
    r"(?:for (?:example|instance)|however|also|in addition|moreover|therefore|thus|this|these|it"
    r"|they"
    r"|till exempel|t\.ex|dessutom|därför|detta|den|det|de|zum beispiel|z\.\s?b|außerdem|daher|dies"
    r"|diese|es|sie|por ejemplo|además|por (?:lo tanto|eso)|sin embargo|est[oae]s?)\b",
    re.IGNORECASE,
)
_ASKED_WITHIN: Final = 2
_LOOKED_AT: Final = 3
_ENOUGH_SHARED: Final = 0.4
_FIRST_SAYINGS: Final = 45
_STANDS_ALONE: Final = 6
_FEWEST_ITEMS: Final = 2
_MOST_ITEMS: Final = 8


@dataclass(frozen=True, slots=True)
class _Answer:
    type: QuestionType
    text: str
    facts: tuple[DraftFact, ...]


def entry_draft(material: Material, *, opens_section: bool) -> Draft | None:
    """The question a passage answers, with the answer; None when either is not usable as it is.

    `opens_section` says that no passage before this one stands under the same heading: only the
    first takes up a heading that is worded as a question.
    """
    question = clean_question(_asked(material, opens_section))
    if not question or is_alternative(question):
        return None
    found = sayings(material)
    if not found or points_elsewhere(material):
        return None
    answer = _answer(material, question, found)
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
    if material.question or not opens_section:
        return material.question
    heading = material.heading_path[-1] if material.heading_path else ""
    return heading if is_question(heading) else ""


def _answer(material: Material, question: str, found: Sequence[Saying]) -> _Answer | None:
    language = material.language
    kinds = kinds_asked(question, language)
    if found[0].leads_in:
        return _listed(material, found[0], kinds)
    if kinds:
        for position, saying in enumerate(found[:_ASKED_WITHIN]):
            facts = () if saying.leads_in else value_facts(material.text, saying, kinds, question)
            if facts:
                text = together(material, found[: position + 1])
                return _Answer(QuestionType.EXACT_VALUE, text or saying.text, facts)
    if speaks_for(found[0].text, language) and not asks_openly(question, language):
        fact = polar_fact(material.text, found, language)
        if fact is None:
            return None
        return _Answer(QuestionType.YES_NO, _opening(material, found), (fact,))
    if Kind.COUNT in kinds:
        return None  # "how many" answered without a number is not answered
    return _told(material, question, found)


def _listed(material: Material, lead: Saying, kinds: Sequence[Kind]) -> _Answer | None:
    items = items_after(material, lead)
    if not _FEWEST_ITEMS <= len(items) <= _MOST_ITEMS:
        return None
    facts = list_facts(material.text, items, kinds)
    exact = any(fact.exact_value for fact in facts)
    return _Answer(
        QuestionType.EXACT_VALUE if exact else QuestionType.DIRECT,
        together(material, [lead, *items]),
        facts,
    )


def _told(material: Material, question: str, found: Sequence[Saying]) -> _Answer | None:
    language = material.language
    position = 0 if kinds_asked(question, language) else _answering(question, found, language)
    if position is None:
        return None
    found = found[position:]
    if found[0].leads_in:
        return None
    told = found[1] if len(found) > 1 and is_bare_reference(found[0].text) else found[0]
    facts = list(told_facts(material.text, told, question, language))
    if facts and _DIFFERENCE.search(question) and len(found) > 1 and not found[1].leads_in:
        facts += told_facts(material.text, found[1], question, language)
    if facts and _begins_with_value(facts[0]):
        value = values_in(facts[0].quotation)[0]
        exact = facts[0].quotation[value.start : value.end]
        facts[0] = replace(facts[0], exact_value=exact)
        return _Answer(QuestionType.EXACT_VALUE, _opening(material, found), tuple(facts))
    return _Answer(QuestionType.DIRECT, _opening(material, found), tuple(facts))


def _begins_with_value(fact: DraftFact) -> bool:
    """Whether a definition is a value: "is 200 Bq/m³ as a yearly mean"."""
    values = values_in(fact.quotation)
    return bool(values) and values[0].start == 0


def _answering(question: str, found: Sequence[Saying], language: str) -> int | None:
    """Which sentence takes up the question: the first, unless a later one does far more so.

    None for a yes/no question that no sentence takes up: without a “yes” or “no” only shared words
    show that it is answered at all.
    """
    shared = [about(saying, question, language) for saying in found[:_LOOKED_AT]]
    best = 0
    for position in range(1, len(shared)):
        later = found[position]
        if later.leads_in or _CONTINUES.match(later.text) or shared[position] < 2:
            continue
        if shared[best] == 0 or (
            is_polar(question, language) and shared[position] > shared[best] + 1
        ):
            best = position
    if is_polar(question, language):
        asked = len(topic_words(question, language))
        if shared[best] < 2 or shared[best] < _ENOUGH_SHARED * asked:
            return None
    return best


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
