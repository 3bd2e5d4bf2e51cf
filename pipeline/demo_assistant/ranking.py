"""Which passages answer a question: words first, then meaning for the few that remain."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from core.language import detect
from core.text import normalise
from pipeline.demo_assistant.lexical import LexicalIndex
from pipeline.demo_assistant.library import Entry, Library
from pipeline.demo_assistant.meaning import Meaning, lead

SHORTLIST: Final = 8
# Cosines of the built-in model: unrelated texts lie near the first, the same thing said
# differently near the second.
UNRELATED: Final = 0.80
SAME: Final = 0.94
LANGUAGE_BONUS: Final = 0.05
# Documents and passages that are compared by meaning alone, when the words are of no help.
TITLES: Final = 8
LABELS: Final = 160


@dataclass(frozen=True, slots=True)
class Ranked:
    """A passage with how surely it answers, 0 to about 1."""

    entry: Entry
    index: int
    sureness: float


class Ranking:
    """Ranks the passages of a library; embeddings are worked out when first needed."""

    def __init__(self, library: Library, meaning: Meaning) -> None:
        self.entries = library.entries
        self.meaning = meaning
        self.lexical = LexicalIndex(self.entries)
        self._languages = frozenset(entry.language for entry in self.entries)
        self._asked = {normalise(entry.question): at for at, entry in enumerate(self.entries)}
        self._of_document: dict[str, list[int]] = {}
        for at, entry in enumerate(self.entries):
            self._of_document.setdefault(entry.document, []).append(at)

    def best(self, question: str, *, limit: int = 3) -> list[Ranked]:
        """The passages that answer best, the surest first; never empty."""
        same = self._asked.get(normalise(question)) if normalise(question) else None
        if same is not None:
            return [Ranked(self.entries[same], same, 1.0)]
        hits = self.lexical.search(question, limit=SHORTLIST)
        coverage = {hit.index: hit.coverage for hit in hits}
        language = detect(question).code
        if language not in self._languages or not hits:
            for index in self._by_meaning(question):
                coverage.setdefault(index, 0.0)
        indices = list(coverage)
        alike = self.meaning.similarities(question, [self._shown(at) for at in indices])
        ranked = [
            Ranked(
                self.entries[at],
                at,
                self._sureness(coverage[at], cosine, self.entries[at].language, language),
            )
            for at, cosine in zip(indices, alike, strict=True)
        ]
        return sorted(ranked, key=lambda one: (-one.sureness, one.index))[:limit]

    def _shown(self, index: int) -> str:
        """What is embedded of a passage: its question, or its heading and how it begins."""
        entry = self.entries[index]
        return entry.question or lead(f"{entry.label}. {entry.text}")

    def _sureness(self, coverage: float, cosine: float, language: str, asked: str) -> float:
        meaning = min(1.0, max(0.0, (cosine - UNRELATED) / (SAME - UNRELATED)))
        if asked not in self._languages:
            # Words cannot match across languages, so meaning alone has to carry it.
            return meaning
        bonus = LANGUAGE_BONUS if language == asked else 0.0
        return 0.5 * coverage + 0.5 * meaning + bonus

    def _by_meaning(self, question: str) -> Sequence[int]:
        """Passages found without shared words: the likeliest documents, then their labels."""
        documents = list(self._of_document)
        alike = self.meaning.similarities(question, documents)
        order = sorted(range(len(documents)), key=lambda at: -alike[at])[:TITLES]
        found = [index for at in order for index in self._of_document[documents[at]]][:LABELS]
        closeness = self.meaning.similarities(question, [self.entries[at].label for at in found])
        return [index for _, index in sorted(zip((-c for c in closeness), found, strict=True))][
            :SHORTLIST
        ]
