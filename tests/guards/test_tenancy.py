"""Nobody reaches another workspace's records by their numbers, and nobody rewrites what was recorded."""

import html

import pytest
from django.db import connection, transaction
from django.db.utils import DatabaseError
from django.urls import reverse

from core.models import FrozenModel, Membership
from pipeline.evaluate import evaluate
from pipeline.evaluate.journey import command_line_workspace
from pipeline.evaluate.saying import Saying
from pipeline.evaluate.wish import wish_from
from reviews.models import Flag
from tests.fakes.http import Reply
from tests.guards.test_model_kinds import our_models
from tests.guards.urls import workspace_pages
from tests.world import assign_experts, client_for, make_world
from testsets.models import TestSet

PAGE = """# Fees

## What does a library card cost?

A library card costs 12 euros a year for adults.

## How long may I keep a book?

You may keep a book for 28 days. You can renew the loan twice.
"""


class Silent:
    """Takes what a command says and drops it."""

    def write(self, *_: object, **__: object) -> None: ...

    def isatty(self) -> bool:
        return False


REACHED_BY_NUMBER = {
    "sources.Source", "sources.Document", "testsets.TestSet", "testsets.Question",
    "testsets.TestSetVersion", "runs.Run", "runs.Answer", "grading.Assessment",
    "reports.ReportVersion",
}  # fmt: skip


def said(answer, words: set[str]) -> bool:
    """Whether an answer shows one of the words."""
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    text = html.unescape(body.decode(errors="replace"))
    return any(word in text for word in words)


# The first record of each model gets this number, so that one address leads to all of them.
FIRST = 1_000_000


def number_from(first: int) -> None:
    """Let every table of ours go on with this number."""
    with connection.cursor() as cursor:
        for model in our_models():
            cursor.execute(
                f'ALTER TABLE "{model._meta.db_table}" ALTER COLUMN id RESTART WITH {first}'
            )


def address(page, workspace) -> str:
    """The page of the records numbered `FIRST`; versions of reports count from 1 in each."""
    keys = {key for key, kind in page.converters.items() if kind == "int"}
    return page.url(workspace, **{key: 1 if key == "number" else FIRST for key in keys})


@pytest.fixture
def journey(transactional_db, tmp_path, local_server):
    """One whole journey in the command line's workspace, with an answer of each kind of trouble."""
    (tmp_path / "fees.md").write_text(PAGE)
    address = local_server.route("/", Reply({"answer": "It depends."}))
    wish = wish_from(
        {
            "site": None, "documents": str(tmp_path), "test_set": None, "assistant": address,
            "answers": None, "connector": "http", "model": None, "questions": 2, "pages": 5,
            "language": "auto", "concurrency": 2,
        }
    )  # fmt: skip
    number_from(FIRST)
    evaluate(wish, saying=Saying(Silent()))
    return command_line_workspace()


def stored(workspace) -> dict[str, list[int]]:
    """The numbers of all records of the workspace, by model."""
    found = {}
    for model in our_models():
        if model.WORKSPACE_PATH not in (None, "pk"):
            rows = model.objects.for_workspace(workspace).values_list("pk", flat=True)
            found[model._meta.label] = list(rows)
    return found


def test_every_number_of_another_workspace_is_404_on_every_page(journey):
    world = make_world()
    # Staff may do everything everywhere, and still find only what belongs to the workspace named.
    stella = client_for(world.stella)
    theirs, own = stored(journey), stored(world.other)
    assert not any(FIRST in rows for rows in own.values())
    # The first record of each model stands for all of them.
    assert {model for model, rows in theirs.items() if FIRST in rows} >= REACHED_BY_NUMBER
    wrong = []
    for page in workspace_pages():
        if "int" not in page.converters.values():
            continue
        url = address(page, "other")
        statuses = {stella.get(url).status_code, stella.post(url).status_code}
        if not statuses <= {404, 405}:
            wrong.append((page.name, statuses))
    assert wrong == []


def test_an_expert_finds_nothing_of_a_test_set_that_is_not_assigned(journey):
    """Nor its questions, versions, runs, answers, results, reports: neither by number nor in a list."""
    world = make_world()
    stella, rosa = client_for(world.stella), client_for(world.rosa)
    Membership.objects.create(workspace=journey, user=world.rosa, role="expert")
    own = TestSet.objects.create(workspace=journey, name="Her own")
    assign_experts(own)
    unseen = TestSet.objects.get(pk=FIRST)
    hidden = {unseen.name, *unseen.questions.values_list("text", flat=True)}
    wrong, shown = [], set()
    for page in workspace_pages():
        url = address(page, journey.slug)
        if page.name.startswith("sources:"):
            continue  # experts read those, and the questions stand there as headings
        answers = [rosa.get(url)]
        if "int" in page.converters.values() and not page.name.startswith("core:"):
            answers.append(rosa.post(url))
            if not {answer.status_code for answer in answers} <= {403, 404, 405}:
                wrong.append(page.name)
        if any(said(answer, hidden) for answer in answers):
            wrong.append(f"{page.name} shows what it must not")
        if said(stella.get(url), hidden):
            shown.add(page.name)
    assert wrong == []
    # The same walk does find it where all may be seen.
    assert shown >= {
        "testsets:index", "testsets:detail", "testsets:version", "runs:index", "runs:detail",
        "reviews:item", "reports:index", "reports:run",
    }  # fmt: skip
    # What is assigned is there.
    assert rosa.get(reverse("testsets:detail", args=[journey.slug, own.pk])).status_code == 200


def test_no_written_record_can_be_changed_or_deleted_by_sql(journey):
    """M6.3, on rows that exist."""
    checked = set()
    for model in our_models():
        if not issubclass(model, FrozenModel) or not model.objects.exists():
            continue
        table = model._meta.db_table
        for statement in (f'UPDATE "{table}" SET id = id', f'DELETE FROM "{table}"'):
            with (
                pytest.raises(DatabaseError, match="written once"),
                transaction.atomic(),
                connection.cursor() as cursor,
            ):
                cursor.execute(statement)
        checked.add(model._meta.label)
    assert checked >= {
        "sources.Document", "sources.Passage", "testsets.TestSetVersion",
        "testsets.FrozenQuestion", "runs.Answer", "grading.GraderVersion", "grading.Assessment",
        "reports.ReportVersion",
    }  # fmt: skip


def test_a_published_report_comes_out_the_same_from_its_evidence(journey):
    """M6.3: recomputed, it must be identical."""
    from reports.models import ReportVersion
    from reports.verification import verify

    assert verify(ReportVersion.objects.get()).identical


def test_flags_belong_to_the_workspace_of_their_answer(journey):
    world = make_world()
    assert not Flag.objects.for_workspace(world.other).exists()
