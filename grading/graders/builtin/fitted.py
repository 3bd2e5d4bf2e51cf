"""How likely it is that a text conveys a fact: weights fitted on answers that people had graded.

The mean of two opinions, in logits: a logistic regression and a few hundred small trees, which see what
matters for a name and not for a paragraph. `tests/benchmarks/fit_grader.py` fits them.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from core.fingerprint import fingerprint

Vector: TypeAlias = npt.NDArray[np.float64]
FILE: Final = Path(__file__).with_name("fitted.json")


@dataclass(frozen=True)
class Fitted:
    """Weights for named features.

    A tree is a list of nodes: feature, threshold, the way for values up to it, the other way, value.
    A node without ways is a leaf, and its value counts.
    """

    names: tuple[str, ...]
    means: Vector
    scales: Vector
    weights: Vector
    bias: float
    base: float
    trees: Sequence[Sequence[Sequence[float]]]
    fingerprint: str

    def probability(self, features: Mapping[str, float]) -> float:
        """The chance that the fact is conveyed; KeyError for features of another kind."""
        row = np.array([features[name] for name in self.names])
        linear = self.bias + float((row - self.means) / self.scales @ self.weights)
        grown = self.base + sum(_leaf(tree, row) for tree in self.trees)
        return 1 / (1 + math.exp(-(linear + grown) / 2))


def _leaf(tree: Sequence[Sequence[float]], row: Vector) -> float:
    """The value of the leaf that the row falls into."""
    at = 0
    while True:
        feature, threshold, left, right, value = tree[at]
        if not left:
            return value
        at = int(left if row[int(feature)] <= threshold else right)


@cache
def fitted() -> Fitted:
    """The weights that come with this grader."""
    stored = json.loads(FILE.read_text(encoding="utf-8"))
    return Fitted(
        names=tuple(stored["names"]),
        means=np.array(stored["means"]),
        scales=np.array(stored["scales"]),
        weights=np.array(stored["weights"]),
        bias=stored["bias"],
        base=stored["base"],
        trees=stored["trees"],
        fingerprint=fingerprint(stored),
    )
