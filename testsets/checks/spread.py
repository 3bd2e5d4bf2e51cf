"""How a set of questions spreads over the material (M1.21)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from testsets.values import Draft, Material


@dataclass(frozen=True, slots=True)
class Spread:
    """Questions per document, most first, and how many documents have none."""

    per_document: tuple[tuple[str, int], ...]
    documents: int

    @property
    def covered(self) -> int:
        """Documents that at least one question comes from."""
        return len(self.per_document)

    @property
    def largest_share(self) -> float | None:
        """The share of the questions that the most used document has; None without questions."""
        total = sum(count for _, count in self.per_document)
        return self.per_document[0][1] / total if total else None


def spread(drafts: Iterable[Draft], material: Mapping[int, Material]) -> Spread:
    """The spread of the drafts over the documents of the material."""
    used = Counter(
        material[draft.passage_key].document_key
        for draft in drafts
        if draft.passage_key in material
    )
    titles = {passage.document_key: passage.document for passage in material.values()}
    return Spread(
        per_document=tuple((titles[key], count) for key, count in used.most_common()),
        documents=len(titles),
    )
