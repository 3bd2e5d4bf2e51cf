"""What every job in the background keeps about itself; `core.jobs` moves it."""

from django.db import models

from core.models.base import OperationalModel


class JobModel(OperationalModel):
    """A piece of work that one worker at a time claims.

    Each kind of job adds its `status`: waiting, running, stopped, done and perhaps failed.
    """

    stop_requested = models.BooleanField(default=False)
    starts = models.PositiveIntegerField(default=0)
    reason = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    alive_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True
