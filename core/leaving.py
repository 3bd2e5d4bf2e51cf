"""When a person goes: no way in any more, no place anywhere, and every decision with its name."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.db import transaction
from django.utils.translation import gettext as _

from core import services, typed
from core.errors import DomainError
from core.models import Invitation, Membership, User


class OnlyOwner(DomainError):
    """Somebody must remain who can manage the workspace."""

    def __init__(self, names: list[str]) -> None:
        super().__init__(
            _("Make somebody else an owner first of: %(workspaces)s.")
            % {"workspaces": ", ".join(names)}
        )


@transaction.atomic
def deactivate(*, person: User, by: User) -> None:
    """Take every membership and the way in; sessions end at once. What they did keeps their name.

    Refused while they are the only owner of a workspace.
    """
    current = User.objects.select_for_update().get(pk=person.pk)
    refused = []
    for membership in Membership.objects.filter(user=current).select_related("workspace"):
        try:
            services.remove_member(membership=membership, by=by)
        except services.LastOwner:
            refused.append(membership.workspace.name)
    if refused:
        raise OnlyOwner(refused)
    # A session of somebody inactive is nobody's.
    current.is_active = False
    current.is_staff = current.is_superuser = False
    current.save(update_fields=["is_active", "is_staff", "is_superuser"])
    person.refresh_from_db()


@transaction.atomic
def erase(*, person: User, by: User) -> None:
    """Deactivate, and forget how the person is reached and signs in. The name stays on their decisions.

    The row stays too: what was decided points at it, and no decision is ever rewritten.
    """
    deactivate(person=person, by=by)
    EmailAddress.objects.filter(user=person).delete()
    SocialAccount.objects.filter(user=person).delete()
    Authenticator.objects.filter(user=person).delete()
    typed.forget_all(person)
    person.name = person.name or _("Person %(number)s") % {"number": person.pk}
    # Unique, and an address that no mail server may ever serve (RFC 2606).
    person.email = f"erased-{person.pk}@invalid.invalid"
    _forget_invitations(person)
    person.first_name = person.last_name = ""
    person.last_login = None
    person.set_unusable_password()
    person.save()


def _forget_invitations(person: User) -> None:
    for invitation in Invitation.objects.filter(accepted_by=person):
        invitation.email = person.email
        invitation.save(update_fields=["email"])
        # The history of a draft is no record of decisions; here it would keep the address.
        Invitation.history.filter(id=invitation.pk).update(email=person.email)
