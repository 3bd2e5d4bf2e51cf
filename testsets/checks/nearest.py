"""The passages of a material by their embeddings."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.embeddings import Embedder
from testsets.values import Material


class EmbeddedPassages:
    """Finds the passages closest to a question; they are embedded at the first search."""

    def __init__(self, embedder: Embedder, material: Sequence[Material]) -> None:
        self._embedder = embedder
        self._material = material
        self._vectors: NDArray[np.float32] | None = None

    def nearest(self, text: str, count: int) -> list[Material]:
        """The passages closest to what is asked (cosine), the closest first."""
        if not self._material:
            return []
        if self._vectors is None:
            self._vectors = self._embedder.passages(
                [f"{passage.question} {passage.text}".strip() for passage in self._material]
            )
        alike = self._vectors @ self._embedder.queries([text])[0]
        return [self._material[int(place)] for place in np.argsort(-alike, kind="stable")[:count]]
