"""A question as people type it into a search box: the words that carry it, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from core.text import fold
from core.text.stopwords import STOP_WORDS
from testsets.variants.tokens import is_name_or_value, tokens

FEWEST, MOST = 2, 8


def _listed(words: str) -> frozenset[str]:
    return frozenset(words.split())


# Words that ask or are polite and say nothing of the matter. Stop words are left away besides.
_ASKING: Final[Mapping[str, frozenset[str]]] = {
    "en": _listed("""
        what which how whom whose please tell know do does did can could may might must should
        shall will would need needs needed have has get is are was were there happens happen mean
        means thing things way kind possible someone anyone somebody anybody think offer
    """),
    "es": _listed("""
        qué cuál cuáles cómo puedo puede pueden podemos debo debe deben hay tengo tiene
        tienen necesito necesita necesitan hace hacer favor significa pasa ocurre sucede
        ofrece ofrecen ofrecer usa usan usar tipo
    """),
    "de": _listed("""
        was welche welcher welches welchen welchem wie kann können könnte darf dürfen muss müssen
        soll sollte gibt brauche braucht man bitte möglich bedeutet passiert heißt tun machen mache macht
        benutzt verwendet achten
    """),
    "sv": _listed("""
        vilka vilken vilket vad hur kan kunna får måste ska bör finns behöver behövs man snälla
        möjligt betyder innebär händer gör göra tänka använda
        använder funnits finnas vara bli
    """),
    "fr": _listed("""
        qui que quoi quel quelle quels quelles comment est-ce peut puis-je peux dois doit faut-il
        avez-vous y a-t-il
    """),
}  # fmt: skip
# What kind of answer is wanted: without it "how long" and "how much" are the same search.
_ASPECTS: Final[Mapping[str, frozenset[str]]] = {
    "en": _listed("""
        who when where why how-long how-often how-many how-much how-far how-old how-soon how-large
        how-big how-deep how-high how-fast how-close how-thick how-wide
    """),
    "es": _listed("quién quiénes cuándo dónde adónde cuánto cuánta cuántos cuántas"),
    "de": _listed("""
        wer wann wo wohin woher warum wieso weshalb wieviel wie-lange wie-oft wie-viel wie-viele wie-hoch
        wie-alt
    """),
    "sv": _listed("""
        vem när var vart varifrån varför hur-länge hur-ofta hur-många hur-mycket hur-lång hur-högt
    """),
    "fr": _listed("quand où pourquoi combien"),
}  # fmt: skip
# What may stand behind "what" or "how" and be searched for: a price, and where Spanish asks for an
# action, its infinitive. Any other verb there ("hur bevisar jag", "vad räknas") carries the question
# together with the words that a search leaves away.
_SEARCHED_BEHIND: Final[Mapping[str, re.Pattern[str]]] = {
    "en": re.compile(r"(?!)"),
    "es": re.compile(r"cuestan?|\w+[aei]r(?:se)?"),
    "de": re.compile(r"kosten|kostet"),
    "sv": re.compile(r"kostar"),
}
_ASKS_HOW: Final[Mapping[str, frozenset[str]]] = {
    "en": _listed("how"), "es": _listed("cómo"), "de": _listed("wie was"), "sv": _listed("hur vad"),
}  # fmt: skip
_QUESTION_WORDS: Final = _listed("""
    what which how whose whom qué cuál cuáles cómo was welche welcher welches welchen welchem wie
    vad vilka vilken vilket hur quel quelle quels quelles comment que qui
""")
_SUBJECTS: Final = _listed("jag man du vi ni ich wir")
_WHAT_IF: Final = re.compile(
    r"(?<!\w)(?:if|whether|wenn|falls|ob|si|huruvida|(?:händer|veta|vet \w+|göra) om)(?!\w)",
    re.IGNORECASE,
)
_INFINITIVE: Final = re.compile(r"\w*[aå]|bli|be|se|ge")
_OPENS_WITHIN: Final = 2
_NEGATIONS: Final = _listed("""
    no not never without kein keine nicht ohne nie inte utan aldrig ingen nunca sin pas sans
""")


def as_keywords(question: str, language: str) -> str:
    """The question's telling words in their order, in lower case; "" when no search is made of them.

    Names, codes and values stay as they are written; negations stay, for they turn the answer. Two
    telling words at least, eight in all at most; "" for a language without lists, and where the words
    that are left would not be typed: see `_is_searched_for`.
    """
    if language not in _ASKING:
        return ""
    left_away = _ASKING[language] | STOP_WORDS.get(language, frozenset())
    found = tokens(fold(question))
    aspects = _aspects(found, _ASPECTS[language])
    if not _is_searched_for(question, found, aspects, left_away, language):
        return ""
    kept: dict[str, bool] = {}
    for place, token in enumerate(found):
        bare = token.lower()
        if is_name_or_value(token):
            kept[token] = True
        elif place and len(token) > 1 and token[0].isupper() and language != "de":
            kept[bare] = True  # part of a name, whatever it means otherwise: "Let's Encrypt"
        elif place in aspects or bare in _NEGATIONS:
            kept.setdefault(bare, False)
        elif _unshortened(bare) not in left_away:
            kept[bare] = True
    return " ".join(kept) if sum(kept.values()) >= FEWEST and len(kept) <= MOST else ""


def _is_searched_for(
    question: str, found: list[str], aspects: set[int], left_away: frozenset[str], language: str
) -> bool:
    """Whether the telling words alone would be typed.

    Not those of a yes/no question or of two questions in one; not where what is asked lies in a verb
    ("hur bevisar jag …") or in an adjective ("hur stor är …") that says too little without the words
    around it; not where a condition or a clause would lose what makes it one.
    """
    lower = [token.lower() for token in found]
    opening = [place for place, word in enumerate(lower[:_OPENS_WITHIN]) if _opens(word, language)]
    if not opening or _WHAT_IF.search(question) or re.search(r"[?!.]\W+\w", question):
        return False
    if opening[0] and opening[0] not in aspects:
        return False  # "within which period": what a period is of, no search says
    if any(place > opening[0] + _OPENS_WITHIN for place in aspects):
        return False
    for place, word in enumerate(lower[:-1]):
        behind = lower[place + 1]
        if behind in left_away or place + 1 in aspects:
            continue
        if place == opening[0] and word in _ASKS_HOW.get(language, frozenset()):
            if not _SEARCHED_BEHIND[language].fullmatch(behind):
                return False
            continue
        finite = word in _SUBJECTS and (not place or lower[place - 1] not in _ASKING[language])
        if finite or (word == "att" and not _INFINITIVE.fullmatch(behind)):
            return False
    return True


def _opens(word: str, language: str) -> bool:
    """Whether a word asks for something other than yes or no."""
    return word in _QUESTION_WORDS or any(
        word == aspect.partition("-")[0] for aspect in _ASPECTS[language]
    )


def _aspects(found: list[str], known: frozenset[str]) -> set[int]:
    """The places of the words that say what kind of answer is wanted, one or two in a row."""
    lower = [token.lower() for token in found]
    places = {place for place, word in enumerate(lower) if word in known}
    for place in range(len(lower) - 1):
        if f"{lower[place]}-{lower[place + 1]}" in known:
            places |= {place, place + 1}
    return places


def _unshortened(word: str) -> str:
    """The word without a shortened ending such as "'s" or "n't"."""
    return re.sub(r"(?:'s|n't|'re|'ll|'d|'ve|'m)$", "", word)
