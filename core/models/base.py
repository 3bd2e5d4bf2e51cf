"""The three kinds of records: drafts with a history, operational rows, and rows written once."""

from enum import StrEnum
from functools import reduce
from operator import or_
from typing import Any, ClassVar, Never, Self

from django.db import models
from django.db.models import Q
from simple_history.models import HistoricalRecords


class Kind(StrEnum):
    """What may happen to the rows of a model after they are written."""

    DRAFT = "draft"
    OPERATIONAL = "operational"
    APPEND_ONLY = "append-only"


class FrozenError(TypeError):
    """A write that an append-only or history-keeping model does not allow: a fault of the program."""


def _written_once(model: type[models.Model]) -> str:
    return f"A row of {model.__name__} never changes after it is written."


class WorkspaceQuerySet(models.QuerySet[Any]):
    """Reads that start from one workspace."""

    def for_workspace(self, workspace: models.Model) -> Self:
        """Only the rows that belong to `workspace` and that its reader reaches.

        `workspace.reach` holds the test sets that the reader of a request may see; None means all.
        """
        path: str = self.model.WORKSPACE_PATH
        rows = self.filter(Q((path, workspace)))
        reach: frozenset[int] | None = getattr(workspace, "reach", None)
        paths = self.model.test_set_paths()
        if reach is None or not paths:
            return rows
        # No key is 0: Django refuses to write down a statement that asks for one of no keys.
        within = [Q((f"{path}__in", sorted(reach) or [0])) for path in paths]
        return rows.filter(reduce(or_, within))


class DraftQuerySet(WorkspaceQuerySet):
    """Writes go through `save()`, because bulk writes would leave no row in the history."""

    def _refuse(self, *args: Any, **kwargs: Any) -> Never:
        raise FrozenError(
            f"{self.model.__name__} rows are saved one by one, so that each has a history."
        )

    update = bulk_update = bulk_create = _refuse


class FrozenQuerySet(WorkspaceQuerySet):
    """Selects and inserts; every other write is refused."""

    def _refuse(self, *args: Any, **kwargs: Any) -> Never:
        raise FrozenError(_written_once(self.model))

    update = delete = bulk_update = update_or_create = _refuse

    def bulk_create(self, objs: Any, *args: Any, **kwargs: Any) -> Any:
        """Insert rows; asking to overwrite existing ones is refused."""
        if kwargs.get("update_conflicts"):
            self._refuse()
        return super().bulk_create(objs, *args, **kwargs)


class RecordModel(models.Model):
    """What all records share: a kind, and the way to their workspace."""

    KIND: ClassVar[Kind]
    # Lookup path from the model to its workspace; None for what belongs to none (people, graders).
    WORKSPACE_PATH: ClassVar[str | None] = None
    # Lookup paths to the test sets that a row is about, where the way to its workspace passes none.
    TEST_SET_PATHS: ClassVar[tuple[str, ...]] = ()

    class Meta:
        abstract = True

    @classmethod
    def test_set_paths(cls) -> tuple[str, ...]:
        """The ways from a row to its test set; none for what belongs to the workspace as a whole."""
        before, passes, _after = (cls.WORKSPACE_PATH or "").rpartition("test_set__")
        return cls.TEST_SET_PATHS or ((f"{before}test_set",) if passes else ())


class DraftModel(RecordModel):
    """A record that people edit; each save leaves a row in its history."""

    KIND = Kind.DRAFT
    history = HistoricalRecords(inherit=True)
    objects = DraftQuerySet.as_manager()

    class Meta:
        abstract = True


class OperationalModel(RecordModel):
    """A record of work in progress; a change of its status leaves a `Transition`."""

    KIND = Kind.OPERATIONAL
    objects = WorkspaceQuerySet.as_manager()

    class Meta:
        abstract = True


class FrozenModel(RecordModel):
    """A record written once; database triggers hold that against raw SQL as well."""

    KIND = Kind.APPEND_ONLY
    objects = FrozenQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert the row; a second save of it is refused."""
        if not self._state.adding:
            raise FrozenError(_written_once(type(self)))
        kwargs["force_insert"] = True
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> Never:
        """Always refused."""
        raise FrozenError(f"{type(self).__name__} rows are never deleted.")
