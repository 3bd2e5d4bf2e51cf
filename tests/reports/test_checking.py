"""What a random check says in a report, and what has no say in it."""

import json
from dataclasses import replace

import pytest

from grading.values import Label
from reports import services
from reports.bundle.packing import unpacked
from reports.bundle.verify import SUMS, problems, sums_of
from reports.correction import corrected
from reports.document import report_json
from reports.figures import figures
from reports.page.opening import opening
from reports.verification import verify
from reports.wording import wording
from reviews.drawing import draw
from tests.reports.records import answer_to, bad, decide, good, make_run, raise_flag
from tests.reports.samples import decided, given, result, results


def checked(right=12, wrong=8, false_passes=2, **changes):
    """Twenty results of which ten were drawn, and two of those passed by the machine were wrong."""
    made = list(results(correct=right, incorrect=wrong))
    for place, each in enumerate(made):
        drawn = place < 8 or place >= right + wrong - 2
        made[place] = replace(each, drawn=drawn, decision=decided() if drawn else None)
    for place in range(false_passes):
        made[place] = replace(made[place], label=Label.INCORRECT)
    return [replace(each, **changes) for each in made]


def found(members):
    return figures(given(members)).check


def test_the_errors_among_what_was_drawn_correct_the_machines_rate():
    made = found(checked())
    assert (made.drawn, made.judged, made.outgrown) == (10, 10, False)
    assert (made.sample.passed, made.sample.total) == (12, 20)
    assert (made.sample.false_passes, made.sample.false_fails) == (2, 0)
    assert made.corrected == corrected(made.sample)
    assert made.corrected.rate == pytest.approx(0.6 - 0.2)


def test_without_a_draw_nothing_is_said():
    members = [replace(each, decision=decided()) for each in results(correct=3, incorrect=2)]
    document = report_json(figures(given(members)))
    assert found(members) is None
    assert "check" not in document
    assert not any("drawn" in each for each in document["results"])
    assert opening(document, wording("en")).check == ()


def test_decisions_on_results_that_were_not_drawn_change_nothing():
    """Flagged results are no random sample."""
    members = checked()
    for place in range(9, 12):
        members[place] = replace(members[place], label=Label.INCORRECT, decision=decided())
    assert found(members).sample == found(checked()).sample
    assert figures(given(members)).headline.correct == 7


def test_until_all_are_judged_no_rate_is_corrected():
    members = checked()
    members[0] = replace(members[0], decision=None, label=Label.CORRECT)
    made = found(members)
    assert (made.judged, made.corrected) == (9, None)
    said = report_json(figures(given(members)))["check"]
    assert said["corrected"] is None
    assert said["sentences"] == [
        "10 results were drawn at random for people to judge, and 9 are judged. The corrected pass "
        "rate is shown once all are."
    ]


def test_what_people_set_aside_leaves_the_sample_and_what_it_speaks_of():
    members = checked()
    members[0] = replace(members[0], label=Label.NEEDS_REVIEW)
    made = found(members)
    assert (made.drawn, made.sample.total, made.sample.passed, made.sample.checked) == (
        9,
        19,
        11,
        9,
    )


def test_results_graded_after_the_draw_are_not_spoken_for():
    made = found([*checked(), result("late")])
    assert (made.outgrown, made.corrected) == (True, None)


def test_no_error_found_is_never_taken_for_none_there_is():
    made = found(checked(false_passes=0)).corrected
    raw = figures(given(checked(false_passes=0))).headline.share
    assert made.rate == raw.rate
    assert made.low < raw.low
    assert made.high > raw.high


def test_the_page_shows_both_rates_and_what_more_grades_would_do():
    document = report_json(figures(given(checked())))
    shown = opening(document, wording("en"))
    assert [row.words for row in shown.beside] == ["As graded", "Corrected"]
    assert shown.beside[0].interval == "50.0% (29.9% to 70.1%)"
    assert shown.beside[1].interval.startswith("40.0% (")
    assert "By the machine’s grades alone it is 60.0% (12 of 20)." in shown.check[0]
    assert "People judged 10 results drawn at random: 2 passed wrongly, 0 failed" in shown.check[1]
    assert "No number of human grades brings it to ±3 points" in shown.check[2]
    assert "would bring what the grader’s errors add" in shown.check[2]
    assert "Corregida por los errores del evaluador" in " ".join(
        report_json(figures(given(checked())), language="es")["check"]["sentences"]
    )


@pytest.mark.django_db
def test_a_check_is_part_of_what_is_published_and_of_its_evidence(world):
    run = make_run(world.acme, [good("q-1"), bad("q-2", flags=()), good("q-3"), good("q-4")])
    before = services.publish(run=run, by=world.ada)
    draw(run=run, size=3, by=world.rosa, key="k", seed="fixed")
    pending = services.publish(run=run, by=world.ada, reason="A check was drawn.")
    for uid in ("q-1", "q-2", "q-3", "q-4"):
        decide(answer_to(run, uid), "correct", by=world.rosa)
    after = services.publish(run=run, by=world.ada, reason="People judged.")
    assert "check" not in before.snapshot
    assert pending.snapshot["check"]["corrected"] is None
    # Drawn is no doubt: nothing is flagged, and nobody had looked.
    assert (pending.snapshot["review"]["flagged"], pending.level) == (0, "preliminary")
    assert after.snapshot["check"]["judged"] == 3
    assert all(verify(each).identical for each in (before, pending, after))
    files = unpacked(bytes(after.bundle.content))
    assert "checks.jsonl" not in unpacked(bytes(before.bundle.content))
    fields = json.loads(files["checks.jsonl"])
    assert all(f"`{name}`" in files["README.md"].decode() for name in fields)
    other = files["checks.jsonl"].replace(b'"seed":"fixed"', b'"seed":"fixex"')
    forged = {**files, "checks.jsonl": other}
    assert "does not follow from its seed" in " ".join(problems({**forged, SUMS: sums_of(forged)}))


@pytest.mark.django_db
def test_what_was_drawn_asks_nothing_of_the_review_level(world):
    """M5.1: every flagged result is checked; that a drawn one waits does not take the level away."""
    run = make_run(world.acme, [bad("q-1"), good("q-2"), good("q-3")])
    raise_flag(answer_to(run, "q-1"), "grader_not_confident")
    decide(answer_to(run, "q-1"), "incorrect", by=world.rosa)
    run.answers.get(question__uid="q-1").flags.update(
        resolved_at=run.started_at, resolved_by=answer_to(run, "q-1").assessments.latest("pk")
    )
    assert services.publish(run=run, by=None).level == "reviewed"
    draw(run=run, size=3, by=world.rosa, key="k")
    assert services.publish(run=run, by=None, reason="Drawn.").level == "reviewed"
