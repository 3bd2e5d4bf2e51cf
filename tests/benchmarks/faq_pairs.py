"""Hold the question-and-answer pairs that Caudals reads against those that a person counted.

Run by `make bench-sources`, or alone as `python -m tests.benchmarks.faq_pairs [--misses]`, over every
HTML and Markdown page of the folders in shared/sites. Where the maker of a site published its pairs,
those are the measure: a pair is found when an entry has its question and its answer, at least 95% of
the answer's words and at most 5% others. The pairs of all other pages were counted by reading them:
`faq_counts.toml` says how, and keeps of each its question's hash and how many words its answer has.
An entry that is no pair anybody counted is false, on pages without any pair too.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import re
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from sources.reading import FaqEntry, read

SITES = Path(__file__).resolve().parent.parent.parent.parent / "shared" / "sites"
COUNTS = Path(__file__).with_name("faq_counts.toml")
SAME = 0.95
WANTED = 0.95
HEADER = (
    "| site | pages | pairs | questions found | with their answer | recall | entries | false |"
    " precision |\n|---|---|---|---|---|---|---|---|---|"
)
_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Pair:
    """A pair that stands on a page: its question's hash, and its answer or only its length."""

    question: str
    words: int
    answer: Counter[str] | None = None

    def is_answered_by(self, entry: FaqEntry) -> bool:
        said = words_of(entry.answer)
        if self.answer is None:
            return SAME <= len(said) / self.words <= 1 / SAME
        shared = (Counter(said) & self.answer).total()
        return shared >= SAME * self.words and shared >= SAME * len(said)


@dataclass
class Tally:
    """What was found on the pages of one site."""

    pages: int = 0
    pairs: int = 0
    asked: int = 0
    answered: int = 0
    entries: int = 0
    false: int = 0
    notes: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        for name in ("pages", "pairs", "asked", "answered", "entries", "false"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.notes.extend(other.notes)

    def line(self, name: str) -> str:
        recall = f"{self.answered / self.pairs:.3f}" if self.pairs else "–"
        precision = f"{1 - self.false / self.entries:.3f}" if self.entries else "–"
        return (
            f"| {name} | {self.pages} | {self.pairs} | {self.asked} | {self.answered} | {recall} "
            f"| {self.entries} | {self.false} | {precision} |"
        )


def main() -> int:
    """Print the table; 1 when fewer than 95 of 100 pairs are found, 2 when there are no pages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--misses", action="store_true", help="name what was missed or is false")
    options = parser.parse_args()
    if not SITES.is_dir():
        sys.stderr.write("The folder shared/sites is not beside this checkout; nothing to hold.\n")
        return 2
    counted = counted_pairs()
    sites: dict[str, Tally] = {}
    seconds = 0.0
    for path in sorted(SITES.rglob("*")):
        name = path.relative_to(SITES).as_posix()
        if path.suffix not in {".html", ".md"} or "/" not in name:
            continue
        clock = time.process_time()
        entries = read(path.read_bytes(), name=path.name).faq
        seconds += time.process_time() - clock
        site = sites.setdefault(name.partition("/")[0], Tally())
        site.add(tally(name, counted.pop(name, []), entries))
    total = Tally()
    sys.stdout.write(f"{HEADER}\n")
    for name, site in sites.items():
        sys.stdout.write(f"{site.line(name)}\n")
        total.add(site)
    sys.stdout.write(f"{total.line('**all**')}\n\nRead in {seconds:.1f} s of CPU.\n")
    if options.misses:
        sys.stdout.write("\n" + "\n".join(f"- {note}" for note in total.notes) + "\n")
    if counted:
        sys.stderr.write(f"Counted, but not there: {', '.join(sorted(counted))}\n")
    return 1 if counted or total.answered < WANTED * total.pairs else 0


def tally(name: str, pairs: list[Pair], entries: tuple[FaqEntry, ...]) -> Tally:
    """Match the entries of one page with its pairs, each with one other at most."""
    left: dict[str, list[FaqEntry]] = {}
    for entry in entries:
        left.setdefault(question_hash(entry.question), []).append(entry)
    result = Tally(pages=1, pairs=len(pairs), entries=len(entries))
    for pair in pairs:
        same = left.get(pair.question, [])
        if not same:
            result.notes.append(f"{name}: missed {pair.question}")
            continue
        answered = [one for one in same if pair.is_answered_by(one)]
        result.asked += 1
        result.answered += bool(answered)
        if not answered:
            result.notes.append(f"{name}: another answer to “{same[0].question}”")
        same.remove((answered or same)[0])
    for entry in (one for group in left.values() for one in group):
        result.false += 1
        result.notes.append(f"{name}: false “{entry.question}”")
    return result


def counted_pairs() -> dict[str, list[Pair]]:
    """By page: the published pairs of its topic, or the pairs that a person counted on it."""
    counts = tomllib.loads(COUNTS.read_text(encoding="utf-8"))
    pages: dict[str, list[Pair]] = {}
    for name, page in counts["published"].items():
        pages[name] = [
            pair
            for topic, pair in published(SITES / page["file"])
            if page.get("topic", topic) == topic
        ]
        if len(pages[name]) != page["pairs"]:
            raise ValueError(f"{name}: {page['pairs']} counted, {len(pages[name])} published")
    for name, pairs in counts["counted"].items():
        pages[name] = [Pair(question, words) for question, words in pairs]
    return pages


def published(path: Path) -> Iterator[tuple[str, Pair]]:
    """The pairs of the site's own table, each with its topic."""
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            answer = Counter(words_of(row["a"]))
            yield row["category"], Pair(question_hash(row["q"]), answer.total(), answer)


def question_hash(question: str) -> str:
    """The same for questions of the same words, whatever marks stand between them."""
    return hashlib.sha256(" ".join(words_of(question)).encode()).hexdigest()[:12]


def words_of(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


if __name__ == "__main__":
    sys.exit(main())
