"""A page with every component on it, for the people who build pages. Only under DEBUG."""

from datetime import timedelta
from types import SimpleNamespace

from django import forms
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponseBase
from django.template.response import TemplateResponse
from django.urls import path

from core.wording import FINDINGS, LABELS, MARKS

_PASSAGE = [
    ("You can cancel your booking up to ", ""),
    ("24 hours before departure", "quotation"),
    (" and get the full fare back. Later cancellations cost ", ""),
    ("half of the fare", "quotation"),
    (".", ""),
]
_ANSWER = [
    ("Of course! You can cancel ", ""),
    ("until the day before", "evidence"),
    (" and you will get ", ""),
    ("a voucher", "contradiction"),
    (" for your next crossing, ", ""),
    ("valid for a year", "changed"),
    (".", ""),
]
_PROFILE = [
    ("False premise", 2, 6, 0.097, 0.7),
    ("Exact value", 11, 15, 0.48, 0.891),
    ("Paraphrase", 17, 20, 0.64, 0.948),
    ("Direct lookup", 5, 5, 0.566, 1.0),
]


class SampleForm(forms.Form):
    """One of each kind of field."""

    name = forms.CharField(label="Name of the test set", help_text="Shown in every report.")
    address = forms.URLField(label="Address of the website")
    question = forms.CharField(label="Question", widget=forms.Textarea, required=False)
    language = forms.ChoiceField(label="Language", choices=[("en", "English"), ("es", "Spanish")])
    pages = forms.IntegerField(label="Pages to read", min_value=1, help_text="At most 40.")
    document = forms.FileField(label="Document", required=False)
    expects = forms.ChoiceField(
        label="What is the right behaviour?",
        choices=[("answer", "Answer"), ("decline", "Decline"), ("premise", "Correct the premise")],
        widget=forms.RadioSelect,
    )
    critical = forms.BooleanField(
        label="Critical: a report is incomplete without it", required=False
    )


@login_not_required
def style(request: HttpRequest) -> HttpResponseBase:
    """Every component, in the states that it can have."""
    context = {
        "labels": list(LABELS),
        "findings": list(FINDINGS),
        "marks": list(MARKS),
        "passage": _PASSAGE,
        "answer": _ANSWER,
        "profile": [
            SimpleNamespace(
                name=name, hits=hits, total=total, share=hits / total, low=low, high=high
            )
            for name, hits, total, low, high in _PROFILE
        ],
        "choices": [("all", "All", 24), ("flagged", "Flagged", 5), ("decided", "Decided", 0)],
        "form": SampleForm(initial={"name": "Fares and cancellation"}, prefix="fresh"),
        "faulty": SampleForm(
            {"faulty-address": "not an address", "faulty-pages": "0"}, prefix="faulty"
        ),
        "left": timedelta(minutes=3),
    }
    return TemplateResponse(request, "style.html", context)


urlpatterns = [path("style/", style, name="style")]
