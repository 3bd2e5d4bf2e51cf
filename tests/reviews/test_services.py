"""What people decide about results, and what becomes of flags and disputes."""

from datetime import timedelta

import pytest
from django.utils import timezone

from core.errors import DomainError
from core.models import Transition
from grading.selectors import grade_of, history
from grading.values import Label
from reviews import services
from reviews.errors import Overtaken, ReasonMissing
from reviews.models import Claim, Dispute, Flag
from reviews.selectors import checked
from reviews.values import Choice
from tests.grading.setting import settled_run
from tests.reviews.setting import RIGHT, WRONG, flagged_run, graded, one_flagged, says

pytestmark = pytest.mark.django_db


def newest(answer):
    return history(answer)[0].pk if history(answer) else None


def decide(answer, by, choice, key="k1", reason="The fare is right.", **given):
    given.setdefault("seen", newest(answer))
    return services.decide(answer=answer, by=by, choice=choice, key=key, reason=reason, **given)


def withdraw(answer, by, key="w1", **given):
    given.setdefault("seen", newest(answer))
    return services.withdraw(answer=answer, by=by, key=key, **given)


def open_flags(answer):
    return sorted(answer.flags.filter(resolved_at=None).values_list("reason", flat=True))


def test_confirming_is_a_new_assessment_beside_the_automated_one(world):
    """M5.3: never written over it."""
    answer = one_flagged(world.acme)
    machine = grade_of(answer).automated
    made = decide(answer, world.rosa, Choice.CONFIRM, reason="")
    assert (made.label, made.reviewer, made.reviewer_name) == ("incorrect", world.rosa, "Rosa")
    assert made.evidence["supersedes"] == machine.pk
    assert [row.pk for row in history(answer)] == [made.pk, machine.pk]
    assert grade_of(answer).automated == machine


def test_a_decision_resolves_the_flags_and_leaves_a_trail(world):
    answer = one_flagged(world.acme, flags=("grader_not_confident", "rule_disagrees"))
    made = decide(answer, world.rosa, Choice.CORRECT)
    assert grade_of(answer).label is Label.CORRECT
    assert open_flags(answer) == []
    assert set(answer.flags.values_list("resolved_by", flat=True)) == {made.pk}
    trail = Transition.objects.filter(record="reviews.flag")
    assert sorted(trail.values_list("old", "new", "by")) == [
        ("open", "resolved", world.rosa.pk)
    ] * 2  # fmt: skip
    assert (checked(answer.run).flagged, checked(answer.run).open) == (1, 0)


def test_another_label_without_a_reason_is_refused_and_records_nothing(world):
    answer = one_flagged(world.acme)
    with pytest.raises(ReasonMissing):
        decide(answer, world.rosa, Choice.CORRECT, reason="  ")
    assert len(history(answer)) == 1
    assert open_flags(answer) == ["grader_not_confident"]


@pytest.mark.parametrize(
    ("choice", "label"),
    [(Choice.TEST_WRONG, Label.NEEDS_REVIEW), (Choice.CAPTURE_WRONG, Label.NOT_CAPTURED)],
)
def test_a_fault_of_the_test_or_the_capture_is_one_key_away(world, choice, label):
    """M2.14: it sets the test aside."""
    answer = one_flagged(world.acme)
    decide(answer, world.rosa, choice, reason="")
    assert grade_of(answer).label is label


def test_who_cannot_decide_leaves_the_result_to_somebody_else(world):
    """M4.5: recorded uncertainty beats manufactured consensus."""
    answer = one_flagged(world.acme)
    made = decide(answer, world.rosa, Choice.CANNOT_DECIDE, reason="I do not know this fare.")
    assert made.ungraded == "cannot_decide"
    assert grade_of(answer).label is Label.INCORRECT
    assert open_flags(answer) == ["grader_not_confident"]


def test_a_result_without_any_grade_cannot_be_confirmed(world):
    answer = settled_run(world.acme, [WRONG]).answers.get()
    with pytest.raises(DomainError):
        decide(answer, world.rosa, Choice.CONFIRM)
    assert decide(answer, world.rosa, Choice.INCORRECT).label == "incorrect"


def test_the_same_key_again_is_the_same_decision(world):
    answer = one_flagged(world.acme)
    seen = newest(answer)
    first = decide(answer, world.rosa, Choice.CORRECT, seen=seen)
    again = decide(answer, world.rosa, Choice.CORRECT, seen=seen)
    assert first == again
    assert len(history(answer)) == 2


def test_the_same_key_on_another_answer_is_another_decision(world):
    one, two = flagged_run(world.acme, [WRONG, WRONG + " "]).answers.order_by("pk")
    decide(one, world.rosa, Choice.CORRECT)
    decide(two, world.rosa, Choice.CORRECT)
    assert len(history(two)) == 2


def test_what_was_decided_meanwhile_is_never_overwritten(world):
    answer = one_flagged(world.acme)
    seen = newest(answer)
    ours = decide(answer, world.ada, Choice.PARTLY, key="a")
    with pytest.raises(Overtaken) as refusal:
        decide(answer, world.rosa, Choice.CORRECT, key="b", seen=seen)
    assert refusal.value.newest == ours
    assert grade_of(answer).label is Label.PARTLY


def test_a_new_automated_grade_counts_as_something_new_too(world):
    answer = one_flagged(world.acme)
    seen = newest(answer)
    graded(answer.run, lambda _c: says(Label.CORRECT), settings="2")
    with pytest.raises(Overtaken):
        decide(answer, world.rosa, Choice.CONFIRM, seen=seen)


def test_withdrawing_makes_the_machines_grade_current_and_opens_the_flags_again(world):
    answer = one_flagged(world.acme)
    decide(answer, world.rosa, Choice.CORRECT)
    withdraw(answer, world.rosa)
    assert grade_of(answer).label is Label.INCORRECT
    assert open_flags(answer) == ["grader_not_confident"]
    assert len(history(answer)) == 3
    assert checked(answer.run).open == 1


def test_there_is_nothing_to_withdraw_twice(world):
    answer = one_flagged(world.acme)
    decide(answer, world.rosa, Choice.CORRECT)
    seen = newest(answer)
    first = withdraw(answer, world.rosa, seen=seen)
    assert withdraw(answer, world.rosa, seen=seen) == first
    with pytest.raises(DomainError):
        withdraw(answer, world.rosa, key="w2")


def test_a_withdrawal_meets_what_was_decided_meanwhile(world):
    answer = one_flagged(world.acme)
    decide(answer, world.rosa, Choice.CORRECT)
    seen = newest(answer)
    decide(answer, world.ada, Choice.PARTLY, key="a")
    with pytest.raises(Overtaken):
        withdraw(answer, world.rosa, seen=seen)
    assert grade_of(answer).label is Label.PARTLY


@pytest.mark.parametrize(
    ("choice", "status"), [(Choice.CORRECT, "changed"), (Choice.CONFIRM, "upheld")]
)
def test_a_dispute_goes_to_review_and_ends_with_the_decision(world, choice, status):
    """M5.4: a disputed result goes to review."""
    run = graded(settled_run(world.acme, [WRONG]), lambda _c: says(Label.INCORRECT))
    answer = run.answers.get()
    dispute = services.raise_dispute(answer=answer, by=world.vik, words=" It is right. ")
    assert (dispute.words, open_flags(answer)) == ("It is right.", ["disputed"])
    made = decide(answer, world.rosa, choice)
    dispute.refresh_from_db()
    assert (dispute.status, dispute.outcome) == (status, made)
    assert open_flags(answer) == []
    withdraw(answer, world.rosa)
    dispute.refresh_from_db()
    assert (dispute.status, dispute.outcome) == ("open", None)
    assert open_flags(answer) == ["disputed"]


def test_the_same_dispute_twice_is_one_and_a_later_one_opens_the_flag_again(world):
    answer = one_flagged(world.acme)
    first = services.raise_dispute(answer=answer, by=world.vik, words="Wrong.")
    assert services.raise_dispute(answer=answer, by=world.vik, words="Wrong.") == first
    decide(answer, world.rosa, Choice.CONFIRM)
    second = services.raise_dispute(answer=answer, by=world.vik, words="Wrong.")
    assert second != first
    assert open_flags(answer) == ["disputed"]
    assert Flag.objects.filter(answer=answer, reason="disputed").count() == 1


@pytest.mark.parametrize("words", ["", "  \n"])
def test_a_dispute_without_words_is_refused(world, words):
    with pytest.raises(DomainError):
        services.raise_dispute(answer=one_flagged(world.acme), by=world.vik, words=words)
    assert not Dispute.objects.exists()


def test_what_has_no_grade_cannot_be_disputed(world):
    answer = settled_run(world.acme, [RIGHT]).answers.get()
    with pytest.raises(DomainError):
        services.raise_dispute(answer=answer, by=world.vik, words="Wrong.")


def test_deciding_gives_up_ones_claim_and_nobody_elses(world):
    one, two = flagged_run(world.acme, [WRONG, WRONG + "."]).answers.order_by("pk")
    later = timezone.now() + timedelta(minutes=3)
    Claim.objects.create(answer=one, person=world.rosa, until=later)
    Claim.objects.create(answer=two, person=world.ada, until=later)
    decide(one, world.rosa, Choice.CONFIRM)
    decide(two, world.rosa, Choice.CONFIRM)
    assert list(Claim.objects.values_list("answer", flat=True)) == [two.pk]
