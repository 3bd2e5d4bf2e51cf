"""Blocks as they lie in a document's row: places in its text instead of the text again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sources.reading import Block, BlockKind


def packed(block: Block) -> list[Any]:
    """What `unpacked` makes the block from."""
    return [
        block.kind,
        block.start,
        block.end,
        block.level,
        block.entry,
        block.list_id,
        list(block.heading_path),
        block.page,
    ]


def unpacked(text: str, rows: Sequence[Sequence[Any]]) -> list[Block]:
    """The blocks of a stored document."""
    return [
        Block(
            kind=BlockKind(kind),
            text=text[start:end],
            start=start,
            end=end,
            heading_path=tuple(path),
            level=level,
            entry=entry,
            list_id=list_id,
            # Documents stored before pages were counted have no number.
            page=page[0] if page else 0,
        )
        for kind, start, end, level, entry, list_id, path, *page in rows
    ]
