"""Reading documents: bytes to text, blocks and passages. Plain values, no Django."""

from sources.reading.reader import read
from sources.reading.unreadable import Unread, Unreadable
from sources.reading.values import (
    Block,
    BlockKind,
    FaqEntry,
    PassageKind,
    ReadDocument,
    ReadPassage,
    Skipped,
    SkipReason,
)

__all__ = [
    "Block",
    "BlockKind",
    "FaqEntry",
    "PassageKind",
    "ReadDocument",
    "ReadPassage",
    "SkipReason",
    "Skipped",
    "Unread",
    "Unreadable",
    "read",
]
