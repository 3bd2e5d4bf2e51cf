"""What a trail is narrowed by."""

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from core.models import Membership, User, Workspace
from core.trail.events import KIND_WORDS, Kind
from core.trail.reading import Place, Wanted


class TrailForm(forms.Form):
    """Kind, person and period; what is left empty narrows nothing."""

    kind = forms.ChoiceField(label=_("What"), required=False)
    person = forms.TypedChoiceField(label=_("Who"), required=False, coerce=int, empty_value=None)
    since = forms.DateField(
        label=pgettext_lazy("period", "From"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    until = forms.DateField(
        label=pgettext_lazy("period", "To"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )

    def __init__(self, *args: Any, workspace: Workspace, reader: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kinds: Any = self.fields["kind"]
        kinds.choices = [("", _("Everything")), *((kind.value, KIND_WORDS[kind]) for kind in Kind)]
        people: Any = self.fields["person"]
        people.choices = [
            ("", _("Everybody")),
            *((person.pk, str(person)) for person in _people(workspace, reader)),
        ]

    def wanted(self, *, before: Place | None = None) -> Wanted:
        """The events that the filters leave; a filter that makes no sense narrows nothing."""
        self.is_valid()
        given = self.cleaned_data
        until: date | None = given.get("until")
        return Wanted(
            kind=Kind(given["kind"]) if given.get("kind") else None,
            person=given.get("person"),
            since=_begin(given.get("since")),
            until=_begin(until + timedelta(days=1)) if until and until < date.max else None,
            before=before,
        )


def _begin(day: date | None) -> datetime | None:
    return timezone.make_aware(datetime.combine(day, time.min)) if day else None


def _people(workspace: Workspace, reader: User) -> Iterable[User]:
    """Everybody who is or was a member; for staff, their colleagues too."""
    members = Membership.history.filter(workspace=workspace).values("user")
    found = User.objects.filter(pk__in=members)
    if reader.is_staff:
        found |= User.objects.filter(is_staff=True)
    return sorted(found, key=lambda person: str(person).casefold())
