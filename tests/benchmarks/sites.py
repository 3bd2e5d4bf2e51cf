"""Evaluate every folder of real pages against the honest demo assistant, and write down the figures.

Run by `make bench-sites`. Each folder is evaluated by the command that a user types; the report's PDF
is read back and compared with report.json.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pypdf import PdfReader

ROOT = Path(__file__).resolve().parent.parent.parent
SITES = ROOT.parent / "shared" / "sites"
HEADER = (
    "| folder | exit | correct of scored | 95% interval | quality | planned, run, scored | flagged |"
    " seconds |\n|---|---|---|---|---|---|---|---|"
)
READY = re.compile(r"ready at (\S+)")


@dataclass(frozen=True)
class Measured:
    """What one folder gave."""

    name: str
    status: int
    seconds: float
    report: dict[str, Any]
    mismatches: list[str]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", help="names below shared/sites; all when none")
    parser.add_argument("--questions", type=int, default=20)
    parser.add_argument("--keep", type=Path, help="keep the reports in this folder")
    options = parser.parse_args()
    if not SITES.is_dir():
        sys.stderr.write(
            "The folder shared/sites is not beside this checkout; nothing to measure.\n"
        )
        return 2
    names = options.folders or sorted(entry.name for entry in SITES.iterdir() if entry.is_dir())
    rows = []
    with tempfile.TemporaryDirectory() as scratch:
        for name in names:
            out = (options.keep or Path(scratch)) / name
            rows.append(measure(name, out, options.questions))
            sys.stderr.write(f"{line(rows[-1])}\n")
    sys.stdout.write(f"{HEADER}\n")
    for row in rows:
        sys.stdout.write(f"{line(row)}\n")
    bad = [row for row in rows if row.status not in (0, 3) or row.mismatches]
    for row in bad:
        sys.stderr.write(f"{row.name}: exit {row.status}; {'; '.join(row.mismatches)}\n")
    return 1 if bad else 0


def measure(name: str, out: Path, questions: int) -> Measured:
    """Start an assistant over the folder, evaluate it, stop it."""
    folder = SITES / name
    assistant = subprocess.Popen(
        [sys.executable, "manage.py", "demo_assistant", "--documents", str(folder), "--port", "0"],
        cwd=ROOT, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert assistant.stdout is not None
        address = next(m.group(1) for text in assistant.stdout if (m := READY.search(text)))
        clock = time.monotonic()
        done = subprocess.run(
            [sys.executable, "manage.py", "evaluate", "--documents", str(folder), "--assistant",
             address, "--questions", str(questions), "--out", str(out)],
            cwd=ROOT, capture_output=True, text=True,
        )  # fmt: skip
        seconds = time.monotonic() - clock
    finally:
        assistant.terminate()
        assistant.communicate()
    report = json.loads((out / "report.json").read_text()) if done.returncode in (0, 3) else {}
    mismatches = compare(out / "report.pdf", report) if report else [done.stderr.strip()[-300:]]
    return Measured(name, done.returncode, seconds, report, mismatches)


def compare(pdf: Path, report: dict[str, Any]) -> list[str]:
    """What the report's data say and its PDF does not."""
    text = squeezed("".join(page.extract_text() for page in PdfReader(pdf).pages))
    headline, coverage = report["headline"], report["coverage"]
    wanted = [str(headline["correct"]), str(headline["scored"]), str(coverage["planned"])]
    if headline["scored"]:
        wanted += [f"{number:.1f}" for number in (headline["pass_rate"], *headline["interval"])]
    wanted += [result["question"] for result in report["results"]]
    wanted += [result["answer"][:200] for result in report["results"] if result["answer"]]
    wanted += [fact["quotation"] for result in report["results"] for fact in result["facts"]]
    # A Spanish or Swedish report writes 95,0 where the data hold 95.0.
    return [f"not in the PDF: {words}" for words in wanted if squeezed(words) not in text]


def squeezed(text: str) -> str:
    """Text without spaces and line ends, which a PDF sets as it likes."""
    return re.sub(r"[\s\u00ad]+", "", text).replace(",", ".")


def line(row: Measured) -> str:
    """One row of the table."""
    if not row.report:
        return f"| {row.name} | {row.status} | – | – | – | – | – | {row.seconds:.0f} |"
    headline, coverage = row.report["headline"], row.report["coverage"]
    low, high = headline["interval"] or ("–", "–")
    flagged = sum(bool(result["flags"]) for result in row.report["results"])
    return (
        f"| {row.name} | {row.status} | {headline['correct']} of {headline['scored']} "
        f"| {low}–{high} | {headline['quality']} "
        f"| {coverage['planned']}, {coverage['run']}, {coverage['scored']} | {flagged} "
        f"| {row.seconds:.0f} |"
    )


if __name__ == "__main__":
    raise SystemExit(main())
