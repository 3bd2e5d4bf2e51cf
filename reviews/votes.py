"""Two people who judge the same result apart from each other (M4.5).

Until both have said their word, nobody but its author learns that a word was said: every page, list,
count, trail and export asks first whether they are complete, or shows none.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Exists, OuterRef, Q, QuerySet

from core.models import User
from grading.cases import subject_of
from grading.models import Assessment
from grading.selectors import Grade
from grading.values import Label
from reviews.models import QueueEntry, QueueSetting, Reveal, Vote
from runs.models import Answer

# How the key of a decision ends that two people made by saying the same.
AGREED: Final = ":agreed"


@dataclass(frozen=True, slots=True)
class Setting:
    """How the results of a test set are judged."""

    reviewers: int = 1
    hide_grade: bool = False


def settings_of(test_sets: Iterable[int]) -> dict[int, Setting]:
    """How the results of these sets are judged; by one person who sees the grade where none is said."""
    wanted = set(test_sets)
    rows = QueueSetting.objects.filter(test_set__in=wanted)
    said = {row.test_set_id: Setting(row.reviewers, row.hide_grade) for row in rows}
    return {test_set: said.get(test_set, Setting()) for test_set in wanted}


def setting_of(test_set: int) -> Setting:
    """How the results of this set are judged."""
    return settings_of([test_set])[test_set]


@dataclass(frozen=True, slots=True)
class Votes:
    """The votes on the present state of a result, the newest of each person, in the order given."""

    wanted: int
    cast: tuple[Vote, ...] = ()

    @property
    def counting(self) -> tuple[Vote, ...]:
        """The first so many votes with a label as are wanted."""
        return tuple(vote for vote in self.cast if vote.label)[: self.wanted]

    @property
    def complete(self) -> bool:
        """Whether as many people have judged as are wanted."""
        return len(self.counting) == self.wanted

    @property
    def agreed(self) -> bool:
        """Whether they are complete and all say the same."""
        return self.complete and len({vote.label for vote in self.counting}) == 1

    @property
    def needs(self) -> int:
        """How many people must still judge apart from each other; one to settle what they differ in."""
        return max(1, self.wanted - len(self.counting))

    def of(self, person: User) -> Vote | None:
        """What this person said."""
        return next((vote for vote in self.cast if vote.voter_id == person.pk), None)


def votes_on(answer: Answer, *, wanted: int, seen: int) -> Votes:
    """The votes on the state of the result in which `seen` is its newest assessment."""
    if wanted < 2:
        return Votes(wanted)
    return Votes(wanted, newest_of_each(answer.votes.filter(seen=seen).order_by("pk")))


@dataclass(frozen=True, slots=True)
class State:
    """How a result is judged now: by two people apart or not, with the grade hidden or not."""

    apart: bool
    hidden: bool
    votes: Votes
    setting: Setting

    @property
    def blinded(self) -> bool:
        """Whether nobody may learn what others think of the result."""
        return self.apart and not self.votes.complete


def state_of(
    answer: Answer, grade: Grade, newest: Assessment | None, *, waits: bool | None = None
) -> State:
    """How the result is judged now. What a person has decided before is judged by one, in the open.

    A result that nothing sends to a person is judged by whoever looks at it; `waits` says whether
    something does, where somebody has read its flags already.
    """
    setting = setting_of(answer.run.version.test_set_id)
    if waits is None:
        waits = answer.flags.filter(resolved_at=None).exists()
    if grade.decided_by_person or not waits:
        return State(apart=False, hidden=False, votes=Votes(1), setting=setting)
    given = votes_on(answer, wanted=setting.reviewers, seen=newest.pk if newest else 0)
    apart = setting.reviewers > 1
    return State(apart, setting.hide_grade and not (apart and given.complete), given, setting)


def votes_behind(answer: Answer, state: State, past: Sequence[Assessment]) -> tuple[Vote, ...]:
    """The votes that everybody may read: of two who differ, or behind a decision still in force."""
    if state.apart:
        return state.votes.cast if state.votes.complete else ()
    said = next((row for row in past if row.by == Assessment.By.PERSON and not row.ungraded), None)
    keys = [] if said is None or said.withdraws else said.evidence.get("votes", [])
    return tuple(Vote.objects.filter(pk__in=keys).order_by("pk"))


def newest_of_each(votes: Iterable[Vote]) -> tuple[Vote, ...]:
    """One vote a person, the last; in the order in which the persons first voted."""
    last: dict[int, Vote] = {}
    for vote in votes:
        last[vote.voter_id] = vote
    return tuple(last.values())


def cast(
    *, answer: Answer, by: User, label: Label | None, reason: str, seen: int, machine_seen: bool,
    key: str, now: datetime,
) -> Vote:  # fmt: skip
    """Record a vote; the caller holds the result, and has looked whether the key is known."""
    made: Vote = Vote.objects.create(
        answer=answer, voter=by, voter_name=str(by), label=label.value if label else "",
        reason=reason, seen=seen, subject=subject_of(answer), machine_seen=machine_seen, key=key,
        at=now,
    )  # fmt: skip
    return made


def reveal(*, answer: Answer, by: User, now: datetime) -> None:
    """Note that this person has asked to see the machine's grade of the result."""
    Reveal.objects.bulk_create([Reveal(answer=answer, person=by, at=now)], ignore_conflicts=True)


def was_revealed(answer: Answer, person: User) -> bool:
    """Whether this person has asked to see the machine's grade of the result."""
    return Reveal.objects.filter(answer=answer, person=person).exists()


def seen_by(reader: User, rows: QuerySet[Any]) -> QuerySet[Any]:
    """Those of the votes that the reader may read: their own, and those on results that both judged."""
    other = Vote.objects.filter(answer=OuterRef("answer"), seen=OuterRef("seen")).exclude(label="")
    both = other.exclude(voter=OuterRef("voter"))
    # Who cannot decide makes none of two: beside one word that row would tell of it.
    now = QueueEntry.objects.filter(answer=OuterRef("answer"), through=OuterRef("seen"))
    waiting = Exists(now.filter(blinded=True))
    return rows.filter(Q(Exists(both), ~waiting) | Q(voter=reader))


def deciders(row: Assessment) -> str:
    """Who made a person's decision: both of two who said the same apart from each other."""
    if row.evidence.get("votes") and row.key.endswith(AGREED):
        made = Vote.objects.filter(pk__in=row.evidence["votes"]).order_by("pk")
        return ", ".join(vote.voter_name for vote in made)
    return str(row.reviewer_name)


def complete_pairs(votes: Sequence[Vote]) -> list[tuple[Vote, Vote]]:
    """The two votes that counted on each state of each result, given votes in the order cast."""
    states: dict[tuple[int, int], list[Vote]] = {}
    for vote in votes:
        states.setdefault((vote.answer_id, vote.seen), []).append(vote)
    pairs = []
    for given in states.values():
        counting = Votes(2, newest_of_each(given)).counting
        if len(counting) == 2:
            pairs.append((counting[0], counting[1]))
    return pairs
