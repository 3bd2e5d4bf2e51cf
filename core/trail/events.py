"""What happened in a workspace, as plain values, and where each kind of event is read from."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from core.models import User, Workspace
from core.permissions import Permission


class Kind(StrEnum):
    """What a trail can be narrowed to."""

    QUESTIONS = "questions"
    SIGN_OFFS = "sign_offs"
    VERSIONS = "versions"
    RUNS = "runs"
    DECISIONS = "decisions"
    DISPUTES = "disputes"
    COMMENTS = "comments"
    REPORTS = "reports"
    READS = "reads"
    PEOPLE = "people"


KIND_WORDS: Final[dict[Kind, Promise]] = {
    Kind.QUESTIONS: _("Questions written and changed"),
    Kind.SIGN_OFFS: _("Sign-offs"),
    Kind.VERSIONS: _("Versions frozen"),
    Kind.RUNS: _("Runs and assistants"),
    Kind.DECISIONS: _("Decisions on results"),
    Kind.DISPUTES: _("Disputes"),
    Kind.COMMENTS: _("Comments"),
    Kind.REPORTS: _("Reports published"),
    Kind.READS: _("Reports viewed"),
    Kind.PEOPLE: _("Members and test sets"),
}


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened: when, who did it, what, and to which record.

    `about` is what the record is called, `path` its page ("" for none), `detail` the words given.
    """

    at: datetime
    who: str
    what: str
    about: str
    path: str
    record: str
    record_id: int
    detail: str = ""


def _everything(_reader: User, rows: Sequence[Any]) -> list[Any]:
    return list(rows)


@dataclass(frozen=True, slots=True)
class Stream:
    """One kind of event of one model: its rows in the order of time, and what each says.

    `rows` gives those of a workspace that the reader may know of, `seen` drops from some of them what
    the reader may not see yet, and `events` puts rows into words, one event for each. `at`, `key` and
    `by` are the columns of time, identity and person.
    """

    name: str
    kind: Kind
    rows: Callable[[Workspace, User], QuerySet[Any]]
    events: Callable[[Workspace, Sequence[Any]], list[Event]]
    at: str = "at"
    key: str = "pk"
    by: str = "by"
    seen: Callable[[User, Sequence[Any]], list[Any]] = _everything
    requires: Permission = Permission.VIEW


def past_of(model: Any, workspace: Workspace) -> QuerySet[Any]:
    """The history of those records of a draft model that the reader of the workspace reaches."""
    mine = model.objects.for_workspace(workspace).values("pk")
    rows: QuerySet[Any] = model.history.filter(id__in=mine).select_related("history_user")
    return rows


def who_of(row: Any) -> str:
    """Who made a change that a history row keeps; "" for the portal itself."""
    return str(row.history_user) if row.history_user else ""
