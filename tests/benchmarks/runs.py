"""How long a run takes on an endpoint of fixed latency, stored as it always is.

Run by `make bench-runs`, with the peers by `make bench-runs PEERS=1`. The database is an embedded
PostgreSQL of its own in a temporary folder, as careful as it is in use: every answer and every grade
waits until it is on the disk.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.request import urlopen
from uuid import uuid4

SECONDS: Final = 0.3
MOST_GRADED_S: Final = 9.9
MOST_OF_IDEAL: Final = 1.25
MOST_MB: Final = 250
ROOT: Final = Path(__file__).resolve().parents[2]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", choices=["graded", "many"], help="One of the measures.")
    parser.add_argument("--peers", action="store_true", help="Measure inspect-ai and deepeval too.")
    parser.add_argument("--times", type=int, default=3)
    wanted = parser.parse_args(arguments)
    if wanted.only:
        with tempfile.TemporaryDirectory(prefix="caudals-", ignore_cleanup_errors=True) as folder:
            set_up(folder)
            return graded(wanted.times) if wanted.only == "graded" else many()
    said = f"Load before: {os.getloadavg()[0]:.2f} on {os.cpu_count()} cores.\n\n"
    sys.stdout.write(said)
    sys.stdout.flush()
    # Each in a process that has done nothing else, as a worker that was just started.
    missed = sum(
        subprocess.call(
            [sys.executable, "-m", "tests.benchmarks.runs", "--only", measure,
             "--times", str(wanted.times)],
            cwd=ROOT,
        )
        for measure in ("graded", "many")
    )  # fmt: skip
    if wanted.peers:
        from tests.benchmarks import peers

        peers.measure()
    return 1 if missed else 0


def set_up(folder: str) -> None:
    """Django on an embedded server in `folder`."""
    os.environ["CAUDALS_VAR_DIR"] = folder
    os.environ.pop("DATABASE_URL", None)
    os.environ["CAUDALS_ALLOW_PRIVATE_HOSTS"] = "127.0.0.1"
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "caudals.settings")
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)


@contextmanager
def endpoint(*options: str) -> Iterator[str]:
    """The endpoint in a process of its own; gives its address."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.benchmarks.endpoint", *options],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdin
    assert process.stdout
    try:
        yield f"http://127.0.0.1:{int(process.stdout.readline())}"
    finally:
        process.stdin.close()
        process.stdout.close()
        process.wait()


def stats(address: str) -> dict[str, Any]:
    """What the endpoint counted since it was last asked."""
    with urlopen(f"{address}/stats") as reply:
        return json.load(reply)


def started(address: str, *, questions: int, concurrency: int) -> Any:
    """A run in a workspace of its own that nobody carries out yet."""
    from core.models import Workspace

    workspace = Workspace.objects.create(
        slug=f"w-{uuid4().hex[:12]}", name="Ferries", language="en"
    )
    return started_in(workspace, address, questions=questions, concurrency=concurrency)


def started_in(workspace: Any, address: str, *, questions: int, concurrency: int) -> Any:
    """A run of so many questions."""
    from runs.values import Policy
    from tests.runs.setting import http_assistant
    from tests.runs.setting import started as start

    return start(
        frozen(workspace, questions),
        http_assistant(workspace, f"{address}/ask"),
        policy=Policy(concurrency=concurrency),
    )


def frozen(workspace: Any, count: int) -> Any:
    """A version with so many questions."""
    from django.utils import timezone

    from tests.grading.setting import FACT, PASSAGE, RIGHT
    from testsets.models import FrozenQuestion, TestSet, TestSetVersion

    test_set = TestSet.objects.create(workspace=workspace, name="Fares")
    version = TestSetVersion.objects.create(
        test_set=test_set, number=1, digest="ab" * 32, language="en", exploratory=False,
        writers=[], signed_off=False, approved_at=timezone.now(),
    )  # fmt: skip
    FrozenQuestion.objects.bulk_create(
        FrozenQuestion(
            version=version, uid=f"q-{place}", position=place, type="exact_value", language="en",
            text=f"What does a day ticket of line {place} cost?", expected_answer=RIGHT,
            expects="answer", critical=False, control=False, facts=[FACT], passages=[PASSAGE],
            written_by="a benchmark", digest=f"{place:064x}",
        )
        for place in range(1, count + 1)
    )  # fmt: skip
    return version


def graded(times: int, *, questions: int = 300, concurrency: int = 20) -> int:
    """Ask and grade; 1 when the median of several goes took too long between first and last request."""
    from core.llm import ChatModel, Endpoint
    from grading import judging
    from grading.graders import ModelGrader
    from grading.models import Assessment
    from runs import asking

    ideal = questions * 2 * SECONDS / concurrency
    sys.stdout.write(
        f"{questions} questions answered and graded, {concurrency} at a time, {SECONDS} s each: "
        f"ideal {ideal:.1f} s, at most {MOST_GRADED_S} s.\n\n"
        "| between first and last request, s | as a whole, s | CPU, s | most at once |\n|---|---|---|---|\n"
    )
    took = []
    for _go in range(times):
        with endpoint("--seconds", str(SECONDS)) as address:
            run = started(address, questions=questions, concurrency=concurrency)
            model = ChatModel(Endpoint(f"{address}/v1", "fixed", concurrency=concurrency))
            clock, cpu = time.monotonic(), time.process_time()
            asking.carry_out(run.pk, slice_seconds=float("inf"))
            judging.grade_run(run.pk, grader=ModelGrader(model))
            whole, cpu = time.monotonic() - clock, time.process_time() - cpu
            told = stats(address)
        assert told["count"] == questions * 2, told["count"]
        assert run.answers.count() == questions
        assert Assessment.objects.filter(answer__run=run, label="correct").count() == questions
        assert told["busiest"] <= concurrency
        took.append(told["seconds"])
        sys.stdout.write(
            f"| {told['seconds']:.2f} | {whole:.2f} | {cpu:.2f} | {told['busiest']} |\n"
        )
    median = sorted(took)[len(took) // 2]
    sys.stdout.write(f"\nMedian {median:.2f} s.\n\n")
    return int(median > MOST_GRADED_S)


def many(*, questions: int = 5000, concurrency: int = 200) -> int:
    """Ask very many; 1 when it took too long or the worker grew too large."""
    from runs import asking

    ideal = questions * SECONDS / concurrency
    sys.stdout.write(
        f"{questions} questions, {concurrency} at a time, {SECONDS} s each: ideal {ideal:.2f} s, at "
        f"most {ideal * MOST_OF_IDEAL:.2f} s and {MOST_MB} MB.\n\n"
    )
    with endpoint("--seconds", str(SECONDS)) as address, Memory() as memory:
        run = started(address, questions=questions, concurrency=concurrency)
        clock, cpu = time.monotonic(), time.process_time()
        asking.carry_out(run.pk, slice_seconds=float("inf"))
        whole, cpu = time.monotonic() - clock, time.process_time() - cpu
        told = stats(address)
    assert told["count"] == questions, told["count"]
    assert run.answers.count() == questions
    sys.stdout.write(
        "| between first and last request, s | of ideal | as a whole, s | CPU, s | most at once |"
        f" memory, MB |\n|---|---|---|---|---|---|\n| {told['seconds']:.2f} |"
        f" {told['seconds'] / ideal:.2f} | {whole:.2f} | {cpu:.2f} | {told['busiest']} |"
        f" {memory.said()} |\n\n"
    )
    return int(told["seconds"] > ideal * MOST_OF_IDEAL or max(memory.seen) > MOST_MB)


class Memory:
    """The memory of this process, looked at ten times a second."""

    def __init__(self) -> None:
        self.seen: list[float] = []
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> Memory:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def said(self) -> str:
        """At the first quarter, in the middle, at the end, and at most."""
        points = [self.seen[int((len(self.seen) - 1) * share)] for share in (0.25, 0.5, 1)]
        return " → ".join(f"{point:.0f}" for point in points) + f", at most {max(self.seen):.0f}"

    def _look(self) -> None:
        import psutil

        process = psutil.Process()
        while not self._ended.wait(0.1):
            self.seen.append(process.memory_info().rss / 1e6)


if __name__ == "__main__":
    sys.exit(main())
