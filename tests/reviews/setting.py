"""Graded runs with doubtful results, as the parts to the left would have left them."""

from collections.abc import Callable
from typing import Any

from core.models import User, Workspace
from grading import services
from grading.cases import case_of
from grading.values import Case, Grading, Label
from reviews.services import raise_flags
from reviews.setting import change_setting
from reviews.votes import Setting
from runs.models import Answer, Run
from tests.grading.setting import RIGHT, WRONG, Scripted, by_text, says, settled_run
from testsets.models import TestSet

__all__ = [
    "RIGHT", "WRONG", "by_text", "flagged_run", "graded", "one_flagged", "says", "two_apart",
]  # fmt: skip

UNSURE = ("grader_not_confident",)


def graded(run: Run, word: Callable[[Case], Grading] = by_text, *, settings: str = "1") -> Run:
    """The run, each answer graded once by a grader that says `word`."""
    version = services.grader_version(Scripted(word, settings=settings))
    for answer in run.answers.order_by("pk"):
        services.record_automated(
            answer=answer, version=version, outcome=word(case_of(answer)), attempt=1
        )
    return run


def flagged_run(
    workspace: Workspace, answers: list[str | None], *, flags: tuple[str, ...] = UNSURE,
    label: Label = Label.INCORRECT, **question: Any,
) -> Run:  # fmt: skip
    """A run in which every answer is flagged."""
    run = graded(settled_run(workspace, answers, **question), lambda _c: says(label, flags=flags))
    raise_flags(run=run)
    return run


def one_flagged(workspace: Workspace, **choices: Any) -> Answer:
    """The flagged answer of a run with just one."""
    answer: Answer = flagged_run(workspace, [WRONG], **choices).answers.get()
    return answer


def two_apart(test_set: TestSet, by: User, *, hide_grade: bool = False) -> None:
    """Have the set's results judged by two people."""
    change_setting(test_set=test_set, wanted=Setting(2, hide_grade), by=by)
