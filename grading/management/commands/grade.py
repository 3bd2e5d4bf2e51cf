"""`manage.py grade FILE.jsonl`: answers of a file, graded without a database."""

import json
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser

from core.configured import configured_embedder, configured_model
from core.embeddings import EmbeddingsUnavailable
from grading.graders import BuiltinGrader, ModelGrader
from grading.outcomes import outcome_of
from grading.rows import Row, UnusableRow, as_json, grade_row, read_row
from grading.values import Graded, Grader, Grading

UNUSABLE: Final = 2
UNGRADED: Final = 1
_AHEAD: Final = 8


class Command(BaseCommand):
    """Grades rows and prints one JSON object for each, in their order; stores nothing."""

    help = (
        "Grade the answers in a file of JSON lines: id, question, answer, reference (the acceptable "
        "answers), and if there are any facts, passage, language, expects. Prints one JSON object a "
        "row, in order. Exit status: 0 all graded, 1 some could not be graded, 2 the file or an "
        "argument is unusable (nothing is graded then)."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """The file, the grader, and whether to sum up for people as well."""
        parser.add_argument("file", metavar="FILE.jsonl")
        parser.add_argument(
            "--grader",
            choices=("builtin", "model"),
            help="default: the configured language model, the built-in grader without one",
        )
        parser.add_argument("--json", action="store_true", help="nothing but the JSON objects")

    def handle(self, *args: Any, **options: Any) -> None:
        """Read all, grade, print as it comes, and sum up on the error stream."""
        rows = _rows(Path(options["file"]))
        try:
            grader = _grader(options["grader"])
        except EmbeddingsUnavailable as error:
            raise CommandError(str(error), returncode=UNUSABLE) from None
        labels: Counter[str] = Counter()
        ungraded = 0
        for row, grading in _graded(rows, grader):
            said = as_json(row, grading, grader)
            self.stdout.write(json.dumps(said, ensure_ascii=False))
            self.stdout.flush()
            labels[said["label"]] += 1
            ungraded += not isinstance(grading, Graded)
        if not options["json"]:
            counts = ", ".join(f"{label} {count}" for label, count in labels.most_common())
            self.stderr.write(f"{len(rows)} answers, {grader.name}: {counts or 'none'}")
        if ungraded:
            raise CommandError(
                f"{ungraded} of {len(rows)} answers could not be graded.", returncode=UNGRADED
            )


def _rows(path: Path) -> list[Row]:
    """All rows of the file; CommandError names the first line that is none."""
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except UnicodeDecodeError:
        raise CommandError(f"{path} is no text in UTF-8.", returncode=UNUSABLE) from None
    except OSError as error:
        raise CommandError(
            f"{path} cannot be read: {error.strerror}.", returncode=UNUSABLE
        ) from None
    try:
        return [read_row(line, number=at) for at, line in enumerate(lines, 1) if line.strip()]
    except UnusableRow as error:
        raise CommandError(f"{path}: {error}", returncode=UNUSABLE) from None


def _grader(wanted: str | None) -> Grader:
    model = configured_model() if wanted != "builtin" else None
    if model is not None:
        return ModelGrader(model)
    if wanted == "model":
        raise CommandError(
            "No language model is configured. Set CAUDALS_LLM_BASE_URL and CAUDALS_LLM_MODEL.",
            returncode=UNUSABLE,
        )
    return BuiltinGrader(configured_embedder())


def _graded(rows: list[Row], grader: Grader) -> Iterator[tuple[Row, Grading]]:
    """Each row with its grade, in order; as many at once as the grader is worth."""
    waiting = iter(rows)
    with ThreadPoolExecutor(max(1, grader.concurrency)) as pool:
        ahead = [
            (row, pool.submit(grade_row, row, grader))
            for row in islice(waiting, _AHEAD * max(1, grader.concurrency))
        ]
        while ahead:
            row, future = ahead.pop(0)
            ahead += [(each, pool.submit(grade_row, each, grader)) for each in islice(waiting, 1)]
            yield row, outcome_of(future)
