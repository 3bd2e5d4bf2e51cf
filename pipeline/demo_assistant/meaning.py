"""How close texts are in meaning; the embedder remembers what it was asked before."""

import threading
from collections.abc import Sequence
from contextlib import nullcontext
from typing import Final

from core.embeddings import Embedder

# Words of a text that are embedded: the cost grows with the length, the gain hardly does.
LEADING_WORDS: Final = 24
# From so many texts on, callers wait for each other: they mostly want the same titles, which the
# embedder then knows.
MANY: Final = 12


class Meaning:
    """Similarity of texts, safe to use from several threads."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._many = threading.Lock()

    def learn(self, texts: Sequence[str]) -> None:
        """Work out beforehand what these texts mean, so that comparing a question with them is quick."""
        self._embedder.queries([lead(text) for text in texts])

    def similarities(self, question: str, texts: Sequence[str]) -> list[float]:
        """The cosine of the question with each text, in their order."""
        if not texts:
            return []
        # All as queries: the model's authors advise it where the two sides are of one kind, as a
        # question and the heading of its answer are.
        with self._many if len(texts) >= MANY else nullcontext():
            vectors = self._embedder.queries([lead(text) for text in (question, *texts)])
        return [float(vectors[0] @ other) for other in vectors[1:]]


def lead(text: str) -> str:
    """The beginning of a text, as much as is embedded of it."""
    return " ".join(text.split()[:LEADING_WORDS])
