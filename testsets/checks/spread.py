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
