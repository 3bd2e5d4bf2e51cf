"""Telling whoever started a run that it has ended."""

from django.urls import reverse

from core.models import Membership, Notice, User
from core.notices import tell
from core.permissions import Role
from runs.models import Run


def tell_ended(run: Run) -> int:
    """Tell that the run finished or stopped; how many people are newly told.

    Where no person started it, the owners of its workspace are told. A run that was resumed and ended
    again is told again.
    """
    if run.status not in (Run.Status.DONE, Run.Status.STOPPED) or run.finished_at is None:
        return 0
    test_set = run.version.test_set
    workspace = test_set.workspace
    owners = Membership.objects.filter(workspace=workspace, role=Role.OWNER.value)
    people = (
        [run.started_by] if run.started_by else User.objects.filter(pk__in=owners.values("user"))
    )
    return tell(
        workspace=workspace,
        people=people,
        kind=Notice.Kind.RUN_FINISHED.value,
        params={
            "test_set": test_set.name,
            "assistant": run.assistant.name,
            "answered": run.answers.count(),
            "planned": run.planned,
            "stopped": run.status == Run.Status.STOPPED,
        },
        path=reverse("runs:detail", args=[workspace.slug, run.pk]),
        key=f"run:{run.pk}:{run.finished_at.isoformat()}",
        test_set=test_set.pk,
    )
