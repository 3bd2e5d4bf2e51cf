"""The words shown for codes that several parts show: outcome labels, findings, levels and marks.

The codes belong to the parts on the right; `core` only knows how they are called on a page.
"""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

LABELS: Final[Mapping[str, Promise]] = {
    "correct": _("Correct"),
    "partly_correct": _("Partly correct"),
    "incorrect": _("Incorrect"),
    "no_answer": _("No answer"),
    "test_needs_review": _("Test needs review"),
    "not_captured": _("Not captured"),
    "not_run": _("Not run"),
}

FINDINGS: Final[Mapping[str, Promise]] = {
    "present": pgettext_lazy("key fact in an answer", "Present"),
    "missing": pgettext_lazy("key fact in an answer", "Missing"),
    "contradicted": pgettext_lazy("key fact in an answer", "Contradicted"),
}

MARKS: Final[Mapping[str, Promise]] = {
    "preliminary": _("Preliminary"),
    "reviewed": _("Reviewed"),
    "expert_reviewed": _("Expert-reviewed"),
    "incomplete": _("Incomplete"),
    "exploratory": _("Exploratory"),
}

# What each mark means, for the reader who opens it.
MEANINGS: Final[Mapping[str, Promise]] = {
    "preliminary": _("Graded automatically. No person has checked every flagged result yet."),
    "reviewed": _("A person has checked every flagged result."),
    "expert_reviewed": _(
        "Domain experts signed off the expected answers before the run and reviewed the "
        "failures after it."
    ),
    "incomplete": _(
        "Fewer than 90% of the tests could be scored, or a critical test could not be assessed. "
        "Read the score with that in mind."
    ),
    "exploratory": _(
        "Some questions have no passage behind them that anyone can trace to a source. They were "
        "graded against the answers given with them."
    ),
}
