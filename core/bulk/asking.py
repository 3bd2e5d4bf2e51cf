"""What a list offers to do with several of its rows at once, and what a person asks of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from http import HTTPStatus
from typing import Any, Final
from uuid import UUID, uuid4

from django import forms
from django.http import HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from core.access import WorkspaceRequest
from core.bulk.carrying import AT_ONCE, MOST, Row, start
from core.models import User, Workspace

# What was being written while the page was made counts as changed since: it was not on screen.
_MARGIN: Final = timedelta(seconds=2)
SOMEBODY: Final = "somebody"


class Needs(StrEnum):
    """What has to be said with a choice."""

    NOTHING = "nothing"
    PERSON = "person"
    REASON = "reason"


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that can be done with many rows."""

    code: str
    words: str | Promise
    needs: Needs = Needs.NOTHING


@dataclass(frozen=True, slots=True)
class Offer:
    """What can be done with the rows of a list.

    `matching` gives the rows that the filters of the list match, with what was on screen of each when
    the page was made at the given moment: "" for those that changed since. `back` is the address of
    the list, `outcome` that of the page of an action, `task` carries one out and `task_name` names it
    for the queue.
    """

    workspace: Workspace
    record: str
    choices: Sequence[Choice]
    people: Sequence[User]
    matching: Callable[[datetime], list[Row]]
    back: str
    outcome: Callable[[int], str]
    task: Callable[[int], None]
    task_name: str
    test_set: int | None = None


@dataclass(frozen=True, slots=True)
class Bar:
    """The bar under a list: where it goes, what it offers, and how many rows match the filters.

    Of the people who can be given rows at least `reader` is named; all of them on a page behind it,
    where `people` is None.
    """

    url: str
    choices: Sequence[Choice]
    reader: User
    people: Sequence[User] | None
    matching: int
    shown: int
    hidden: Mapping[str, Any]

    @property
    def typed(self) -> str:
        """Under which name a reason is kept while it is typed: that of the list, however narrowed."""
        return typed_name(self.url)

    @property
    def more(self) -> bool:
        """Whether rows match that are not on this page."""
        return self.matching > self.shown


def typed_name(url: str) -> str:
    """Under which name what is typed into the bar of this address is kept."""
    return f"bulk:{url.partition('?')[0]}"


def bar(
    *,
    url: str,
    choices: Sequence[Choice],
    reader: User,
    matching: int,
    shown: int,
    people: Sequence[User] | None = None,
) -> Bar:
    """The bar of a page that is made now."""
    made = timezone.now() - _MARGIN
    hidden = {"key": uuid4(), "as_of": made.isoformat(), "matched": matching}
    return Bar(url, choices, reader, people, matching, shown, hidden)


class BulkForm(forms.Form):
    """What is to be done with the rows, and what it takes."""

    choice = forms.ChoiceField(label=_("What to do"))
    person = forms.TypedChoiceField(label=_("Who"), required=False, coerce=int, empty_value=None)
    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    key = forms.UUIDField(widget=forms.HiddenInput)
    as_of = forms.DateTimeField(required=False, widget=forms.HiddenInput)
    matched = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)

    def __init__(self, data: Any, *, offer: Offer) -> None:
        super().__init__(data)
        fields: Any = self.fields
        fields["choice"].choices = [(choice.code, choice.words) for choice in offer.choices]
        fields["person"].choices = [
            ("", "—"), ("0", _("Nobody")), *((person.pk, str(person)) for person in offer.people)
        ]  # fmt: skip
        self._needs = {choice.code: choice.needs for choice in offer.choices}
        self._names = {person.pk: str(person) for person in offer.people}

    def clean_as_of(self) -> datetime | None:
        """When the page was made; a moment to come counts as none."""
        given: datetime | None = self.cleaned_data["as_of"]
        exact = parse_datetime(self.data.get("as_of", "")) if given else None
        return exact if exact and exact.tzinfo and exact <= timezone.now() else None

    def clean(self) -> dict[str, Any]:
        """What the choice needs has to be there."""
        given = self.cleaned_data
        needs = self._needs.get(given.get("choice", ""), Needs.NOTHING)
        if needs is Needs.REASON and not given.get("reason", "").strip():
            self.add_error("reason", _("Say why, so that whoever gets it back knows what to do."))
        if needs is Needs.PERSON and given.get("person") is None and "person" not in self.errors:
            self.add_error("person", _("Choose who gets them."))
        return given

    def narrow(self) -> None:
        """Ask only for what the choice needs, where one that can be used was made."""
        needs = self._needs.get(self.data.get("choice", ""))
        for name, word in (("person", Needs.PERSON), ("reason", Needs.REASON)):
            if needs is word:
                self.fields[name].required = True
            elif needs is not None:
                del self.fields[name]

    @property
    def values(self) -> dict[str, Any]:
        """What the action keeps: the person by key and name, and the reason."""
        given, needs = self.cleaned_data, self._needs[self.cleaned_data["choice"]]
        if needs is Needs.REASON:
            return {"reason": given["reason"].strip()}
        if needs is Needs.PERSON:
            key = given["person"]
            return {"person": key or None, "name": self._names.get(key, "")}
        return {}


def ask(request: WorkspaceRequest, offer: Offer) -> HttpResponseBase:
    """Take what was asked of the rows of a list, and go to what comes of it.

    Few rows are changed before the answer; many in the background. What cannot be used comes back
    with everything that was chosen and typed.
    """
    if request.method != "POST":  # after signing in again
        return redirect(offer.back)
    data = request.POST.copy()
    # Not said yet who gets them: that is asked on the page that comes back, and no mistake.
    asked = data.get("person") == SOMEBODY
    if asked:
        data["person"] = ""
    form = BulkForm(data, offer=offer)
    everything = bool(request.POST.get("all"))
    given = [] if everything else rows_from(request.POST.getlist("row"))
    usable = form.is_valid()
    if everything and usable:
        made = form.cleaned_data["as_of"]
        if made is None:
            form.add_error(None, _("The page is too old to be used. Go back and choose again."))
        else:
            given = offer.matching(made)
    if not given and (usable or not everything):
        form.add_error(None, _("Choose at least one row of the list."))
    if len(given) > MOST:
        words = _("%(count)s rows are more than the %(most)s of one go. Narrow the list.")
        form.add_error(None, words % {"count": len(given), "most": MOST})
    if not form.is_valid():
        if asked:
            form.errors.pop("person", None)
        form.narrow()
        context = {
            "form": form,
            "back": offer.back,
            "typed": typed_name(request.path),
            "everything": everything,
            "rows": request.POST.getlist("row"),
            "number": form["matched"].value() if everything else len(given),
        }
        status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
        return TemplateResponse(request, "core/bulk_again.html", context, status=status)
    said = form.cleaned_data
    key: UUID = said["key"]
    action = start(
        workspace=offer.workspace,
        record=offer.record,
        action=said["choice"],
        rows=given,
        by=request.user,
        key=key,
        back=offer.back,
        task=offer.task_name,
        values=form.values,
        test_set=offer.test_set,
        matched=said["matched"] if everything else None,
    )
    if len(action.rows) <= AT_ONCE:
        offer.task(action.pk)
    return redirect(offer.outcome(action.pk))


def rows_from(given: Sequence[str]) -> list[Row]:
    """The rows that a form names, each as `key:what was seen`; what is none is left out."""
    found = []
    for text in given:
        key, _mark, seen = text.partition(":")
        if key.isascii() and key.isdigit() and len(key) < 19:
            found.append(Row(int(key), seen[:64]))
    return found
