"""The queue as an index: one entry for each result with an open flag, made from the records alone.

Whoever raises or resolves a flag, or says something about a flagged result, has the entries of those
results made again in the same transaction. What changed without that is found by `behind`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django.db import transaction
from django.db.models import Exists, Max, OuterRef, Q, Subquery

from grading import selectors as grading
from grading.models import Assessment
from reviews.kinds import kind
from reviews.models import Flag, QueueEntry, ResultAssignment, Vote
from reviews.votes import Setting, Votes, newest_of_each, settings_of
from runs.models import Answer

AT_ONCE: Final = 500
_COLUMNS: Final = [
    "label", "confidence", "critical", "urgency", "reasons", "flagged_at", "renewed_at", "through",
    "needs", "blinded", "hidden", "sureness", "kind", "assigned_to",
]  # fmt: skip


def refresh(answers: Iterable[int], *, settings: Mapping[int, Setting] | None = None) -> None:
    """Make the entries of these results again; those without an open flag have none.

    `settings` say how the results of their test sets are judged, where somebody has read that already.
    """
    keys = sorted(set(answers))
    for first in range(0, len(keys), AT_ONCE):
        _refresh(keys[first : first + AT_ONCE], settings)


# Without a savepoint of its own: whoever calls it writes all of it or nothing.
@transaction.atomic(savepoint=False)
def _refresh(keys: Sequence[int], settings: Mapping[int, Setting] | None) -> None:
    # Held, so that nothing is said or flagged between what is read of a result and what is written.
    held = Answer.objects.filter(pk__in=keys).order_by("pk")
    list(held.select_for_update(of=("self",)).values_list("pk", flat=True))
    flags: dict[int, list[Flag]] = {}
    for flag in Flag.objects.filter(answer__in=keys, resolved_at=None).order_by("pk"):
        flags.setdefault(flag.answer_id, []).append(flag)
    QueueEntry.objects.filter(answer__in=set(keys) - set(flags)).delete()
    if not flags:
        return
    known = _known_of(flags)
    if settings is None:
        settings = settings_of(answer.test_set for answer in known)
    votes: dict[int, list[Vote]] = {}
    for vote in Vote.objects.filter(answer__in=list(flags)).order_by("pk"):
        votes.setdefault(vote.answer_id, []).append(vote)
    handed = newest_assignments(flags)
    QueueEntry.objects.bulk_create(
        [
            _entry(
                answer,
                flags[answer.pk],
                settings[answer.test_set],
                votes.get(answer.pk, ()),
                handed.get(answer.pk),
            )
            for answer in known
        ],
        update_conflicts=True,
        unique_fields=["answer"],
        update_fields=_COLUMNS,
    )


def _known_of(keys: Iterable[int]) -> list[Any]:
    """The results with their label in force, the machine's confidence and the newest assessment."""
    graded = Assessment.objects.filter(answer=OuterRef("pk"), by=Assessment.By.GRADER)
    sure = graded.exclude(label="").order_by("-pk").values("confidence")[:1]
    rows: Any = Answer.objects.filter(pk__in=list(keys))
    found = grading.with_labels(rows).annotate(
        sure=Subquery(sure),
        newest=Max("assessments"),
        workspace=Max("run__version__test_set__workspace"),
        test_set=Max("run__version__test_set"),
        assistant=Max("run__assistant"),
        is_critical=Exists(Answer.objects.filter(pk=OuterRef("pk"), question__critical=True)),
    )
    return list(found.only("pk", "run_id"))


def _entry(
    answer: Any, flags: Sequence[Flag], setting: Setting, cast: Sequence[Vote],
    handed: ResultAssignment | None,
) -> QueueEntry:  # fmt: skip
    reasons = [flag.reason for flag in flags]
    disputed = Flag.Reason.DISPUTED.value in reasons
    raised = [flag.raised_at for flag in flags]
    through = answer.newest or 0
    # What a person has decided before is looked at again by one person.
    wanted = 1 if answer.label_by_person else setting.reviewers
    votes = Votes(wanted, newest_of_each(vote for vote in cast if vote.seen == through))
    settled = bool(answer.label_by_person) or (wanted > 1 and votes.complete)
    hidden = setting.hide_grade and not settled
    found_under = kind(
        reasons=reasons, label=answer.current_label, confidence=answer.sure,
        critical=answer.is_critical, hidden=hidden,
    )  # fmt: skip
    return QueueEntry(
        answer_id=answer.pk,
        workspace_id=answer.workspace,
        test_set_id=answer.test_set,
        run_id=answer.run_id,
        assistant_id=answer.assistant,
        label=answer.current_label,
        confidence=answer.sure,
        critical=answer.is_critical,
        urgency=2 * disputed + answer.is_critical,
        reasons=reasons,
        flagged_at=min(raised),
        renewed_at=max(raised),
        through=through,
        needs=votes.needs,
        blinded=wanted > 1 and not votes.complete,
        hidden=hidden,
        sureness=-1.0 if hidden or answer.sure is None else answer.sure,
        kind=found_under.number,
        assigned_to_id=handed.person_id if handed else None,
    )


def newest_assignments(answers: Iterable[int]) -> dict[int, ResultAssignment]:
    """What holds of who is to look at each of these results; none where nobody was ever named."""
    rows = ResultAssignment.objects.filter(answer__in=list(answers))
    newest = rows.order_by("answer_id", "-pk").distinct("answer_id")
    return {row.answer_id: row for row in newest}


def behind() -> list[int]:
    """Results whose entry is missing, is left over, or does not know the newest assessment."""
    entry = QueueEntry.objects.filter(answer=OuterRef("answer"))
    missing = Flag.objects.filter(~Exists(entry), resolved_at=None)
    newer = Assessment.objects.filter(answer=OuterRef("answer"), pk__gt=OuterRef("through"))
    flagged = Flag.objects.filter(answer=OuterRef("answer"), resolved_at=None)
    stale = QueueEntry.objects.filter(Q(~Exists(flagged)) | Q(Exists(newer)))
    return sorted(
        {row for found in (missing, stale) for row in found.values_list("answer", flat=True)}
    )
