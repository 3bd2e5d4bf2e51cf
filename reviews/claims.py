"""Who is on which result: so that no two people are sent to the same one.

A claim steers; it does not lock. Whoever decides without one is heard, and the other person's page
then meets the compare-and-set of `services.decide`.
"""

from datetime import datetime
from typing import Final

from django.core.exceptions import EmptyResultSet
from django.db import connection, transaction
from django.utils import timezone

from core.models import User, Workspace
from reviews import queue
from reviews.models import Claim, QueueEntry
from reviews.places import Entries, Place, place_of
from reviews.values import LEASE, Wanted
from runs.models import Answer

# As many people at a time as the result still needs; a person's own place comes first.
_TAKE: Final = """
INSERT INTO reviews_claim (answer_id, slot, person_id, until)
SELECT wish.answer_id, place.slot, %(person)s, %(until)s
FROM {wish} CROSS JOIN LATERAL generate_series(1, wish.needs) AS place(slot)
LEFT JOIN reviews_claim AS held ON held.answer_id = wish.answer_id AND held.slot = place.slot
WHERE held.id IS NULL OR held.until <= %(now)s OR held.person_id = %(person)s
ORDER BY (held.person_id = %(person)s) DESC NULLS LAST, place.slot
LIMIT 1
ON CONFLICT (answer_id, slot) DO UPDATE SET person_id = EXCLUDED.person_id, until = EXCLUDED.until
WHERE reviews_claim.until <= %(now)s OR reviews_claim.person_id = EXCLUDED.person_id
RETURNING answer_id
"""
_ONE: Final = """(
    SELECT %(answer)s::bigint AS answer_id,
    COALESCE((SELECT needs FROM reviews_queueentry WHERE answer_id = %(answer)s), 1) AS needs
) AS wish"""


def hold(*, answer: Answer, by: User, now: datetime | None = None) -> None:
    """Take or renew the claim on a result, unless as many others hold it as it needs."""
    moment = now or timezone.now()
    with connection.cursor() as cursor:
        cursor.execute(
            _TAKE.format(wish=_ONE),
            {"answer": answer.pk, "person": by.pk, "until": moment + LEASE, "now": moment},
        )


def in_the_way(*, answer: Answer, of: User, now: datetime | None = None) -> str:
    """Who else is on a result, when nobody else is sent to it because of them; "" otherwise.

    Nobody is named while two people judge it apart: that one is enough would tell of a word given. Nor
    on a result that does not wait for anybody.
    """
    moment = now or timezone.now()
    entry = QueueEntry.objects.filter(answer=answer).only("blinded").first()
    if entry is None or entry.blinded:
        return ""
    claims = Claim.objects.filter(answer=answer, until__gt=moment).exclude(person=of)
    others = {claim.person_id: str(claim.person) for claim in claims.select_related("person")}
    return ", ".join(others.values())


def release(*, answer: Answer, by: User) -> None:
    """Give up one's own claim on a result."""
    Claim.objects.filter(answer=answer, person=by).delete()


def claim_next(
    *,
    workspace: Workspace | None,
    by: User,
    wanted: Wanted | None = None,
    after: int | Place | None = None,
    now: datetime | None = None,
) -> int | None:
    """The next result for this person, chosen and claimed in one statement; None when none is left.

    Without a workspace, out of the queues of all of them. It begins behind the result `after`, or where
    that stood, and at the end of the queue from the start. What others hold, and what this person
    could not decide, is passed over.
    """
    moment, wanted = now or timezone.now(), wanted or Wanted()
    waiting = queue.waiting_for(workspace, by, wanted, now=moment)
    place = place_of(workspace, after) if isinstance(after, int) else after
    if place is not None:
        for stretch in place.behind(waiting, wanted.order):
            found = _take_first(stretch, by, moment)
            if found is not None:
                return found
        waiting = waiting.exclude(answer=place.answer)
    return _take_first(waiting, by, moment)


def _take_first(waiting: Entries, by: User, now: datetime) -> int | None:
    patient = False
    while True:
        with transaction.atomic():
            # The result is locked and not its entry: whoever decides holds the result, and makes its
            # entry again after that.
            both = waiting.select_related("answer").only("answer_id", "needs", "answer__id")
            first = both.select_for_update(of=("answer",), skip_locked=not patient)[:1]
            try:
                sql, values = first.query.sql_with_params()
            except EmptyResultSet:  # filters that nothing can meet
                return None
            named = {f"value{place}": value for place, value in enumerate(values)}
            # Django writes its placeholders without names; ours have some.
            sql = sql % tuple(f"%({name})s" for name in named)
            with connection.cursor() as cursor:
                cursor.execute(
                    f"WITH wish AS ({sql}), taken AS ({_TAKE.format(wish='wish')})"  # noqa: S608  Django wrote it
                    " SELECT wish.answer_id, taken.answer_id FROM wish LEFT JOIN taken ON TRUE",
                    named | {"person": by.pk, "until": now + LEASE, "now": now},
                )
                row = cursor.fetchone()
        if row is not None and row[1] is not None:
            return int(row[1])
        if row is None and patient:
            return None
        # Nothing is left, or somebody is just taking the last one that needs two people: then it is
        # waited for. Or it was taken between our snapshot and our lock; a new snapshot shows that.
        patient = row is None
