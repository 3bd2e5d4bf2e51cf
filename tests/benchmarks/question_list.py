"""How long a page of a test set with 20,000 questions takes the server: first, filtered, last.

Run by `python -m tests.benchmarks.question_list [--questions N]`. The questions are stored in an
embedded PostgreSQL of its own in a temporary folder, each with a key fact in a passage of 120 made-up
pages, half of them signed off; one version is frozen from them. Each page is asked for once to warm
up and then twenty times, as a signed-in person does, through every middleware; a time is the server's.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import statistics
import sys
import tempfile
import time
from typing import Any, Final
from urllib.parse import urlencode

QUESTIONS: Final = 20_000
MOST_MS: Final = 100
TIMES: Final = 20
DOCUMENTS: Final = 120
SECTIONS: Final = 20
LISTED: Final = re.compile(r"(?:to \d+ of |role=\"status\">)(\d+)")
HEADER: Final = (
    "| page | questions on the list | p95 ms | median ms | queries |\n|---|---|---|---|---|\n"
)
WORDS: Final = (
    "ticket",
    "luggage",
    "bicycle",
    "cabin",
    "harbour",
    "winter",
    "summer",
    "child",
    "group",
    "student",
    "dog",
    "car",
    "deck",
    "refund",
    "booking",
    "delay",
    "crossing",
    "pier",
    "letter",
    "office",
    "voucher",
    "meal",
    "wheelchair",
    "stroller",
    "camper",
    "trailer",
)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--questions", type=int, default=QUESTIONS)
    wanted = parser.parse_args(arguments).questions
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
    """Store the questions, ask for the pages, print the table; 1 when a page is too slow."""
    from django.db import connection

    from tests.world import make_world

    world = make_world()
    world.acme.plan = "standard"
    world.acme.save()
    clock = time.monotonic()
    test_set = stored(world, wanted)
    took = time.monotonic() - clock
    clock = time.monotonic()
    from testsets.indexing import index_all

    index_all(test_set)
    indexed = time.monotonic() - clock
    version = frozen(world, test_set)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    sys.stdout.write(
        f"{wanted} questions stored in {took:.0f} s, their index in {indexed:.0f} s.\n\n{HEADER}"
    )
    return asked(world, test_set, version, wanted)


def asked(world: Any, test_set: Any, version: Any, wanted: int) -> int:
    """Ask for every page; 1 when a list is too slow."""
    from django.urls import reverse

    from tests.world import client_for

    client = client_for(world.ada)
    client.defaults["SERVER_NAME"] = "localhost"
    detail = reverse("testsets:detail", args=["acme", test_set.pk])
    whole = reverse("testsets:version", args=["acme", version.pk])
    slow = 0
    for name, address, query in pages(detail, whole, wanted):
        slow += ask(client, name, f"{address}?{urlencode(query, doseq=True)}")
    for name, address in (
        ("spread of the draft", reverse("testsets:spread", args=["acme", test_set.pk])),
        ("spread of the version", reverse("testsets:version_spread", args=["acme", version.pk])),
        (
            "a question to sign off",
            reverse("testsets:sign", args=["acme", test_set.questions.all()[wanted // 2].pk]),
        ),
        ("the page that approves", reverse("testsets:approve", args=["acme", test_set.pk])),
        ("all test sets", reverse("testsets:index", args=["acme"])),
    ):
        ask(client, name, address)
    # A part of a page; asked for by itself it leads to the page.
    known = reverse("grading:checking", args=["acme", test_set.pk])
    ask(client, "how far trying is", known, headers={"HX-Request": "true"})
    return 1 if slow else 0


def pages(detail: str, version: str, wanted: int) -> list[tuple[str, str, dict[str, Any]]]:
    """(name, address, what the address asks for) of every list that is measured."""
    from testsets.paging import PER_PAGE

    last = -(-wanted // PER_PAGE)
    filters: list[tuple[str, dict[str, Any]]] = [
        ("one type", {"type": "yes_no"}),
        ("a family, its page 100", {"type": "find", "page": 100}),
        ("one language", {"language": "de"}),
        ("one document", {"document": "page-7.html"}),
        ("one topic", {"topic": "dog"}),
        ("critical and control", {"only": ["critical", "control"]}),
        ("with an exact value", {"only": "exact"}),
        ("possibly outdated", {"only": "outdated"}),
        ("grader fails", {"only": "wrong"}),
        ("a word", {"q": "wheelchair"}),
        ("two words that few have", {"q": "number 19998"}),
    ]
    draft: list[tuple[str, dict[str, Any]]] = [
        ("waiting for an expert", {"sign_off": "waiting"}),
        ("signed off, its page 300", {"sign_off": "signed", "page": 300}),
        ("with warnings", {"only": "warnings"}),
        ("several at once", {"type": "read", "language": "en", "sign_off": "waiting", "q": "dog"}),
    ]
    ends: list[tuple[str, dict[str, Any]]] = [
        ("first page", {}), ("page in the middle", {"page": last // 2}), ("last page", {"page": last}),
    ]  # fmt: skip
    return [(f"draft: {name}", detail, query) for name, query in [*ends, *filters, *draft]] + [
        (f"version: {name}", version, query) for name, query in [*ends, *filters]
    ]


def ask(client: Any, name: str, address: str, *, headers: dict[str, str] | None = None) -> bool:
    """Print the row of one page; whether it took too long."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as queries:
        answer = client.get(address, headers=headers)
        asked_of_database = len(queries)
    assert answer.status_code == 200, (address, answer.status_code)
    times = []
    for _ in range(TIMES):
        clock = time.perf_counter()
        client.get(address, headers=headers)
        times.append(1000 * (time.perf_counter() - clock))
    found = LISTED.search(answer.content.decode())
    high = sorted(times)[round(0.95 * TIMES) - 1]
    sys.stdout.write(
        f"| {name} | {found[1] if found else '–'} | {high:.0f} | {statistics.median(times):.0f}"
        f" | {asked_of_database} |\n"
    )
    sys.stdout.flush()
    return high > MOST_MS


def stored(world: Any, wanted: int) -> Any:
    """A test set with so many questions about made-up pages, half of them signed off."""
    from testsets import services
    from testsets.battery import DEFAULT_SHARES, quotas
    from testsets.bulk import insert_drafts
    from testsets.models import KeyFact, Question
    from testsets.values import EXPECTS_OF, Expects

    passages = made_passages(world)
    test_set = services.create_test_set(workspace=world.acme, name="Ferry", by=world.ada)
    types = [t for t, count in quotas(wanted, DEFAULT_SHARES).items() for _ in range(count)]
    chance = random.Random(20)
    chance.shuffle(types)
    questions, facts = [], []
    for number, type_ in enumerate(types):
        passage = passages[number % len(passages)]
        fact = passage.text.split(". ")[0]
        topic = WORDS[number % len(WORDS)]
        question = Question(
            test_set=test_set,
            uid=f"q-{number}",
            position=number + 1,
            type=type_.value,
            language=("en", "en", "en", "de")[number % 4],
            text=f"How does it work with the {topic} number {number}?",
            expected_answer=f"{'No' if number % 2 else 'Yes'}, {fact}.",
            expects=EXPECTS_OF.get(type_, Expects.ANSWER).value,
            critical=number % 9 == 0,
            control=number % 5 == 0,
            topic=topic,
            writer="Built-in writer",
        )
        questions.append(question)
        start = passage.text.index(fact)
        facts.append(
            KeyFact(
                question=question,
                position=1,
                quotation=fact,
                passage=passage,
                start=start,
                end=start + len(fact),
                match="exact",
                exact_value="" if number % 7 else "24 euros",
            )
        )
    insert_drafts(questions, by=world.ada)
    insert_drafts(facts, by=world.ada)
    judged(world, test_set)
    return test_set


def made_passages(world: Any) -> list[Any]:
    """The passages of made-up pages, stored as a reading stores them."""
    from sources import services
    from sources.cutting import cut_passages
    from sources.models import Passage, Reading
    from sources.reading import read
    from sources.storing import store_page

    source = services.add_files_source(workspace=world.acme, name="Ferry", by=None)
    reading = services.start_reading(source=source, by=None, queue=False)
    chance = random.Random(7)
    for page in range(DOCUMENTS):
        sections = "".join(
            f"<h2>About the {WORDS[part % len(WORDS)]} on route {page}.{part}</h2><p>The "
            f"{WORDS[part % len(WORDS)]} on route {page}.{part} costs 24 euros each way. "
            + " ".join(chance.choices(WORDS, k=60)).capitalize()
            + ".</p>"
            for part in range(SECTIONS)
        )
        raw = (
            f'<html lang="en"><head><title>Page {page}</title></head><body><main><h1>Page {page}</h1>'
            f"{sections}</main></body></html>"
        ).encode()
        name = f"page-{page}.html"
        store_page(
            reading, address=name, raw=raw, media_type="text/html", document=read(raw, name=name)
        )
    cut_passages(reading)
    Reading.objects.filter(pk=reading.pk).update(status="done")
    return list(Passage.objects.filter(document__reading=reading).order_by("pk"))


def judged(world: Any, test_set: Any) -> None:
    """Every other question signed off, every hundredth failed on known answers."""
    from django.utils import timezone

    from testsets.evidence import frozen_content, question_digest
    from testsets.models import CheckedQuestion, SignOff
    from testsets.records import in_set

    now = timezone.now()
    said, tried = [], []
    for number, question in enumerate(in_set(test_set)):
        digest = question_digest(frozen_content(question))
        if number % 2:
            said.append(
                SignOff(
                    question=question, digest=digest, decision="approved", by=world.rosa,
                    by_name="Rosa", at=now,
                )
            )  # fmt: skip
        tried.append(
            CheckedQuestion(
                question=question, digest=digest, grader="Built-in", grader_fingerprint="1",
                outcomes=[], wrong=int(number % 100 == 0), at=now,
            )
        )  # fmt: skip
    SignOff.objects.bulk_create(said, batch_size=1_000)
    CheckedQuestion.objects.bulk_create(tried, batch_size=1_000)


def frozen(world: Any, test_set: Any) -> Any:
    """The set's first version."""
    from testsets.freezing import approve_version

    return approve_version(test_set=test_set, by=world.ada, despite="Measured only.")


if __name__ == "__main__":
    sys.exit(main())
