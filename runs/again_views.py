"""Running again: once to measure the noise, or every week or month."""

from django.contrib import messages
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from core.access import WorkspaceRequest, workspace_view
from core.errors import DomainError
from core.permissions import Permission
from runs import repeating, scheduling, selectors
from runs.models import Run, RunSchedule


@require_POST
@workspace_view(Permission.RUN)
def repeat(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Run the same again to measure the noise, and go to the new run."""
    run = _run(request, pk)
    try:
        made = repeating.repeat_run(run=run, by=request.user)
    except DomainError as refusal:
        messages.error(request, str(refusal))
        return redirect("runs:detail", request.workspace.slug, pk)
    return redirect("runs:detail", request.workspace.slug, made.pk)


@require_POST
@workspace_view(Permission.RUN)
def schedule(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Have the run's version asked again every week or month."""
    run = _run(request, pk)
    every = request.POST.get("every", "")
    if every not in RunSchedule.Every.values:
        messages.error(request, _("Choose how often: every week or every month."))
        return redirect("runs:detail", request.workspace.slug, pk)
    try:
        made = scheduling.schedule_runs(run=run, every=every, by=request.user)
    except DomainError as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("Scheduled. The next run starts %(when)s.") % _when(made))
    return redirect("runs:detail", request.workspace.slug, pk)


@require_POST
@workspace_view(Permission.RUN)
def schedule_resume(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Go on with a paused schedule."""
    found = _schedule(request, pk)
    if scheduling.resume_schedule(schedule=found, by=request.user):
        messages.success(request, _("Resumed. The next run starts %(when)s.") % _when(found))
    return _back(request)


@require_POST
@workspace_view(Permission.RUN)
def schedule_end(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Start no further runs."""
    if scheduling.end_schedule(schedule=_schedule(request, pk), by=request.user):
        messages.success(request, _("The schedule has ended. Its runs stay."))
    return _back(request)


def _when(schedule: RunSchedule) -> dict[str, str]:
    local = timezone.localtime(schedule.next_at)
    return {"when": formats.date_format(local, "DATETIME_FORMAT")}


def _back(request: WorkspaceRequest) -> HttpResponseBase:
    """To the run whose page the button was on, else to the list."""
    run = request.POST.get("run", "")
    if run.isdecimal():
        return redirect("runs:detail", request.workspace.slug, int(run))
    return redirect("runs:index", request.workspace.slug)


def _run(request: WorkspaceRequest, pk: int) -> Run:
    try:
        return selectors.run_detail(request.workspace, pk)
    except Run.DoesNotExist:
        raise Http404 from None


def _schedule(request: WorkspaceRequest, pk: int) -> RunSchedule:
    try:
        found: RunSchedule = RunSchedule.objects.for_workspace(request.workspace).get(pk=pk)
    except RunSchedule.DoesNotExist:
        raise Http404 from None
    return found
