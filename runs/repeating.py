"""Running again with nothing changed, to see what changes of itself (M3.7)."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from core.errors import DomainError
from core.models import User
from runs.models import Run
from runs.services import start_run
from runs.values import Policy


@transaction.atomic
def repeat_run(*, run: Run, by: User | None, queue: bool = True) -> Run:
    """Start a run with the very plan of this one, and on record as its repetition.

    What repeats a repetition repeats the first. DomainError, with what to do, where the two would not be
    of one setup, and while another repetition is still under way.
    """
    first: Run = Run.objects.select_for_update().get(pk=run.repeats_id or run.pk)
    said = obstacle(first)
    if said:
        raise DomainError(said)
    if first.repeated_by.filter(status__in=(Run.Status.WAITING, Run.Status.RUNNING)).exists():
        raise DomainError(_("This run is being repeated already. Wait until that has ended."))
    return start_run(
        version=first.version,
        assistant=first.assistant,
        policy=Policy.from_json(first.pinned["policy"]),
        repetitions=first.repetitions,
        repeats=first,
        by=by,
        queue=queue,
    )


def obstacle(run: Run) -> str:
    """Why repeating the run would not show its noise; "" where nothing stands in the way."""
    if run.upload_id is not None:
        return _("A file of answers is looked up once; repeating that would show no difference.")
    if run.status != Run.Status.DONE:
        return _("The run has not asked everything yet. Wait for its end, or resume it.")
    if not _same_setup(run):
        return _(
            "The assistant's settings have changed since this run, so a difference could come from that. "
            "Start a new run and repeat it instead."
        )
    return ""


def _same_setup(run: Run) -> bool:
    pinned: dict[str, Any] = run.plan["assistant"]
    now = run.assistant
    kept = Policy.from_json(run.plan["policy"]).as_json() == run.plan["policy"]
    return kept and (pinned["connector"], pinned["configuration"]) == (
        now.connector,
        now.configuration,
    )
