"""Which assessment counts: the newest person's unless withdrawn, else the newest automated one."""

import pytest

from core.errors import DomainError
from core.models import FrozenError
from grading import selectors, services
from grading.models import Assessment
from grading.values import Label
from tests.grading.setting import RIGHT, UNREADABLE, Scripted, by_text, says, settled_run

pytestmark = pytest.mark.django_db


@pytest.fixture
def answer(world):
    found = settled_run(world.acme, [RIGHT]).answers.get()
    grade(found, says(Label.CORRECT))
    return found


def grade(answer, outcome, *, settings="1", attempt=1):
    version = services.grader_version(Scripted(by_text, settings=settings))
    return services.record_automated(
        answer=answer, version=version, outcome=outcome, attempt=attempt
    )


def decide(answer, by, label, key, **more):
    return services.record_decision(answer=answer, by=by, label=label, key=key, **more)


def label(answer):
    """The label, read both ways that pages and reports read it."""
    one = selectors.grade_of(answer).label
    assert selectors.grades(answer.run)[answer.pk].label == one
    return one


def test_a_person_outweighs_the_machine_and_a_newer_person_an_older_one(world, answer):
    assert label(answer) is Label.CORRECT
    decide(answer, world.rosa, Label.INCORRECT, "a")
    assert label(answer) is Label.INCORRECT
    decide(answer, world.ada, Label.PARTLY, "b")
    assert label(answer) is Label.PARTLY
    grade(answer, says(Label.CORRECT), settings="2")
    assert label(answer) is Label.PARTLY
    assert Assessment.objects.count() == 4


def test_a_withdrawn_decision_makes_the_machines_grade_current_again(world, answer):
    """FAULTS: override set and then cleared (promptfoo 6260)."""
    decide(answer, world.rosa, Label.INCORRECT, "a")
    decide(answer, world.rosa, None, "b", withdraws=True)
    assert label(answer) is Label.CORRECT
    assert Assessment.objects.count() == 3


def test_who_cannot_decide_changes_no_decision(world, answer):
    decide(answer, world.rosa, Label.INCORRECT, "a")
    decide(answer, world.ada, None, "b", reason="I do not know the tariff.")
    assert label(answer) is Label.INCORRECT


def test_the_same_decision_sent_twice_is_one_row(world, answer):
    first = decide(answer, world.rosa, Label.INCORRECT, "a")
    assert decide(answer, world.rosa, Label.INCORRECT, "a") == first
    assert Assessment.objects.filter(by="person").count() == 1


def test_nobody_decides_that_a_question_was_not_run(world, answer):
    with pytest.raises(DomainError):
        decide(answer, world.rosa, Label.NOT_RUN, "a")


def test_a_later_failed_attempt_does_not_hide_an_earlier_grade(answer):
    grade(answer, UNREADABLE, settings="2")
    assert label(answer) is Label.CORRECT


def test_assessments_are_never_changed_or_deleted(world, answer):
    """M6.3"""
    made = decide(answer, world.rosa, Label.INCORRECT, "a")
    with pytest.raises(FrozenError):
        Assessment.objects.filter(pk=made.pk).update(label="correct")
    with pytest.raises(FrozenError):
        made.delete()


def test_a_decision_keeps_the_name_of_who_made_it(world, answer):
    made = decide(answer, world.rosa, Label.INCORRECT, "a", reason="Wrong price.")
    assert (made.reviewer_name, made.explanation) == ("Rosa", "Wrong price.")
