"""Nobody reaches another workspace's records by their numbers, and nobody rewrites what was recorded."""

import pytest
from django.db import connection, transaction
from django.db.utils import DatabaseError

from core.models import FrozenModel
from pipeline.evaluate import evaluate
from pipeline.evaluate.journey import command_line_workspace
from pipeline.evaluate.saying import Saying
from pipeline.evaluate.wish import wish_from
from reviews.models import Flag
from tests.fakes.http import Reply
from tests.guards.test_model_kinds import our_models
from tests.guards.urls import workspace_pages
from tests.world import client_for, make_world

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
    own = {number for rows in stored(world.other).values() for number in rows}
    # The newest record of each model stands for all of them.
    numbers = sorted({max(rows) for rows in stored(journey).values() if rows} - own)
    assert len(numbers) >= 3
    wrong = []
    for page in workspace_pages():
        keys = [key for key, kind in page.converters.items() if kind == "int"]
        if not keys:
            continue
        for number in numbers:
            url = page.url("other", **dict.fromkeys(keys, number))
            statuses = {stella.get(url).status_code, stella.post(url).status_code}
            if not statuses <= {404, 405}:
                wrong.append((page.name, number, statuses))
    assert wrong == []


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
