"""How near two texts are in meaning."""

from collections.abc import Sequence
from typing import Final

from core.embeddings import Embedder, Vectors

# A sentence is shorter; a text without any end must not occupy a processor.
_LONGEST: Final = 1_000


class Meaning:
    """Compares texts of one kind with each other; the embedder remembers what it has seen."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    def similarities(self, text: str, others: Sequence[str]) -> list[float]:
        """The cosine of the text with each of the others."""
        if not others:
            return []
        vectors = self.vectors([text, *others])
        return [float(vectors[0] @ vector) for vector in vectors[1:]]

    def vectors(self, texts: Sequence[str]) -> Vectors:
        """A row of unit length for each text, of which only the beginning counts."""
        return self._embedder.queries([each[:_LONGEST] for each in texts])
