"""Which questions two versions of a set, or a version and its draft, do not have alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from testsets.evidence import content_of, frozen_content
from testsets.indexing import behind
from testsets.models import FrozenQuestion, Question, TestSet, TestSetVersion
from testsets.records import with_evidence

CHANGED: Final = "changed"
ADDED: Final = "added"
REMOVED: Final = "removed"
Side: TypeAlias = TestSetVersion | TestSet


@dataclass(frozen=True, slots=True)
class Difference:
    """A question that is not alike on both sides, by its identifier."""

    kind: str
    uid: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """What differs, changed questions first, each in the order of its side; and how many are alike."""

    differences: tuple[Difference, ...]
    alike: int

    def count(self, kind: str) -> int:
        """How many differ in this way."""
        return sum(one.kind == kind for one in self.differences)


def compare(before: Side, after: Side) -> Comparison:
    """Told by digests alone; a question of a draft that is not worked out yet counts as changed."""
    old, new = _digests(before), _digests(after)
    changed = [uid for uid, digest in new.items() if uid in old and old[uid] != digest]
    added = [uid for uid in new if uid not in old]
    removed = [uid for uid in old if uid not in new]
    return Comparison(
        tuple(
            Difference(kind, uid)
            for kind, uids in ((CHANGED, changed), (ADDED, added), (REMOVED, removed))
            for uid in uids
        ),
        len(new) - len(changed) - len(added),
    )


def _digests(side: Side) -> dict[str, str]:
    if isinstance(side, TestSetVersion):
        return dict(side.questions.order_by("position").values_list("uid", "digest"))
    rows = side.questions.filter(removed_at__isnull=True).order_by("position", "pk")
    found = dict(rows.values_list("uid", "indexed__digest"))
    late = behind(side).values_list("uid", flat=True)
    return found | dict.fromkeys(late, "")


def contents(side: Side, uids: Sequence[str]) -> Mapping[str, dict[str, Any]]:
    """How the side words these questions, by their identifiers."""
    if isinstance(side, TestSetVersion):
        frozen = FrozenQuestion.objects.filter(version=side, uid__in=uids)
        return {row.uid: content_of(row) for row in frozen}
    rows: list[Question] = list(
        side.questions.filter(uid__in=uids, removed_at__isnull=True)
        .select_related("parent")
        .prefetch_related(*with_evidence())
    )
    return {row.uid: frozen_content(row) for row in rows}
