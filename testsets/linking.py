"""Passages that came with a file, found again among the stored passages of a workspace."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from core.fingerprint import fingerprint
from core.models import Workspace
from sources.models import Passage

_AT_ONCE: Final = 500
# What a frozen passage says, and where a stored one has it.
_COLUMNS: Final[Mapping[str, str]] = {
    "document": "document__title",
    "address": "document__address",
    "content_hash": "document__content_hash",
    "heading_path": "heading_path",
    "text": "text",
    "start": "start",
    "end": "end",
    "language": "language",
}


class Held(NamedTuple):
    """A stored passage with the text of a file's; `same` when it says all else alike too."""

    pk: int
    same: bool


def held_passages(workspace: Workspace, passages: Iterable[Mapping[str, Any]]) -> dict[str, Held]:
    """The stored passage with the same text, by the fingerprint of each passage.

    Of several the one of the same document and place is taken, else the newest; passages whose text
    the workspace does not hold are left out.
    """
    wanted = {fingerprint(dict(passage)): passage for passage in passages}
    texts = list({passage["text"] for passage in wanted.values()})
    there: dict[str, list[tuple[int, dict[str, Any]]]] = defaultdict(list)
    for first in range(0, len(texts), _AT_ONCE):
        rows = Passage.objects.for_workspace(workspace).filter(
            text__in=texts[first : first + _AT_ONCE]
        )
        for pk, *values in rows.values_list("pk", *_COLUMNS.values()):
            stored = dict(zip(_COLUMNS, values, strict=True))
            there[stored["text"]].append((pk, stored))
    return {
        key: _likest(there[passage["text"]], passage)
        for key, passage in wanted.items()
        if there[passage["text"]]
    }


def _likest(stored: list[tuple[int, dict[str, Any]]], passage: Mapping[str, Any]) -> Held:
    pk, best = max(
        stored,
        key=lambda one: (
            one[1] == passage,
            *(one[1][name] == passage[name] for name in ("content_hash", "address", "start")),
            one[0],
        ),
    )
    return Held(pk, best == passage)
