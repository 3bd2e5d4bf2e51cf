"""Who is to look at a result; the newest row holds."""

from django.conf import settings
from django.db import models

from core.models import FrozenModel
from runs.models import Answer


class ResultAssignment(FrozenModel):
    """A result was given to a person, or to nobody any more."""

    WORKSPACE_PATH = "answer__run__version__test_set__workspace"

    answer = models.ForeignKey(Answer, on_delete=models.PROTECT, related_name="handed")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    person_name = models.CharField(max_length=200, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    by_name = models.CharField(max_length=200)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["answer", "-id"], name="result_handed_newest")]

    def __str__(self) -> str:
        return self.person_name or "nobody"
