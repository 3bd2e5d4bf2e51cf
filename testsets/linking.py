"""Passages that came with a file, found again among the stored passages of a workspace."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from core.fingerprint import fingerprint
from core.models import Workspace
from sources.models import Passage

_AT_ONCE = 500


class _Stored(NamedTuple):
    pk: int
    text: str
    start: int
    content_hash: str
    address: str


def stored_passages(workspace: Workspace, passages: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """The key of the stored passage with the same text, by the fingerprint of each passage.

    Of several the one of the same document and place is taken, else the newest; passages whose text
    the workspace does not hold are left out.
    """
    wanted = {fingerprint(dict(passage)): passage for passage in passages}
    texts = list({passage["text"] for passage in wanted.values()})
    there: dict[str, list[_Stored]] = defaultdict(list)
    for first in range(0, len(texts), _AT_ONCE):
        rows = Passage.objects.for_workspace(workspace).filter(
            text__in=texts[first : first + _AT_ONCE]
        )
        columns = ("pk", "text", "start", "document__content_hash", "document__address")
        for stored in rows.values_list(*columns):
            there[stored[1]].append(_Stored(*stored))
    return {
        key: max(there[passage["text"]], key=lambda stored: _likeness(stored, passage)).pk
        for key, passage in wanted.items()
        if there[passage["text"]]
    }


def _likeness(stored: _Stored, passage: Mapping[str, Any]) -> tuple[bool, bool, bool, int]:
    return (
        stored.content_hash == passage["content_hash"],
        stored.address == passage["address"],
        stored.start == passage["start"],
        stored.pk,
    )
