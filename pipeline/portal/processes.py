"""Child processes that end with their parent, however the parent ends."""

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import psutil

_PR_SET_PDEATHSIG: Final = 1
PATIENCE_SECONDS: Final = 15.0


def _end_with_parent() -> None:
    """Linux: have the kernel send SIGTERM to this process when its parent dies, by kill -9 too."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


@dataclass(slots=True)
class Child:
    """One long-running process of the portal, in a session of its own."""

    name: str
    command: Sequence[str]
    quiet: bool
    process: subprocess.Popen[bytes]

    def died(self) -> bool:
        """Whether it ended without being told to."""
        return self.process.poll() is not None

    def start_again(self) -> None:
        """Run its command anew, after whatever is left of it has gone."""
        self.stop()
        self.process = _spawn(self.command, quiet=self.quiet)

    def stop(self) -> None:
        """Ask it and everything it started to end, then insist; comes back when all are gone."""
        try:
            family = psutil.Process(self.process.pid).children(recursive=True)
        except psutil.NoSuchProcess:
            family = []
        with suppress(ProcessLookupError):
            os.kill(self.process.pid, signal.SIGTERM)
        try:
            self.process.wait(PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        _gone, alive = psutil.wait_procs(family, timeout=3)
        for process in alive:
            with suppress(psutil.NoSuchProcess):
                process.kill()
        psutil.wait_procs(alive, timeout=3)


def start(name: str, command: Sequence[str], *, quiet: bool = False) -> Child:
    """Start `command`; Ctrl-C reaches it only through the portal, which stops it in order."""
    return Child(name, command, quiet, _spawn(command, quiet=quiet))


def _spawn(command: Sequence[str], *, quiet: bool) -> subprocess.Popen[bytes]:
    return subprocess.Popen(  # noqa: S603  our own commands
        list(command),
        start_new_session=True,
        preexec_fn=_end_with_parent,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL if quiet else None,
    )
