"""The process that opens one file: kind and seconds as arguments, bytes in, JSON out."""

from __future__ import annotations

import contextlib
import json
import resource
import sys
import warnings
from importlib import import_module

from sources.reading.documents.budget import Budget, TooLong
from sources.reading.documents.isolated import GRACE_SECONDS, MEMORY_BYTES
from sources.reading.documents.opening import Unopened
from sources.reading.kinds import FileKind
from sources.reading.unreadable import Unread

# Imported by name, so that reading one kind does not load the libraries of all.
EXTRACTORS = {
    FileKind.PDF: "pdf",
    FileKind.WORD: "word",
    FileKind.WORKBOOK: "workbooks",
    FileKind.EPUB: "epub",
}
_DEEP = 3_000


def main(kind: FileKind, seconds: int) -> None:
    """Read standard input, write what was found in it, or why nothing was."""
    warnings.simplefilter("ignore")
    sys.setrecursionlimit(_DEEP)
    module = import_module(f"sources.reading.documents.{EXTRACTORS[kind]}")
    _limit(seconds)
    raw = sys.stdin.buffer.read()
    try:
        said = json.dumps(module.extract(raw, Budget(seconds)))
    except Unopened as error:
        said = json.dumps({"unread": error.why})
    except (TooLong, MemoryError):
        said = json.dumps({"unread": Unread.TOO_LONG})
    except Exception:
        # The libraries raise whatever the broken bytes happen to run into.
        said = json.dumps({"unread": Unread.BROKEN})
    sys.stdout.write(said)


def _limit(seconds: int) -> None:
    """Hold this process to its memory and time; where a system knows no such limit, go without."""
    hard = seconds + GRACE_SECONDS
    for what, much in ((resource.RLIMIT_AS, MEMORY_BYTES), (resource.RLIMIT_CPU, hard),
                       (resource.RLIMIT_CORE, 0), (resource.RLIMIT_FSIZE, 0)):  # fmt: skip
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(what, (much, much))


if __name__ == "__main__":
    main(FileKind(sys.argv[1]), int(sys.argv[2]))
