"""What a random check says of the grader's own errors."""

from collections.abc import Sequence

from grading.values import SCORED, Label
from reports.correction import Sample, corrected
from reports.figures.input import ResultRecord
from reports.figures.values import Check


def check(results: Sequence[ResultRecord]) -> Check | None:
    """The errors found among results drawn at random; None where nothing was drawn.

    It speaks of the results that the machine scored and nobody has set aside. Decisions on flagged
    results that were not drawn have no part in it: they were looked at because something seemed wrong.
    A rate is corrected only once all drawn results are judged; those judged first may be the easy ones.
    """
    if all(result.drawn is None for result in results):
        return None
    scored = [each for each in results if each.automated_label in SCORED and each.label in SCORED]
    drawn = [each for each in scored if each.drawn]
    judged = [each for each in drawn if each.decision is not None]
    outgrown = any(each.drawn is None for each in scored)
    sample = Sample(
        passed=sum(map(_passed, scored)),
        total=len(scored),
        questions=_questions(scored),
        checked=len(judged),
        checked_questions=_questions(judged),
        false_passes=sum(_passed(each) and not _right(each) for each in judged),
        false_fails=sum(_right(each) and not _passed(each) for each in judged),
    )
    whole = len(judged) == len(drawn) and not outgrown
    return Check(
        drawn=len(drawn),
        judged=len(judged),
        outgrown=outgrown,
        sample=sample,
        corrected=corrected(sample) if whole else None,
    )


def _passed(result: ResultRecord) -> bool:
    return result.automated_label is Label.CORRECT


def _right(result: ResultRecord) -> bool:
    return result.label is Label.CORRECT


def _questions(results: Sequence[ResultRecord]) -> int:
    return len({result.uid for result in results})
