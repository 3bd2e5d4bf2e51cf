"""Mails with what a person was told: at once or once a day, in their language, each notice once."""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import groupby
from smtplib import SMTPDataError, SMTPRecipientsRefused, SMTPSenderRefused
from typing import Any, Final

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import connection, transaction
from django.db.models import F, Max, Q, QuerySet
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.models import Notice, User
from core.notices.seeing import visible_to
from core.notices.wording import sentence

logger = logging.getLogger(__name__)

# The hour, in the portal's time zone, from which the mail of the day is due.
DAILY_HOUR: Final = 7
MOST_LISTED: Final = 50
LONGEST_SUBJECT: Final = 120
LONGEST_WAIT: Final = timedelta(days=1)
_LOCKS: Final = 0x6E6F7469 << 32  # told apart from whatever else is locked by a number
_WAITING: Final = Q(to_mail=True, mailed_at__isnull=True, read_at__isnull=True)
# About one mail, not about the server: the next person's may well be taken.
_REFUSED: Final = (SMTPRecipientsRefused, SMTPSenderRefused, SMTPDataError)


def send_waiting(*, now: datetime | None = None) -> int:
    """Mail everybody what waits for them and is due; how many mails were sent.

    A server that cannot be reached ends this round, one that refuses a mail delays that person's next
    try: either way the notices keep waiting. Two rounds at once send nothing twice.
    """
    moment = now or timezone.now()
    waiting = Notice.objects.filter(_WAITING).order_by().values("person").distinct()
    sent = 0
    for person in User.objects.filter(pk__in=waiting, is_active=True).order_by("pk"):
        try:
            sent += _send_to(person, moment)
        except _REFUSED as error:
            logger.warning("The mail server refused notices for person %s: %s", person.pk, error)
            _due(person, moment).update(mail_tries=F("mail_tries") + 1, mail_tried_at=moment)
        except OSError as error:
            logger.warning("The mail server cannot be used; notices wait: %s", error)
            break
    return sent


@transaction.atomic
def _send_to(person: User, now: datetime) -> bool:
    """Mail one person in the transaction that marks it; False when there is nothing, or another does."""
    # Not the rows: whoever opens a notice meanwhile should not wait for a mail server.
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [_LOCKS + person.pk])
        if not cursor.fetchone()[0]:
            return False
    due = _due(person, now)
    tried = due.aggregate(tries=Max("mail_tries"), at=Max("mail_tried_at"))
    if tried["at"] is not None and now < tried["at"] + _wait(tried["tries"]):
        return False
    seen = due.filter(visible_to(person)).select_related("workspace")
    notices = list(seen.order_by("workspace__name", "workspace", "pk"))
    due.exclude(pk__in=[notice.pk for notice in notices]).update(to_mail=False)
    if not notices:
        return False
    _mail(person, notices).send()
    Notice.objects.filter(pk__in=[notice.pk for notice in notices]).update(mailed_at=now)
    return True


def _due(person: User, now: datetime) -> QuerySet[Any]:
    rows = Notice.objects.filter(_WAITING, person=person)
    if person.notices == User.Notices.OFF:
        return rows.none()
    if person.notices == User.Notices.DAILY:
        return rows.filter(at__lt=_day_began(now))
    return rows


def _day_began(now: datetime) -> datetime:
    """The last time at which the mail of a day was due."""
    here = timezone.localtime(now)
    begins = here.replace(hour=DAILY_HOUR, minute=0, second=0, microsecond=0)
    return begins if begins <= here else begins - timedelta(days=1)


def _wait(tries: int) -> timedelta:
    return min(timedelta(minutes=2 ** min(tries, 12)), LONGEST_WAIT)


def _mail(person: User, notices: Sequence[Notice]) -> EmailMessage:
    """The notices of all workspaces in one mail."""
    with translation.override(person.language or settings.LANGUAGE_CODE):
        return EmailMessage(
            subject=_subject(notices),
            body=_body(person, notices),
            to=[person.email],
            headers={"Auto-Submitted": "auto-generated"},
        )


def _subject(notices: Sequence[Notice]) -> str:
    if len(notices) > 1:
        said = ngettext("Caudals: %(count)s notice", "Caudals: %(count)s notices", len(notices)) % {
            "count": len(notices)
        }
    else:
        said = f"Caudals: {sentence(notices[0])}"
    line = " ".join(said.split())
    return line if len(line) <= LONGEST_SUBJECT else f"{line[: LONGEST_SUBJECT - 1].rstrip()}…"


def _body(person: User, notices: Sequence[Notice]) -> str:
    lines = [_("Hello %(person)s,") % {"person": person}, ""]
    listed = notices[:MOST_LISTED]
    for workspace, rows in groupby(listed, key=lambda notice: notice.workspace):
        lines += [workspace.name, ""]
        for notice in rows:
            said = " ".join(sentence(notice).split())
            lines += [f"- {said}", f"  {_address('core:notice', notice.pk)}", ""]
    if further := len(notices) - len(listed):
        lines += [
            ngettext(
                "%(count)s more is on your page of notices.",
                "%(count)s more are on your page of notices.",
                further,
            )
            % {"count": further},
            "",
        ]
    how = (
        _("You get such a mail once a day, when there is something to tell.")
        if person.notices == User.Notices.DAILY
        else _("You get such a mail as soon as there is something to tell.")
    )
    return "\n".join(
        [*lines, how, _("To change that: %(address)s") % {"address": _address("core:notices")}]
    )


def _address(name: str, *args: int) -> str:
    address: str = settings.CAUDALS_URL
    return address.rstrip("/") + reverse(name, args=args)
