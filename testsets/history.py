"""Everything that happened to a question: who changed what, what experts said, what checks gave."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.models import User
from testsets.differing import FieldChange, changes
from testsets.models import (
    CheckedQuestion,
    FrozenQuestion,
    KeyFact,
    OutdatedMark,
    Question,
    SignOff,
)
from testsets.signing import visible_to
from testsets.wording import author_words, sign_off_words

# One saving leaves a row for the question and one for each key fact, a moment apart.
_ONE_SAVING: Final = timedelta(seconds=2)
# Key facts of thousands of imported questions follow when all questions are stored.
_ONE_IMPORT: Final = timedelta(minutes=5)
_COMPARED: Final = (
    "text", "expected_answer", "expects", "type", "language", "critical", "control", "detail",
    "purpose", "topic", "needs",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened, with the fields that it changed; `path` leads to its own page."""

    at: datetime
    what: str
    who: str = ""
    detail: str = ""
    changes: list[FieldChange] = field(default_factory=list)
    path: str = ""


def history_of(question: Question, *, reader: User) -> list[Event]:
    """The events of a question that the reader may see, the newest first."""
    events = [
        *_edits(question),
        *_sign_offs(question, reader),
        *_checks(question),
        *_versions(question),
        *_marks(question),
        *_hands(question),
    ]
    return sorted(events, key=lambda event: event.at, reverse=True)


def _hands(question: Question) -> Iterator[Event]:
    for row in question.handed.order_by("pk"):
        said = _("Assigned to %(person)s") % {"person": row.person_name}
        yield Event(row.at, said if row.person_id else _("Assigned to nobody"), row.by_name)
    for row in question.attention.order_by("pk"):
        said = _("Marked for attention") if row.marked else _("Mark taken away")
        yield Event(row.at, said, row.by_name)


def _edits(question: Question) -> Iterator[Event]:
    rows = [
        *Question.history.filter(id=question.pk).select_related("history_user"),
        *KeyFact.history.filter(question_id=question.pk).select_related("history_user"),
    ]
    rows.sort(key=lambda row: row.history_date)
    facts: dict[int, dict[str, Any]] = {}
    before: dict[str, Any] | None = None
    removed = False
    for saving in _savings(rows):
        now = dict(before or {})
        gone = removed
        for row in saving:
            if not hasattr(row, "quotation"):
                now.update({name: getattr(row, name) for name in _COMPARED})
                gone = row.removed_at is not None
            elif row.history_type == "-":
                facts.pop(row.id, None)
            else:
                facts[row.id] = {
                    "position": row.position,
                    "quotation": row.quotation,
                    "exact_value": row.exact_value,
                }
        now["facts"] = sorted(facts.values(), key=lambda fact: fact["position"])
        who = next((str(row.history_user) for row in saving if row.history_user), "")
        at = saving[0].history_date
        if before is None:
            writer = "" if question.written_by_id else author_words(question.writer)
            yield Event(at, _("Written"), writer or who)
        else:
            found = changes(before, now)
            if found:
                yield Event(at, _("Changed"), who, changes=found)
        if gone and not removed:
            yield Event(at, _("Removed"), who)
        elif removed and not gone:
            yield Event(at, _("Put back"), who)
        before, removed = now, gone


def _savings(rows: list[Any]) -> Iterator[list[Any]]:
    """The rows that one saving left; each holds at most one of the question itself."""
    saving: list[Any] = []
    for row in rows:
        again = not hasattr(row, "quotation") and any(not hasattr(r, "quotation") for r in saving)
        fresh = all(one.history_type == "+" for one in (*saving, row))
        late = saving and (
            row.history_date - saving[-1].history_date > (_ONE_IMPORT if fresh else _ONE_SAVING)
            or row.history_user_id != saving[-1].history_user_id
        )
        if saving and (again or late):
            yield saving
            saving = []
        saving.append(row)
    if saving:
        yield saving


def _sign_offs(question: Question, reader: User) -> Iterator[Event]:
    for said in visible_to(reader, list(SignOff.objects.filter(question=question))):
        yield Event(said.at, sign_off_words(said), said.by_name, said.reason)


def _checks(question: Question) -> Iterator[Event]:
    for row in CheckedQuestion.objects.filter(question=question):
        total = len(row.outcomes)
        detail = ngettext(
            "%(wrong)s of %(total)s known answer got a wrong label.",
            "%(wrong)s of %(total)s known answers got a wrong label.",
            total,
        ) % {"wrong": row.wrong, "total": total}
        yield Event(row.at, _("Tried on known answers"), row.grader, detail)


def _versions(question: Question) -> Iterator[Event]:
    rows = FrozenQuestion.objects.filter(origin=question).select_related(
        "version__approved_by", "version__test_set__workspace"
    )
    for row in rows.only("uid", "version"):
        version = row.version
        words = _("Frozen in version %(number)s") % {"number": version.number}
        who = str(version.approved_by) if version.approved_by else ""
        slug = version.test_set.workspace.slug
        path = reverse("testsets:version", args=[slug, version.pk])
        yield Event(version.approved_at, words, who, path=path)


def _marks(question: Question) -> Iterator[Event]:
    rows = OutdatedMark.objects.filter(question=question).select_related("resolution__by")
    for mark in rows:
        kind: Mapping[str, Any] = dict(OutdatedMark.Kind.choices)
        yield Event(mark.at, _("Possibly outdated"), detail=str(kind[mark.kind]))
        resolution = getattr(mark, "resolution", None)
        if resolution is not None:
            who = str(resolution.by) if resolution.by else ""
            yield Event(
                resolution.at, str(resolution.get_outcome_display()), who, resolution.reason
            )
