"""Drawing results at random for people to judge, so that what the grader gets wrong is measured."""

import hashlib
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.errors import DomainError
from core.models import User
from grading import selectors as grading
from grading.selectors import MOST_ATTEMPTS, Grade
from grading.values import SCORED
from reviews import entries
from reviews.models import Flag, RandomCheck
from runs.models import Run

_ENDED: Final = (Run.Status.DONE, Run.Status.STOPPED)


@dataclass(frozen=True, slots=True)
class Standing:
    """What there is to draw from in a run, and how far the results drawn so far are judged."""

    ended: bool
    left: int
    drawn: int
    judged: int


def standing(run: Run) -> Standing:
    """How the random checks of a run stand now."""
    grades = grading.grades(run)
    drawn = drawn_of(RandomCheck.objects.filter(run=run))
    return Standing(
        ended=_ended(run, grades.values()),
        left=len(_frame(grades.values(), set(drawn))),
        drawn=len(drawn),
        judged=sum(key in grades and grades[key].decided_by_person for key in drawn),
    )


def drawn_of(checks: Iterable[RandomCheck]) -> list[int]:
    """The keys of all answers that were drawn."""
    return [key for check in checks for key in check.drawn]


def order_of(among: Iterable[int], seed: str) -> list[int]:
    """The keys in an order that follows from the seed alone, on any machine and in any language.

    By the SHA-256 of "seed:key", of which every order is equally likely.
    """
    return sorted(among, key=lambda key: hashlib.sha256(f"{seed}:{key}".encode()).hexdigest())


@transaction.atomic
def draw(
    *, run: Run, size: int, by: User, key: str, seed: str = "", now: datetime | None = None
) -> RandomCheck:
    """Draw so many results among those that the machine scored and nobody has drawn yet.

    Each is flagged, unless a person has decided it already: that decision then counts. Two draws
    together are one random sample, because the second is drawn from what the first left. The same
    `key` again gives the same draw. Refused while answers still wait for their grades: what is graded
    later could not have been drawn.
    """
    moment = now or timezone.now()
    Run.objects.select_for_update(of=("self",)).only("pk").get(pk=run.pk)
    own = f"{run.pk}:{by.pk}:{key}"
    again: RandomCheck | None = RandomCheck.objects.filter(key=own).first()
    if again is not None:
        return again
    grades = grading.grades(run)
    if not _ended(run, grades.values()):
        raise DomainError(_("The run has not ended or its answers are not all graded. Draw then."))
    among = _frame(grades.values(), set(drawn_of(RandomCheck.objects.filter(run=run))))
    if not 1 <= size <= len(among):
        raise DomainError(
            ngettext(
                "There is %(count)s result left to draw from. Ask for at least 1 and no more.",
                "There are %(count)s results left to draw from. Ask for at least 1 and no more.",
                len(among),
            )
            % {"count": len(among)}
        )
    chosen = seed or secrets.token_hex(16)
    drawn = order_of(among, chosen)[:size]
    check: RandomCheck = RandomCheck.objects.create(
        run=run, seed=chosen, among=among, drawn=drawn, by=by, by_name=str(by), key=own, at=moment
    )
    Flag.objects.bulk_create(_flag(grades[answer], moment) for answer in drawn)
    entries.refresh(drawn)
    return check


def _ended(run: Run, grades: Iterable[Grade]) -> bool:
    return run.status in _ENDED and all(
        grade.automated is not None
        and bool(grade.automated.label or grade.automated.attempt >= MOST_ATTEMPTS)
        for grade in grades
    )


def _frame(grades: Iterable[Grade], drawn: set[int]) -> Sequence[int]:
    """The results that are in the score by the machine, and that nothing has set aside."""
    return sorted(
        grade.answer_id
        for grade in grades
        if grade.answer_id not in drawn
        and grade.automated is not None
        and grade.automated.label in SCORED
        and grade.label in SCORED
    )


def _flag(grade: Grade, now: datetime) -> Flag:
    """Open until a person decides; where one has, resolved by that, and opened by its withdrawal."""
    decision = grade.current if grade.decided_by_person else None
    return Flag(
        answer_id=grade.answer_id,
        reason=Flag.Reason.DRAWN,
        raised_by=grade.automated,
        raised_at=now,
        resolved_by=decision,
        resolved_at=now if decision else None,
    )
