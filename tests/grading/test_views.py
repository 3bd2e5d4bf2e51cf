"""The pages about grades, as their readers meet them."""

import pytest
from django.urls import reverse

from grading import scoring, services
from grading.models import Assessment, Grading
from grading.values import FactFinding, Finding, Findings, Graded, Label
from tests.grading.setting import (
    FACT,
    RIGHT,
    UNREADABLE,
    WRONG,
    Scripted,
    by_text,
    settled_run,
)
from tests.world import client_for

pytestmark = pytest.mark.django_db
HTMX = {"HTTP_HX_REQUEST": "true"}


def graded_run(workspace, answers, outcome=None):
    """A run whose answers were graded without a job around it."""
    run = settled_run(workspace, answers)
    grader = Scripted(by_text)
    version = services.grader_version(grader)
    for answer in run.answers.all():
        services.record_automated(
            answer=answer,
            version=version,
            outcome=outcome or grader.grade(_case(answer)),
            attempt=1,
        )
    return run


def _case(answer):
    from grading.cases import case_of

    return case_of(answer)


def page_of(world, answer, user=None):
    url = reverse("grading:answer", args=["acme", answer.pk])
    return client_for(user or world.vik).get(url)


def test_the_page_of_an_answer_shows_what_was_asked_said_found_and_by_whom(world):
    """M6.1"""
    findings = Findings(
        facts=(FactFinding(FACT["quotation"], Finding.CONTRADICTED, "costs €19.00"),),
        unverified=("Dogs pay half.",),
    )
    outcome = Graded(Label.INCORRECT, findings, "Another price.", 0.61, ("grader_not_confident",))
    run = graded_run(world.acme, ["A day ticket costs €19.00. Dogs pay half."], outcome)
    html = page_of(world, run.answers.get()).content.decode()
    assert "What does a day ticket cost?" in html
    assert '<mark class="mark--contradiction">costs €19.00</mark>' in html
    assert '<mark class="mark--quotation">A day ticket costs €14.50</mark>' in html
    assert "finding--contradicted" in html
    assert "Another price." in html
    assert "61%" in html
    assert "The grader is not confident." in html
    assert "Not verified" in html
    assert Scripted(by_text).fingerprint[:12] in html


def test_an_answer_that_could_not_be_graded_says_why_and_shows_no_label(world):
    run = graded_run(world.acme, [RIGHT], UNREADABLE)
    html = page_of(world, run.answers.get()).content.decode()
    assert "could not be read" in html
    assert "label--incorrect" not in html


def test_a_persons_decision_stands_beside_the_machines_which_stays_readable(world):
    """M5.3"""
    run = graded_run(world.acme, [WRONG])
    answer = run.answers.get()
    services.record_decision(
        answer=answer,
        by=world.rosa,
        label=Label.PARTLY,
        key="rosa-1",
        reason="Half of it is right.",
    )
    html = page_of(world, answer).content.decode()
    assert "Decided by Rosa." in html
    assert "Half of it is right." in html
    assert html.count("label--incorrect") >= 2
    assert "label--partly_correct" in html


def test_hostile_text_is_shown_as_text(world):
    hostile = "<script>alert(1)</script> A day ticket costs €14.50 <img src=x onerror=y>"
    run = graded_run(world.acme, [hostile])
    html = page_of(world, run.answers.get()).content.decode()
    assert "<script>alert" not in html
    assert "<img src=x" not in html
    assert "&lt;script&gt;" in html


def test_strangers_and_wrong_methods_are_refused(world):
    run = graded_run(world.acme, [RIGHT])
    answer = run.answers.get()
    assert page_of(world, answer, world.otto).status_code == 404
    foreign = reverse("grading:answer", args=["other", answer.pk])
    assert client_for(world.otto).get(foreign).status_code == 404
    url = reverse("grading:answer", args=["acme", answer.pk])
    assert client_for(world.vik).post(url).status_code == 405
    start = reverse("grading:start", args=["acme", run.pk])
    assert client_for(world.vik).post(start).status_code == 403
    assert client_for(world.ada).get(start).status_code == 405


def test_the_summary_is_a_fragment_that_stops_asking_when_there_is_nothing_to_wait_for(world):
    run = graded_run(world.acme, [RIGHT, WRONG, WRONG])
    url = reverse("grading:summary", args=["acme", run.pk])
    job = services.start_grading(run=run, grader=Scripted(by_text), queue=False)
    live = client_for(world.vik).get(url, **HTMX)
    assert live.status_code == 200
    assert "hx-trigger" in live.content.decode()
    assert "3 of 3 answers graded" in live.content.decode()
    assert "HX-Trigger" not in client_for(world.vik).get(f"{url}?live=1", **HTMX).headers
    Grading.objects.filter(pk=job.pk).update(status="done")
    watched = client_for(world.vik).get(f"{url}?live=1", **HTMX)
    assert watched.headers["HX-Trigger"] == "run-graded", "what follows from the grades is fetched"
    opened = client_for(world.vik).get(url, **HTMX)
    assert "HX-Trigger" not in opened.headers
    html = opened.content.decode()
    assert "hx-trigger" not in html
    assert "1 of 3" in html
    assert "2 of 3" in html
    assert "<html" not in html
    assert client_for(world.vik).get(url).status_code == 302


def test_the_owner_starts_and_stops_grading_and_a_second_press_makes_no_second_job(world):
    run = settled_run(world.acme, [RIGHT])
    client = client_for(world.ada)
    start = reverse("grading:start", args=["acme", run.pk])
    assert client.post(start).status_code == 302
    assert client.post(start).status_code == 302
    assert Grading.objects.count() == 1
    client.post(reverse("grading:stop", args=["acme", run.pk]))
    assert Grading.objects.get().status == "stopped"
    assert not Assessment.objects.exists()


def test_the_list_of_grading_jobs_shows_only_those_of_the_workspace(world):
    run = settled_run(world.acme, [RIGHT])
    other = settled_run(world.other, [RIGHT])
    for each in (run, other):
        services.start_grading(run=each, grader=Scripted(by_text), queue=False)
    html = client_for(world.vik).get(reverse("grading:index", args=["acme"])).content.decode()
    assert f"Run {run.pk}<" in html
    assert f"Run {other.pk}<" not in html


def test_queries_do_not_grow_with_the_number_of_answers(world, django_assert_max_num_queries):
    few, many = graded_run(world.acme, [RIGHT]), graded_run(world.acme, [RIGHT] * 8)
    client = client_for(world.vik)
    counts = []
    for run in (few, many):
        url = reverse("grading:summary", args=["acme", run.pk])
        with django_assert_max_num_queries(100) as seen:
            client.get(url, **HTMX)
        counts.append(len(seen))
    assert counts[0] == counts[1]


METHODS = {
    "exact_match": {}, "keyword_match": {"match": "any"}, "general_quality": {},
    "structured_answer": {},
}  # fmt: skip


def test_the_page_of_an_answer_shows_each_method_beside_its_label(world):
    needs = {
        "keywords": ["€14.50"],
        "schema": {"required": ["price"]},
        "reference": {"price": 14.5},
    }
    run = settled_run(world.acme, [RIGHT], methods=METHODS, needs=needs)
    chosen = scoring.scorers_of(run)
    assert scoring.score_answers(run, chosen, lambda: False) == ""

    html = page_of(world, run.answers.get()).content.decode()

    assert "Methods besides the label" in html
    for words in (
        "Exact match", "Found: €14.50", "Not judged", "No language model is configured",
        "Schema: the answer is no JSON", "Reference: nothing to look at",
    ):  # fmt: skip
        assert words in html
    assert "Not graded yet." in html


def test_a_run_shows_how_many_answers_pass_each_method_and_what_is_not_counted(world):
    """M2.15"""
    run = settled_run(world.acme, [RIGHT, "No idea."], methods={**METHODS, "tool_use": {}})
    scoring.score_answers(run, scoring.scorers_of(run), lambda: False)

    response = client_for(world.vik).get(
        reverse("grading:summary", args=["acme", run.pk]), HTTP_HX_REQUEST="true"
    )
    html = " ".join(response.content.decode().split())

    assert '>Exact match</td><td data-label="Passed" class="num">1 of 2<' in html
    assert '>Tool use</td><td data-label="Passed" class="num">0 of 0<' in html
    assert "2 Invalid" in html
    assert "2 not judged" in html
