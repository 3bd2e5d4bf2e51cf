"""The queue's index says what the records say, whatever was done in whatever order."""

import random
from uuid import uuid4

from grading.selectors import grade_of, history
from grading.services import grader_version, record_automated
from grading.values import Label
from reviews import entries, services, tasks
from reviews.models import Flag, QueueEntry
from reviews.values import Choice
from runs.models import Answer
from tests.grading.setting import Scripted, says
from tests.reviews.setting import UNSURE, WRONG, flagged_run, one_flagged


def from_the_records(workspace):
    """The queue as flags and grades alone give it: answer → (label, critical, reasons, urgency)."""
    found = {}
    for answer in Answer.objects.for_workspace(workspace):
        flags = list(Flag.objects.filter(answer=answer, resolved_at=None).order_by("pk"))
        if not flags:
            continue
        label, critical = grade_of(answer).label, answer.question.critical
        reasons = [flag.reason for flag in flags]
        urgency = 2 * ("disputed" in reasons) + critical
        found[answer.pk] = (label.value if label else "", critical, reasons, urgency)
    return found


def from_the_index(workspace):
    return {
        entry.answer_id: (entry.label, entry.critical, entry.reasons, entry.urgency)
        for entry in QueueEntry.objects.for_workspace(workspace)
    }


def _something(answer, by, chance):
    """One thing that a person can do with a result, drawn by `chance`."""
    seen = history(answer)[0].pk
    if grade_of(answer).decided_by_person and chance.random() < 0.5:
        services.withdraw(answer=answer, by=by, seen=seen, key=uuid4().hex)
    elif chance.random() < 0.4:
        services.raise_dispute(answer=answer, by=by, words=f"No: {chance.random()}")
    else:
        choice = chance.choice(list(Choice))
        services.decide(
            answer=answer, by=by, choice=choice, seen=seen, key=uuid4().hex, reason="So."
        )


def test_the_index_follows_the_records_through_forty_random_acts(world):
    chance = random.Random(7)
    answers = []
    for critical in (False, True):
        run = flagged_run(world.acme, [f"{WRONG} {n}" for n in range(4)], critical=critical)
        answers += list(run.answers.order_by("pk"))
    assert len(from_the_index(world.acme)) == 8
    for _act in range(40):
        _something(chance.choice(answers), chance.choice([world.rosa, world.ada]), chance)
        assert from_the_index(world.acme) == from_the_records(world.acme)


def test_a_result_graded_again_is_found_behind_and_made_again_by_the_tick(world):
    answer = one_flagged(world.acme)
    version = grader_version(Scripted(lambda _case: says(Label.CORRECT), settings="2"))
    record_automated(
        answer=answer, version=version, outcome=says(Label.CORRECT, flags=UNSURE), attempt=1
    )
    assert entries.behind() == [answer.pk]
    tasks.tick()
    assert QueueEntry.objects.get(answer=answer).label == Label.CORRECT
    assert entries.behind() == []


def test_a_missing_entry_and_one_left_over_are_mended_by_the_tick(world):
    lost, left = flagged_run(world.acme, [WRONG, f"{WRONG} 2"]).answers.order_by("pk")
    QueueEntry.objects.filter(answer=lost).delete()
    Flag.objects.filter(answer=left).delete()
    tasks.tick()
    assert list(from_the_index(world.acme)) == [lost.pk]
