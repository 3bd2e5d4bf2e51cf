"""What the further methods found, as pages show it: plain values, ready for a template."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from grading import method_selectors
from grading.method_selectors import MethodSummary
from grading.methods_wording import lines_of, score_words
from grading.models import MethodScore
from runs.models import Answer, Run
from testsets.methods import Method
from testsets.methods_wording import method_words, outcome_words


@dataclass(frozen=True, slots=True)
class ShownScore:
    """What one method said of an answer."""

    name: str
    outcome: str
    score: str
    lines: Sequence[str]


@dataclass(frozen=True, slots=True)
class ShownSummary:
    """What one method said of a run's answers."""

    name: str
    passed: str
    aside: str
    mean: str
    labels: Mapping[str, int]
    mixed: bool


def shown_scores(answer: Answer) -> list[ShownScore]:
    """The newest score of each method for an answer."""
    return [_shown(score) for score in method_selectors.scores_of(answer)]


def _shown(score: MethodScore) -> ShownScore:
    return ShownScore(
        name=method_words(score.method),
        outcome=score.outcome if _is_label(score) else outcome_words(score.outcome),
        score=score_words(score),
        lines=lines_of(score),
    )


def _is_label(score: MethodScore) -> bool:
    return score.method == Method.CUSTOM and method_selectors.passes(score) is not None


def shown_summaries(run: Run) -> list[ShownSummary]:
    """What each method of the run's version said."""
    return [_summary(summary) for summary in method_selectors.method_summaries(run)]


def _summary(summary: MethodSummary) -> ShownSummary:
    counts = (
        (summary.invalid, ngettext("%(n)s Invalid", "%(n)s Invalid", summary.invalid)),
        (
            summary.not_judged,
            ngettext("%(n)s not judged", "%(n)s not judged", summary.not_judged),
        ),
        (summary.open, ngettext("%(n)s still open", "%(n)s still open", summary.open)),
    )
    mean = ""
    if summary.mean is not None:
        # Shown on the scale of the method, as a single score is.
        mean = score_words(MethodScore(method=summary.method.value, score=summary.mean))
    return ShownSummary(
        name=method_words(summary.method),
        passed=_("%(passed)s of %(judged)s") % {"passed": summary.passed, "judged": summary.judged},
        aside=", ".join(words % {"n": n} for n, words in counts if n),
        mean=mean,
        labels=summary.labels,
        mixed=len(summary.fingerprints) > 1,
    )
