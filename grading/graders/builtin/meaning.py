"""How near two texts are in meaning."""

from collections.abc import Sequence

from core.embeddings import Embedder


class Meaning:
    """Compares texts of one kind with each other; the embedder remembers what it has seen."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    def similarities(self, text: str, others: Sequence[str]) -> list[float]:
        """The cosine of the text with each of the others."""
        if not others:
            return []
        vectors = self._embedder.queries([text, *others])
        return [float(vectors[0] @ vector) for vector in vectors[1:]]
