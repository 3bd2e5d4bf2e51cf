"""Why a run stops before its end, in sentences that say what to do and when to go on."""

from datetime import UTC, datetime, timedelta

from django.utils import formats
from django.utils.translation import gettext as _


class Halt(Exception):
    """The run can't usefully go on; the text says why and what to do."""


def moment(at: datetime) -> str:
    """A moment as people write it, with its time zone, which is always UTC."""
    return f"{formats.date_format(at.astimezone(UTC), 'DATETIME_FORMAT')} UTC"


def next_day(at: datetime) -> datetime:
    """When the next day of UTC begins."""
    return at.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)


def _later(at: datetime, seconds: float) -> datetime:
    # A server can ask for more than the calendar holds.
    return at + timedelta(seconds=min(seconds, 366 * 86_400))


def wait_too_long(asked: float, allowed: float, *, at: datetime) -> str:
    """The server wants to be left alone for longer than the run may wait."""
    return _(
        "The assistant asked to wait %(asked)s seconds, more than this run allows (%(allowed)s). "
        "The rest was not asked. Resume the run after %(when)s."
    ) % {
        "asked": f"{asked:.0f}",
        "allowed": f"{allowed:.0f}",
        "when": moment(_later(at, asked)),
    }


def quota_spent(said: str, retry_after: float | None, *, at: datetime) -> str:
    """The assistant's own quota or credit is used up."""
    if retry_after:
        return _(
            "The assistant's quota is used up; it said: %(said)s The rest was not asked. "
            "Resume the run after %(when)s."
        ) % {"said": said, "when": moment(_later(at, retry_after))}
    return _(
        "The assistant's quota is used up; it said: %(said)s The rest was not asked. "
        "Resume the run when there is quota again; a daily one is often renewed at %(when)s."
    ) % {"said": said, "when": moment(next_day(at))}


def allowance_spent(requests: int, *, at: datetime | None = None) -> str:
    """The run's own limit of requests a day is reached."""
    return _(
        "The daily limit of requests to the assistant (%(count)s) is reached. The rest was not asked. "
        "Resume the run after %(when)s."
    ) % {"count": requests, "when": moment(next_day(at or datetime.now(UTC)))}


def always_refused(said: str) -> str:
    """One question at a time, long after the last, is still too many."""
    return _(
        "The assistant turned everything away, however slowly it was asked; it said: %(said)s "
        "The rest was not asked. Resume the run later."
    ) % {"said": said}


def out_of_reach(count: int, said: str, *, answered: bool) -> str:
    """So many questions in a row brought no answer."""
    if answered:
        return _(
            "None of the last %(count)s questions was answered; the last try said: %(detail)s "
            "The rest was not asked. Check the assistant, then resume the run."
        ) % {"count": count, "detail": said}
    return _(
        "None of the first %(count)s questions was answered; the last try said: "
        "%(detail)s The rest was not asked. Check the assistant, then resume the run."
    ) % {"count": count, "detail": said}


def not_permitted() -> str:
    """The owner's permission to ask attacks ended or was taken back while the run went on."""
    return _(
        "A question attacks the assistant, and its owner's written permission is no longer in force. "
        "The rest was not asked. Record a permission with the assistant, then resume the run."
    )
