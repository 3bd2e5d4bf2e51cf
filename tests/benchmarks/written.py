"""What the built-in writer makes of each folder of real pages, and whether all of it holds."""

from __future__ import annotations

import os
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import django

SITES = Path(__file__).resolve().parents[3] / "shared" / "sites"
# Everything the material gives: no folder gives as many.
WANTED = 1000
# Cosine of the default embedding from which two questions of one language count as one.
NEAR = 0.99


@dataclass(slots=True)
class Written:
    """The questions of one folder and what is wrong with them."""

    folder: str
    pages: int = 0
    seconds: float = 0.0
    kept: list[dict[str, Any]] = field(default_factory=list)
    rejected: int = 0
    not_verbatim: int = 0
    self_references: int = 0
    near_duplicates: int = 0
    other_language: int = 0


def main() -> int:
    """Print the table; 1 when a quotation, a reference, a duplicate or a language is wrong."""
    if not SITES.is_dir():
        sys.stderr.write("The real pages are not beside the checkout: nothing to measure.\n")
        return 0
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "caudals.settings")
    django.setup()
    rows = [measured(folder) for folder in sorted(SITES.iterdir()) if folder.is_dir()]
    sys.stdout.write(
        "| folder | pages | kept | a page | rejected | facts not verbatim | self-references"
        " | near-duplicates | other language | seconds |\n|---|---|---|---|---|---|---|---|---|---|\n"
    )
    for row in rows:
        sys.stdout.write(
            f"| {row.folder} | {row.pages} | {len(row.kept)} | {len(row.kept) / row.pages:.1f}"
            f" | {row.rejected} | {row.not_verbatim} | {row.self_references}"
            f" | {row.near_duplicates} | {row.other_language} | {row.seconds:.0f} |\n"
        )
    if len(sys.argv) > 1:
        _write_down(rows, Path(sys.argv[1]))
    faults = sum(
        row.not_verbatim + row.self_references + row.near_duplicates + row.other_language
        for row in rows
    )
    return 1 if faults else 0


def measured(folder: Path) -> Written:
    """Everything that the built-in writer writes about the folder, looked at again from outside."""
    from core.configured import configured_embedder
    from core.language import detect
    from sources.inputs import results
    from testsets.checks import source_pointer
    from testsets.folders import draft_folder
    from testsets.values import VARIANTS
    from testsets.writers.builtin import BuiltinWriter

    row = Written(folder.name)
    outcomes: list[dict[str, Any]] = []
    began = time.monotonic()
    done = draft_folder(
        folder, wanted=WANTED, types=[], language=None,
        writer=BuiltinWriter(configured_embedder()), reader=None, put_out=outcomes.append,
    )  # fmt: skip
    row.seconds, row.pages = time.monotonic() - began, done.documents
    row.kept = [outcome for outcome in outcomes if "uid" in outcome]
    row.rejected = len(outcomes) - len(row.kept)
    read = results([str(folder)], standard_input=bytes, name="")
    texts = {found.source: found.document.text for found in read if found.document}
    for question in row.kept:
        row.not_verbatim += any(
            texts[fact["document"]][fact["start"] : fact["end"]] != fact["quotation"]
            for fact in question["facts"]
            if fact["match"] == "exact"
        )
        row.self_references += bool(source_pointer(question["question"], question["language"]))
        if question["type"] not in VARIANTS:
            found = detect(question["question"], hint=question["language"])
            row.other_language += found.code != question["language"] and found.confidence > 0.9
    asked = [question for question in row.kept if question["type"] not in VARIANTS]
    for language in {question["language"] for question in asked}:
        texts_ = [q["question"] for q in asked if q["language"] == language]
        row.near_duplicates += _near(texts_, configured_embedder())
    return row


def _near(questions: list[str], embedder: Any) -> int:
    """How many questions have an earlier one so near that both would ask the same."""
    if not questions:
        return 0
    import numpy as np

    vectors = embedder.queries(questions)
    alike = np.triu(vectors @ vectors.T, k=1) >= NEAR
    return int(alike.any(axis=0).sum())


def _write_down(rows: list[Written], path: Path) -> None:
    """Every question with its answer and facts, to be read by a person."""
    with path.open("w", encoding="utf-8") as out:
        for row in rows:
            out.write(f"# {row.folder}\n")
            for question in row.kept:
                facts = " | ".join(fact["quotation"] for fact in question["facts"])
                out.write(
                    f"{question['type']}\t{question['question']}\t{question['expected_answer']}\t{facts}\n"
                )


if __name__ == "__main__":
    sys.exit(main())
