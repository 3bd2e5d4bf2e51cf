"""Refusals that a reviewer can meet."""

from django.utils.translation import gettext as _

from core.errors import Conflict, DomainError
from grading.models import Assessment


class Overtaken(Conflict):
    """Something was said about the answer after the page was opened; `newest` is what, if anything."""

    def __init__(self, newest: Assessment | None, sentence: str = "") -> None:
        self.newest = newest
        super().__init__(
            sentence
            or _(
                "Nothing was recorded: this result was assessed while you were looking at it. Look at "
                "what is new, and decide again if you still want to."
            )
        )


class VotesDiffer(Overtaken):
    """Two people judged the result differently after the page was opened: their words settle nothing."""

    def __init__(self, newest: Assessment | None) -> None:
        super().__init__(
            newest,
            _(
                "Nothing was recorded: two people have judged this result meanwhile, and they differ. "
                "Read both reasons, and settle it if you want to."
            ),
        )


class NothingToConfirm(DomainError):
    """There is no grade, or it is not on screen."""

    def __init__(self) -> None:
        super().__init__(_("There is no grade to confirm yet. Choose the label that holds."))


class VotesWaiting(DomainError):
    """A result is voted on and not decided."""

    def __init__(self) -> None:
        super().__init__(
            _(
                "Some results of this set have the word of one of two people, or wait to be settled. "
                "Decide those first."
            )
        )


class ReasonMissing(DomainError):
    """Another label than the one in force, and no word why."""

    def __init__(self) -> None:
        super().__init__(_("Say in a few words why the grade should be another."))
