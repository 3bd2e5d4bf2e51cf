"""How long the pages of a queue take the server where 100,000 results wait.

Run by `python -m tests.benchmarks.queue [--results N]`. The results stand in an embedded PostgreSQL of
its own in a temporary folder: forty runs of eight test sets in two workspaces, each answer graded and
flagged, one in nine of them critical, one in a hundred disputed. Each page is asked for once to warm up
and then twenty times, as a signed-in person does, through every middleware; a time is the server's.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from datetime import timedelta
from typing import Any, Final
from urllib.parse import urlencode
from uuid import uuid4

RESULTS: Final = 100_000
RUNS: Final = 40
MOST_MS: Final = 150
MOST_QUERIES: Final = 10
MOST_TURN_MS: Final = 100
"""In the middle: a decision, and the next result on its way to the screen."""
TIMES: Final = 20
HEADER: Final = "| page | results | p95 ms | median ms | queries |\n|---|---|---|---|---|\n"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--results", type=int, default=RESULTS)
    wanted = parser.parse_args(arguments).results
    with tempfile.TemporaryDirectory(prefix="caudals-", ignore_cleanup_errors=True) as folder:
        os.environ["CAUDALS_VAR_DIR"] = folder
        os.environ.pop("DATABASE_URL", None)
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "caudals.settings")
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        return measured(wanted)


def measured(wanted: int) -> int:
    """Store the results, ask for the pages, print the table; 1 when a page or a turn is too slow."""
    from django.db import connection

    from reviews import entries
    from tests.world import make_world

    world = make_world()
    clock = time.monotonic()
    runs = stored(world, wanted)
    took = time.monotonic() - clock
    clock = time.monotonic()
    entries.refresh(entries.behind())
    indexed = time.monotonic() - clock
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    sys.stdout.write(
        f"{wanted} results stored in {took:.0f} s, their index in {indexed:.0f} s.\n\n{HEADER}"
    )
    slow = lists(world, runs)
    slow += working(world)
    return 1 if slow else 0


def lists(world: Any, runs: list[Any]) -> int:
    """Ask for every list; how many took too long or too many queries."""
    from django.urls import reverse

    from reviews.models import QueueEntry
    from tests.world import client_for

    rosa, stella = client_for(world.rosa), client_for(world.stella)
    here, everywhere = reverse("reviews:index", args=["acme"]), reverse("triage:index")
    middle = QueueEntry.objects.filter(workspace=world.acme).order_by("pk")[1000].answer_id
    slow = 0
    queries: list[tuple[str, dict[str, Any]]] = [
        ("first page", {}),
        ("a page far behind", {"after": middle}),
        ("one reason", {"reason": "rule_disagrees"}),
        ("disputed", {"reason": "disputed"}),
        ("one label", {"label": "partly_correct"}),
        ("unsure", {"sure": "unsure"}),
        ("older than a month", {"age": "older"}),
        ("critical", {"critical": "1"}),
        ("one run", {"run": runs[0].pk}),
        ("one assistant", {"assistant": runs[0].assistant_id}),
        ("several at once", {"label": "incorrect", "sure": "unsure", "critical": "1"}),
        ("longest waiting first", {"order": "oldest"}),
        ("newest first, far behind", {"order": "newest", "after": middle}),
        ("least sure first", {"order": "unsure"}),
    ]
    for name, query in queries:
        slow += ask(rosa, f"workspace: {name}", f"{here}?{urlencode(query)}")
        slow += ask(stella, f"everywhere: {name}", f"{everywhere}?{urlencode(query)}")
    slow += ask(stella, "everywhere: one workspace", f"{everywhere}?workspace={world.other.pk}")
    return slow


def working(world: Any) -> bool:
    """Go through the queue as a person does: decide, see the next; whether a turn took too long."""
    from django.urls import reverse

    from grading.selectors import history
    from runs.models import Answer
    from tests.world import client_for

    client = client_for(world.rosa)
    client.defaults["SERVER_NAME"] = "localhost"
    times, decide, show = [], [], []
    address = client.post(reverse("reviews:next", args=["acme"])).headers["Location"]
    for _turn in range(TIMES):
        pk = int(address.rstrip("/").split("?")[0].rstrip("/").split("/")[-1])
        seen = history(Answer.objects.get(pk=pk))[0].pk
        clock = time.perf_counter()
        answer = client.post(
            reverse("reviews:decide", args=["acme", pk]),
            {"choice": "confirm", "seen": seen, "key": uuid4()},
        )
        middle = time.perf_counter()
        address = answer.headers["Location"]
        client.get(address)
        end = time.perf_counter()
        times.append(1000 * (end - clock))
        decide.append(1000 * (middle - clock))
        show.append(1000 * (end - middle))
    for name, found in (("deciding", decide), ("the next result", show), ("a whole turn", times)):
        sys.stdout.write(f"| {name} | – | {_p95(found):.0f} | {_median(found):.0f} | – |\n")
    return _median(times) > MOST_TURN_MS


def ask(client: Any, name: str, address: str) -> bool:
    """Print the row of one page; whether it took too long."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    client.defaults["SERVER_NAME"] = "localhost"
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(address)
        asked = len(queries)
    assert answer.status_code == 200, (address, answer.status_code)
    matching = answer.context_data["matching"]
    times = []
    for _ in range(TIMES):
        clock = time.perf_counter()
        client.get(address)
        times.append(1000 * (time.perf_counter() - clock))
    sys.stdout.write(
        f"| {name} | {matching} | {_p95(times):.0f} | {_median(times):.0f} | {asked} |\n"
    )
    sys.stdout.flush()
    return _p95(times) > MOST_MS or asked > MOST_QUERIES


def _p95(times: list[float]) -> float:
    return sorted(times)[max(0, round(0.95 * len(times)) - 1)]


def _median(times: list[float]) -> float:
    return sorted(times)[len(times) // 2]


def stored(world: Any, wanted: int) -> list[Any]:
    """Graded and flagged answers, spread over the runs of two workspaces."""
    from tests.grading.setting import settled_run

    each = wanted // RUNS
    runs = []
    chance = random.Random(100)
    for number in range(RUNS):
        workspace = world.other if number % 5 == 4 else world.acme
        run = settled_run(workspace, [None])
        fill(run, each, chance)
        runs.append(run)
    return runs


def fill(run: Any, count: int, chance: random.Random) -> None:
    """Give a run so many questions, answers, grades and flags."""
    from django.utils import timezone

    from core.fingerprint import fingerprint
    from grading.models import Assessment
    from grading.services import grader_version
    from reviews.models import Flag
    from runs.models import Answer
    from tests.grading.setting import FACT, PASSAGE, RIGHT, WRONG, Scripted, by_text
    from testsets.models import FrozenQuestion

    version = grader_version(Scripted(by_text))
    questions = FrozenQuestion.objects.bulk_create(
        FrozenQuestion(
            version=run.version, uid=f"b-{n}", position=n + 10, type="exact_value", language="en",
            text=f"What does day ticket number {n} cost?", expected_answer=RIGHT, expects="answer",
            critical=n % 9 == 0, control=False, facts=[FACT], passages=[PASSAGE],
            written_by="a benchmark", digest=fingerprint([n]),
        )
        for n in range(count)
    )  # fmt: skip
    now = timezone.now()
    answers = Answer.objects.bulk_create(
        Answer(
            run=run, question=question, repetition=1, tries=1, text=WRONG, raw=WRONG, asked_at=now,
            seconds=0.5,
        )
        for question in questions
    )  # fmt: skip
    labels = ("incorrect", "incorrect", "partly_correct", "no_answer", "test_needs_review")
    grades = Assessment.objects.bulk_create(
        Assessment(
            answer=answer, by="grader", grader=version, label=chance.choice(labels),
            confidence=round(chance.random(), 2), subject="ab" * 32, key=f"b:{answer.pk}", at=now,
            explanation="Because.",
        )
        for answer in answers
    )  # fmt: skip
    reasons = ("grader_not_confident", "rule_disagrees", "opinion_differs", "test_may_be_wrong")
    flags = []
    for number, grade in enumerate(grades):
        raised = now - timedelta(days=60 * chance.random())
        why = chance.sample(reasons, chance.choice((1, 1, 2)))
        why += ["disputed"] if number % 100 == 0 else []
        flags += [
            Flag(answer_id=grade.answer_id, reason=reason, raised_by=grade, raised_at=raised)
            for reason in why
        ]
    Flag.objects.bulk_create(flags)


if __name__ == "__main__":
    sys.exit(main())
