"""Forms about test sets as a whole."""

from typing import Any, Final

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from core.configured import configured_model
from core.models import Workspace
from sources.models import Source
from sources.selectors import current_passages, offered
from testsets.models import TestSet
from testsets.offering import types_offered
from testsets.services import MOST_WANTED
from testsets.values import QuestionType

# Beyond any bill, and well inside what the column holds.
MOST_TOKENS: Final = 10**12

LANGUAGES = [
    ("", _("The language of each source")),
    *settings.LANGUAGES,
    ("de", _("German")),
    ("sv", _("Swedish")),
]


class ConditionalCharField(forms.CharField):
    """A field that is required in some cases, which only the whole form knows: never “optional”."""

    conditional = True


class ReviewersForm(forms.Form):
    """How many people sign each question off."""

    reviewers = forms.TypedChoiceField(
        label=_("Each question is signed off by"),
        coerce=int,
        choices=[
            (1, _("one person")),
            (2, _("two people, apart from each other")),
        ],
        widget=forms.RadioSelect,
        help_text=_(
            "With two, nobody sees the other's word until both have decided; where they differ, one of "
            "them or an owner settles it with a reason. What was said before two were wanted is not one of "
            "their words. Back to one, everybody sees what was said so far."
        ),
    )


class DraftingForm(forms.Form):
    """From which sources how many questions are written."""

    sources = forms.ModelMultipleChoiceField(
        label=_("Sources"),
        queryset=Source.objects.none(),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one source to write questions from.")},
    )
    wanted = forms.IntegerField(
        label=_("Number of questions"),
        min_value=1,
        max_value=MOST_WANTED,
        initial=20,
        help_text=_(
            "At a pass rate near 80%, 30 questions show it to within about 15 points, 100 to within 8."
        ),
    )
    language = forms.ChoiceField(
        label=_("Language"),
        choices=LANGUAGES,
        required=False,
        help_text=_("Only passages in this language are asked about."),
    )
    types = forms.TypedMultipleChoiceField(
        label=_("Types of question"),
        coerce=QuestionType,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    tokens = forms.IntegerField(
        label=_("Budget in tokens"),
        min_value=1,
        max_value=MOST_TOKENS,
        required=False,
        help_text=_(
            "Prompts and replies of the language model together. Writing stops when they are spent,"
            " keeps what it has, and can go on with more. Empty: no limit."
        ),
    )

    def __init__(self, *args: Any, workspace: Workspace, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if configured_model() is None:
            del self.fields["tokens"]  # nobody is asked who counts any
        else:
            self.initial.setdefault("tokens", settings.CAUDALS_DRAFT_TOKENS or None)
        offer = types_offered()
        types = self.fields["types"]
        types.choices = offer.choices  # type: ignore[attr-defined]  # a choice field
        types.help_text = offer.note
        there = offered(workspace)
        held = current_passages(there).order_by().values_list("document__source", flat=True)
        sources = there.filter(pk__in=set(held)).order_by("name")
        self.fields["sources"].queryset = sources  # type: ignore[attr-defined]  # a model field
        self.usable = len(sources)
        if not self.is_bound and self.usable == 1:
            self.initial.setdefault("sources", sources)


class NewTestSetForm(DraftingForm):
    """A test set and what its first questions are written from."""

    name = forms.CharField(label=_("Name"), max_length=200)
    field_order = ["name", "sources", "wanted", "language", "types", "tokens"]


class BudgetForm(forms.Form):
    """How many tokens a job that spent its budget may take in all."""

    tokens = forms.IntegerField(
        label=_("Budget in tokens"),
        min_value=1,
        max_value=MOST_TOKENS,
        required=False,
        help_text=_("In all, with what is used already. Empty: no limit."),
    )


class NameForm(forms.ModelForm):  # type: ignore[type-arg]  # the plugin knows the model from Meta
    """Another name for a test set."""

    class Meta:
        model = TestSet
        fields = ["name"]
