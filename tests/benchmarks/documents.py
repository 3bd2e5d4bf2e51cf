"""What each awkward document gives: words, blocks, pages, or the sentence that refuses it.

Run by `python -m tests.benchmarks.documents`; prints a table of Markdown. Where the makers of a
document say what its text is, the words found of theirs are given as well.
"""

import re
import sys
import time
from collections import Counter
from pathlib import Path

from sources.reading import ReadDocument, Unreadable
from sources.reading.archives import read_each

SHARED = Path(__file__).resolve().parent.parent.parent.parent / "shared" / "sites"
FOLDERS = ("awkward-docs", "letsencrypt-md/documents")
HEADER = (
    "| document | words | blocks | rows | passages | entries | pages | left out | words of the"
    " makers' text | seconds |\n|---|---|---|---|---|---|---|---|---|---|"
)
WORD = re.compile(r"\w+")


def main() -> int:
    if not SHARED.is_dir():
        sys.stderr.write(
            "The folder shared/sites is not beside this checkout; nothing to measure.\n"
        )
        return 2
    sys.stdout.write(f"{HEADER}\n")
    for folder in FOLDERS:
        for path in sorted((SHARED / folder).rglob("*")):
            if path.is_file() and path.parent.name != "expected":
                sys.stdout.write(f"{line(path)}\n")
                sys.stdout.flush()
    return 0


def line(path: Path) -> str:
    """One row of the table: what a document gives, or why it gives nothing."""
    clock = time.monotonic()
    try:
        (part,) = read_each(path.read_bytes(), name=path.name)
    except Unreadable as error:
        return refusal(path, error)
    if part.document is None:
        return refusal(path, part.error)
    document = part.document
    rows = sum(block.kind == "row" for block in document.blocks)
    pages = max((block.page for block in document.blocks), default=0)
    figures = [
        len(document.text.split()), len(document.blocks), rows, len(document.passages),
        len(document.faq), pages or "–", len(document.skipped), found_of(path, document),
        f"{time.monotonic() - clock:.1f}",
    ]  # fmt: skip
    return f"| {path.name} | {' | '.join(map(str, figures))} |"


def refusal(path: Path, error: Unreadable | None) -> str:
    return f"| {path.name} | {error} | | | | | | | | |"


def found_of(path: Path, document: ReadDocument) -> str:
    """The share of the words of the makers' own text that was read or said to be left out."""
    expected = path.parent / "expected" / f"{path.stem}.md"
    if not expected.exists() or path.suffix != ".pdf":
        return "–"
    wanted = Counter(WORD.findall(expected.read_text(encoding="utf-8").casefold()))
    said = f"{document.text} {' '.join(part.text for part in document.skipped)}"
    given = Counter(WORD.findall(said.casefold()))
    return f"{(wanted & given).total() / wanted.total():.0%}"


if __name__ == "__main__":
    sys.exit(main())
