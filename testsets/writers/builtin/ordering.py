"""In which order drafts are proposed: spread over documents and types, yes/no kept even."""

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from testsets.checks.balance import side_of
from testsets.values import Draft


@dataclass(frozen=True, slots=True)
class Candidate:
    """A draft, the document it comes from, and how good its kind usually is (0 is best)."""

    draft: Draft
    document_key: int
    rank: int


# The material's own questions come first; a document's made ones follow when those are used up.
ASKED: Final = 0
MADE: Final = 1
DERIVED: Final = 2


def spread_out(candidates: Iterable[Candidate]) -> Iterator[Draft]:
    """One draft of each document in turn, the type that is rarest so far first.

    Within a document a better kind goes before a worse one; among equals the type (a yes/no
    question counts as two types, by its answer) that has come least often goes first.
    """
    waiting: dict[int, deque[Candidate]] = {}
    for candidate in sorted(candidates, key=lambda c: c.rank):
        waiting.setdefault(candidate.document_key, deque()).append(candidate)
    seen: Counter[str] = Counter()
    while waiting:
        for document_key in list(waiting):
            queue = waiting[document_key]
            chosen = _rarest(queue, seen)
            queue.remove(chosen)
            if not queue:
                del waiting[document_key]
            seen[_type(chosen.draft)] += 1
            yield chosen.draft


def _rarest(queue: Sequence[Candidate], seen: Mapping[str, int]) -> Candidate:
    best = [candidate for candidate in queue if candidate.rank == queue[0].rank]
    return min(best, key=lambda candidate: seen[_type(candidate.draft)])


def _type(draft: Draft) -> str:
    side = side_of(draft)
    return f"{draft.type.value}/{side.value}" if side else draft.type.value
