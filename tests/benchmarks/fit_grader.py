"""Fits the weights of the built-in grader: `python -m tests.benchmarks.fit_grader [--store]`.

Every set of answers graded by people weighs the same. Cross-validation leaves whole questions out, so
that no question is judged with weights that have seen it. Needs the extra `bench`.
"""

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import django

django.setup()

import numpy as np  # noqa: E402
from sklearn.ensemble import GradientBoostingClassifier  # noqa: E402
from sklearn.linear_model import LogisticRegression  # noqa: E402
from sklearn.preprocessing import StandardScaler  # noqa: E402

from core.configured import configured_embedder  # noqa: E402
from grading.graders.builtin.fitted import FILE  # noqa: E402
from grading.graders.builtin.likeness import likeliest, likeness  # noqa: E402
from grading.graders.builtin.meaning import Meaning  # noqa: E402
from grading.graders.builtin.planted import without_planted  # noqa: E402
from grading.graders.builtin.reading import statements  # noqa: E402
from grading.graders.builtin.texts import Text  # noqa: E402
from tests.benchmarks.grading import SHARED, agreement  # noqa: E402

SETS: Final = ("nq301", "evouna", "beetle", "saf_de", "saf_en", "truthfulqa_es", "truthfulqa_en",
               "germanquad_sas")  # fmt: skip
FOLDS: Final = 5


@dataclass(frozen=True)
class Example:
    """An answer, what it has in common with each of its references, and what people said."""

    dataset: str
    question: str
    likenesses: list[dict[str, float]]
    right: bool


def examples(name: str, meaning: Meaning) -> list[Example]:
    """All rows of one set."""
    found = []
    for line in (SHARED / f"{name}.jsonl").read_text().splitlines():
        row = json.loads(line)
        language = row["language"]

        def text(words: str, language: str = language) -> Text:
            return Text(words, statements(words, language))

        given = text(without_planted(row["answer"]))
        wanted = map(text, likeliest(row["reference"], given.text))
        question = text(row["question"])
        found.append(
            Example(
                name,
                str(row["meta"].get("question_id") or row["question"] or row["id"]),
                [
                    likeness(question, one, given, meaning=meaning, language=language)
                    for one in wanted
                ],
                bool(row["human_binary"]),
            )
        )
    return found


class Model:
    """The two opinions that the grader takes the mean of."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = list(names)
        self.scaler = StandardScaler()
        self.linear = LogisticRegression(C=0.1, max_iter=5_000)
        self.trees = GradientBoostingClassifier(
            n_estimators=200, learning_rate=0.04, max_depth=2, subsample=0.6, max_features=0.3,
            min_samples_leaf=8, random_state=0,
        )  # fmt: skip

    def fit(self, given: Sequence[Example]) -> None:
        """Fit to the reference of each example that is likest to its answer."""
        sizes = Counter(example.dataset for example in given)
        weights = np.array([1 / sizes[example.dataset] for example in given])
        weights /= weights.mean()
        rows = self._rows([max(example.likenesses, key=_likely) for example in given])
        right = np.array([example.right for example in given])
        self.linear.fit(self.scaler.fit_transform(rows), right, sample_weight=weights)
        self.trees.fit(rows, right, sample_weight=weights)

    def probability(self, example: Example) -> float:
        """The chance that the answer conveys one of the references."""
        rows = self._rows(example.likenesses)
        linear = self.linear.decision_function(self.scaler.transform(rows))
        return float((1 / (1 + np.exp(-(linear + self.trees.decision_function(rows)) / 2))).max())

    def _rows(self, likenesses: Sequence[dict[str, float]]) -> Any:
        return np.array([[each[name] for name in self.names] for each in likenesses])

    def stored(self) -> dict[str, Any]:
        """The weights as the grader reads them, with the digits that matter."""
        prior = self.trees.init_.class_prior_
        return {
            "names": self.names,
            "means": _short(self.scaler.mean_),
            "scales": _short(self.scaler.scale_),
            "weights": _short(self.linear.coef_[0]),
            "bias": round(float(self.linear.intercept_[0]), 4),
            "base": round(float(np.log(prior[1] / prior[0])), 5),
            "trees": [self._nodes(tree.tree_) for tree in self.trees.estimators_[:, 0]],
        }

    def _nodes(self, tree: Any) -> list[list[float]]:
        rate = self.trees.learning_rate
        return [
            [int(max(tree.feature[at], 0)), round(float(tree.threshold[at]), 5),
             int(max(tree.children_left[at], 0)), int(max(tree.children_right[at], 0)),
             round(rate * float(tree.value[at][0][0]), 5)]
            for at in range(tree.node_count)
        ]  # fmt: skip


def _short(numbers: Any) -> list[float]:
    return [round(float(number), 5) for number in numbers]


def _likely(likeness_of: dict[str, float]) -> float:
    return likeness_of["letters"] + likeness_of["near"] + likeness_of["stems"]


def folds(given: Sequence[Example]) -> list[int]:
    """The fold of each example: all of one question are in one, and each set is spread over all."""
    questions: dict[str, dict[str, int]] = defaultdict(dict)
    for example in given:
        known = questions[example.dataset]
        known.setdefault(example.question, len(known) % FOLDS)
    return [questions[example.dataset][example.question] for example in given]


def cross_validated(given: Sequence[Example], names: Sequence[str]) -> list[float]:
    """The chance of each example, by weights that have not seen its question."""
    chances = [0.0] * len(given)
    fold_of = folds(given)
    for fold in range(FOLDS):
        model = Model(names)
        model.fit([each for each, at in zip(given, fold_of, strict=True) if at != fold])
        for at, example in enumerate(given):
            if fold_of[at] == fold:
                chances[at] = model.probability(example)
    return chances


def report(given: Sequence[Example], chances: Sequence[float]) -> None:
    """Agreement and kappa of each set, and how often a confidence holds."""
    write = sys.stdout.write
    write("| set | agreement | kappa |\n|---|---|---|\n")
    for name in SETS:
        same, kappa = agreement(
            (each.right, chance >= 0.5)
            for each, chance in zip(given, chances, strict=True)
            if each.dataset == name
        )
        write(f"| {name} | {same:.3f} | {kappa:.2f} |\n")
    write("\n| confidence | answers | right |\n|---|---|---|\n")
    for low in (0.5, 0.6, 0.7, 0.8, 0.9):
        inside = [
            each.right == (chance >= 0.5)
            for each, chance in zip(given, chances, strict=True)
            if low <= max(chance, 1 - chance) < low + 0.1 + 1e-9
        ]
        write(f"| {low:.1f}–{low + 0.1:.1f} | {len(inside)} | {np.mean(inside):.2f} |\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--store", action="store_true", help="write the weights of the grader")
    options = parser.parse_args()
    meaning = Meaning(configured_embedder())
    given = [example for name in SETS for example in examples(name, meaning)]
    names = sorted(given[0].likenesses[0])
    report(given, cross_validated(given, names))
    if options.store:
        model = Model(names)
        model.fit(given)
        FILE.write_text(json.dumps(model.stored(), separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
