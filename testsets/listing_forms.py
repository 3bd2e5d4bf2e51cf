"""What a list of questions is narrowed to, from the address and back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from testsets.values import FAMILY_OF, Family, QuestionType
from testsets.wishes import Wish
from testsets.wording import FAMILIES, TYPES, language_words

_SIGN_OFFS: Final = [
    ("", _("Any")),
    ("waiting", _("Waiting for an expert")),
    ("signed", _("Signed off")),
    ("changes", _("Changes asked for")),
    ("half", _("Decided by me, waiting for another")),
    ("differ", _("Two people differ")),
    ("void", _("Changed since the sign-off")),
    ("open", _("Never looked at")),
]
_ONLY: Final[Sequence[tuple[str, str | Promise]]] = [
    ("mine", _("Assigned to me")),
    ("marked", _("Marked for attention")),
    ("critical", _("Critical")),
    ("control", _("Control")),
    ("development", _("Development, not control")),
    ("exact", _("With an exact value")),
    ("yes", pgettext_lazy("right answer", "Answer is yes")),
    ("no", pgettext_lazy("right answer", "Answer is no")),
    ("unclear", _("Neither yes nor no")),
    ("warnings", _("With warnings")),
    ("outdated", _("Possibly outdated")),
    ("wrong", _("Grader fails on known answers")),
    ("bare", _("Without a passage of a source here")),
    ("contract", _("Contract does not fit its reference")),
]
# What is not kept with a version.
_DRAFT_ONLY: Final = frozenset({"yes", "no", "unclear", "warnings", "contract", "mine", "marked"})


_PLAIN: Final = ("q", "type", "language", "document", "topic", "sign_off")


class ListForm(forms.Form):
    """The filters over a list; what the address says wrongly is left out."""

    q = forms.CharField(
        label=_("Words"),
        required=False,
        max_length=200,
        widget=forms.SearchInput(attrs={"data-key": "/", "data-key-label": _("Search the list")}),
    )
    type = forms.ChoiceField(label=_("Type"), required=False)
    language = forms.ChoiceField(label=_("Language"), required=False)
    sign_off = forms.ChoiceField(label=_("Sign-off"), choices=_SIGN_OFFS, required=False)
    only = forms.MultipleChoiceField(
        label=_("Only"), required=False, widget=forms.CheckboxSelectMultiple
    )
    document = forms.CharField(required=False, max_length=4000, widget=forms.HiddenInput)
    topic = forms.CharField(required=False, max_length=200, widget=forms.HiddenInput)

    def __init__(
        self,
        data: QueryDict,
        *,
        languages: Iterable[str],
        types: Iterable[str],
        frozen: bool,
        reader: int,
    ) -> None:
        super().__init__(data, use_required_attribute=False)
        there = set(types)
        fields: Any = self.fields
        fields["type"].choices = [("", _("All")), *_type_choices(there)]
        fields["language"].choices = [
            ("", _("All")),
            *sorted((code, language_words(code)) for code in set(languages)),
        ]
        fields["only"].choices = [
            choice for choice in _ONLY if not (frozen and choice[0] in _DRAFT_ONLY)
        ]
        if frozen:
            del fields["sign_off"]
        self.full_clean()
        given = self.cleaned_data
        self.wish = Wish(
            only=tuple(given.get("only", ())),
            reader=reader if "mine" in given.get("only", ()) else 0,
            **{name: given.get(name, "") for name in _PLAIN},
        )

    @property
    def main(self) -> list[forms.BoundField]:
        """The filters that stand side by side."""
        names = ("q", "type", "language", "sign_off")
        return [self[name] for name in names if name in self.fields]

    @property
    def narrows(self) -> bool:
        """Whether anything is left out."""
        return self.wish != Wish()

    @property
    def places(self) -> list[tuple[Any, str]]:
        """What the list is narrowed to without a field of its own: (what it is, which)."""
        found = [(_("Document"), self.wish.document), (_("Topic"), self.wish.topic)]
        return [one for one in found if one[1]]


def _type_choices(there: set[str]) -> list[tuple[Any, Any]]:
    """Each family with its types; what the set has none of is not offered."""
    groups: list[tuple[Any, Any]] = []
    for family in Family:
        types = [t for t in QuestionType if FAMILY_OF[t] is family and t.value in there]
        if types:
            every = (family.value, _("All of these"))
            groups.append((FAMILIES[family], [every, *((t.value, TYPES[t]) for t in types)]))
    return groups
