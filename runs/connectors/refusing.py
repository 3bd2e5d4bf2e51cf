"""What an HTTP status other than success means, in a sentence that says what to do."""

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final

import httpx
from django.utils.translation import gettext as _

from runs.values import FailureKind, TryFailed

QUOTED: Final = 300  # characters of an error's body worth keeping
_SEARCHED: Final = 20_000
# How servers say that more patience is of no use today, as opposed to this minute.
_QUOTA: Final = re.compile(
    r"insufficient_quota|daily[ _-]?(?:limit|quota)|(?:quota|limit)\W{1,3}(?:per|a)[ _-]?day"
    r"|per[ _-]?day\b|PerDay|\b(?:RPD|TPD)\b|billing_hard_limit|credit_?balance",
    re.IGNORECASE,
)


def refusal(response: httpx.Response, said: str) -> TryFailed:
    """The failure behind a reply that is no success; `said` is its body."""
    status, headers = response.status_code, response.headers
    kind, sentence = _meaning(status, headers.get("Location", ""))
    excerpt = " ".join(said[: QUOTED * 4].split())[:QUOTED]
    quoted = _("It said: %(text)s") % {"text": excerpt} if excerpt else ""
    return TryFailed(
        kind,
        f"{sentence % {'status': status}} {quoted}".strip(),
        retry_after=retry_after(headers.get("Retry-After")),
        status=status,
        quota=status == 402 or (status == 429 and bool(_QUOTA.search(said[:_SEARCHED]))),
    )


def _meaning(status: int, location: str) -> tuple[FailureKind, str]:
    if status == 402:
        return FailureKind.RATE_LIMIT, _("There is no credit left (HTTP %(status)s).")
    if status == 429:
        return FailureKind.RATE_LIMIT, _("Too many requests (HTTP %(status)s).")
    if status >= 500:
        return FailureKind.SERVER_ERROR, _("The assistant's server failed (HTTP %(status)s).")
    if status == 408:
        return FailureKind.TIMEOUT, _("The assistant's server gave up waiting (HTTP %(status)s).")
    if status in (401, 403, 407):
        return FailureKind.UNAUTHORISED, _(
            "The assistant's server does not accept the sign-in (HTTP %(status)s). "
            "Check the secret and how it is sent."
        )
    if 300 <= status < 400:
        leads = location.replace("%", "%%") or "–"
        return FailureKind.REFUSED, _(
            "The address leads elsewhere (HTTP %(status)s): %(where)s. "
            "Questions are sent only to the address given; correct it."
        ) % {"status": "%(status)s", "where": leads}
    if status in (404, 405, 410):
        return FailureKind.REFUSED, _(
            "The assistant's server knows nothing at this address, or not by this method "
            "(HTTP %(status)s). Check both."
        )
    return FailureKind.REFUSED, _("The assistant's server refused the request (HTTP %(status)s).")


def retry_after(header: str | None) -> float | None:
    """How many seconds a server wants left alone, given as such or as a date; None when it doesn't say."""
    if not header:
        return None
    try:
        seconds = float(header)
    except ValueError:
        try:
            until = parsedate_to_datetime(header)
        except ValueError:
            return None
        if until.tzinfo is None:
            until = until.replace(tzinfo=UTC)
        seconds = (until - datetime.now(UTC)).total_seconds()
    # "nan" and "inf" are numbers to Python and no time to anybody.
    return max(0.0, seconds) if abs(seconds) < float("inf") else None
