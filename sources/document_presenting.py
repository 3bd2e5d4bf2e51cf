"""A document as its page shows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from sources.document_selectors import DocumentVersion
from sources.models import Document, Exclusion, Passage
from sources.preview import TITLES, Bracket, Structure
from sources.wording import SKIPPED

STRUCTURE, PASSAGES = "structure", "passages"
# A document with more blocks, or more passages, is shown in several parts.
PER_PART: Final = 250
# A part with fewer headings is looked over at once.
FEWEST_HEADINGS: Final = 3


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A part of the page that is not in its text, and why."""

    why: str | Promise
    text: str


@dataclass(frozen=True, slots=True)
class Wish:
    """How a document is to be shown, and which part of a long one: by number or by what it holds."""

    shown_as: str = STRUCTURE
    part: int = 1
    block: int | None = None
    passage: int | None = None


def document_context(
    document: Document,
    passages: Sequence[Passage],
    structure: Structure,
    *,
    exclusions: Sequence[Exclusion],
    versions: Sequence[DocumentVersion],
    wish: Wish,
) -> dict[str, Any]:
    """Everything that the page of a document shows."""
    withheld = structure.withheld
    brackets: Sequence[Bracket] = structure.brackets
    if wish.shown_as == PASSAGES:
        brackets = [Bracket((one,), (), one.pk in withheld) for one in passages]
    parts = list(_parts(brackets))
    number = _chosen(parts, wish)
    shown = parts[number] if parts else []
    headings = [row for one in shown for row in one.rows if row.kind in TITLES]
    return {
        "document": document,
        "source": document.source,
        "brackets": shown,
        "withheld": withheld,
        "headings": headings if len(headings) >= FEWEST_HEADINGS else [],
        "left_out": [LeftOut(SKIPPED.get(why, why), text) for why, text in document.left_out],
        "words": sum(len(one.text.split()) for one in passages if one.pk not in withheld),
        "offered": len(passages) - len(withheld),
        "page_exclusion": next((one for one in exclusions if not one.block_hash), None),
        "versions": versions,
        "newest": versions[0].pk if versions else document.pk,
        "shown_as": wish.shown_as,
        "ways": [(STRUCTURE, _("Structure"), None), (PASSAGES, _("Passages"), None)],
        "is_address": document.address.startswith(("http://", "https://")),
        **_turning(number, len(parts), wish),
    }


def _parts(brackets: Sequence[Bracket]) -> Iterator[list[Bracket]]:
    """The brackets in parts of about PER_PART blocks; a bracket is never parted."""
    part: list[Bracket] = []
    size = 0
    for bracket in brackets:
        if size >= PER_PART:
            yield part
            part, size = [], 0
        part.append(bracket)
        size += max(len(bracket.rows), 1)
    if part:
        yield part


def _chosen(parts: Sequence[Sequence[Bracket]], wish: Wish) -> int:
    """Which part is shown, counted from 0: that with the block or passage named, else by number."""
    for number, part in enumerate(parts):
        for bracket in part:
            if any(row.number == wish.block for row in bracket.rows) or any(
                one.position == wish.passage for one in bracket.passages
            ):
                return number
    return min(max(wish.part, 1), max(len(parts), 1)) - 1


def _turning(number: int, parts: int, wish: Wish) -> dict[str, str]:
    """The sentence and the addresses for going from part to part; nothing where there is one."""
    if parts < 2:
        return {}
    kept = f"as={wish.shown_as}&part="
    return {
        "part_words": _("Part %(part)s of %(parts)s") % {"part": number + 1, "parts": parts},
        "previous_part": f"?{kept}{number}" if number else "",
        "next_part": f"?{kept}{number + 2}" if number + 1 < parts else "",
    }
