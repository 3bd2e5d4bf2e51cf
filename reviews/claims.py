"""Who is on which result: so that no two people are sent to the same one.

A claim steers; it does not lock. Whoever decides without one is heard, and the other person's page
then meets the compare-and-set of `services.decide`.
"""

from datetime import datetime
from typing import Final

from django.db import connection, transaction
from django.utils import timezone

from core.models import User, Workspace
from reviews import queue
from reviews.models import Claim
from reviews.values import LEASE, Wanted
from runs.models import Answer

_TAKE: Final = """
INSERT INTO reviews_claim (answer_id, person_id, until) {chosen}
ON CONFLICT (answer_id) DO UPDATE SET person_id = EXCLUDED.person_id, until = EXCLUDED.until
WHERE reviews_claim.until <= %s OR reviews_claim.person_id = EXCLUDED.person_id
RETURNING answer_id
"""


def hold(*, answer: Answer, by: User, now: datetime | None = None) -> Claim:
    """Take or renew the claim on a result, unless somebody else holds it; the claim in force."""
    moment = now or timezone.now()
    with connection.cursor() as cursor:
        cursor.execute(
            _TAKE.format(chosen="VALUES (%s, %s, %s)"),
            [answer.pk, by.pk, moment + LEASE, moment],
        )
    found: Claim = Claim.objects.select_related("person").get(answer=answer)
    return found


def release(*, answer: Answer, by: User) -> None:
    """Give up one's own claim on a result."""
    Claim.objects.filter(answer=answer, person=by).delete()


def claim_next(
    *,
    workspace: Workspace | None,
    by: User,
    wanted: Wanted | None = None,
    after: int | None = None,
    now: datetime | None = None,
) -> int | None:
    """The next result for this person, chosen and claimed in one statement; None when none is left.

    Without a workspace, out of the queues of all of them. It begins behind the result `after` and, at
    the end of the queue, from the start. What others hold, and what this person could not decide, is
    passed over.
    """
    moment, wanted = now or timezone.now(), wanted or Wanted()
    waiting = queue.waiting_for(workspace, by, wanted, now=moment)
    place = queue.place_of(workspace, after) if after is not None else None
    if place is not None:
        found = _take_first(place.behind(waiting, wanted.order), by, moment)
        if found is not None:
            return found
        waiting = waiting.exclude(answer=after)
    return _take_first(waiting, by, moment)


def _take_first(waiting: queue.Entries, by: User, now: datetime) -> int | None:
    while True:
        with transaction.atomic():
            # The result is locked and not its entry: whoever decides holds the result, and makes its
            # entry again after that.
            both = waiting.select_related("answer").only("answer_id", "answer__id")
            first = both.select_for_update(of=("answer",), skip_locked=True)[:1]
            sql, values = first.query.sql_with_params()
            take = _TAKE.format(chosen="SELECT answer_id, %s, %s FROM first")
            with connection.cursor() as cursor:
                cursor.execute(
                    f"WITH first AS ({sql}), taken AS ({take})"  # noqa: S608  Django wrote it
                    " SELECT first.answer_id, taken.answer_id FROM first LEFT JOIN taken ON TRUE",
                    [*values, by.pk, now + LEASE, now],
                )
                row = cursor.fetchone()
        if row is None:
            return None
        if row[1] is not None:
            return int(row[1])
        # Somebody claimed it between our snapshot and our lock; a new snapshot shows that.
