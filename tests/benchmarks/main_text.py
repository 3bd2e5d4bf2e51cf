"""Hold the text that Caudals reads against the text that people marked, beside two known extractors.

Run by `make bench-sources`, or alone as `python -m tests.benchmarks.main_text [--worst 5]`. All
extractors get the same bytes, on the same machine, in the same run.

Two measures. *Tokens*: precision, recall and F1 of the bag of words of each page, then their mean over
the pages. *Shingles*: the measure of the article-extraction-benchmark, runs of four words, precision
and recall each averaged over the pages and F1 taken from the two means, so that its figures compare
with published ones. What people marked is the body of the article without its title. So a title that
opens an extractor's text is not counted against it, whoever the extractor is.

The rules were made looking at the pages of one half (those whose id begins with an even hexadecimal
digit) and counted on the others. Later four of these were looked at too, because another text was
taken for theirs or lines of it were lost; they count as looked at.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import Any

import trafilatura
from lxml import html as lxml_html
from readability import Document

from sources.reading import read

GOLD = Path(__file__).resolve().parent.parent.parent.parent / "shared" / "extraction"
SHINGLE = 4
HEADER = (
    "| extractor | pages | token F1 | P | R | shingle F1 | P | R | ms a page |\n"
    "|---|---|---|---|---|---|---|---|---|"
)
LOOKED_AT_LATER = ("30b771a4", "3f65af7b", "5f9c5ed5", "b3c19dd5")
_WORD = re.compile(r"\w+")
_TITLE = re.compile(r"<(?:title|h1)\b[^>]*>(.*?)</(?:title|h1)>", re.IGNORECASE | re.DOTALL)
_TAG = re.compile(r"<[^>]*>")


@dataclass(frozen=True)
class Page:
    """A page, the text that people marked in it, and what may be its title."""

    name: str
    raw: bytes
    marked: str
    titles: frozenset[str]

    @property
    def looked_at(self) -> bool:
        """Whether rules were made with the page."""
        return int(self.name[0], 16) % 2 == 0 or self.name.startswith(LOOKED_AT_LATER)


@dataclass(frozen=True)
class Score:
    precision: float
    recall: float

    @property
    def f1(self) -> float:
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


@dataclass(frozen=True)
class Measured:
    """What one extractor gave for one page."""

    page: Page
    empty: bool
    tokens: Score
    shingles: Score
    milliseconds: float


def caudals(raw: bytes) -> str:
    return read(raw, name="page.html").text


def trafilatura_with(**options: bool) -> Callable[[bytes], str]:
    def extract(raw: bytes) -> str:
        return trafilatura.extract(raw, **options) or ""

    return extract


def readability(raw: bytes) -> str:
    summary = Document(raw.decode("utf-8", "replace")).summary()
    return "\n".join(lxml_html.fromstring(summary).itertext())


EXTRACTORS: dict[str, Callable[[bytes], str]] = {
    "Caudals": caudals,
    "trafilatura": trafilatura_with(),
    "trafilatura, no comments": trafilatura_with(include_comments=False),
    "trafilatura, precision": trafilatura_with(include_comments=False, favor_precision=True),
    "trafilatura, recall": trafilatura_with(include_comments=False, favor_recall=True),
    "readability-lxml": readability,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--worst", type=int, default=5, help="how many of our pages to name")
    options = parser.parse_args()
    if not GOLD.is_dir():
        _say("main text: there are no marked pages beside the checkout; nothing measured.")
        return 0
    pages = load(GOLD)
    results = {name: measure(extract, pages) for name, extract in EXTRACTORS.items()}
    for title, chosen in (
        ("All pages", pages),
        ("Pages looked at", [page for page in pages if page.looked_at]),
        ("Pages held out", [page for page in pages if not page.looked_at]),
    ):
        _say(f"\n{title}:\n\n{HEADER}")
        names = {page.name for page in chosen}
        for name, measured in results.items():
            _say(row(name, [one for one in measured if one.page.name in names]))
    _say("\nOur worst pages by tokens:\n")
    for one in sorted(results["Caudals"], key=lambda one: one.tokens.f1)[: options.worst]:
        score = one.tokens
        _say(
            f"- {one.page.name[:8]}: F1 {score.f1:.3f}, P {score.precision:.3f},"
            f" R {score.recall:.3f}"
        )
    ours = _token_f1(results["Caudals"])
    return 0 if all(ours >= _token_f1(other) for other in results.values()) else 1


def load(folder: Path) -> list[Page]:
    """The marked pages of a folder, in the order of their names."""
    marked: dict[str, Any] = json.loads((folder / "ground-truth.json").read_text(encoding="utf-8"))
    pages = []
    for name in sorted(marked):
        raw = gzip.decompress((folder / "html" / f"{name}.html.gz").read_bytes())
        titles = _TITLE.findall(raw.decode("utf-8", "replace"))
        spoken = (" ".join(_words(lxml_html.fromstring(f"<p>{title}</p>").text_content()))
                  for title in titles if _TAG.sub("", title).strip())  # fmt: skip
        pages.append(Page(name, raw, marked[name]["articleBody"], frozenset(spoken)))
    return pages


def measure(extract: Callable[[bytes], str], pages: Sequence[Page]) -> list[Measured]:
    extract(pages[0].raw)
    found = []
    for page in pages:
        start = time.process_time()
        text = extract(page.raw)
        milliseconds = (time.process_time() - start) * 1000
        text = without_title(text, page)
        tokens = _score(Counter(_words(page.marked)), Counter(_words(text)))
        shingles = _score(_shingles(page.marked), _shingles(text))
        found.append(Measured(page, not text.strip(), tokens, shingles, milliseconds))
    return found


def without_title(text: str, page: Page) -> str:
    """The text without the lines at its top that give the page's title, which nobody marked."""
    lines = text.lstrip().split("\n")
    opening = " ".join(_words(lines[0]))
    marked = " ".join(_words(page.marked))
    if opening in page.titles and not marked.startswith(opening):
        return "\n".join(lines[1:])
    return text


def row(name: str, measured: Sequence[Measured]) -> str:
    tokens = [one.tokens for one in measured]
    four = Score(
        mean(one.shingles.precision for one in measured if not one.empty),
        mean(one.shingles.recall for one in measured),
    )
    cells = [
        name,
        str(len(measured)),
        *(f"{value:.3f}" for value in (
            mean(score.f1 for score in tokens),
            mean(score.precision for score in tokens),
            mean(score.recall for score in tokens),
            four.f1, four.precision, four.recall,
        )),
        f"{mean(one.milliseconds for one in measured):.0f}",
    ]  # fmt: skip
    return f"| {' | '.join(cells)} |"


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")


def _token_f1(measured: Sequence[Measured]) -> float:
    return mean(one.tokens.f1 for one in measured)


def _words(text: str) -> list[str]:
    return _WORD.findall(text)


def _shingles(text: str) -> Counter[tuple[str, ...]]:
    words = _words(text)
    runs = (tuple(words[i : i + SHINGLE]) for i in range(max(1, len(words) - SHINGLE + 1)))
    return Counter(run for run in runs if run)


def _score(marked: Counter[Any], found: Counter[Any]) -> Score:
    common = (marked & found).total()
    wanted, given = marked.total(), found.total()
    if not wanted and not given:
        return Score(1.0, 1.0)
    return Score(common / given if given else 0.0, common / wanted if wanted else 0.0)


if __name__ == "__main__":
    sys.exit(main())
