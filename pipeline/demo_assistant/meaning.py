"""Embeddings of questions and passages, worked out when first needed and kept."""

import threading
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.embeddings import Embedder

# Words of a passage that are embedded: the cost grows with the length, the gain hardly does.
LEADING_WORDS: Final = 24


class Meaning:
    """Similarity of texts, safe to use from several threads."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._known: dict[str, NDArray[np.float32]] = {}
        self._adding = threading.Lock()

    def similarities(self, question: str, texts: Sequence[str]) -> list[float]:
        """The cosine of the question with each text, in their order."""
        if not texts:
            return []
        shortened = [lead(text) for text in (question, *texts)]
        with self._adding:
            missing = [text for text in dict.fromkeys(shortened) if text not in self._known]
            if missing:
                # Questions and passages both get the prefix of a query: the model's authors
                # advise it where the two sides are of one kind, as FAQ questions are.
                self._known.update(zip(missing, self._embedder.queries(missing), strict=True))
        asked, *others = (self._known[text] for text in shortened)
        return [float(asked @ other) for other in others]


def lead(text: str) -> str:
    """The beginning of a text, as much as is embedded of it."""
    return " ".join(text.split()[:LEADING_WORDS])
