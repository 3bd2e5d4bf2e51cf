"""Refusals that a reviewer can meet."""

from django.utils.translation import gettext as _

from core.errors import Conflict, DomainError
from grading.models import Assessment


class Overtaken(Conflict):
    """Something was said about the answer after the page was opened; `newest` is what."""

    def __init__(self, newest: Assessment) -> None:
        self.newest = newest
        super().__init__(
            _(
                "Nothing was recorded: this result was assessed while you were looking at it. Look at "
                "what is new, and decide again if you still want to."
            )
        )


class ReasonMissing(DomainError):
    """Another label than the one in force, and no word why."""

    def __init__(self) -> None:
        super().__init__(_("Say in a few words why the grade should be another."))
