"""Results drawn at random for people to judge, so that the grader's own errors are measured."""

from django.conf import settings
from django.db import models

from core.models import FrozenModel
from runs.models import Run


class RandomCheck(FrozenModel):
    """A draw among the graded results of a run; `reviews.drawing` makes it and can repeat it.

    Flagged results are looked at because something is wrong with them and say nothing of the others;
    only what was drawn does.
    """

    WORKSPACE_PATH = "run__version__test_set__workspace"

    run = models.ForeignKey(Run, on_delete=models.PROTECT, related_name="random_checks")
    seed = models.CharField(max_length=64, help_text="The order of the draw follows from it.")
    among = models.JSONField(help_text="Keys of the answers that it was drawn from, in order.")
    drawn = models.JSONField(help_text="Keys of the answers drawn, in the order of the draw.")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    by_name = models.CharField(max_length=200)
    key = models.CharField(
        max_length=120, unique=True, help_text="The same form twice is one draw."
    )
    at = models.DateTimeField()

    class Meta:
        ordering = ["run", "pk"]

    def __str__(self) -> str:
        return f"{len(self.drawn)} / {len(self.among)}"
