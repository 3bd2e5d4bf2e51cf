"""The portal as processes: it starts on nothing, stops without a trace, and comes back after a kill."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import psutil
import pytest

pytestmark = pytest.mark.portal
ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE = 90.0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def folder() -> Iterator[Path]:
    # A short path: the name of PostgreSQL's socket has a limit.
    home = Path("/tmp") / f"caudals-portal-{os.getpid()}-{time.monotonic_ns()}"
    home.mkdir()
    yield home
    for process in belonging(home):
        process.kill()
    shutil.rmtree(home, ignore_errors=True)


@pytest.fixture(scope="module")
def home() -> Iterator[Path]:
    """A folder in which a portal that was started on nothing has been stopped with Ctrl-C."""
    with folder() as empty:
        start_and_stop(empty)
        yield empty


def belonging(home: Path) -> list[psutil.Process]:
    """All living processes that were started with this data folder."""
    found = []
    for process in psutil.process_iter():
        try:
            if process.status() == psutil.STATUS_ZOMBIE:
                continue
            ours = str(home) in " ".join(process.cmdline()) or (
                process.environ().get("CAUDALS_VAR_DIR") == str(home)
            )
        except (psutil.NoSuchProcess, psutil.AccessDenied):
            continue
        if ours and process.pid != os.getpid():
            found.append(process)
    return found


def start(home: Path, port: int) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, "manage.py", "portal", "--no-demo", "--port", str(port)],
        cwd=ROOT,
        env={**os.environ, "CAUDALS_VAR_DIR": str(home)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def wait_until_ready(portal: subprocess.Popen, port: int) -> list[str]:
    """Read what it says up to the line with its address, and see that it answers there."""
    said = []
    for line in portal.stdout:
        said.append(line)
        if "Ctrl-C stops it" in line:
            break
    assert f"Caudals is at http://127.0.0.1:{port}/\n" in said, "".join(said)
    assert httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=5).status_code == 200
    return said


def wait_until_gone(home: Path) -> list[str]:
    deadline = time.monotonic() + 40
    while (left := belonging(home)) and time.monotonic() < deadline:
        time.sleep(0.2)
    return [" ".join(process.cmdline())[:120] for process in left]


def start_and_stop(home: Path) -> None:
    port = free_port()
    portal = start(home, port)
    wait_until_ready(portal, port)
    portal.send_signal(signal.SIGINT)
    said, _nothing = portal.communicate(timeout=PATIENCE)
    assert portal.returncode == 0, said
    assert "Traceback" not in said
    assert wait_until_gone(home) == []


def test_ctrl_c_leaves_no_process_behind(home):
    assert wait_until_gone(home) == []


def test_it_starts_again_after_ctrl_c_and_after_kill_9_its_children_end_and_the_next_start_works(
    home,
):
    port = free_port()
    portal = start(home, port)
    wait_until_ready(portal, port)
    portal.kill()
    portal.communicate()
    deadline = time.monotonic() + 40
    left = belonging(home)
    while time.monotonic() < deadline:
        left = [
            p for p in belonging(home) if "manage.py" in p.cmdline() or "gunicorn" in p.cmdline()
        ]
        if not left:
            break
        time.sleep(0.2)
    assert left == []
    again = start(home, port)
    wait_until_ready(again, port)
    again.send_signal(signal.SIGINT)
    again.communicate(timeout=PATIENCE)
    assert wait_until_gone(home) == []


def test_a_taken_port_is_said_before_anything_starts():
    with folder() as home, socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        portal = start(home, taken.getsockname()[1])
        said, _nothing = portal.communicate(timeout=PATIENCE)
        assert portal.returncode == 1
        assert "Choose another: PORT=" in said
        assert not (home / "postgres").exists()
