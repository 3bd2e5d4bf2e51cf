"""What is done to many results at once: send back, assign, ask for a look. Never decide.

Each result is changed only while nothing was said of it after what was on screen, and leaves a row of
its own.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.db.models import Max, QuerySet
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from core.bulk import Choice, Needs, Row, Skip, Why, carry_out, changed
from core.models import BulkAction, Membership, Notice, User, Workspace
from core.notices import tell
from core.permissions import Permission
from core.reach import reach_of
from grading import selectors as grading
from grading.cases import subject_of
from grading.models import Assessment
from reviews import entries, records
from reviews.models import ResultAssignment
from runs.models import Answer

RECORD: Final = Answer._meta.label_lower
NEEDED: Final = Permission.REVIEW
TASK: Final = "reviews.tasks.act"
SEND_BACK, ASSIGN, ASK = "send_back", "assign", "ask"
CHOICES: Final = (
    Choice(ASSIGN, _("Assign"), Needs.PERSON),
    Choice(ASK, _("Ask for a look")),
    Choice(SEND_BACK, _("Send back to the queue"), Needs.REASON),
)
TITLES: Final[dict[str, Promise]] = {
    ASSIGN: _("Results assigned"),
    ASK: _("Results to be looked at"),
    SEND_BACK: _("Results sent back to the queue"),
}
_HEAVY: Final = (
    "raw", "contexts", "tools", "usage", "question__passages", "question__facts", "run__pinned",
)  # fmt: skip

Held = Mapping[int, Any]
"""Results as they are now, by their key, with what `grading.with_labels` gives."""


def act(pk: int) -> None:
    """Carry out an action on results; once it is done, a second call does nothing."""
    action = BulkAction.objects.select_related("workspace", "created_by").get(pk=pk, record=RECORD)
    carry_out(action, change, needs=NEEDED, tell=_tell)


def change(
    action: BulkAction, workspace: Workspace | None, rows: Sequence[Row], now: datetime
) -> list[Skip]:
    """Change those of the rows that are as they were on screen; the others, each with the reason."""
    if workspace is None:
        return [Skip(row.key, Why.FORBIDDEN) for row in rows]
    mine: QuerySet[Any] = Answer.objects.for_workspace(workspace).filter(
        pk__in=[row.key for row in rows]
    )
    # Held, so that nobody says anything of one between what is read of it and what is written.
    keys = list(mine.order_by("pk").select_for_update(of=("self",)).values_list("pk", flat=True))
    labelled: QuerySet[Any] = grading.with_labels(Answer.objects.filter(pk__in=keys))
    held = labelled.select_related("question", "run__version").defer(*_HEAVY).order_by("pk")
    there = {answer.pk: answer for answer in held}
    said = Assessment.objects.filter(answer__in=keys).order_by().values_list("answer")
    newest = dict(said.annotate(newest=Max("pk")))
    skipped, left = [], []
    for row in rows:
        if row.key not in there:
            skipped.append(Skip(row.key, Why.FORBIDDEN))
        elif row.seen != str(newest.get(row.key, 0)):
            skipped.append(Skip(row.key, Why.STALE, _name(there[row.key])))
        else:
            left.append(row.key)
    fit = {key: there[key] for key in left}
    return [*skipped, *_ACTS[action.action](action, fit, now)]


def _send_back(action: BulkAction, fit: Held, now: datetime) -> list[Skip]:
    """Take back the decisions in force, as `services.withdraw` does for one."""
    by: User = action.created_by
    decided = {
        key: answer
        for key, answer in fit.items()
        if answer.label_by_person and not answer.set_aside
    }
    rows = Assessment.objects.filter(answer__in=decided, by=Assessment.By.PERSON, ungraded="")
    in_force = rows.order_by("answer_id", "-pk").distinct("answer_id")
    supersedes = dict(in_force.values_list("answer", "pk"))
    Assessment.objects.bulk_create(
        Assessment(
            answer=answer,
            by=Assessment.By.PERSON,
            reviewer=by,
            reviewer_name=str(by),
            withdraws=True,
            explanation=action.values["reason"],
            evidence={"supersedes": supersedes[key]},
            subject=subject_of(answer),
            key=f"person:{key}:{by.pk}:bulk:{action.pk}",
            at=now,
        )
        for key, answer in decided.items()
    )
    records.reopen_all(list(decided), workspace=action.workspace, by=by, now=now)
    entries.refresh(decided)
    return [Skip(key, Why.UNDECIDED, _name(fit[key])) for key in fit if key not in decided]


def _assign(action: BulkAction, fit: Held, now: datetime) -> list[Skip]:
    person, by = action.values["person"], action.created_by
    there = {key: row.person_id for key, row in entries.newest_assignments(fit).items()}
    skipped = []
    for key, answer in fit.items():
        if there.get(key) == person:
            skipped.append(Skip(key, Why.ALREADY, _name(answer)))
    if person is not None:
        sees = _sight(person, action.workspace)
        for key, answer in fit.items():
            if there.get(key) != person and not sees(answer.run.version.test_set_id):
                skipped.append(Skip(key, Why.REACH, _name(answer)))
    left = {skip.key for skip in skipped}
    given = [answer for key, answer in fit.items() if key not in left]
    ResultAssignment.objects.bulk_create(
        ResultAssignment(
            answer=answer,
            person_id=person,
            person_name=action.values["name"],
            by=by,
            by_name=str(by),
            at=now,
        )
        for answer in given
    )
    entries.refresh(answer.pk for answer in given)
    return skipped


def _sight(person: int, workspace: Workspace) -> Callable[[int], bool]:
    """Whether the person may judge results of a test set of the workspace."""
    user = User.objects.get(pk=person)
    member = Membership.objects.filter(workspace=workspace, user=user).first()
    reach = reach_of(user, member)
    return lambda test_set: user.is_active and (reach is None or test_set in reach)


def _ask(action: BulkAction, fit: Held, now: datetime) -> list[Skip]:
    by = action.created_by
    open_already = records.ask_for_a_look(list(fit), workspace=action.workspace, by=by, now=now)
    entries.refresh(key for key in fit if key not in open_already)
    return [Skip(key, Why.ALREADY, _name(fit[key])) for key in open_already]


_ACTS: Final[Mapping[str, Callable[[BulkAction, Held, datetime], list[Skip]]]] = {
    SEND_BACK: _send_back,
    ASSIGN: _assign,
    ASK: _ask,
}


def names(workspace: Workspace, keys: Collection[int]) -> dict[int, str]:
    """The questions of these results, of those of the workspace that its reader sees."""
    rows = Answer.objects.for_workspace(workspace).filter(pk__in=keys)
    return dict(rows.values_list("pk", "question__text"))


def _name(answer: Any) -> str:
    return str(answer.question.text)


def _tell(action: BulkAction, now: datetime) -> None:
    """Tell whoever got results, once for each test set."""
    if action.action != ASSIGN or not action.values["person"]:
        return
    rows = Answer.objects.filter(pk__in=changed(action)).order_by()
    within = rows.values_list("run__version__test_set", "run__version__test_set__name")
    for (test_set, name), count in Counter(within).items():
        tell(
            workspace=action.workspace,
            people=User.objects.filter(pk=action.values["person"]),
            kind=Notice.Kind.ASSIGNED.value,
            params={"what": "results", "count": count, "test_set": name},
            path=reverse("reviews:index", args=[action.workspace.slug]) + "?mine=1",
            key=f"bulk:{action.pk}:{test_set}",
            by=action.created_by,
            test_set=test_set,
            now=now,
        )
