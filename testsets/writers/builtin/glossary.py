"""Questions about the terms of a glossary."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from core.text import content_words, fold, sentences, words
from testsets.checks.labels import is_call_to_action
from testsets.checks.self_reference import source_pointer
from testsets.checks.wording import without_answer_words
from testsets.values import Draft, Material, QuestionType
from testsets.writers.builtin.facts import LONGEST_FACT, fact
from testsets.writers.builtin.segments import opens_with_condition

_GLOSSARY: Final = re.compile(
    r"(?<!\w)(?:glossary|glossar|glosario|ordlista|definitions?|definiciones|definitionen|definitioner"
    r"|begrepp|begriffe|terminology|terminología|terminologi|términos|key terms)(?!\w)",
    re.IGNORECASE,
)
_TERM: Final = re.compile(r"^(?P<term>[^\s:.][^:\n]{1,60}?)\s*:\s+(?=\S)")
_CROSS_REFERENCE: Final = re.compile(r"(?:see|consulte|véase|ver|siehe|se|jfr|cf)\b", re.IGNORECASE)
_QUESTION: Final[Mapping[str, str]] = {
    "en": "What does “{term}” mean?",
    "es": "¿Qué significa «{term}»?",
    "de": "Was bedeutet „{term}“?",
    "sv": "Vad betyder ”{term}”?",
}
_FEWEST_WORDS: Final = 6
_MOST_TERM_WORDS: Final = 5


def glossary_drafts(material: Material) -> Iterator[Draft]:
    """A draft for each term that the passage, part of a glossary, explains in a sentence."""
    wording = _QUESTION.get(material.language)
    headings = (*material.heading_path[-1:], material.document)
    if wording is None or not any(_GLOSSARY.search(heading) for heading in headings):
        return
    for line in re.finditer(r"[^\n]+", material.text):
        draft = _draft(material, line.start(), line[0], wording)
        if draft is not None:
            yield draft


def _draft(material: Material, offset: int, line: str, wording: str) -> Draft | None:
    named = _TERM.match(line)
    if named is None:
        return None
    if is_call_to_action(line) or _CROSS_REFERENCE.match(line):
        return None
    term = re.sub(r"[.,]\s*(?=\()", " ", named["term"]).strip()
    explained = line[named.end() :]
    spans = sentences(explained)
    if not spans or len(words(term)) > _MOST_TERM_WORDS or not term[0].isalnum():
        return None
    sentence = explained[spans[0].start : spans[0].end]
    start = offset + named.end() + spans[0].start
    # Taken whole: what comes last often is what tells the term from its neighbours.
    found = fact(material.text, start, start + len(sentence))
    if not _FEWEST_WORDS <= len(words(found.quotation)) <= LONGEST_FACT:
        return None
    known = set(content_words(term, material.language))
    if set(content_words(found.quotation, material.language)) <= known:
        return None
    if opens_with_condition(sentence) or re.search(r"[{}]", sentence):
        return (
            None  # "In certificates, most fields …" is about the term, and does not say what it is
        )
    if source_pointer(sentence, material.language):
        return None
    return without_answer_words(
        Draft(
            type=QuestionType.DIRECT,
            language=material.language,
            question=wording.format(term=fold(term)),
            expected_answer=sentence,
            facts=(found,),
            passage_key=material.key,
        )
    )
