"""What `core` itself adds to the trail: the workspace, its members, consents."""

from collections.abc import Sequence
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext as _

from core.models import Consent, Membership, Workspace
from core.trail.events import Event, Kind, Stream, who_of


def _memberships(workspace: Workspace, rows: Sequence[Any]) -> list[Event]:
    # By kind of history row.
    said = {
        "+": _("Became a member: %(role)s"),
        "~": _("Got another role: %(role)s"),
        "-": _("Is no longer a member (was %(role)s)"),
    }
    roles = dict(Membership.RoleChoice.choices)
    path = reverse("core:members", args=[workspace.slug])
    return [
        Event(
            at=row.history_date,
            who=who_of(row),
            what=said[row.history_type] % {"role": roles.get(row.role, row.role)},
            about=str(row.user),
            path=path,
            record="core.membership",
            record_id=row.id,
        )
        for row in rows
    ]


def _workspaces(workspace: Workspace, rows: Sequence[Any]) -> list[Event]:
    path = reverse("core:workspace", args=[workspace.slug])
    return [
        Event(
            at=row.history_date,
            who=who_of(row),
            what=_("Made the workspace") if row.history_type == "+" else _("Changed the workspace"),
            about=row.name,
            path=path,
            record="core.workspace",
            record_id=row.id,
        )
        for row in rows
    ]


def _consents(_workspace: Workspace, rows: Sequence[Any]) -> list[Event]:
    return [
        Event(
            at=row.given_at,
            who=str(row.given_by),
            what=_("Agreed") if row.granted else _("Withdrew consent"),
            about=row.subject,
            path="",
            record="core.consent",
            record_id=row.pk,
            detail=row.wording,
        )
        for row in rows
    ]


STREAMS: Final = (
    Stream(
        "core.consent",
        Kind.PEOPLE,
        lambda workspace, _reader: Consent.objects.for_workspace(workspace).select_related(
            "given_by"
        ),
        _consents,
        at="given_at",
        by="given_by",
    ),
    Stream(
        "core.membership",
        Kind.PEOPLE,
        # Not `past_of`: who left has no membership any more, and that they left is part of the trail.
        lambda workspace, _reader: Membership.history.filter(workspace=workspace).select_related(
            "history_user", "user"
        ),
        _memberships,
        at="history_date",
        key="history_id",
        by="history_user",
    ),
    Stream(
        "core.workspace",
        Kind.PEOPLE,
        lambda workspace, _reader: Workspace.history.filter(id=workspace.pk).select_related(
            "history_user"
        ),
        _workspaces,
        at="history_date",
        key="history_id",
        by="history_user",
    ),
)
