"""The form of a question, and that of an expert's word on one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from sources.models import Passage
from testsets.forms import ConditionalCharField
from testsets.methods import NO_METHODS, NO_NEEDS, Methods, Needs
from testsets.models import Question, SignOff
from testsets.needs_forms import NeedsFields
from testsets.question_text import NewFact, QuestionText
from testsets.records import homes_of, is_placed
from testsets.values import MAX_FACTS, Expects, QuestionType, located
from testsets.wording import EXPECTS, TYPES


@dataclass(frozen=True, slots=True)
class FactFields:
    """The two fields of one key fact."""

    quotation: forms.BoundField
    value: forms.BoundField

    @property
    def filled(self) -> bool:
        """Whether anything stands in them."""
        return bool(self.quotation.value() or self.value.value())

    @property
    def faulty(self) -> bool:
        """Whether anything is wrong with them."""
        return bool(self.quotation.errors or self.value.errors)


class QuestionForm(NeedsFields, forms.Form):
    """A question with its expected answer and key facts."""

    text = forms.CharField(
        label=_("Question"), max_length=5000, widget=forms.Textarea(attrs={"rows": 2})
    )
    expected_answer = ConditionalCharField(
        label=_("Expected answer"),
        max_length=20_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    type = forms.ChoiceField(
        label=_("Type"), choices=[(item.value, TYPES[item]) for item in QuestionType]
    )
    language = forms.CharField(
        label=_("Language"), max_length=8, help_text=_("Two letters, such as en, es, de or sv.")
    )
    expects = forms.ChoiceField(
        label=_("Right behaviour"),
        choices=[(item.value, EXPECTS[item]) for item in Expects],
        help_text=_("What a good assistant does with this question."),
    )
    critical = forms.BooleanField(
        label=_("Critical"),
        required=False,
        help_text=_("When it does not pass, or cannot be assessed, a person looks at it."),
    )
    control = forms.BooleanField(
        label=_("Control"),
        required=False,
        help_text=_("Held out of everyday work, for checks on questions nobody tuned to."),
    )
    purpose = forms.CharField(
        label=_("Why it is asked"), max_length=5000, required=False, widget=forms.Textarea(attrs={"rows": 2})
    )  # fmt: skip
    topic = forms.CharField(label=_("Topic"), max_length=200, required=False)
    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(
        self,
        *args: Any,
        question: Question | None = None,
        passage: Passage | None = None,
        methods: Methods = NO_METHODS,
        **kwargs: Any,
    ) -> None:
        homes = homes_of(question) if question and is_placed(question) else []
        # What a key fact has to stand in one of; nothing to hold it against: the set is Exploratory.
        self.passages = [home.text for home in homes]
        if passage is not None:
            self.passages.append(passage.text)
        if question is not None:
            kwargs["initial"] = {**_initial(question), **(kwargs.get("initial") or {})}
        super().__init__(*args, **kwargs)
        needs = Needs.stored(question.needs) if question else NO_NEEDS
        self.initial.update(self.add_needs(methods, needs))
        for number in range(1, MAX_FACTS + 1):
            field = ConditionalCharField if number == 1 else forms.CharField
            self.fields[f"fact_{number}"] = field(
                label=_("Key fact %(number)s") % {"number": number},
                max_length=2000,
                required=False,
                widget=forms.Textarea(attrs={"rows": 1}),
                help_text=_("Word for word from the passage.")
                if self.passages and number == 1
                else "",
            )
            self.fields[f"value_{number}"] = forms.CharField(
                label=_("Exact value in key fact %(number)s") % {"number": number},
                max_length=200,
                required=False,
            )
        facts = [f"{name}_{n}" for n in range(1, MAX_FACTS + 1) for name in ("fact", "value")]
        self.order_fields(["text", "expected_answer", *facts])

    @property
    def main(self) -> list[forms.BoundField]:
        """What is read first."""
        return [self["text"], self["expected_answer"]]

    @property
    def facts(self) -> list[FactFields]:
        """The rows of key facts that are filled in or faulty, and one more to fill in."""
        rows = self._rows()
        shown = [row for row in rows if row.filled or row.faulty]
        return rows[: max(1, len(shown))]

    @property
    def more_facts(self) -> list[FactFields]:
        """The rows that wait, empty, behind a summary."""
        return self._rows()[len(self.facts) :]

    @property
    def details(self) -> list[forms.BoundField]:
        """What seldom changes, behind a summary."""
        names = ("type", "language", "expects", "critical", "control", "purpose", "topic")
        return [self[name] for name in names]

    @property
    def details_faulty(self) -> bool:
        """Whether an error hides behind that summary."""
        return any(field.errors for field in self.details)

    def _rows(self) -> list[FactFields]:
        return [
            FactFields(self[f"fact_{number}"], self[f"value_{number}"])
            for number in range(1, MAX_FACTS + 1)
        ]

    def clean(self) -> dict[str, Any]:
        """Facts stand in the passage, values in their facts, and an ordinary question has both."""
        data = super().clean() or {}
        facts = []
        for number in range(1, MAX_FACTS + 1):
            quotation = data.get(f"fact_{number}", "").strip()
            value = data.get(f"value_{number}", "").strip()
            if not quotation:
                if value:
                    self.add_error(f"fact_{number}", _("Give the key fact of this value."))
                continue
            if not _stands_in(quotation, self.passages):
                self.add_error(
                    f"fact_{number}",
                    _("This does not stand word for word in the passage. Copy it from there."),
                )
            if value and located(value, quotation) is None:
                self.add_error(f"value_{number}", _("This is not part of its key fact."))
            facts.append(NewFact(quotation, value))
        if data.get("expects") == Expects.ANSWER.value and "text" in data:
            if not data.get("expected_answer", "").strip():
                self.add_error("expected_answer", _("Say what the right answer is."))
            if not facts:
                self.add_error(
                    "fact_1", _("Give at least one key fact that an answer must convey.")
                )
        data["facts"] = facts
        data["needs"] = self.read_needs(data)
        return data

    def content(self) -> QuestionText:
        """What was typed, once it is valid."""
        data = self.cleaned_data
        return QuestionText(
            text=data["text"].strip(),
            type=QuestionType(data["type"]),
            language=data["language"].strip().lower(),
            expected_answer=data["expected_answer"].strip(),
            facts=data["facts"],
            expects=Expects(data["expects"]),
            critical=data["critical"],
            control=data["control"],
            purpose=data["purpose"].strip(),
            topic=data["topic"].strip(),
            needs=data["needs"],
        )


class SignOffForm(forms.Form):
    """An expert's word on a question."""

    decision = forms.ChoiceField(choices=SignOff.Decision.choices)
    reason = forms.CharField(max_length=4000, required=False, label=_("What should change"))
    # What was on screen, and this showing of it: pressed twice, it counts once.
    seen = forms.CharField(max_length=64)
    uid = forms.CharField(max_length=40, required=False)
    key = forms.CharField(max_length=40, required=False)
    as_of = forms.DateTimeField(required=False)
    settles = forms.BooleanField(required=False)


def _stands_in(quotation: str, passages: Sequence[str]) -> bool:
    return not passages or any(located(quotation, text) is not None for text in passages)


def _initial(question: Question) -> dict[str, Any]:
    values: dict[str, Any] = {
        name: getattr(question, name)
        for name in ("text", "expected_answer", "type", "language", "expects", "critical",
                     "control", "purpose", "topic")
    }  # fmt: skip
    values["seen"] = question.changed_at.isoformat()
    for number, fact in enumerate(question.facts.all(), start=1):
        values[f"fact_{number}"] = fact.quotation
        values[f"value_{number}"] = fact.exact_value
    return values
