"""Invitations by e-mail: who may join a workspace, as what, until when, and joining."""

import hashlib
import secrets
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.urls import reverse
from django.utils import formats, timezone, translation
from django.utils.translation import gettext as _

from core import services
from core.errors import DomainError
from core.models import Invitation, Membership, User, Workspace
from core.permissions import Role
from core.reach import assigning

VALID_FOR: Final = timedelta(days=7)


class Standing(StrEnum):
    """Whether an invitation can still be accepted, and why not."""

    OPEN = "open"
    ACCEPTED = "accepted"
    REVOKED = "revoked"
    EXPIRED = "expired"


class NotOpen(DomainError):
    """The invitation can't be accepted any more."""

    def __init__(self, standing: Standing) -> None:
        self.standing = standing
        super().__init__(
            {
                Standing.ACCEPTED: _("This invitation has been used. Sign in to go on."),
                Standing.REVOKED: _("This invitation was withdrawn. Ask for a new one."),
                Standing.EXPIRED: _("This invitation has expired. Ask for a new one."),
            }[standing]
        )


def standing_of(invitation: Invitation, *, now: datetime | None = None) -> Standing:
    """Whether the invitation can be accepted now."""
    if invitation.accepted_at is not None:
        return Standing.ACCEPTED
    if invitation.revoked_at is not None:
        return Standing.REVOKED
    if invitation.expires_at <= (now or timezone.now()):
        return Standing.EXPIRED
    return Standing.OPEN


def find(token: str) -> Invitation:
    """The invitation whose link holds the token; Invitation.DoesNotExist for any other."""
    found: Invitation = Invitation.objects.select_related("workspace", "invited_by").get(
        token_digest=_digest(token)
    )
    return found


def invite(
    *,
    workspace: Workspace,
    email: str,
    role: Role,
    by: User,
    test_sets: list[int] | None = None,
    now: datetime | None = None,
) -> Invitation:
    """Invite somebody by e-mail; an expert perhaps with the test sets that they are to sign off.

    Refused for members and for whom an invitation waits already. A mail that can't be sent raises
    OSError, and the invitation stays, to be sent again.
    """
    moment = now or timezone.now()
    address = email.strip().lower()
    with transaction.atomic():
        # One invitation of a workspace at a time, so that nobody is invited twice at once.
        Workspace.objects.select_for_update().get(pk=workspace.pk)
        if Membership.objects.filter(workspace=workspace, user__email__iexact=address).exists():
            raise DomainError(
                _("%(address)s is a member already. Change the role in the list instead.")
                % {"address": address}
            )
        waiting = workspace.invitations.filter(
            email=address, accepted_at=None, revoked_at=None, expires_at__gt=moment
        )
        if waiting.exists():
            raise DomainError(
                _("%(address)s is invited already. Send the invitation again from the list.")
                % {"address": address}
            )
        made = Invitation(
            workspace=workspace,
            email=address,
            role=role.value,
            test_sets=sorted(test_sets or []) if role is Role.EXPERT else [],
            invited_by=by,
        )
        token = _renew(made, by, moment)
    _send(made, token)
    return made


def send_again(*, invitation: Invitation, by: User, now: datetime | None = None) -> None:
    """A new link that is valid from now on; the earlier one no longer is. Raises OSError like `invite`."""
    with transaction.atomic():
        current = _locked(invitation)
        if (standing := standing_of(current, now=now)) not in (Standing.OPEN, Standing.EXPIRED):
            raise NotOpen(standing)
        token = _renew(current, by, now or timezone.now())
    _send(current, token)


@transaction.atomic
def revoke(*, invitation: Invitation, by: User, now: datetime | None = None) -> None:
    """Withdraw an invitation that nobody accepted."""
    current = _locked(invitation)
    if (standing := standing_of(current, now=now)) is Standing.ACCEPTED:
        raise NotOpen(standing)
    current.revoked_at, current.revoked_by = now or timezone.now(), by
    _keep_author(current, by)
    current.save(update_fields=["revoked_at", "revoked_by"])


@transaction.atomic
def accept(*, invitation: Invitation, by: User, now: datetime | None = None) -> Membership:
    """Join the workspace. The link works once, and only for the person it was sent to."""
    current = _locked(invitation)
    if (standing := standing_of(current, now=now)) is not Standing.OPEN:
        raise NotOpen(standing)
    if not is_for(current, by):
        raise DomainError(
            _("This invitation is for %(address)s. Sign in as that person to accept it.")
            % {"address": current.email}
        )
    role = Role(current.role)
    made = services.add_member(workspace=current.workspace, user=by, role=role, by=by)
    if role is Role.EXPERT:
        assigning().assign(
            workspace=current.workspace, person=by, test_sets=current.test_sets,
            by=current.invited_by,
        )  # fmt: skip
    current.accepted_at, current.accepted_by = now or timezone.now(), by
    _keep_author(current, by)
    current.save(update_fields=["accepted_at", "accepted_by"])
    return made


@transaction.atomic
def accept_as_new(
    *, invitation: Invitation, name: str, password: str | None, language: str = "",
    now: datetime | None = None,
) -> User:  # fmt: skip
    """Make the account of somebody who has none, with the address that was invited, and join."""
    current = _locked(invitation)
    if (standing := standing_of(current, now=now)) is not Standing.OPEN:
        raise NotOpen(standing)
    if person_with(current.email) is not None:
        raise DomainError(_("There is an account with this address. Sign in to accept."))
    person = User.objects.create_user(current.email, password, name=name, language=language)
    # Whoever holds the link reads the mail of this address.
    EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)
    accept(invitation=current, by=person, now=now)
    return person


def is_for(invitation: Invitation, person: User) -> bool:
    """Whether the invited address is the person's, or one that they confirmed to be theirs."""
    if person.email.lower() == invitation.email:
        return True
    confirmed = EmailAddress.objects.filter(user=person, verified=True)
    return bool(confirmed.filter(email__iexact=invitation.email).exists())


def person_with(address: str) -> User | None:
    """Who signs in with this address."""
    return User.objects.filter(email__iexact=address).first()


def is_invited(address: str, *, now: datetime | None = None) -> bool:
    """Whether an invitation that can be accepted waits for this address."""
    rows = Invitation.objects.filter(email=address.lower(), accepted_at=None, revoked_at=None)
    return bool(rows.filter(expires_at__gt=now or timezone.now()).exists())


def _locked(invitation: Invitation) -> Invitation:
    # Of two who press at once, the second finds the invitation used.
    found: Invitation = (
        Invitation.objects.select_for_update(of=("self",))
        .select_related("workspace", "invited_by")
        .get(pk=invitation.pk)
    )
    return found


def _renew(invitation: Invitation, by: User, now: datetime) -> str:
    """Give the invitation a new token, of which only the digest is stored."""
    token = secrets.token_urlsafe(32)
    invitation.token_digest = _digest(token)
    invitation.expires_at = now + VALID_FOR
    invitation.sent_at = None
    _keep_author(invitation, by)
    invitation.save()
    return token


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _send(invitation: Invitation, token: str) -> None:
    workspace = invitation.workspace
    known = person_with(invitation.email)
    language = (known.language if known else "") or workspace.language
    with translation.override(language):
        words = {
            "by": str(invitation.invited_by),
            "workspace": workspace.name,
            "role": str(invitation.get_role_display()),
            "until": formats.date_format(timezone.localtime(invitation.expires_at), "DATE_FORMAT"),
            "address": settings.CAUDALS_URL.rstrip("/")
            + reverse("core:invitation", args=[token]),
        }  # fmt: skip
        subject = _("Caudals: %(by)s invites you to %(workspace)s") % words
        body = _(
            "Hello,\n\n%(by)s invites you to the workspace %(workspace)s of Caudals. Your role there: "
            "%(role)s.\n\nOpen this page and accept:\n%(address)s\n\nThe link is valid until %(until)s "
            "and works once. If you expected no invitation, you need not do anything.\n"
        )
        mail = EmailMessage(
            subject=" ".join(subject.split()),
            body=body % words,
            to=[invitation.email],
            headers={"Auto-Submitted": "auto-generated"},
        )
    mail.send()
    invitation.sent_at = timezone.now()
    invitation.save(update_fields=["sent_at"])


def _keep_author(record: Invitation, by: User) -> None:
    record._history_user = by  # type: ignore[attr-defined]  # read by simple-history
