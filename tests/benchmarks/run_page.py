"""How long the page of a run with 50,000 recorded answers takes the server, live and ended.

Run by `python -m tests.benchmarks.run_page [--answers N]`, part of `make bench-runs`. The answers stand
in an embedded PostgreSQL of its own in a temporary folder: of one run each question once, of another
each of a tenth as many questions ten times; one in a hundred failed once before, one in a thousand for
good. Each page is asked for once to warm up and then twenty times, as a signed-in person does, through
every middleware; a time is the server's.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from datetime import timedelta
from typing import Any, Final

ANSWERS: Final = 50_000
MOST_MS: Final = 100
MOST_QUERIES: Final = 12
TIMES: Final = 20


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--answers", type=int, default=ANSWERS)
    wanted = parser.parse_args(arguments).answers
    from tests.benchmarks.runs import set_up

    with tempfile.TemporaryDirectory(prefix="caudals-", ignore_cleanup_errors=True) as folder:
        set_up(folder)
        return measured(wanted)


def measured(wanted: int) -> int:
    """Store the answers, ask for the pages, print the table; 1 when one is too slow."""
    from django.db import connection

    from tests.world import client_for, make_world

    world = make_world()
    clock = time.monotonic()
    runs = {
        "each question once": stored(world, wanted, repetitions=1),
        "each ten times": stored(world, wanted // 10, repetitions=10),
    }
    sys.stdout.write(f"2 x {wanted} answers stored in {time.monotonic() - clock:.0f} s.\n\n")
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    client = client_for(world.ada)
    sys.stdout.write("| page | p95 ms | median ms | queries |\n|---|---|---|---|\n")
    slow = 0
    for kind, run in runs.items():
        last = -(-run.planned // 50)
        for status in ("running", "done"):
            type(run).objects.filter(pk=run.pk).update(status=status)
            name = f"{kind}, {status}"
            slow += ask(client, f"{name}: page", "detail", run)
            slow += ask(client, f"{name}: progress asked again", "progress", run)
        slow += ask(client, f"{kind}: last questions", "answers", run, page=last)
        slow += ask(client, f"{kind}: failed of one kind", "answers", run, kind="timeout")
    return 1 if slow else 0


def ask(client: Any, name: str, view: str, run: Any, **query: Any) -> bool:
    """Print the row of one page; whether it took too long."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext
    from django.urls import reverse

    client.defaults["SERVER_NAME"] = "localhost"
    address = reverse(f"runs:{view}", args=["acme", run.pk])
    headers = {} if view == "detail" else {"HX-Request": "true"}
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(address, query, headers=headers)
        asked = len(queries)
    assert answer.status_code == 200, (address, answer.status_code)
    times = []
    for _ in range(TIMES):
        clock = time.perf_counter()
        client.get(address, query, headers=headers)
        times.append(1000 * (time.perf_counter() - clock))
    times.sort()
    p95 = times[round(0.95 * TIMES) - 1]
    sys.stdout.write(f"| {name} | {p95:.0f} | {times[TIMES // 2]:.0f} | {asked} |\n")
    sys.stdout.flush()
    return p95 > MOST_MS or asked > MOST_QUERIES


def stored(world: Any, count: int, *, repetitions: int) -> Any:
    """A run of so many questions, each asked so often, with answers and failed tries."""
    from django.utils import timezone

    from core.fingerprint import fingerprint
    from runs import services
    from runs.models import Answer, AnswerFailure
    from testsets.models import FrozenQuestion, TestSet, TestSetVersion

    chance, now = random.Random(50), timezone.now()
    version = TestSetVersion.objects.create(
        test_set=TestSet.objects.create(workspace=world.acme, name=f"Fees {repetitions}"),
        number=1, digest=fingerprint([count, repetitions]), language="en", exploratory=False,
        writers=[], signed_off=False, approved_at=now,
    )  # fmt: skip
    questions = FrozenQuestion.objects.bulk_create(
        (
            FrozenQuestion(
                version=version, uid=f"q-{n}", position=n, type="direct", language="en",
                text=f"What does ticket number {n} cost?", expected_answer="12 euros",
                expects="answer", critical=False, control=False, facts=[], passages=[],
                written_by="a benchmark", digest=fingerprint(n),
            )
            for n in range(1, count + 1)
        ),
        batch_size=2000,
    )  # fmt: skip
    assistant = services.save_assistant(
        workspace=world.acme, name=f"Helper {repetitions}", connector="http",
        configuration={"url": "http://127.0.0.1:9/"}, by=None,
    )  # fmt: skip
    run = services.start_run(
        version=version, assistant=assistant, repetitions=repetitions, by=None, queue=False
    )
    answers, failures = [], []
    for place, question in enumerate(questions * repetitions):
        repetition, at = place // count + 1, now - timedelta(seconds=chance.random() * 900)
        common = {"run": run, "question": question, "repetition": repetition}
        lost = place % 1000 == 7
        for number in range(1, 4 if lost else 2 if place % 100 == 3 else 1):
            failures.append(
                AnswerFailure(
                    **common, number=number, kind=chance.choice(["timeout", "server_error"]),
                    detail="No reply within 60 seconds.", at=at, seconds=60.0,
                )
            )  # fmt: skip
        if not lost:
            answers.append(
                Answer(
                    **common, tries=2 if place % 100 == 3 else 1, text="It costs 12 euros. " * 20,
                    raw="It costs 12 euros. " * 25, asked_at=at, seconds=chance.expovariate(0.5),
                    usage={"prompt_tokens": 900, "completion_tokens": chance.randint(20, 200)},
                )
            )  # fmt: skip
    Answer.objects.bulk_create(answers, batch_size=2000)
    AnswerFailure.objects.bulk_create(failures, batch_size=2000)
    return run


if __name__ == "__main__":
    sys.exit(main())
