"""The label that the database works out for lists is the one that holds."""

import itertools

import pytest

from grading import services
from grading.selectors import grade_of, with_labels
from grading.values import Label
from runs.models import Answer
from tests.grading.setting import UNREADABLE, Scripted, by_text, says, settled_run
from tests.reviews.setting import WRONG

pytestmark = pytest.mark.django_db

STEPS = {
    "graded": lambda a, w, n: _machine(a, says(Label.INCORRECT), n),
    "failed": lambda a, w, n: _machine(a, UNREADABLE, n),
    "given up": lambda a, w, n: _machine(a, UNREADABLE, n, attempt=3),
    "decided": lambda a, w, n: services.record_decision(
        answer=a, by=w.rosa, label=Label.PARTLY, key=f"d{n}"
    ),
    "undecided": lambda a, w, n: services.record_decision(
        answer=a, by=w.rosa, label=None, key=f"u{n}"
    ),
    "withdrawn": lambda a, w, n: services.record_decision(
        answer=a, by=w.rosa, label=None, key=f"w{n}", withdraws=True
    ),
}


def _machine(answer, outcome, n, attempt=1):
    version = services.grader_version(Scripted(by_text, settings=str(n)))
    services.record_automated(answer=answer, version=version, outcome=outcome, attempt=attempt)


def test_every_short_history_gives_the_same_label_in_lists_as_on_the_result(world):
    histories = [
        *(steps for length in (0, 1, 2) for steps in itertools.product(STEPS, repeat=length)),
        *itertools.product(("graded", "decided", "withdrawn"), repeat=3),
    ]
    run = settled_run(world.acme, [f"{WRONG} {n}" for n in range(len(histories))])
    answers = list(run.answers.order_by("pk"))
    for answer, steps in zip(answers, histories, strict=True):
        for number, step in enumerate(steps):
            STEPS[step](answer, world, number)
    found = {row.pk: row.current_label for row in with_labels(Answer.objects.filter(run=run))}
    wrong = {
        steps: (found[answer.pk], expected)
        for answer, steps in zip(answers, histories, strict=True)
        if found[answer.pk]
        != (expected := ((label := grade_of(answer).label) and label.value) or "")
    }
    assert wrong == {}
    assert set(found.values()) == {"", "incorrect", "partly_correct", "test_needs_review"}
