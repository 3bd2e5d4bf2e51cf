"""Reading documents: bytes to text, blocks and passages. Plain values, no Django."""

from sources.reading.kinds import FileKind, kind_of
from sources.reading.passages import passages_of
from sources.reading.reader import read
from sources.reading.site import Repetition, without_repeated
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
    "FileKind",
    "PassageKind",
    "ReadDocument",
    "ReadPassage",
    "Repetition",
    "SkipReason",
    "Skipped",
    "Unread",
    "Unreadable",
    "kind_of",
    "passages_of",
    "read",
    "without_repeated",
]
