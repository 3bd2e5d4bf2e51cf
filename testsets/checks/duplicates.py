"""No two questions of a set ask the same (M1.21)."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.embeddings import Embedder
from core.text import content_words, normalise, words
from testsets.checks.context import Context, Nearest
from testsets.values import VARIANTS, Draft, Rejection

# Cosine of the default embedding from which two questions ask nearly the same. Measured on real FAQ
# pages: rewordings of one question ("Is a permit needed for a deck?", "Do I need a permit for a
# deck?") lie at 0.97 and above; below, what is asked of one topic begins to differ ("What is an
# energy declaration?", "What does an energy declaration cost?" at 0.96).
NEAR_BY_MEANING: Final = 0.97
# From here on two questions count as one whatever they are worded like.
THE_SAME: Final = 0.99
# Share of all words, question words included, from which two questions ask the same.
NEAR_BY_WORDS: Final = 0.8

_ARTICLES: Final = frozenset(
    [
        "a",
        "an",
        "the",
        "en",
        "ett",
        "ein",
        "eine",
        "einen",
        "einem",
        "einer",
        "der",
        "die",
        "das",
        "den",
        "dem",
        "el",
        "la",
        "los",
        "las",
        "un",
        "una",
    ]
)


class EmbeddedQuestions:
    """Compares questions by their embeddings; each text is embedded once."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._vectors: dict[str, NDArray[np.float32]] = {}

    def nearest(self, question: str, others: Sequence[str]) -> Nearest | None:
        """The closest of `others` by cosine; None when there are none."""
        if not others:
            return None
        missing = list(
            dict.fromkeys(text for text in (question, *others) if text not in self._vectors)
        )
        if missing:
            for text, vector in zip(missing, self._embedder.queries(missing), strict=True):
                self._vectors[text] = vector
        similarities = np.stack([self._vectors[text] for text in others]) @ self._vectors[question]
        position = int(np.argmax(similarities))
        return Nearest(position, float(similarities[position]))


def is_new_in_the_set(draft: Draft, context: Context) -> Rejection | None:
    """M1.21: it is no near-duplicate of a question kept before, by words or by meaning."""
    if draft.type in VARIANTS:
        return None  # a variant is the same question on purpose
    # Questions that name other numbers or codes ask of other things, however alike they are.
    kept = [
        other
        for other in context.kept
        if other.type not in VARIANTS and _codes(other.question) == _codes(draft.question)
    ]
    for other in kept:
        if _same_words(draft, other):
            return Rejection("near_duplicate", f"“{other.question}” asks the same.")
        if _same_fact(draft, other):
            return Rejection("near_duplicate", f"“{other.question}” asks for the same key fact.")
    if context.space is None:
        return None
    # The same question in two languages is asked of two sources, and finds out two things.
    # To embed a question takes longer than all other checks together, so words decide first whether
    # it is worth while.
    comparable = [
        other
        for other in kept
        if other.expects == draft.expects
        and other.language == draft.language
        and _shared(draft.question, other.question, draft.language) >= _COMPARED_FROM
    ]
    alike = [
        other
        for other in comparable
        if _may_ask_the_same(draft.question, other.question, draft.language)
    ]
    for others, enough in ((alike, NEAR_BY_MEANING), (comparable, THE_SAME)):
        nearest = context.space.nearest(draft.question, [other.question for other in others])
        if nearest is not None and nearest.similarity >= enough:
            return Rejection(
                "near_duplicate",
                f"“{others[nearest.position].question}” asks nearly the same"
                f" (similarity {nearest.similarity:.2f}).",
            )
    return None


# Embeddings put all short questions about one thing close together: “When is a permit required?”
# lies at 0.97 of “How long does a permit take?”. So likeness of meaning counts only between
# questions that begin alike and share this much of their content words.
_SHARED_AT_LEAST: Final = 0.6
_COMPARED_FROM: Final = 0.34
_ASKS_FOR: Final = {
    word: group
    for group, listed in {
        "what": "what vad was qué",
        "which": "which vilken vilket vilka welche welcher welches welchen cuál cuáles",
        "how": "how hur wie cómo cuánto cuánta cuántos cuántas wieviel",
        "when": "when när wann cuándo",
        "where": "where var wo woher wohin dónde adónde",
        "who": "who whom whose vem vems wer wem wen quién quiénes",
        "why": "why varför warum wieso weshalb porqué",
    }.items()
    for word in listed.split()
}
# Verbs that say nothing of the matter: “Can I get it?”, “Do I need it?”, “Is it required?”.
_LIGHT: Final = frozenset(
    word
    for listed in (
        "get use need needs needed require requires required have has",
        "få får använda använder behövs behöver krävs kräver ha har även",
        "brauche braucht benötige erhalte bekomme bekommen verwenden",
        "necesito necesita obtener usar utilizar tener tengo",
    )
    for word in listed.split()
)
_YES_OR_NO: Final = "yes or no"
_EITHER_WAY: Final = frozenset(
    {"what", "which", "how"}
)  # “What does it cost?”, “How much does it cost?”


def _shared(one: str, other: str, language: str) -> float:
    """The share of the named words of both questions that both name."""
    ours, theirs = _named(one, language), _named(other, language)
    return len(ours & theirs) / max(1, len(ours | theirs))


def _may_ask_the_same(one: str, other: str, language: str) -> bool:
    """Whether two questions have enough in common, in how they ask and in what they name."""
    ours, theirs = _named(one, language), _named(other, language)
    ways = {_way(one), _way(other)}
    if len(ways) == 1:
        return _shared(one, other, language) >= _SHARED_AT_LEAST
    return ways <= _EITHER_WAY and ours == theirs and len(ours) > 1


@lru_cache(maxsize=8_192)
def _named(question: str, language: str) -> frozenset[str]:
    """The content words; “ABS 18” is “ABS18”."""
    bare = " ".join(word for word in words(_joined(question)) if word not in _LIGHT)
    return frozenset(content_words(bare, language))


def _way(question: str) -> str:
    """What kind of answer the question asks for, going by its first words."""
    opening = words(question)[:2]  # “På vilket sätt …”, “To whom …”
    return next((_ASKS_FOR[word] for word in opening if word in _ASKS_FOR), _YES_OR_NO)


def _same_words(draft: Draft, other: Draft) -> bool:
    if normalise(draft.question) == normalise(other.question):
        return True
    ours, theirs = _telling(draft.question), _telling(other.question)
    return len(ours & theirs) >= NEAR_BY_WORDS * len(ours | theirs)


@lru_cache(maxsize=8_192)
def _codes(question: str) -> frozenset[str]:
    return frozenset(word for word in words(_joined(question)) if any(map(str.isdigit, word)))


def _joined(question: str) -> str:
    """The question with its codes in one piece."""
    return re.sub(r"(?<=[^\W\d])[ -](?=\d)", "", question)


def _telling(question: str) -> set[str]:
    return set(words(question)) - _ARTICLES


def _same_fact(draft: Draft, other: Draft) -> bool:
    """Whether both ask for the same words of the same passage, in the same way."""
    if draft.passage_key != other.passage_key or draft.type != other.type:
        return False
    places = {(fact.start, fact.end) for fact in draft.facts}
    return bool(places) and places == {(fact.start, fact.end) for fact in other.facts}
