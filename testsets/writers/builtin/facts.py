"""Key facts from a sentence: short verbatim stretches that carry what was asked."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from core.text import Match, content_words, words
from testsets.checks.polarity import speaks_for
from testsets.values import MAX_FACTS, DraftFact
from testsets.writers.builtin.amounts import Kind, Value, counts_in, values_in
from testsets.writers.builtin.sayings import Saying
from testsets.writers.builtin.segments import (
    Segment,
    around,
    is_series,
    listed,
    main_clause,
)

_WHOLE: Final = 26
LONGEST_FACT: Final = 34
_MOST_VALUES: Final = 3
_EDGES: Final = " \t\n\r,;:.–—-…*_"
_LIST_EDGE: Final = re.compile(r"[;,.]?\s+(?:and|or|och|eller|und|oder|y|o)\s*$|[;,]\s*$")


def fact(text: str, start: int, end: int, *, exact_value: str = "") -> DraftFact:
    """The stretch of the passage as a key fact, without the marks at its edges."""
    while start < end and text[start] in _EDGES:
        start += 1
    while end > start and text[end - 1] in _EDGES:
        end -= 1
    quotation = text[start:end]
    if exact_value not in quotation:  # "4 p.m." at the end of a sentence loses its last mark
        exact_value = exact_value.strip(_EDGES)
    return DraftFact(quotation, start, end, Match.EXACT.value, exact_value)


def value_facts(
    text: str, saying: Saying, kinds: Sequence[Kind], question: str
) -> tuple[DraftFact, ...]:
    """The values of the asked kinds in a sentence, each with the words that say what it is."""
    values = new_values(saying.text, kinds, question)
    facts = []
    for value in values[:_MOST_VALUES]:
        segment = with_subject(saying.text, around(saying.text, value, values), question)
        exact = saying.text[value.start : value.end]
        facts.append(
            fact(text, saying.start + segment.start, saying.start + segment.end, exact_value=exact)
        )
    return tuple(_distinct(facts))


_NO_SUBJECT: Final = re.compile(
    r"(?:should|must|can|may|will|is|are|has|have|takes?|costs?|ska|måste|bör|är|får|kan|gäller|tar|kostar"
    r"|soll(?:te)?|muss|müssen|kann|ist|sind|beträgt|debe\w*|puede\w*|es|son)\b"
)


def with_subject(sentence: str, segment: Segment, question: str) -> Segment:
    """The stretch with what it is said of, unless the question names that already."""
    if not segment.start or not _NO_SUBJECT.match(sentence, segment.start):
        return segment
    asked = set(words(question))
    new = [w for w in words(sentence[: segment.start]) if w not in asked and len(w) > 3]
    if not new or len(words(sentence[: segment.end])) > LONGEST_FACT:
        return segment
    return Segment(0, segment.end)


def new_values(sentence: str, kinds: Sequence[Kind], question: str) -> list[Value]:
    """The values of these kinds in a sentence that the question does not hold already."""
    asked = set(words(question))
    found = [value for value in values_in(sentence) if value.kind in kinds]
    if not found and Kind.COUNT in kinds:
        found = counts_in(sentence)
    new = [v for v in found if not set(words(sentence[v.start : v.end])) <= asked]
    # What stands in brackets is an aside, unless it is the only value there is.
    return [v for v in new if not _in_brackets(sentence, v.start)] or new


def _in_brackets(sentence: str, position: int) -> bool:
    before = sentence[:position]
    return before.count("(") > before.count(")")


def is_bare_reference(text: str) -> bool:
    """Whether a text is hardly more than a number: “SFS 1985:716”."""
    tokens = words(text)
    return 2 * sum(token[0].isdigit() for token in tokens) >= len(tokens) and not values_in(text)


def polar_fact(text: str, chosen: Sequence[Saying], language: str) -> DraftFact | None:
    """The clause that says yes or no and what is so; None when no side is taken."""
    first = chosen[0]
    if speaks_for(first.text, language) is None:
        return None
    # "No. Never." alone is nothing that an answer could be held to: it goes with what follows.
    telling = next((saying for saying in chosen[:3] if len(words(saying.text)) > 2), first)
    found = fact(text, first.start, telling.start + _clause_end(telling.text))
    return found if len(words(found.quotation)) <= LONGEST_FACT else None


# "Here are some ways to protect yourself: …" announces the answer and is no part of it.
_LEAD_IN: Final = re.compile(
    r"(?:here (?:are|is)|these are|the following|här (?:är|följer)|följande|hier (?:sind|ist)|folgende\w*"
    r"|a continuación|estos son|estas son)\b[^:.]{0,60}:\s+(?=\S)",
    re.IGNORECASE,
)


# "Until we know more, …" and "Although …, …" open a sentence; what is told stands behind them. A
# condition ("If …") stays: without it more would be said.
_CIRCUMSTANCE: Final = re.compile(
    r"(?:until|while|although|though|based on|siendo|hasta que|mientras|aunque|tills|medan|fastän"
    r"|även om|solange|obwohl)\b[^,;:()]{8,90},\s+(?=(?:\S+\s+){4})",
    re.IGNORECASE,
)


def told_facts(text: str, saying: Saying, question: str, language: str) -> tuple[DraftFact, ...]:
    """What a sentence tells: its main clause, without a subject that the question named."""
    items = listed(saying.text)
    if items:
        return tuple(fact(text, saying.start + s.start, saying.start + s.end) for s in items)[
            :MAX_FACTS
        ]
    lead = _LEAD_IN.match(saying.text) or _CIRCUMSTANCE.match(saying.text)
    start = lead.end() if lead else 0
    end = start + _clause_end(saying.text[start:])
    start = start or behind_subject(saying.text[:end], question, language)
    found = fact(text, saying.start + start, saying.start + end)
    if len(words(found.quotation)) > LONGEST_FACT or not content_words(found.quotation, language):
        return ()
    return (found,)


def list_facts(text: str, items: Sequence[Saying], kinds: Sequence[Kind]) -> tuple[DraftFact, ...]:
    """The first few items of a list, each a fact; with its value where one of a kind is asked."""
    facts = []
    for item in items[:MAX_FACTS]:
        edge = _LIST_EDGE.search(item.text)
        end = item.start + (edge.start() if edge else len(item.text))
        values = [value for value in values_in(item.text) if value.kind in kinds]
        exact = item.text[values[0].start : values[0].end] if values else ""
        facts.append(fact(text, item.start, end, exact_value=exact))
    if any(not 1 <= len(words(f.quotation)) <= LONGEST_FACT for f in facts):
        return ()
    return tuple(_distinct(facts))


def _clause_end(sentence: str) -> int:
    """Where a sentence may be ended: at its end when it is short, else before mere detail.

    Never inside a series, nor behind a mere circumstance: then it is taken whole, however long.
    """
    if len(words(sentence)) <= _WHOLE:
        return len(sentence)
    end = main_clause(sentence).end
    return len(sentence) if is_series(sentence, end) else end


_COPULA: Final = re.compile(
    r"(?<!\w)(?:is|are|was|means|refers to|stands for|är|innebär|betyder|avser|kallas|ist|sind"
    r"|bedeutet"
    r"|bezeichnet|es|son|significa|consiste en|se refiere a)\s+(?:that |att |que )?",
    re.IGNORECASE,
)
_ASKS_WHAT: Final = re.compile(
    r"[¿\"'“„«”]*(?:what(?:'s|’s| is| are| does| do)|who (?:is|are)|which (?:is|are)|vad (?:är"
    r"|betyder|innebär|menas)"
    r"|vem är|vilka är|vilket är|was (?:ist|sind|bedeutet|heißt)|wer (?:ist|sind)|qué (?:es|son"
    r"|significa)"
    r"|quién(?:es)? (?:es|son)|cuál(?:es)? (?:es|son)|hur (?:stor|stort|hög|högt|lång|långt|mycket)"
    r"|how (?:much|high|large|long)|wie (?:hoch|groß|lang))\b",
    re.IGNORECASE,
)
_NEGATED: Final = re.compile(
    r"(?:not|inte|nicht|no|kein\w*|ingen|inget|inga|never)\b", re.IGNORECASE
)


def behind_subject(sentence: str, question: str, language: str) -> int:
    """Where a definition begins behind the subject that the question named; 0 otherwise."""
    if not _ASKS_WHAT.match(question):
        return 0
    asked = set(content_words(question, language))
    for copula in _COPULA.finditer(sentence):
        subject = re.sub(r"\([^)]*\)", " ", sentence[: copula.start()])
        named = set(content_words(subject, language))
        rest = content_words(sentence[copula.end() :], language)
        if not named or not named <= asked or len(words(subject)) > 8 or len(rest) < 3:
            return 0
        return 0 if _NEGATED.match(sentence, copula.end()) else copula.end()
    return 0


def _distinct(facts: Iterable[DraftFact]) -> list[DraftFact]:
    kept: list[DraftFact] = []
    for found in facts:
        if all(found.quotation not in other.quotation for other in kept):
            kept.append(found)
    return kept
