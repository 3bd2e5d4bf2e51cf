"""Which assessments of a run's answers count."""

from grading.models import Assessment
from runs.models import Run


def automated_assessments(run: Run) -> dict[int, Assessment]:
    """The newest automated assessment of each answer, by the answer's key."""
    rows = Assessment.objects.filter(answer__run=run, by=Assessment.By.GRADER)
    return {row.answer_id: row for row in rows.order_by("answer", "-pk").distinct("answer")}


def current_assessments(run: Run) -> dict[int, Assessment]:
    """The assessment in force: a person's newest unless withdrawn, else the newest automated one."""
    rows = Assessment.objects.filter(answer__run=run, by=Assessment.By.PERSON)
    newest = rows.order_by("answer", "-pk").distinct("answer")
    decided = {row.answer_id: row for row in newest if not row.withdraws}
    return automated_assessments(run) | decided
