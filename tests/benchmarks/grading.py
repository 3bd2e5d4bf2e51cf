"""Graders against people: `python -m tests.benchmarks.grading [--grader builtin|model] [--rows N] [SET …]`.

Each set beside the checkout (`shared/grader`) is graded as `manage.py grade` does and held against what
people said of the same answers, beside simple measures of likeness, each at the threshold that suits it
best on that very set, which no real use of it could know.
"""

import argparse
import importlib
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import django

django.setup()

from core.configured import configured_embedder, configured_model  # noqa: E402
from core.text import normalise, words  # noqa: E402
from grading.graders import BuiltinGrader, ModelGrader  # noqa: E402
from grading.rows import as_json, grade_row, read_row  # noqa: E402

SHARED = Path(__file__).resolve().parent.parent.parent.parent / "shared" / "grader"
REFUSALS = "xstest_refusal"
SETS = ("nq301", "evouna", "beetle", "saf_de", "saf_en", "truthfulqa_es", "truthfulqa_en",
        "mushroom", "germanquad_sas", REFUSALS)  # fmt: skip
Pair: TypeAlias = tuple[float, float]
HEADER = (
    "| set | rows | agreement / kappa | recall of Incorrect | flagged | errors flagged "
    "| best simple measure | answers a second |\n|---|---|---|---|---|---|---|---|\n"
)
NO_ANSWER, INCORRECT, CORRECT = "no_answer", "incorrect", "correct"


@dataclass(frozen=True)
class Judged:
    """One row: what people said, what the grader said."""

    row: dict[str, Any]
    said: dict[str, Any]

    @property
    def person(self) -> bool:
        """Right in the eyes of people; of the set of refusals: refused."""
        if self.row["dataset"] == REFUSALS:
            return bool(self.row["meta"]["refused"])
        return bool(self.row["human_binary"])

    @property
    def machine(self) -> bool:
        """Right in the eyes of the grader; of the set of refusals: refused."""
        wanted = NO_ANSWER if self.row["dataset"] == REFUSALS else CORRECT
        return bool(self.said["label"] == wanted)

    @property
    def flagged(self) -> bool:
        return bool(self.said["flags"])


def agreement(pairs: Iterable[tuple[bool, bool]]) -> Pair:
    """Share of equal verdicts and Cohen's kappa (1960); 0 where chance leaves nothing to agree on."""
    counts = Counter(pairs)
    total = sum(counts.values())
    same = (counts[True, True] + counts[False, False]) / total
    yes = (counts[True, True] + counts[True, False]) / total
    also = (counts[True, True] + counts[False, True]) / total
    chance = yes * also + (1 - yes) * (1 - also)
    return same, (same - chance) / (1 - chance) if chance < 1 else 0.0


def best_threshold(people: Sequence[bool], scores: Sequence[float]) -> Pair:
    """The agreement and kappa of a score, cut where kappa is highest."""
    cuts = sorted(set(scores))
    found = (
        agreement(zip(people, (score >= cut for score in scores), strict=True)) for cut in cuts
    )
    return max(found, key=lambda pair: pair[1])


def token_f1(answer: str, reference: str) -> float:
    """The F1 of two bags of words (SQuAD's measure, without its list of articles)."""
    one, two = Counter(words(answer)), Counter(words(reference))
    common = sum((one & two).values())
    return 2 * common / (sum(one.values()) + sum(two.values())) if common else 0.0


def share_of_tokens(answer: str, reference: str) -> float:
    """How many of the reference's words the answer holds."""
    wanted = set(words(reference))
    return len(wanted & set(words(answer))) / len(wanted) if wanted else 0.0


def contained(answer: str, reference: str) -> float:
    """1 where the answer holds the reference word for word."""
    return float(f" {' '.join(words(reference))} " in f" {' '.join(words(answer))} ")


def equal(answer: str, reference: str) -> float:
    """1 where both are the same text, case and typography aside."""
    return float(normalise(answer).strip(" .") == normalise(reference).strip(" ."))


def baselines(rows: Sequence[dict[str, Any]]) -> dict[str, Pair]:
    """Agreement and kappa of each simple measure, by its name."""
    people = [bool(row["human_binary"]) for row in rows]
    embedder = configured_embedder()

    def cosine(answer: str, reference: str) -> float:
        vectors = embedder.queries([answer[:1000], reference[:1000]])
        return float(vectors[0] @ vectors[1])

    measures: dict[str, Callable[[str, str], float]] = {
        "exact match": equal, "reference contained": contained,
        "share of reference tokens": share_of_tokens, "token F1": token_f1,
        "embedding cosine": cosine,
    }  # fmt: skip
    found = {}
    for name, measure in measures.items():
        scores = [
            max((measure(row["answer"], text) for text in row["reference"]), default=0.0)
            for row in rows
        ]
        found[name] = best_threshold(people, scores)
    found.update(pedants(rows, people))
    return found


def pedants(rows: Sequence[dict[str, Any]], people: list[bool]) -> dict[str, Pair]:
    """The package qa-metrics, where it is installed and can fetch its model, which it does not bring."""
    try:
        judge = importlib.import_module("qa_metrics.pedant").PEDANT()
    except Exception as error:  # whatever a foreign package does without its model
        sys.stderr.write(f"qa-metrics (PEDANTS) is not measured: {error!r:.120}\n")
        return {}
    said = [
        bool(row["reference"]) and judge.evaluate(row["reference"], row["answer"], row["question"])
        for row in rows
    ]
    return {"qa-metrics (PEDANTS)": agreement(zip(people, map(bool, said), strict=True))}


def graded(rows: Sequence[dict[str, Any]], grader: Any) -> tuple[list[Judged], float]:
    """The rows with what the grader said, and the seconds that took."""
    read = [read_row(json.dumps(row), number=at) for at, row in enumerate(rows, 1)]
    start = time.monotonic()
    with ThreadPoolExecutor(max(1, grader.concurrency)) as pool:
        grades = list(pool.map(lambda row: grade_row(row, grader), read))
    seconds = time.monotonic() - start
    said = [as_json(row, grade, grader) for row, grade in zip(read, grades, strict=True)]
    return [Judged(row, each) for row, each in zip(rows, said, strict=True)], seconds


def of_errors(judged: Sequence[Judged]) -> Pair:
    """The share of results that is flagged, and the share of the errors that is."""
    wrong = [each for each in judged if each.person != each.machine]
    flagged = sum(each.flagged for each in judged) / len(judged)
    return flagged, sum(each.flagged for each in wrong) / len(wrong) if wrong else 1.0


def recall_of_incorrect(judged: Sequence[Judged]) -> float | None:
    """Of what people call Incorrect, how much the grader calls Incorrect or no answer."""
    wrong = [each for each in judged if each.row["meta"].get("map4") == "Incorrect"]
    if not wrong:
        return None
    return sum(each.said["label"] in (INCORRECT, NO_ANSWER) for each in wrong) / len(wrong)


def confusion(judged: Sequence[Judged]) -> list[str]:
    """A table of people's labels against the grader's."""
    counts = Counter((str(each.row["meta"].get("map4")), each.said["label"]) for each in judged)
    labels = sorted({label for _, label in counts})
    lines = [f"| people \\ grader | {' | '.join(labels)} |", "|---" * (len(labels) + 1) + "|"]
    for person in sorted({person for person, _ in counts}):
        cells = " | ".join(str(counts[person, label]) for label in labels)
        lines.append(f"| {person} | {cells} |")
    return lines


def sample(rows: list[dict[str, Any]], size: int | None) -> list[dict[str, Any]]:
    """Every so-manieth row, so that all parts of a set are met; all of them without a size."""
    if size is None or size >= len(rows):
        return rows
    return [rows[int(at * len(rows) / size)] for at in range(size)]


def line_of(name: str, judged: Sequence[Judged], others: Mapping[str, Pair], seconds: float) -> str:
    """One line of the table of all sets."""
    same, kappa = agreement((each.person, each.machine) for each in judged)
    recall, (flagged, caught) = recall_of_incorrect(judged), of_errors(judged)
    best = max(others.items(), key=lambda item: item[1][1], default=None)
    simple = f"{best[0]} {best[1][0]:.3f} / {best[1][1]:.2f}" if best else "–"
    told = "–" if recall is None else f"{recall:.2f}"
    return (
        f"| {name} | {len(judged)} | {same:.3f} / {kappa:.2f} | {told} | {flagged:.2f} | {caught:.2f} "
        f"| {simple} | {len(judged) / seconds:.0f} |"
    )


def details_of(judged: Sequence[Judged], others: Mapping[str, Pair], worst: int) -> Iterator[str]:
    """The other measures, the confusion and the errors that the grader was surest of."""
    yield "; ".join(f"{name} {same:.3f} / {kappa:.2f}" for name, (same, kappa) in others.items())
    yield from confusion(judged)
    wrong = [each for each in judged if each.person != each.machine]
    for each in sorted(wrong, key=lambda each: -(each.said["confidence"] or 0))[:worst]:
        row, said = each.row, each.said
        yield (
            f"- {row['id']} (people: {row['meta'].get('map4')}; said: {said['label']}, "
            f"{said['confidence']}): “{row['question'][:100]}” wants {row['reference'][:3]!s:.200}, "
            f"got “{row['answer'][:150]}”"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*", default=SETS)
    parser.add_argument("--grader", choices=("builtin", "model"), default="builtin")
    parser.add_argument("--rows", type=int, help="of each set only so many")
    parser.add_argument(
        "--worst", type=int, default=0, metavar="N", help="and N errors of each set"
    )
    options = parser.parse_args()
    if not SHARED.is_dir():
        raise SystemExit("The answers graded by people are not beside this checkout.")
    model = configured_model() if options.grader == "model" else None
    if options.grader == "model" and model is None:
        raise SystemExit("No language model is configured.")
    grader: Any = ModelGrader(model) if model else BuiltinGrader(configured_embedder())
    write = sys.stdout.write
    write(HEADER)
    details = []
    for name in options.sets:
        lines = (SHARED / f"{name}.jsonl").read_text().splitlines()
        rows = sample([json.loads(line) for line in lines], options.rows)
        judged, seconds = graded(rows, grader)
        compared = name != REFUSALS and any(row["reference"] for row in rows)
        others = baselines(rows) if compared else {}
        write(line_of(name, judged, others, seconds) + "\n")
        sys.stdout.flush()
        details.append((name, judged, others))
    for name, judged, others in details:
        write("\n".join(("", f"{name}:", *details_of(judged, others, options.worst), "")))


if __name__ == "__main__":
    main()
