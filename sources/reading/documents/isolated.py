"""Opening files that a hostile hand may have made, in a process of its own with limits that hold.

Libraries that open PDF and Office files run into loops, bombs and bugs. Whatever they do there costs
no more than the limits, and the process that asked goes on. It sees no setting or secret either.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from sources.reading.kinds import FileKind
from sources.reading.unreadable import Unread, Unreadable

# Seconds of processor time for reading, for ending it, and on the clock.
CPU_SECONDS: Final = 60
GRACE_SECONDS: Final = 20
WALL_SECONDS: Final = 180
MEMORY_BYTES: Final = 1_500_000_000
OUTPUT_BYTES: Final = 40_000_000
_ROOT = Path(__file__).resolve().parents[3]


def extract(
    kind: FileKind, raw: bytes, *, name: str, cpu: int = CPU_SECONDS, wall: int = WALL_SECONDS
) -> dict[str, Any]:
    """What the extractor of this kind makes of the bytes; Unreadable, saying why, when nothing.

    RuntimeError when the process cannot even begin.
    """
    command = [sys.executable, "-m", "sources.reading.documents.worker", kind.value, str(cpu)]
    environment = {
        "PYTHONPATH": str(_ROOT), "PYTHONUTF8": "1", "OPENBLAS_NUM_THREADS": "1",
        "PATH": os.defpath,
    }  # fmt: skip
    try:
        done = subprocess.run(  # noqa: S603  # our own module
            command, input=raw, capture_output=True, timeout=wall, cwd=_ROOT, env=environment
        )
    except subprocess.TimeoutExpired:
        raise Unreadable(Unread.TOO_LONG, name=name) from None
    if done.returncode < 0 or len(done.stdout) > OUTPUT_BYTES:
        # Ended by a limit.
        raise Unreadable(Unread.TOO_LONG, name=name)
    if done.returncode:
        # The process says itself what is wrong with a file; this is a fault of the installation.
        fault = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
        raise RuntimeError(f"The process that opens files ended with {done.returncode}: {fault}")
    found: dict[str, Any] = json.loads(done.stdout)
    if "unread" in found:
        raise Unreadable(Unread(found["unread"]), name=name)
    return found
