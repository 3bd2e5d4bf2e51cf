"""Every record says what may happen to it, and the database holds it to that."""

import pytest
from django.apps import apps
from django.db import connection, models, transaction
from django.db.utils import DatabaseError

from core.append_only import ROW_TRIGGER, TABLE_TRIGGER
from core.models import (
    DraftModel,
    FrozenError,
    FrozenModel,
    Kind,
    OperationalModel,
    RecordModel,
    User,
    Workspace,
)
from testsets.models import TestSet

OURS = ["core", "sources", "testsets", "runs", "grading", "reviews", "reports"]
BASES = {Kind.DRAFT: DraftModel, Kind.OPERATIONAL: OperationalModel, Kind.APPEND_ONLY: FrozenModel}

# The records that DESIGN.md marks as written once.
WRITTEN_ONCE = {
    "sources.Document", "sources.Passage", "testsets.RejectedDraft", "testsets.SignOff",
    "testsets.TestSetVersion", "testsets.FrozenQuestion", "runs.AdversarialAuthorisation",
    "runs.Answer", "runs.AnswerCorrection", "runs.AnswerFailure", "grading.GraderVersion",
    "grading.Assessment",
    "grading.MethodScore", "grading.CalibrationCase", "grading.CalibrationResult",
    "reports.ReportVersion", "core.Comment", "reports.ReportRead", "reports.EvidenceBundle",
    "reviews.RandomCheck",
}  # fmt: skip


def our_models() -> list[type[models.Model]]:
    return [
        model
        for app in OURS
        for model in apps.get_app_config(app).get_models()
        if not model.__name__.startswith("Historical") and not hasattr(model, "instance_type")
    ]


def frozen_models() -> list[type[FrozenModel]]:
    return [model for model in our_models() if issubclass(model, FrozenModel)]


@pytest.mark.parametrize("model", our_models(), ids=lambda model: model._meta.label)
def test_every_model_declares_exactly_one_kind(model):
    if model is User:
        assert model.KIND is Kind.OPERATIONAL
        return
    kinds = [kind for kind, base in BASES.items() if issubclass(model, base)]
    assert kinds == [model.KIND]


def test_the_records_that_must_never_change_are_append_only():
    assert {model._meta.label for model in frozen_models()} >= WRITTEN_ONCE


@pytest.mark.parametrize("model", our_models(), ids=lambda model: model._meta.label)
def test_the_way_to_the_workspace_is_never_null(model):
    """M-rule of the design: a child cannot be without a workspace, nor disagree with its parent."""
    if model.WORKSPACE_PATH in (None, "pk"):
        # A kept view is its person's, and may be one of all workspaces.
        elsewhere = {"grading.GraderVersion", "reviews.SavedView", "core.TypedText"}
        assert model in (User, Workspace) or model._meta.label in elsewhere
        return
    here = model
    for step in model.WORKSPACE_PATH.split("__"):
        field = here._meta.get_field(step)
        assert not field.null, f"{model._meta.label}: {step} may be null"
        here = field.related_model
    assert here is Workspace


@pytest.mark.parametrize("model", our_models(), ids=lambda model: model._meta.label)
def test_what_is_about_a_test_set_says_the_way_to_it(model):
    """Else `for_workspace` would show an expert what belongs to sets of others."""
    about = [
        field.name
        for field in model._meta.fields
        if issubclass(field.related_model or User, RecordModel)
        and field.related_model.test_set_paths()
    ]
    paths = model.test_set_paths() if model is not User else ()
    assert bool(paths) == bool(about or model is TestSet)
    for path in paths if model is not TestSet else ():
        here = model
        for step in path.split("__"):
            here = here._meta.get_field(step).related_model
        assert here is TestSet


@pytest.mark.django_db
@pytest.mark.parametrize("model", frozen_models(), ids=lambda model: model._meta.label)
def test_the_database_refuses_update_delete_and_truncate_of_what_is_written_once(model, raw_sql):
    """M6.3: never edited or deleted, by code or by SQL."""
    table = model._meta.db_table
    triggers = raw_sql(
        "SELECT tgname, tgenabled FROM pg_trigger WHERE tgrelid = %s::regclass AND NOT tgisinternal",
        table,
    )
    assert {(ROW_TRIGGER, "O"), (TABLE_TRIGGER, "O")} <= set(triggers)
    with (
        pytest.raises(DatabaseError, match="written once"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(f'TRUNCATE "{table}" CASCADE')


@pytest.mark.parametrize("model", frozen_models(), ids=lambda model: model._meta.label)
def test_code_refuses_every_way_of_changing_what_is_written_once(model):
    rows = model.objects.all()
    for attempt in (
        lambda: rows.update(pk=1),
        rows.delete,
        lambda: rows.bulk_update([], ["pk"]),
        lambda: rows.update_or_create(pk=1),
        lambda: rows.bulk_create([], update_conflicts=True),
        lambda: model().delete(),
    ):
        with pytest.raises(FrozenError):
            attempt()
    stored = model()
    stored._state.adding = False
    with pytest.raises(FrozenError):
        stored.save()


@pytest.mark.parametrize(
    "model",
    [model for model in our_models() if issubclass(model, DraftModel)],
    ids=lambda model: model._meta.label,
)
def test_drafts_refuse_writes_that_would_leave_no_history(model):
    rows = model.objects.all()
    for attempt in (
        lambda: rows.update(pk=1),
        lambda: rows.bulk_update([], ["pk"]),
        lambda: rows.bulk_create([]),
    ):
        with pytest.raises(FrozenError):
            attempt()


def test_all_records_stand_on_the_common_base():
    assert all(issubclass(model, RecordModel) or model is User for model in our_models())
