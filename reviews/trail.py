"""What reviewing adds to the trail of a workspace: decisions, disputes, comments on results."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from core.models import Transition, User, Workspace
from core.trail import Event, Kind, Stream
from core.trail.comments import Named, comment_stream
from core.wording import LABELS
from grading.models import Assessment
from reviews.models import Dispute, Flag, QueueEntry, RandomCheck, ResultAssignment, Vote
from reviews.records import ASKED
from reviews.votes import seen_by
from runs.models import Answer

_QUESTION: Final = "answer__question"
_HEAVY: Final = (
    "answer__raw", "answer__text", "answer__contexts", "answer__tools", "answer__usage",
    "answer__question__passages", "answer__question__facts",
)  # fmt: skip


def result_page(workspace: Workspace, key: int) -> str:
    """Where everything about a result stands."""
    return reverse("reviews:item", args=[workspace.slug, key])


def decision_words(row: Assessment) -> str:
    """What a person did by an assessment."""
    if row.withdraws:
        return _("Withdrew the decision")
    if not row.label:
        return _("Could not decide")
    return _("Decided: %(label)s") % {"label": LABELS[row.label]}


def _decisions(workspace: Workspace, _reader: User) -> QuerySet[Any]:
    rows = Assessment.objects.for_workspace(workspace).filter(by=Assessment.By.PERSON)
    return rows.select_related(_QUESTION).defer(*_HEAVY, "findings", "evidence")


def _decided(workspace: Workspace, rows: Sequence[Assessment]) -> list[Event]:
    return [
        _of_answer(workspace, row.answer, row.at, row.reviewer_name, decision_words(row),
                   row.explanation)
        for row in rows
    ]  # fmt: skip


def _disputes(workspace: Workspace, _reader: User) -> QuerySet[Any]:
    rows = Dispute.objects.for_workspace(workspace)
    return rows.select_related("raised_by", _QUESTION).defer(*_HEAVY)


def _disputed(workspace: Workspace, rows: Sequence[Dispute]) -> list[Event]:
    return [
        _of_answer(workspace, row.answer, row.raised_at, str(row.raised_by),
                   _("Disputed a grade"), row.words)
        for row in rows
    ]  # fmt: skip


def _outcomes(workspace: Workspace, _reader: User) -> QuerySet[Any]:
    mine = Dispute.objects.for_workspace(workspace).order_by().values("pk")
    return Transition.objects.filter(
        workspace=workspace, record="reviews.dispute", record_id__in=mine
    ).select_related("by")


def _settled(workspace: Workspace, rows: Sequence[Transition]) -> list[Event]:
    said = {
        Dispute.Status.CHANGED.value: _("Settled a dispute: the grade was changed"),
        Dispute.Status.UPHELD.value: _("Settled a dispute: the grade stays"),
        Dispute.Status.OPEN.value: _("Opened a dispute again"),
    }
    disputes = Dispute.objects.filter(pk__in={row.record_id for row in rows})
    found = {row.pk: row for row in disputes.select_related(_QUESTION).defer(*_HEAVY)}
    return [
        _of_answer(workspace, found[row.record_id].answer, row.at, str(row.by) if row.by else "",
                   said[row.new])
        for row in rows
    ]  # fmt: skip


def _of_answer(
    workspace: Workspace, answer: Answer, at: Any, who: str, what: str, detail: str = ""
) -> Event:
    return Event(
        at=at,
        who=who,
        what=what,
        about=answer.question.text,
        path=result_page(workspace, answer.pk),
        record="runs.answer",
        record_id=answer.pk,
        detail=detail,
    )


def _handed(workspace: Workspace, rows: Sequence[ResultAssignment]) -> list[Event]:
    return [
        _of_answer(
            workspace, row.answer, row.at, row.by_name,
            _("Assigned a result to %(person)s") % {"person": row.person_name}
            if row.person_id
            else _("Took a result from whoever it was assigned to"),
        )
        for row in rows
    ]  # fmt: skip


def _asked(workspace: Workspace, rows: Sequence[Transition]) -> list[Event]:
    flags = Flag.objects.filter(pk__in={row.record_id for row in rows})
    found = {row.pk: row for row in flags.select_related(_QUESTION).defer(*_HEAVY)}
    return [
        _of_answer(workspace, found[row.record_id].answer, row.at, str(row.by) if row.by else "",
                   _("Asked for a look at a result"))
        for row in rows
    ]  # fmt: skip


def _looks(workspace: Workspace, _reader: User) -> QuerySet[Any]:
    flags = Flag.objects.for_workspace(workspace).filter(reason=Flag.Reason.ASKED)
    return Transition.objects.filter(
        workspace=workspace, record="reviews.flag", new=ASKED,
        record_id__in=flags.order_by().values("pk"),
    ).select_related("by")  # fmt: skip


def _named(workspace: Workspace, keys: Iterable[int]) -> Mapping[int, Named]:
    rows = Answer.objects.filter(pk__in=keys).values_list("pk", "question__text")
    return {key: Named(text, result_page(workspace, key)) for key, text in rows}


def blinded_to(_reader: User, answers: Iterable[int]) -> frozenset[int]:
    """Of which of these results nobody may read yet what others say of them."""
    waiting = QueueEntry.objects.filter(answer__in=list(answers), blinded=True)
    return frozenset(waiting.values_list("answer", flat=True))


def votes_seen(workspace: Workspace, reader: User) -> QuerySet[Any]:
    """Votes on results that both have judged, and the reader's own."""
    rows = seen_by(reader, Vote.objects.for_workspace(workspace))
    return rows.select_related(_QUESTION).defer(*_HEAVY)


def _voted(workspace: Workspace, rows: Sequence[Vote]) -> list[Event]:
    return [
        _of_answer(
            workspace,
            row.answer,
            row.at,
            row.voter_name,
            _("Judged apart from another: %(label)s") % {"label": LABELS[row.label]}
            if row.label
            else _("Could not decide"),
            row.reason,
        )
        for row in rows
    ]


def _drawn(workspace: Workspace, rows: Sequence[RandomCheck]) -> list[Event]:
    return [
        Event(
            at=row.at,
            who=row.by_name,
            what=_("Drew results at random: %(drawn)s of %(among)s")
            % {"drawn": len(row.drawn), "among": len(row.among)},
            about=row.run.version.test_set.name,
            path=reverse("reviews:random_check", args=[workspace.slug, row.run_id]),
            record="reviews.randomcheck",
            record_id=row.pk,
        )
        for row in rows
    ]


STREAMS: Final = (
    Stream(
        "reviews.drawn",
        Kind.DECISIONS,
        lambda workspace, _reader: RandomCheck.objects.for_workspace(workspace)
        .select_related("run__version__test_set"),
        _drawn,
    ),
    Stream("reviews.decision", Kind.DECISIONS, _decisions, _decided, by="reviewer"),
    Stream("reviews.vote", Kind.DECISIONS, votes_seen, _voted, by="voter"),
    Stream(
        "reviews.dispute", Kind.DISPUTES, _disputes, _disputed, at="raised_at", by="raised_by"
    ),
    Stream("reviews.settled", Kind.DISPUTES, _outcomes, _settled),
    Stream(
        "reviews.handed",
        Kind.DECISIONS,
        lambda workspace, _reader: ResultAssignment.objects.for_workspace(workspace)
        .select_related(_QUESTION)
        .defer(*_HEAVY),
        _handed,
    ),
    Stream("reviews.asked", Kind.DECISIONS, _looks, _asked),
    comment_stream(
        "runs.answer", reached=Answer.objects.for_workspace, named=_named, blinded=blinded_to
    ),
)  # fmt: skip
