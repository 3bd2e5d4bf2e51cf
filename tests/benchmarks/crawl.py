"""How fast a site becomes passages in the database, and how much memory that takes.

Run by `make bench-sources`. A server in a process of its own serves made-up pages of 50 KB; a reading
as the portal carries it out fetches, reads, stores and cuts them, with its own embedded PostgreSQL in
a temporary folder. Memory is that of the reading process with its children; the database server and
the web server are told apart.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import psutil

from tests.benchmarks.made_site import write_site

ROOT: Final = Path(__file__).resolve().parent.parent.parent
LEAST_PER_SECOND: Final = 40
MOST_MEGABYTES: Final = 300
# Between the smaller and the larger site; what is known of each address takes some.
MOST_GROWTH: Final = 1.15
HEADER: Final = (
    "| pages | reading | pages a second | walk, cut: seconds | processor a page: walk, cut | passages | "
    "peak MB: reading, database | load before |\n|---|---|---|---|---|---|---|---|"
)


@dataclass
class Measured:
    """What one reading gave."""

    pages: int
    again: bool
    load: float
    result: dict[str, Any] = field(default_factory=dict)
    peak: float = 0.0
    database: float = 0.0

    @property
    def per_second(self) -> float:
        return float(self.result["read"]) / float(self.result["seconds"])

    def line(self) -> str:
        found, pages = self.result, self.result["read"]
        walked, whole = found["processor_walked"] / pages, found["processor"] / pages
        return (
            f"| {pages} | {'again' if self.again else 'first'} | {self.per_second:.1f} | "
            f"{found['walked']:.1f}, {found['seconds'] - found['walked']:.1f} | "
            f"{walked * 1000:.1f}, {(whole - walked) * 1000:.1f} ms | {found['passages']} | "
            f"{self.peak:.0f}, {self.database:.0f} | {self.load:.1f} |"
        )


def main() -> int:
    """Print a table of the readings; 1 when a target is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, nargs="+", default=[1000, 5000])
    options = parser.parse_args()
    sys.stdout.write(f"{HEADER}\n")
    rows = []
    for pages in options.pages:
        for row in measure(pages):
            rows.append(row)
            sys.stdout.write(f"{row.line()}\n")
            sys.stdout.flush()
    missed = [*_missed(rows)]
    for sentence in missed:
        sys.stderr.write(f"{sentence}\n")
    return 1 if missed else 0


def _missed(rows: list[Measured]) -> list[str]:
    first = [row for row in rows if not row.again]
    return [
        *(f"{row.pages} pages: {row.per_second:.1f} a second" for row in first
          if row.per_second < LEAST_PER_SECOND),
        *(f"{row.pages} pages: {row.peak:.0f} MB" for row in rows if row.peak > MOST_MEGABYTES),
        *(f"{row.pages} pages: memory grew" for row in first
          if row.peak > first[0].peak * MOST_GROWTH),
    ]  # fmt: skip


def measure(pages: int) -> Iterator[Measured]:
    """Read a site of so many pages, and read it again when nothing has changed."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch, "site")
        folder.mkdir()
        write_site(folder, pages)
        environment = os.environ | {"CAUDALS_VAR_DIR": str(Path(scratch, "var"))}
        server = subprocess.Popen(
            [sys.executable, "-m", "tests.benchmarks.made_site", str(folder)],
            cwd=ROOT, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        try:
            assert server.stdout is not None
            port = server.stdout.readline().strip()
            subprocess.run(
                [sys.executable, "manage.py", "migrate", "--verbosity", "0"],
                cwd=ROOT, env=environment, check=True,
            )  # fmt: skip
            for again in (False, True):
                yield _read(pages, port, environment, again=again)
        finally:
            server.terminate()
            server.wait()


def _read(pages: int, port: str, environment: dict[str, str], *, again: bool) -> Measured:
    row = Measured(pages, again, os.getloadavg()[0])
    reading = subprocess.Popen(
        [sys.executable, "-m", "tests.benchmarks.crawl_reading", port, str(pages)],
        cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    watched, looks = psutil.Process(reading.pid), 0
    while reading.poll() is None:
        row.peak = max(row.peak, _megabytes(watched))
        if looks % 20 == 0:
            row.database = max(row.database, _database_megabytes(environment))
        looks += 1
        time.sleep(0.2)
    assert reading.stdout is not None
    if reading.returncode:
        raise RuntimeError(f"The reading ended with status {reading.returncode}.")
    row.result = json.loads(reading.stdout.read())
    return row


def _megabytes(process: psutil.Process) -> float:
    """The memory of the process with its children, the database server apart."""
    try:
        family = [process, *process.children(recursive=True)]
        return sum(one.memory_info().rss for one in family if one.name() != "postgres") / 1e6
    except psutil.Error:
        # Processes end while they are looked at.
        return 0.0


def _database_megabytes(environment: dict[str, str]) -> float:
    """The memory of the database server's processes, what they share aside."""
    total = 0
    for one in psutil.process_iter(["name", "cwd"]):
        folder = str(one.info["cwd"] or "")
        if one.info["name"] == "postgres" and folder.startswith(environment["CAUDALS_VAR_DIR"]):
            with contextlib.suppress(psutil.Error):
                total += _unshared(one)
    return total / 1e6


def _unshared(process: psutil.Process) -> int:
    memory = process.memory_info()
    return int(memory.rss - memory.shared)


if __name__ == "__main__":
    sys.exit(main())
