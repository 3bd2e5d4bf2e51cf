"""A run that is killed fifty times, once at each of fifty moments drawn by lot.

Run by `python -m tests.benchmarks.crashes [--times 50] [--seed 1]`. The victim is in turn a worker, the
portal above a worker (a parent process of which the kernel tells the worker, as it tells the portal's),
and PostgreSQL: the server and everything it started, all with kill -9, on an embedded server of its own
that is as careful as in use. What has to hold afterwards stands in `tests.crashes`.
"""

import argparse
import os
import signal
import sys
import tempfile
import time
from contextlib import suppress
from itertools import cycle, islice
from pathlib import Path

from tests.benchmarks import runs as bench


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--questions", type=int, default=40)
    wanted = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="caudals-", ignore_cleanup_errors=True) as folder:
        bench.set_up(folder)
        return killed(wanted.times, wanted.seed, wanted.questions, Path(folder))


def killed(times: int, seed: int, questions: int, folder: Path) -> int:
    """Kill so often and print what was met; 1 when anything did not hold."""
    from core.models import Workspace
    from tests.crashes import trial

    workspace = Workspace.objects.create(slug="ferries", name="Ferries", language="en")
    wrong, clock = 0, time.monotonic()
    sys.stdout.write(
        "| victim | after, s | answers stored | graded | asked again |\n|---|---|---|---|---|\n"
    )
    with bench.endpoint("--seconds", "0.05", "--remember") as address:
        for number, victim in enumerate(islice(cycle(("worker", "database", "portal")), times)):
            try:
                met = trial(
                    workspace, address, victim=victim, seed=seed * 1000 + number,
                    questions=questions, seconds=questions * 2 * 0.05 / 4 * 1.2,
                    kill_database=lambda: kill_server(folder / "postgres"),
                )  # fmt: skip
            except AssertionError as error:
                wrong += 1
                sys.stdout.write(f"| {victim} | did not hold: {error} | | | |\n")
                continue
            sys.stdout.write(
                f"| {met.victim} | {met.after:.3f} | {met.stored} | {met.graded} |"
                f" {met.asked_again} |\n"
            )
            sys.stdout.flush()
    sys.stdout.write(f"\n{times - wrong} of {times} held, in {time.monotonic() - clock:.0f} s.\n")
    return 1 if wrong else 0


def kill_server(data: Path) -> None:
    """kill -9 of PostgreSQL and of every process that it started."""
    import psutil

    server = psutil.Process(int((data / "postmaster.pid").read_text().splitlines()[0]))
    for process in [server, *server.children(recursive=True)]:
        with suppress(psutil.NoSuchProcess):
            os.kill(process.pid, signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main())
