"""No two questions of a set ask the same (M1.21)."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.embeddings import Embedder
from core.text import normalise, words
from testsets.checks.context import Context, Nearest
from testsets.values import VARIANTS, Draft, Rejection

# Cosine of the default embedding from which two questions ask nearly the same. Measured on real FAQ
# pages: rewordings of one question ("Is a permit needed for a deck?", "Do I need a permit for a
# deck?") lie at 0.97 and above; below, what is asked of one topic begins to differ ("What is an
# energy declaration?", "What does an energy declaration cost?" at 0.96).
NEAR_BY_MEANING: Final = 0.97
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
    kept = [other for other in context.kept if other.type not in VARIANTS]
    for other in kept:
        if _same_words(draft, other):
            return Rejection("near_duplicate", f"“{other.question}” asks the same.")
        if _same_fact(draft, other):
            return Rejection("near_duplicate", f"“{other.question}” asks for the same key fact.")
    if context.space is None:
        return None
    # The same question in two languages is asked of two sources, and finds out two things.
    alike = [o for o in kept if o.expects == draft.expects and o.language == draft.language]
    nearest = context.space.nearest(draft.question, [other.question for other in alike])
    if nearest is None or nearest.similarity < NEAR_BY_MEANING:
        return None
    return Rejection(
        "near_duplicate",
        f"“{alike[nearest.position].question}” asks nearly the same"
        f" (similarity {nearest.similarity:.2f}).",
    )


def _same_words(draft: Draft, other: Draft) -> bool:
    if normalise(draft.question) == normalise(other.question):
        return True
    ours, theirs = _telling(draft.question), _telling(other.question)
    return len(ours & theirs) >= NEAR_BY_WORDS * len(ours | theirs)


def _telling(question: str) -> set[str]:
    return set(words(question)) - _ARTICLES


def _same_fact(draft: Draft, other: Draft) -> bool:
    """Whether both ask for the same words of the same passage, in the same way."""
    if draft.passage_key != other.passage_key or draft.type != other.type:
        return False
    places = {(fact.start, fact.end) for fact in draft.facts}
    return bool(places) and places == {(fact.start, fact.end) for fact in other.facts}
