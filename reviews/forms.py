"""What people send about results."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Final, TypeVar

from django import forms
from django.utils.translation import gettext_lazy as _

from core.models import User
from core.wording import LABELS
from reviews.models import Flag
from reviews.values import Age, Choice, Order, Sureness, Wanted

LONGEST: Final = 4000


class DecisionForm(forms.Form):
    """A decision, why, and what was on screen."""

    choice = forms.TypedChoiceField(
        choices=[(choice.value, choice.value) for choice in Choice], coerce=Choice
    )
    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    seen = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)
    key = forms.UUIDField(widget=forms.HiddenInput)
    settles = forms.BooleanField(required=False, widget=forms.HiddenInput)


class WithdrawalForm(forms.Form):
    """Which state the decision is withdrawn from."""

    seen = forms.IntegerField(min_value=1)
    key = forms.UUIDField()


class DisputeForm(forms.Form):
    """What a customer says is wrong."""

    words = forms.CharField(
        label=_("What is wrong with this grade?"),
        max_length=LONGEST,
        help_text=_(
            "A reviewer reads this beside the question, its passage and the answer. What they decide "
            "is recorded beside the grade."
        ),
        widget=forms.Textarea(attrs={"rows": 5}),
    )


class DrawForm(forms.Form):
    """How many results are to be drawn at random."""

    size = forms.IntegerField(
        label=_("How many results"),
        help_text=_("Each takes a person about as long as a flagged one."),
        min_value=1,
    )
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, left: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["size"].widget.attrs["max"] = left


class SettingForm(forms.Form):
    """How the results of a test set are judged."""

    reviewers = forms.TypedChoiceField(
        label=_("Who judges a result"),
        choices=[(1, _("One person")), (2, _("Two people, apart from each other"))],
        coerce=int,
        help_text=_(
            "With two, neither learns that the other has judged before both have. What they agree in is "
            "the decision; what they differ in waits for somebody to settle it."
        ),
        widget=forms.RadioSelect,
    )
    hide_grade = forms.BooleanField(
        label=_("Hide the machine’s grade until a person has judged"),
        required=False,
        help_text=_(
            "Whoever asks to see it first can; the decision then says so. The pages of runs and reports "
            "show grades as before."
        ),
    )


class ViewForm(forms.Form):
    """The name under which filters are kept."""

    name = forms.CharField(label=_("Name of this view"), max_length=60)


def wanted_from(given: Mapping[str, Any], *, reader: User, staff: bool = False) -> Wanted:
    """What an address or a form asks of the queue; nonsense narrows nothing.

    What is assigned to `reader` can be asked for. Only staff can ask for the queues of all
    workspaces, or narrow them to one.
    """
    across = staff and bool(given.get("across"))
    return Wanted(
        reason=_known(given.get("reason"), Flag.Reason.values),
        label=_known(given.get("label"), list(LABELS)),
        sure=_one_of(Sureness, given.get("sure")),
        age=_one_of(Age, given.get("age")),
        critical=bool(given.get("critical")),
        run=_number(given.get("run")),
        assistant=_number(given.get("assistant")),
        workspace=_number(given.get("workspace")) if across else None,
        order=_one_of(Order, given.get("order")) or Order.URGENT,
        across=across,
        mine=reader.pk if given.get("mine") else None,
    )


def _known(value: Any, values: list[str]) -> str:
    return value if value in values else ""


_Word = TypeVar("_Word", bound=StrEnum)


def _one_of(words: type[_Word], value: Any) -> _Word | None:
    return next((word for word in words if word.value == value), None)


def _number(value: Any) -> int | None:
    given = str(value or "")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 10 else None
