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
        who what which how whom whose please tell know do does did can could may might must should
        shall will would need needs needed have has get is are was were there happens happen mean
        means thing things way kind possible someone anyone somebody anybody
    """),
    "es": _listed("""
        quién quiénes qué cuál cuáles cómo puedo puede pueden podemos debo debe deben hay tengo tiene
        tienen necesito necesita necesitan hace hacer favor significa pasa ocurre sucede
    """),
    "de": _listed("""
        wer was welche welcher welches welchen welchem wie kann können könnte darf dürfen muss müssen
        soll sollte gibt brauche braucht man bitte möglich bedeutet passiert heißt
    """),
    "sv": _listed("""
        vem vilka vilken vilket vad hur kan kunna får måste ska bör finns behöver behövs man snälla
        möjligt betyder innebär händer gör
    """),
    "fr": _listed("""
        qui que quoi quel quelle quels quelles comment est-ce peut puis-je peux dois doit faut-il
        avez-vous y a-t-il
    """),
}  # fmt: skip
# What kind of answer is wanted: without it "how long" and "how much" are the same search.
_ASPECTS: Final[Mapping[str, frozenset[str]]] = {
    "en": _listed("when where why how-long how-often how-many how-much how-far how-old how-soon"),
    "es": _listed("cuándo dónde adónde cuánto cuánta cuántos cuántas"),
    "de": _listed("""
        wann wo wohin woher warum wieso weshalb wieviel wie-lange wie-oft wie-viel wie-viele wie-hoch
        wie-alt
    """),
    "sv": _listed("""
        när var vart varifrån varför hur-länge hur-ofta hur-många hur-mycket hur-lång hur-högt
    """),
    "fr": _listed("quand où pourquoi combien"),
}  # fmt: skip
_NEGATIONS: Final = _listed("""
    no not never without kein keine nicht ohne nie inte utan aldrig ingen nunca sin pas sans
""")


def as_keywords(question: str, language: str) -> str:
    """The question's telling words in their order, in lower case; "" when no search is made of them.

    Names, codes and values stay as they are written; negations stay, for they turn the answer. Two
    telling words at least, eight in all at most; "" for a language without lists.
    """
    if language not in _ASKING:
        return ""
    left_away = _ASKING[language] | STOP_WORDS.get(language, frozenset())
    found = tokens(fold(question))
    aspects = _aspects(found, _ASPECTS[language])
    kept: dict[str, bool] = {}
    for place, token in enumerate(found):
        bare = token.lower()
        if is_name_or_value(token):
            kept[token] = True
        elif place in aspects or bare in _NEGATIONS:
            kept.setdefault(bare, False)
        elif _unshortened(bare) not in left_away:
            kept[bare] = True
    return " ".join(kept) if sum(kept.values()) >= FEWEST and len(kept) <= MOST else ""


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
    return re.sub(r"(?:'s|n't|'re|'ll|'d)$", "", word)
