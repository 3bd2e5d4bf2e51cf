"""What a reply does besides conveying facts: decline, refer, ask back, correct, invent."""

import re
from dataclasses import dataclass
from typing import Final

from core.text import normalise
from grading.graders.builtin import phrases
from grading.graders.builtin.context import Context
from grading.graders.builtin.reading import Statement, statement, stems
from testsets.values import Expects

# "I am not sure, but it is usually 20 euros": a guess behind a refusal.
_GUESS: Final = re.compile(
    r"(?<!\w)(?:but|however|although|still|pero|sin embargo|aunque|aber|jedoch|allerdings|men|dock|mais|"
    r"cependant)(?!\w)(?P<rest>.+)",
    re.IGNORECASE | re.DOTALL,
)
_HEDGE: Final = re.compile(
    r"(?<!\w)(?:generally|typically|usually|normally|probably|in general|most likely|as far as i know|"
    r"generalmente|normalmente|habitualmente|por lo general|en general|probablemente|suele\w*|"
    r"in der regel|normalerweise|üblicherweise|meistens|wahrscheinlich|vermutlich|"
    r"vanligtvis|vanligen|normalt|oftast|förmodligen|sannolikt|troligen|"
    r"généralement|normalement|habituellement|probablement)(?!\w)",
    re.IGNORECASE,
)
_DENIAL: Final = re.compile(
    r"\b(?:there (?:is|are|was|were) no\b|do(?:es)? not (?:exist|offer|apply|have|provide|require|sell)|"
    r"do(?:es)?n'?t (?:exist|offer|apply|have|provide|require|sell)|did not\b|didn'?t\b|is not (?:true|"
    r"correct|the case|offered|possible)|isn'?t (?:true|correct|the case)|not quite right|misunderstanding|"
    r"incorrect|actually|in fact|contrary to|instead of|rather than|never\b)|"
    r"\b(?:no (?:existe|hay|ofrecemos|ofrece|es cierto|es correcto|es así|se ofrece)|en realidad|"
    r"de hecho|incorrect[oa]|al contrario|nunca)\b|"
    r"\b(?:es gibt keine?\w*|gibt es nicht|bieten .{0,40}nicht an|stimmt nicht|ist nicht (?:richtig|korrekt|"
    r"der fall)|tatsächlich|vielmehr|falsch|nie)\b|"
    r"\b(?:det finns (?:ingen|inget|inga)|erbjuder (?:inte|ingen|inga)|stämmer inte|inte sant|"
    r"faktiskt|i själva verket|tvärtom|aldrig)\b|"
    r"\b(?:il n'y a pas|n'existe pas|n'offr\w+ pas|n'est pas (?:vrai|exact|correct)|en réalité)\b",
    re.IGNORECASE,
)
_ITEM: Final = re.compile(r"(?:^|\s)(?:\d{1,2}[.)]|[-•·*])(?:\s|$)")
_FEW_WORDS: Final = 3
_MENU_LINES: Final = 2


@dataclass(frozen=True, slots=True)
class Behaviour:
    """The part of the findings that is not about single facts, and how sure it is."""

    declines: bool = False
    corrects_premise: bool = False
    deflects: bool = False
    offers_menu: bool = False
    asks_back: bool = False
    asserts: bool = False
    silent: bool = False
    confidence: float = 1.0


def behaviour(context: Context, *, fact_present: bool, fact_contradicted: bool) -> Behaviour:
    """What the reply does. Text that speaks to the grader is no part of it."""
    said = context.said
    if not said:
        return Behaviour(silent=True, confidence=0.9)
    declining = [part for part in said if phrases.matches(phrases.DECLINES, part.text)]
    guesses = _guesses(context, declining)
    refers = any(phrases.matches(phrases.REFERS, part.text) for part in said)
    asks = any(phrases.matches(phrases.ASKS_BACK, part.text) for part in said)
    limits = context.case.expects != Expects.ANSWER
    content = _without_menu(context)
    declines = bool(declining) and not guesses
    if limits and refers and not content and not guesses:
        declines = True  # referring the customer is right where there is nothing to answer
    denies = _denies(context)
    corrects = limits and not fact_contradicted and (fact_present or denies) and not declines
    deflects = not declines and not content and not asks
    confidence = 1.0
    if limits:
        confidence = _confidence_of_limits(context, declines, corrects, fact_present, bool(content))
    return Behaviour(
        declines=declines,
        corrects_premise=corrects,
        deflects=deflects,
        offers_menu=deflects and not refers,
        asks_back=asks and not content,
        asserts=bool(guesses) or (bool(content) and not declines),
        confidence=confidence,
    )


def _guesses(context: Context, declining: list[Statement]) -> bool:
    """True where the reply declines and then answers all the same."""
    for part in declining:
        rest = _GUESS.search(normalise(part.text))
        if rest and _claims(rest["rest"], context):
            return True
    after = declining[0].end if declining else 0
    return bool(declining) and any(
        _HEDGE.search(normalise(part.text)) and _claims(part.text, context)
        for part in context.content
        if part.start >= after
    )


def _claims(text: str, context: Context) -> bool:
    """True for words that state something instead of referring or offering help."""
    manner = (phrases.REFERS, phrases.FILLER, phrases.ASKS_BACK, phrases.DECLINES)
    if any(phrases.matches(pattern, text) for pattern in manner):
        return False
    return len(stems(text, context.answer_language)) >= _FEW_WORDS


def _without_menu(context: Context) -> tuple[Statement, ...]:
    """The statements with content; the lines of a menu have none."""
    offers = any(phrases.matches(phrases.FILLER, part.text) for part in context.said)
    items = [item for part in context.content for item in _ITEM.split(part.text) if item.strip()]
    if offers and len(items) >= _MENU_LINES and all(_is_item(item, context) for item in items):
        return ()
    return context.content


def _is_item(text: str, context: Context) -> bool:
    """True for a few words without any value: the name of a topic."""
    found = statement(text, context.answer_language)
    return len(found.stems) <= _FEW_WORDS and not found.values


def _denies(context: Context) -> bool:
    """True when the reply says that what the question takes for granted is not so."""
    if context.answer_lead is False:
        return True
    return any(_DENIAL.search(normalise(part.text)) for part in context.content[:2])


def _confidence_of_limits(
    context: Context, declines: bool, corrects: bool, fact_present: bool, content: bool
) -> float:
    """How sure the built-in grader is where the right answer is to give none."""
    if declines:
        return 0.8 if content else 0.95
    if corrects:
        return 0.9 if fact_present else 0.6
    return 0.75 if context.case.expects == Expects.DECLINE else 0.65
