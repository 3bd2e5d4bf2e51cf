"""Keeping what somebody types until it is sent and accepted, so that nothing typed is ever lost."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from django.db import transaction
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from core.middleware import Respond, leads_to_sign_in
from core.models import TypedText, User

# Of one person, over all forms; the oldest go.
MOST_KEPT: Final = 200
OLDEST: Final = timedelta(days=30)
"""After this time what nobody went on typing is forgotten."""

LONGEST: Final = 200_000


class Kept(NamedTuple):
    """What is kept of a form, and what its record was like when it was typed."""

    values: Mapping[str, Any]
    base: str
    changed_at: datetime


@transaction.atomic
def keep(
    *,
    person: User,
    form: str,
    load: str,
    values: Mapping[str, Any],
    base: str = "",
    now: datetime | None = None,
) -> bool:
    """Keep these values of one showing of a form; False when that showing was sent and accepted."""
    moment = now or timezone.now()
    row, made = TypedText.objects.select_for_update().get_or_create(
        person=person,
        form=form,
        load=load,
        defaults={"values": dict(values), "base": base, "changed_at": moment},
    )
    if row.sent_at is not None:
        return False
    if made:
        _forget_oldest(person)
    else:
        row.values, row.base, row.changed_at = dict(values), base, moment
        row.save(update_fields=["values", "base", "changed_at"])
    return True


@transaction.atomic
def accepted(*, person: User, form: str, load: str, now: datetime | None = None) -> None:
    """Forget what is kept of the form: this showing of it was sent and accepted, or thrown away."""
    moment = now or timezone.now()
    TypedText.objects.filter(person=person, form=form).exclude(load=load).delete()
    TypedText.objects.update_or_create(
        person=person,
        form=form,
        load=load,
        defaults={"values": {}, "base": "", "changed_at": moment, "sent_at": moment},
    )


def kept_of(person: User, forms: Collection[str]) -> dict[str, Kept]:
    """The newest that is kept of each of these forms, where anything is."""
    rows = TypedText.objects.filter(person=person, form__in=forms, sent_at__isnull=True)
    newest = {row.form: row for row in rows.order_by("changed_at", "pk")}
    return {
        form: Kept(row.values, row.base, row.changed_at)
        for form, row in newest.items()
        if row.values
    }


def sent(person: User, loads: Collection[str]) -> list[str]:
    """Which of these showings of forms were sent and accepted."""
    rows = TypedText.objects.filter(person=person, load__in=loads, sent_at__isnull=False)
    return sorted(rows.values_list("load", flat=True))


def forget_all(person: User) -> None:
    """Forget everything that the person has typed and not sent."""
    TypedText.objects.filter(person=person).delete()


def forget_old(*, now: datetime | None = None) -> int:
    """Forget what was typed and left too long ago, whoever typed it; of how many showings."""
    gone = TypedText.objects.filter(changed_at__lt=(now or timezone.now()) - OLDEST)
    return int(gone.delete()[0])


def _forget_oldest(person: User) -> None:
    rows = TypedText.objects.filter(person=person).order_by("-changed_at", "-pk")
    old = list(rows.values_list("pk", flat=True)[MOST_KEPT:])
    TypedText.objects.filter(pk__in=old).delete()


class TypedTextMiddleware:
    """Forgets what was kept of a form when a page takes it: not when it refuses, or asks to sign in."""

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if request.method != "POST" or not request.user.is_authenticated:
            return response
        refused = response.status_code >= 400 or getattr(request, "refused", False)
        if refused or leads_to_sign_in(response):
            return response
        form, load = request.POST.get("typed_form", ""), request.POST.get("typed_load", "")
        if 0 < len(form) <= 200 and 0 < len(load) <= 40 and "\0" not in form + load:
            accepted(person=request.user, form=form, load=load)
        return response
