#!/usr/bin/env python3
"""Checks a bundle of evidence: the digest of every file, then the figures from the records.

    python3 verify.py [--digest HEX] [FOLDER or ZIP]

Without a place it checks the folder it lies in. The digest of the whole is what SHA256SUMS itself has
for a digest; the page of the report gives it, and whoever passes it on with --digest learns of a
bundle in which everything was exchanged. Exit status 0 when all of it holds, 1 when anything does not.

Only Python's own library, 3.9 or newer. README.md says what the files hold.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import zipfile
import zlib
from collections import Counter
from collections.abc import Mapping
from math import sqrt
from pathlib import Path
from statistics import NormalDist
from typing import Any

Row = dict[str, Any]

SUMS = "SHA256SUMS"
SCORED = ("correct", "partly_correct", "incorrect", "no_answer")
ASIDE = ("test_needs_review", "not_captured", "not_run", "not_graded")
RECORDS = (
    "questions", "answers", "assessments", "failures", "flags", "corrections", "outdated",
)  # fmt: skip


def sums_of(files: Mapping[str, bytes]) -> bytes:
    """What SHA256SUMS must hold for these files: {name: bytes}."""
    return "".join(
        f"{hashlib.sha256(files[name]).hexdigest()}  {name}\n"
        for name in sorted(files)
        if name != SUMS
    ).encode()


def digest_of(files: Mapping[str, bytes]) -> str:
    """The digest of the whole: that of SHA256SUMS, which names every other file."""
    return hashlib.sha256(files.get(SUMS, b"")).hexdigest()


def problems(files: Mapping[str, bytes], digest: str = "") -> list[str]:
    """What is wrong with a bundle, in sentences; none when all of it holds."""
    found = _wrong_sums(files)
    if digest and digest_of(files) != digest.strip().lower():
        found.append(f"The digest of the whole is {digest_of(files)}, given was {digest}.")
    try:
        found += _wrong_figures(files)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        found.append(f"The records cannot be read: {type(error).__name__}: {error}")
    return found


def _wrong_sums(files: Mapping[str, bytes]) -> list[str]:
    listed = files.get(SUMS)
    if listed is None:
        return [f"{SUMS} is missing."]
    wanted = sums_of(files)
    if listed == wanted:
        return []
    given, made = ({line[66:]: line[:64] for line in text.splitlines()} for text in (
        listed.decode(errors="replace"), wanted.decode()
    ))  # fmt: skip
    found = [f"{name} is missing." for name in sorted(given.keys() - made.keys())]
    found += [f"{name} is not listed in {SUMS}." for name in sorted(made.keys() - given.keys())]
    found += [
        f"{name} has another digest than {SUMS} says."
        for name in sorted(made.keys() & given.keys())
        if made[name] != given[name]
    ]
    return found or [f"{SUMS} is not as it was written."]


def _wrong_figures(files: Mapping[str, bytes]) -> list[str]:
    report = json.loads(files["report.json"])
    evidence = json.loads(files["evidence.json"])
    records = {
        name: [json.loads(line) for line in files[f"{name}.jsonl"].decode().splitlines()]
        for name in RECORDS
    }
    found = []
    text = json.dumps(report, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    if hashlib.sha256(text.encode()).hexdigest() != evidence["report_digest"]:
        found.append("report.json is not the report that was published.")
    results = results_of(evidence, records)
    for number, (made, told) in enumerate(zip(results, report["results"]), start=1):  # noqa: B905  Python 3.9
        captured = told["captured_answer"]
        said = {
            "uid": told["uid"], "attempt": told["attempt"], "label": told["label"],
            "critical": told["critical"],
            "answer": told["answer"] if captured is None else captured,
        }  # fmt: skip
        found += [
            f"Result {number} ({made['uid']}): {name} is {said[name]!r} in report.json and"
            f" {made[name]!r} by the records."
            for name in said
            if said[name] != made[name]
        ]
    for line in files.get("checks.jsonl", b"").decode().splitlines():
        check = json.loads(line)
        if drawn_from(check) != check["drawn"]:
            found.append(f"The random draw {check['id']} does not follow from its seed.")
    if len(results) != len(report["results"]):
        found.append(
            f"{len(results)} tests were planned, report.json has {len(report['results'])}."
        )
    for name, value in figures_of(evidence, results).items():
        if report[name] != value:
            found.append(f"{name} is {report[name]} in report.json and {value} by the records.")
    return found


def results_of(evidence: Row, records: Mapping[str, list[Row]]) -> list[Row]:
    """Every planned test with its answer and the label in force, in the order of the test set."""
    rows = {name: {row["id"]: row for row in records[name]} for name in RECORDS}
    grades = {row["answer"]: row for row in evidence["grades"]}
    answers = {(row["question"], row["attempt"]): row for row in records["answers"]}
    made = []
    for question in records["questions"]:
        for attempt in range(1, evidence["repetitions"] + 1):
            answer = answers.get((question["id"], attempt))
            if answer is None:
                label = "not_run" if evidence["asked"] else None
            else:
                label = label_of(grades[answer["id"]], rows, evidence["most_attempts"])
            made.append(
                {
                    "uid": question["uid"], "attempt": attempt, "label": label,
                    "critical": question["critical"],
                    "answer": None if answer is None else answer["text"],
                }
            )  # fmt: skip
    return made


def label_of(grade: Row, rows: Mapping[str, Mapping[int, Row]], most_attempts: int) -> str | None:
    """The label in force: a person's decision, else the machine's grade, else none.

    A question whose source says something else by then sets its answer aside, until a person decides
    after that. So does a grader that gave up.
    """
    decision = rows["assessments"][grade["decision"]] if grade["decision"] else None
    machine = rows["assessments"][grade["automated"]] if grade["automated"] else None
    mark = rows["outdated"][grade["outdated"]] if grade["outdated"] else None
    current: Row | None = decision or machine
    if current is None:
        return None
    if decision and mark and decision["at"] > mark["at"]:
        mark = None
    if not current["label"] and current["attempt"] < most_attempts:
        return None
    return str(current["label"]) if current["label"] and not mark else "test_needs_review"


def drawn_from(check: Row) -> list[int]:
    """The results that the seed of a draw gives."""
    order = sorted(
        check["among"], key=lambda key: hashlib.sha256(f"{check['seed']}:{key}".encode()).digest()
    )
    return order[: len(check["drawn"])]


def figures_of(evidence: Row, results: list[Row]) -> dict[str, Any]:
    """Headline, coverage and completeness as report.json has them."""
    labels: Counter[str] = Counter()
    aside: Counter[str] = Counter()
    asked: set[str] = set()
    for result in results:
        label = result["label"]
        if label in SCORED:
            labels[label] += 1
            asked.add(result["uid"])
        else:
            aside[label or ("not_run" if result["answer"] is None else "not_graded")] += 1
    planned, scored = len(results), sum(labels.values())
    correct, partly = labels["correct"], labels["partly_correct"]
    codes = [] if evidence["asked"] and evidence["graded"] else ["run_not_ended"]
    if not scored:
        codes.append("nothing_scored")
    elif scored * 10 < planned * 9:
        codes.append("too_few_scored")
    if any(each["critical"] and each["label"] not in SCORED for each in results):
        codes.append("critical_not_assessed")
    return {
        "headline": {
            "correct": correct,
            "scored": scored,
            "pass_rate": _percent(correct / scored) if scored else None,
            # Attempts at one question are one observation of it.
            "interval": wilson(correct / scored, len(asked)) if scored else None,
            "quality": _percent((correct + partly / 2) / scored) if scored else None,
            "partly_correct": partly,
            "incorrect": labels["incorrect"],
            "no_answer": labels["no_answer"],
        },
        "coverage": {
            "planned": planned,
            "run": planned - aside["not_run"],
            "scored": scored,
            "set_aside": {reason: aside[reason] for reason in ASIDE},
        },
        "complete": not codes,
        "incomplete_codes": codes,
    }


def wilson(rate: float, observations: int) -> list[float]:
    """The 95% score interval of E. B. Wilson (1927), in percent."""
    z = NormalDist().inv_cdf(0.975)
    weight = z * z / observations
    centre = (rate + weight / 2) / (1 + weight)
    half = z * sqrt(rate * (1 - rate) / observations + weight / (4 * observations)) / (1 + weight)
    low = 0.0 if rate == 0 else max(0.0, centre - half)
    high = 1.0 if rate == 1 else min(1.0, centre + half)
    return [_percent(low), _percent(high)]


def _percent(fraction: float) -> float:
    return round(fraction * 100, 1)


def files_in(place: Path) -> dict[str, bytes]:
    """The files of a bundle that lies unpacked in a folder, or packed in a ZIP."""
    if place.is_dir():
        return {
            path.relative_to(place).as_posix(): path.read_bytes()
            for path in place.rglob("*")
            if path.is_file()
        }
    with zipfile.ZipFile(place) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def main(words: list[str] | None = None) -> int:
    """Say what was found; the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("place", nargs="?", type=Path, default=Path(__file__).resolve().parent)
    parser.add_argument("--digest", default="", help="what the page of the report gives")
    options = parser.parse_args(words)
    try:
        files = files_in(options.place)
    except (OSError, zipfile.BadZipFile, zlib.error, RuntimeError, ValueError, EOFError) as error:
        sys.stdout.write(f"{options.place} cannot be read: {error}\n")
        return 1
    found = problems(files, options.digest)
    for sentence in found:
        sys.stdout.write(f"{sentence}\n")
    if found:
        return 1
    head = json.loads(files["report.json"])["headline"]
    sys.stdout.write(
        f"{head['correct']} of {head['scored']} answers correct: all digests and figures hold.\n"
        f"Digest of the whole: {digest_of(files)}\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
