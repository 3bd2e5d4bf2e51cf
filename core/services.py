"""Everything that changes workspaces, their members and how a person sees the portal."""

from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from core.errors import DomainError
from core.models import Membership, User, Workspace
from core.permissions import Role
from core.reach import assigning


class LastOwner(DomainError):
    """A workspace without an owner could not be managed by anybody."""

    def __init__(self) -> None:
        super().__init__(
            _("A workspace keeps at least one owner. Make somebody else an owner first.")
        )


class AlreadyMember(DomainError):
    """The person is in the workspace already."""

    def __init__(self, user: User) -> None:
        super().__init__(
            _("%(person)s is a member already. Change the role in the list instead.")
            % {"person": user}
        )


@transaction.atomic
def create_workspace(
    *, name: str, language: str, by: User, plan: str = Workspace.Plan.FREE
) -> Workspace:
    """A new workspace that `by` owns; its address is made from the name and never taken twice."""
    workspace = Workspace(name=name, language=language, plan=plan)
    _keep_author(workspace, by)
    base = slugify(name)[:50] or "workspace"
    taken = set(Workspace.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    number = 1
    while True:
        workspace.slug = base if number == 1 else f"{base}-{number}"
        number += 1
        if workspace.slug in taken:
            continue
        try:
            with transaction.atomic():
                workspace.save(force_insert=True)
        except IntegrityError:
            # Somebody took this address since the look above.
            if not Workspace.objects.filter(slug=workspace.slug).exists():
                raise
            continue
        break
    owner = Membership(workspace=workspace, user=by, role=Role.OWNER.value)
    _keep_author(owner, by)
    owner.save(force_insert=True)
    return workspace


def add_member(*, workspace: Workspace, user: User, role: Role, by: User) -> Membership:
    """Give a person a place in the workspace. Refused when they have one."""
    membership = Membership(workspace=workspace, user=user, role=role.value)
    _keep_author(membership, by)
    try:
        with transaction.atomic():
            membership.save(force_insert=True)
    except IntegrityError:
        if Membership.objects.filter(workspace=workspace, user=user).exists():
            raise AlreadyMember(user) from None
        raise
    return membership


@transaction.atomic
def change_role(*, membership: Membership, role: Role, by: User) -> None:
    """Change what a member may do. The last owner stays one."""
    current = _locked(membership)
    if role is not Role.OWNER:
        _refuse_last_owner(current)
    current.role = role.value
    _keep_author(current, by)
    current.save(update_fields=["role"])
    membership.role = current.role


@transaction.atomic
def remove_member(*, membership: Membership, by: User) -> None:
    """Take a person out of the workspace; what they did there stays. The last owner stays."""
    current = _locked(membership)
    _refuse_last_owner(current)
    assigning().assign(workspace=current.workspace, person=current.user, test_sets=[], by=by)
    _keep_author(current, by)
    current.delete()


def choose_language(*, user: User, language: str) -> None:
    """Remember the language in which a person reads the portal."""
    user.language = language
    user.save(update_fields=["language"])


def _locked(membership: Membership) -> Membership:
    # All owners of the workspace are locked together, so that two of them cannot demote each other
    # at the same moment.
    rows = Membership.objects.select_for_update().filter(workspace=membership.workspace_id)
    for row in rows.order_by("pk"):
        if row.pk == membership.pk:
            found: Membership = row
            return found
    raise DomainError(_("That person is no longer a member. Load the page again."))


def _refuse_last_owner(membership: Membership) -> None:
    owners = Membership.objects.filter(
        workspace=membership.workspace_id, role=Role.OWNER.value
    ).exclude(pk=membership.pk)
    if membership.role == Role.OWNER.value and not owners.exists():
        raise LastOwner


def _keep_author(record: Workspace | Membership, by: User) -> None:
    # Read by simple-history; without a request it would not know who made the change.
    record._history_user = by  # type: ignore[union-attr]  # an attribute that simple-history looks for
