"""Choosing the further methods of a test set, with their settings."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from testsets.forms import ConditionalCharField
from testsets.methods import CustomLabel, KeywordsWanted, Method, Methods, Unfit
from testsets.methods.settings import (
    FEWEST_LABELS,
    LONGEST_DESCRIPTION,
    LONGEST_INSTRUCTIONS,
    LONGEST_TITLE,
    MEANING_PASS,
    MOST_LABELS,
    SIMILARITY_PASS,
)
from testsets.methods_wording import MEASURES, METHODS, unfit_words

PASSES: Final = [("pass", _("Pass")), ("fail", _("Fail"))]
_SETTINGS: Final[Mapping[Method, tuple[str, ...]]] = {
    Method.COMPARE_MEANING: ("meaning_pass",),
    Method.TEXT_SIMILARITY: ("similarity_pass",),
    Method.KEYWORD_MATCH: ("keywords",),
    Method.CUSTOM: ("instructions",),
}


@dataclass(frozen=True, slots=True)
class LabelFields:
    """The three fields of one label."""

    number: int
    title: forms.BoundField
    description: forms.BoundField
    outcome: forms.BoundField

    @property
    def filled(self) -> bool:
        """Whether anything stands in them, or is wrong with them."""
        return bool(
            self.title.value()
            or self.description.value()
            or self.title.errors
            or self.description.errors
        )


@dataclass(frozen=True, slots=True)
class MethodFields:
    """The fields of one method."""

    method: Method
    name: str | Promise
    use: forms.BoundField
    settings: list[forms.BoundField]

    @property
    def custom(self) -> bool:
        """Whether labels belong to it."""
        return self.method is Method.CUSTOM


class MethodsForm(forms.Form):
    """A box for each method, and the settings that some of them have."""

    meaning_pass = forms.IntegerField(
        label=_("Pass score"), help_text=_("From 0 to 100."), min_value=0, max_value=100,
        initial=MEANING_PASS, required=False,
    )  # fmt: skip
    similarity_pass = forms.FloatField(
        label=_("Pass score"), help_text=_("From 0 to 1."), min_value=0, max_value=1,
        initial=SIMILARITY_PASS, required=False, localize=True,
    )  # fmt: skip
    keywords = forms.ChoiceField(
        label=_("How many keywords"),
        choices=[(KeywordsWanted.ANY.value, _("Any of them")), (KeywordsWanted.ALL.value, _("All of them"))],
        required=False,
    )  # fmt: skip
    instructions = ConditionalCharField(
        label=_("Instructions"), max_length=LONGEST_INSTRUCTIONS, required=False,
        help_text=_("What to look for in an answer, in your own words."),
        widget=forms.Textarea(attrs={"rows": 4}),
    )  # fmt: skip

    def __init__(self, *args: Any, methods: Methods, **kwargs: Any) -> None:
        kwargs["initial"] = {**_initial(methods), **(kwargs.get("initial") or {})}
        super().__init__(*args, **kwargs)
        for name in ("meaning_pass", "similarity_pass", "keywords"):
            # Filled in beforehand, and only of use with its method: “optional” would mislead.
            self.fields[name].conditional = True  # type: ignore[attr-defined]  # see may_stay_empty
        for method in Method:
            self.fields[f"use_{method.value}"] = forms.BooleanField(
                label=str(METHODS[method]), help_text=str(MEASURES[method]), required=False
            )
        for number in range(1, MOST_LABELS + 1):
            numbered = {"number": number}
            field = ConditionalCharField if number <= FEWEST_LABELS else forms.CharField
            self.fields[f"title_{number}"] = field(
                label=_("Label %(number)s") % numbered, max_length=LONGEST_TITLE, required=False
            )
            self.fields[f"description_{number}"] = field(
                label=_("When an answer gets label %(number)s") % numbered,
                max_length=LONGEST_DESCRIPTION,
                required=False,
            )
            outcome = forms.ChoiceField(
                label=_("Label %(number)s means") % numbered, choices=PASSES, required=False
            )
            outcome.conditional = True  # type: ignore[attr-defined]  # see may_stay_empty
            self.fields[f"outcome_{number}"] = outcome

    @property
    def rows(self) -> list[MethodFields]:
        """The methods in their order, each with its settings."""
        return [
            MethodFields(
                method,
                METHODS[method],
                self[f"use_{method.value}"],
                [self[name] for name in _SETTINGS.get(method, ())],
            )
            for method in Method
        ]

    @property
    def labels(self) -> list[LabelFields]:
        """The rows of labels up to the last one in use, and never fewer than two."""
        rows = self._label_rows()
        last = max((row.number for row in rows if row.filled), default=0)
        return rows[: max(FEWEST_LABELS, last)]

    @property
    def more_labels(self) -> list[LabelFields]:
        """The rows that wait, empty, behind a summary."""
        return self._label_rows()[len(self.labels) :]

    def _label_rows(self) -> list[LabelFields]:
        return [
            LabelFields(
                number,
                self[f"title_{number}"],
                self[f"description_{number}"],
                self[f"outcome_{number}"],
            )
            for number in range(1, MOST_LABELS + 1)
        ]

    def clean(self) -> dict[str, Any]:
        """The methods as they were chosen, under `methods`."""
        data = super().clean() or {}
        if self.errors:
            return data
        numbers, labels = self._typed_labels(data)
        chosen = frozenset(method for method in Method if data.get(f"use_{method.value}"))
        meaning, similarity = data.get("meaning_pass"), data.get("similarity_pass")
        methods = Methods(
            chosen=chosen,
            meaning_pass=MEANING_PASS if meaning is None else meaning,
            similarity_pass=SIMILARITY_PASS if similarity is None else similarity,
            keywords=KeywordsWanted(data.get("keywords") or KeywordsWanted.ANY),
            instructions=data.get("instructions", "").strip(),
            labels=labels,
        )
        try:
            methods.refuse_unfit()
        except Unfit as unfit:
            self.add_error(_field_of(unfit.field, numbers), unfit_words(unfit))
        data["methods"] = methods
        return data

    @staticmethod
    def _typed_labels(data: Mapping[str, Any]) -> tuple[list[int], tuple[CustomLabel, ...]]:
        """The labels of the rows that are not empty, and the numbers of those rows."""
        numbers, labels = [], []
        for number in range(1, MOST_LABELS + 1):
            title = data.get(f"title_{number}", "").strip()
            description = data.get(f"description_{number}", "").strip()
            if title or description:
                numbers.append(number)
                passes = data.get(f"outcome_{number}") != "fail"
                labels.append(CustomLabel(title, description, passes))
        return numbers, tuple(labels)


def _field_of(field: str, numbers: list[int]) -> str:
    """The field that a fault belongs to; labels are counted without the empty rows."""
    name, _sign, number = field.partition("_")
    if number.isdigit():
        return f"{name}_{numbers[int(number) - 1]}"
    if field == "labels":
        return f"title_{len(numbers) + 1 if len(numbers) < MOST_LABELS else MOST_LABELS}"
    return field


def _initial(methods: Methods) -> dict[str, Any]:
    values: dict[str, Any] = {f"use_{method.value}": True for method in methods.listed}
    values |= {
        "meaning_pass": methods.meaning_pass,
        "similarity_pass": methods.similarity_pass,
        "keywords": methods.keywords.value,
        "instructions": methods.instructions,
        "outcome_2": "fail",
    }
    for number, label in enumerate(methods.labels, start=1):
        values[f"title_{number}"] = label.title
        values[f"description_{number}"] = label.description
        values[f"outcome_{number}"] = "pass" if label.passes else "fail"
    return values
