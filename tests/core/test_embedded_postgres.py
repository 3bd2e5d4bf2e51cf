"""The embedded server starts by itself, is shared, and comes back after a kill."""

import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

ROOT = Path(__file__).resolve().parent.parent.parent

USE = """
import sys, time
from pathlib import Path
sys.path.insert(0, {root!r})
from core.postgres.embedded import ensure_running
import psycopg
address = ensure_running(Path(sys.argv[1]), database="caudals")
with psycopg.connect(host=address.host, user=address.user, dbname="caudals") as connection:
    connection.execute("CREATE TABLE IF NOT EXISTS kept (n int)")
    connection.execute("INSERT INTO kept VALUES (1)")
    connection.commit()
    print(connection.execute("SELECT count(*) FROM kept").fetchone()[0], flush=True)
if sys.argv[2] == "stay":
    time.sleep(60)
"""


STARTED: list[subprocess.Popen] = []


def use(data: Path, then: str) -> subprocess.Popen:
    """A process that uses the server; `then` is "leave" or "stay"."""
    process = subprocess.Popen(
        [sys.executable, "-c", USE.format(root=str(ROOT)), str(data), then],
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    STARTED.append(process)
    return process


def rows_seen(process: subprocess.Popen) -> int:
    """What it counted, as soon as it says so."""
    return int(process.stdout.readline())


def server_pid(data: Path) -> int | None:
    """The server's process number, from its own file."""
    file = data / "postmaster.pid"
    return int(file.read_text().splitlines()[0]) if file.exists() else None


@pytest.fixture
def data(tmp_path):
    # A short path: the socket's name has a limit.
    folder = Path("/tmp") / f"caudals-test-{os.getpid()}-{time.monotonic_ns()}"
    yield folder / "postgres"
    for process in STARTED:
        process.kill()
        process.communicate()
    STARTED.clear()
    pid = server_pid(folder / "postgres")
    if pid and psutil.pid_exists(pid):
        os.kill(pid, signal.SIGQUIT)
    shutil.rmtree(folder, ignore_errors=True)


def gone(pid: int) -> bool:
    """Whether a process has ended; a zombie whose parent is elsewhere counts as ended."""
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        if not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
            return True
        time.sleep(0.05)
    return False


def test_the_last_process_to_leave_stops_the_server_and_the_data_stay(data):
    first = use(data, "leave")
    assert rows_seen(first) == 1
    first.wait()
    assert server_pid(data) is None
    second = use(data, "leave")
    assert rows_seen(second) == 2
    second.wait()


def test_the_server_goes_on_while_another_process_uses_it(data):
    stays = use(data, "stay")
    rows_seen(stays)
    leaves = use(data, "leave")
    rows_seen(leaves)
    leaves.wait()
    assert psutil.pid_exists(server_pid(data))
    stays.kill()
    stays.wait()


def test_a_killed_process_neither_breaks_the_data_nor_keeps_the_server_for_ever(data):
    killed = use(data, "stay")
    assert rows_seen(killed) == 1
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    again = use(data, "leave")
    assert rows_seen(again) == 2
    again.wait()
    assert server_pid(data) is None


def test_a_killed_server_is_started_again_with_its_data(data):
    first = use(data, "stay")
    assert rows_seen(first) == 1
    pid = server_pid(data)
    for process in [psutil.Process(pid), *psutil.Process(pid).children()]:
        with suppress(psutil.NoSuchProcess):
            process.kill()
    assert gone(pid)
    second = use(data, "leave")
    assert rows_seen(second) == 2
    second.wait()
    first.kill()
    first.wait()


def test_two_checkouts_have_servers_of_their_own(data, tmp_path):
    other = data.parent / "other" / "postgres"
    one, two = use(data, "stay"), use(other, "stay")
    assert (rows_seen(one), rows_seen(two)) == (1, 1)
    assert server_pid(data) != server_pid(other)
    for process in (one, two):
        process.kill()
        process.wait()
    pid = server_pid(other)
    os.kill(pid, signal.SIGQUIT)
    assert gone(pid)
