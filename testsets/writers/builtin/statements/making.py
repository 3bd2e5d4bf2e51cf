"""Turns the statements of a passage into questions where a pattern fits."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from core.text import content_words, fold, is_question, words
from testsets.checks.standalone import dangling_reference, names_its_topic
from testsets.checks.wording import without_answer_words
from testsets.values import Draft, DraftFact, Material, QuestionType
from testsets.writers.builtin.amounts import counts_in, values_in
from testsets.writers.builtin.facts import LONGEST_FACT, fact, value_facts
from testsets.writers.builtin.sayings import LONGEST_ANSWER, Saying, sayings
from testsets.writers.builtin.statements.english import ENGLISH
from testsets.writers.builtin.statements.german import GERMAN
from testsets.writers.builtin.statements.pattern import Carries, Grammar, Pattern
from testsets.writers.builtin.statements.spanish import SPANISH
from testsets.writers.builtin.statements.swedish import SWEDISH

GRAMMARS: Final[Mapping[str, Grammar]] = {
    "en": ENGLISH,
    "es": SPANISH,
    "de": GERMAN,
    "sv": SWEDISH,
}
_TYPES: Final = {
    Carries.VALUE: QuestionType.EXACT_VALUE,
    Carries.REFUSAL: QuestionType.YES_NO,
}
# "Global positioning (GPS) is …" introduces a term, wherever it stands.
_INTRODUCED: Final = re.compile(r"\w \([A-ZÅÄÖ][A-ZÅÄÖ0-9-]+\)$")
_ABBREVIATION: Final = re.compile(r"(?:(?:The|Die|Der|Das|La|El) )?[A-ZÅÄÖ]{3,6}")
_SAYS_WHAT_KIND: Final = re.compile(r"(?:an?|en|ett|eine?|una?) ")
_NO: Final[Mapping[str, str]] = {"en": "No", "es": "No", "de": "Nein", "sv": "Nej"}
_LONGEST_NAME: Final = 8
_LONGEST_REFUSED: Final = 18
_TURNED: Final = frozenset({"x", "do", "if", "a"})
# "The authorities still cannot …": the adverb belongs to the verb, and would be asked along.
_ADVERB_LAST: Final = re.compile(
    r"\b(?:still|also|therefore|currently|usually|aún|todavía|también|tampoco|noch|auch|derzeit|daher"
    r"|ännu|också|därför|normalt|alltså)$",
    re.IGNORECASE,
)
# "Students who are sick" names somebody, whatever the clause says of them.
_WHO: Final = re.compile(r"\s(?:who|som)\s.*")
_VALUE_STARTS_WITHIN: Final = 30


def statement_drafts(material: Material) -> Iterator[Draft]:
    """A draft for each statement of the passage that fits a pattern of its language."""
    grammar = GRAMMARS.get(material.language)
    if grammar is None:
        return
    for saying in sayings(material):
        if len(words(saying.text)) > LONGEST_ANSWER or saying.leads_in:
            continue
        draft = _draft(material, saying, grammar)
        if draft is not None:
            yield draft


def _draft(material: Material, saying: Saying, grammar: Grammar) -> Draft | None:
    statement = saying.text.rstrip()
    for pattern in grammar.patterns:
        conditional = "(?P<if>" in pattern.shape.pattern
        # An item of a list leans on what the list is about, a duty inside an answer on its question.
        alone = {"prose"} if conditional and "(?P<x>" in pattern.shape.pattern else {"prose", "faq"}
        if (conditional or pattern.carries is Carries.CONSEQUENCE) and material.kind not in alone:
            continue
        match = pattern.shape.match(statement)
        if match is None:
            continue
        question = _question(match, pattern, grammar, material)
        if question is None:
            continue
        facts = _facts(match, pattern, saying, material, question)
        if not facts:
            continue
        refused = pattern.carries is Carries.REFUSAL
        return without_answer_words(
            Draft(
                type=_TYPES.get(pattern.carries, QuestionType.DIRECT),
                language=material.language,
                question=question,
                expected_answer=f"{_NO[material.language]}: {statement}" if refused else statement,
                facts=facts,
                passage_key=material.key,
            )
        )
    return None


def _question(
    match: re.Match[str], pattern: Pattern, grammar: Grammar, material: Material
) -> str | None:
    groups = match.groupdict()
    name = groups.get("x")
    bare = _WHO.sub("", name or "") if pattern.carries is Carries.REFUSAL else name or ""
    if name is not None and (
        not _is_name(bare, grammar, material.language) or _ADVERB_LAST.search(bare)
    ):
        return None
    if pattern.carries is Carries.DEFINITION and not (
        _is_the_topic(name or "", material)
        or (_ABBREVIATION.fullmatch(name or "") and _SAYS_WHAT_KIND.match(groups["v"] or ""))
    ):
        return None
    if "\\" in match[0]:
        return None  # code, not a statement
    condition = groups.get("if") or groups.get("do")
    if condition is not None and (
        set(content_words(condition, material.language)) <= _asked_already(material)
        or _ASIDE.search(condition)
        or (grammar.others and grammar.others.search(condition))
        or len(content_words(condition, material.language))
        < (3 if {"if", "do"} <= set(groups) else 2)
    ):
        return None
    filled = {
        key: _turned(text, grammar, material) if key in _TURNED else text
        for key, text in groups.items()
        if text is not None
    }
    filled["W"] = filled.get("w", "").capitalize()
    question = " ".join(fold(pattern.question.format_map(filled)).split())
    if pattern.carries is Carries.REFUSAL and len(words(question)) > _LONGEST_REFUSED:
        return None
    if dangling_reference(question, material.language):
        return None
    return question if names_its_topic(question, material.language) else None


def _asked_already(material: Material) -> set[str]:
    """The content words of the question that the passage answers.

    What such a question supposes ("… if I am ill?") is no condition to ask about once more: what is
    said there is said of its own matter, and is not all that is to be done.
    """
    asked = material.question or (material.heading_path[-1] if material.heading_path else "")
    return set(content_words(asked, material.language)) if is_question(asked) else set()


def _is_name(name: str, grammar: Grammar, language: str) -> bool:
    """Whether the subject of the statement can be asked about without what stood before it."""
    return (
        name[:1].isalnum()
        and len(words(name)) <= _LONGEST_NAME
        and not grammar.no_subject.match(name)
        and not grammar.no_name.search(name)
        and (not name.isupper() or bool(_ABBREVIATION.fullmatch(name)))
        and bool(content_words(name, language))
        and not re.search(r"[=<>{}|/\\_@*]|\.\w", name)
    )


def _is_the_topic(name: str, material: Material) -> bool:
    """Whether the passage is about the thing defined: its heading names it."""
    if _INTRODUCED.search(name):
        return True
    bare = set(content_words(re.sub(r"\([^)]*\)", " ", name), material.language))
    for heading in (*material.heading_path[-1:], material.document):
        titled = content_words(heading, material.language)
        if bare and len(titled) <= 6 and bare == set(titled):
            return True
    return False


# What makes a condition part of a longer explanation, or no aim of a customer's.
_ASIDE: Final = re.compile(
    r"\b(?:for example|for instance|also|instead|then|still|now|either|exempelvis|till exempel"
    r"|också"
    r"|istället|däremot|sedan|då|zum beispiel|beispielsweise|auch|stattdessen|dann|por ejemplo"
    r"|también"
    r"|en cambio|entonces|luego)\b|\b(?:så|so|aquí|hier|här|here)$"
    r"|^(?:read|learn|find|see|view|check|visit|know|understand|tell|say|note|get more|help"
    r"|läsa|se|veta|få reda|förstå|hitta|ta reda|leer|ver|saber|entender|encontrar|conocer"
    r"|consultar)\b|\b(?:zu erfahren|zu verstehen|zu wissen|zu sehen|zu lesen|zu finden)$",
    re.IGNORECASE,
)


def _turned(text: str, grammar: Grammar, material: Material) -> str:
    """The words as the one who asks would say them, in the middle of a sentence."""
    if grammar.determiners.match(text) or not _is_proper(text, material):
        text = text[:1].lower() + text[1:]
    for old, new in grammar.turned:
        text = old.sub(new, text)
    return text.strip()


def _is_proper(text: str, material: Material) -> bool:
    """Whether the first word keeps its capital: a noun of German, a name, an abbreviation."""
    first, *others = text.split() or [""]
    if material.language == "de" or any(c.isupper() or c.isdigit() for c in first[1:]):
        return True
    if others and others[0][:1].isupper():
        return True
    inside = rf"[a-zåäöéíóúñü,;] {re.escape(first)}(?!\w)"
    return re.search(inside, f"{material.text} {' '.join(material.heading_path)}") is not None


def _facts(
    match: re.Match[str], pattern: Pattern, saying: Saying, material: Material, question: str
) -> tuple[DraftFact, ...]:
    if pattern.carries is Carries.REFUSAL:
        whole = fact(material.text, saying.start, saying.end)
        return (whole,) if len(words(whole.quotation)) <= LONGEST_FACT else ()
    start, end = match.span("v")
    if pattern.carries is Carries.VALUE:
        told = saying.text[start:end]
        first = min(
            (v.start for v in (*values_in(told), *counts_in(told)) if v.kind in pattern.kinds),
            default=None,
        )
        if first is None or first > _VALUE_STARTS_WITHIN:
            return ()
        part = Saying(saying.start + start, saying.start + end, told, leads_in=False)
        return value_facts(material.text, part, pattern.kinds, question)
    found = fact(material.text, saying.start + start, saying.start + end)
    return (found,) if 1 < len(words(found.quotation)) <= 30 else ()
