"""Pages and files of reports: who sees what, and that nothing hostile gets through."""

import json

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from core.fingerprint import fingerprint
from reports import services
from reports.models import ReportVersion
from tests.reports.records import answer_to, bad, decide, good, lost, make_run
from tests.world import client_for

pytestmark = pytest.mark.django_db

SCRIPT = "<script>alert('x')</script>"


def address(name, run, **more):
    return reverse(f"reports:{name}", kwargs={"workspace_slug": "acme", "pk": run.pk, **more})


def body(response):
    return response.content.decode()


@pytest.fixture
def run(world):
    return make_run(
        world.acme,
        [good("q-1"), bad("q-2", critical=True), lost("q-3"), good("q-4", type="direct")],
    )


def test_vik_reads_the_report_of_a_run(world, run):
    page = body(client_for(world.vik).get(address("run", run)))
    assert "2 of 3 answers correct" in page
    assert "95% interval 20.8% to 93.9%" in page
    assert "4 planned, 3 run, 3 scored, 1 set aside (Not run 1)." in page
    assert "Preliminary" in page
    assert "Only 3 of 4 planned tests could be scored" in page
    assert 'class="chart"' in page
    assert "This report speaks of the questions in its test set" in page


def test_a_failure_is_shown_with_its_facts_passage_and_marked_words(world, run):
    page = body(client_for(world.vik).get(address("run", run)))
    assert '<mark class="mark--contradiction">€19.00</mark>' in page
    assert '<mark class="mark--quotation">A day ticket costs €14.50</mark>' in page
    assert "Contradicted" in page
    assert "a critical test did not pass" not in page
    assert "the grader is not confident" in page


def test_marks_are_explained_where_they_stand(world, run):
    page = body(client_for(world.vik).get(address("run", run)))
    assert "A person has checked 0 of 1 flagged result." in page


@pytest.mark.parametrize(
    ("query", "shown", "hidden"),
    [
        ("label=incorrect", ["q-2"], ["q-1", "q-3", "q-4"]),
        ("type=direct", ["q-4"], ["q-1", "q-2", "q-3"]),
        ("flag=grader_not_confident", ["q-2"], ["q-1", "q-4"]),
        ("label=correct&type=direct", ["q-4"], ["q-1"]),
        ("label=nonsense", [], ["q-1", "q-2", "q-3", "q-4"]),
        ("page=99", ["q-1", "q-4"], []),
        ("page=x", ["q-1", "q-4"], []),
    ],
)
def test_results_are_narrowed_by_label_type_and_flag(world, run, query, shown, hidden):
    page = body(client_for(world.vik).get(f"{address('run', run)}?{query}"))
    rows = page[page.index('id="results"') : page.index('id="method"')]
    assert all(f"· {uid}" in rows for uid in shown)
    assert not any(f"· {uid}" in rows for uid in hidden)
    if not shown:
        assert "No result is like that" in rows


def test_more_results_than_fit_are_on_further_pages(world):
    long = make_run(world.acme, [good(f"q-{n:03}") for n in range(55)])
    first = body(client_for(world.vik).get(address("run", long)))
    second = body(client_for(world.vik).get(f"{address('run', long)}?page=2"))
    assert "q-049" in first
    assert "q-050" not in first
    assert "page 1 of 2" in first
    assert "?page=2#results" in first
    assert "q-054" in second


def test_hostile_text_is_shown_as_text_everywhere(world):
    passage = {
        "document": SCRIPT, "address": "javascript:alert(1)", "content_hash": "", "text": SCRIPT,
        "heading_path": [SCRIPT], "start": 0, "end": 1, "language": "en",
    }  # fmt: skip
    run = make_run(
        world.acme, [bad("q-1", question=SCRIPT, answer=SCRIPT, passages=(passage,)), lost("q-2")]
    )
    run.version.test_set.name = SCRIPT
    run.version.test_set.save()
    for name in ("run", "publish"):
        page = body(client_for(world.ada).get(address(name, run)))
        assert "<script>alert" not in page
        assert 'href="javascript:' not in page
    assert "&lt;script&gt;" in body(client_for(world.ada).get(address("run", run)))


def test_an_answer_of_megabytes_does_not_make_the_page_as_long(world):
    run = make_run(world.acme, [good("q-1", answer="It is €14.50. " + "word " * 400_000)])
    page = body(client_for(world.vik).get(address("run", run)))
    assert len(page) < 200_000
    assert "Shown: the first 20,000 of 2,000,014 characters" in page


def test_ada_publishes_and_sees_what_was_published(world, run):
    ada = client_for(world.ada)
    assert address("publish", run) in body(ada.get(address("run", run)))
    response = ada.post(address("publish", run))
    version = ReportVersion.objects.get()
    assert response.status_code == 302
    assert response.headers["Location"] == address("version", run, number=1)
    page = body(ada.get(response.headers["Location"]))
    assert "2 of 3 answers correct" in page
    assert version.digest in page
    assert f"verify_report {version.pk}" in page


def test_a_published_page_does_not_change_with_later_decisions(world, run):
    services.publish(run=run, by=world.ada)
    decide(answer_to(run, "q-2"), "correct", by=world.rosa)
    vik = client_for(world.vik)
    assert "2 of 3 answers correct" in body(vik.get(address("version", run, number=1)))
    assert "3 of 3 answers correct" in body(vik.get(address("run", run)))


def test_an_old_version_says_that_there_is_a_newer_one(world, run):
    services.publish(run=run, by=world.ada)
    decide(answer_to(run, "q-2"), "correct", by=world.rosa)
    services.publish(run=run, by=world.ada, reason="A grade was changed.")
    vik = client_for(world.vik)
    old, new = (body(vik.get(address("version", run, number=number))) for number in (1, 2))
    assert "There is a newer version, 2." in old
    assert "newer version" not in new
    assert "A grade was changed." in new


def test_a_correction_without_a_reason_comes_back_as_the_form(world, run):
    services.publish(run=run, by=world.ada)
    decide(answer_to(run, "q-2"), "correct", by=world.rosa)
    response = client_for(world.ada).post(address("publish", run), {"reason": ""})
    assert response.status_code == 422
    assert "This field is required" in body(response)
    assert ReportVersion.objects.count() == 1


def test_publishing_what_is_published_says_so(world, run):
    services.publish(run=run, by=world.ada)
    ada = client_for(world.ada)
    page = body(ada.post(address("publish", run), {"reason": "Why not."}, follow=True))
    assert "Nothing has changed since version 1" in page
    assert ReportVersion.objects.count() == 1


def test_a_run_that_still_asks_has_a_draft_and_cannot_be_published(world):
    run = make_run(world.acme, [good("q-1"), lost("q-2", fails="")], status="running")
    ada = client_for(world.ada)
    page = body(ada.get(address("run", run)))
    assert "The run still asks" in page
    assert address("publish", run) not in page
    response = ada.post(address("publish", run))
    assert response.status_code == 422
    assert "still asks" in body(response)


@pytest.mark.parametrize("name", ["run", "publish", "run_json", "run_pdf", "questions", "answers"])
def test_otto_finds_nothing_of_another_workspace(world, run, name):
    theirs = reverse(f"reports:{name}", kwargs={"workspace_slug": "other", "pk": run.pk})
    assert client_for(world.otto).get(theirs).status_code == 404
    assert client_for(world.otto).get(address(name, run)).status_code == 404


@pytest.mark.parametrize("name", ["version", "version_json", "version_pdf"])
def test_versions_are_found_in_their_own_workspace_only(world, run, name):
    services.publish(run=run, by=world.ada)
    kwargs = {"workspace_slug": "other", "pk": run.pk, "number": 1}
    theirs = reverse(f"reports:{name}", kwargs=kwargs)
    assert client_for(world.otto).get(theirs).status_code == 404
    assert client_for(world.vik).get(address(name, run, number=1)).status_code == 200
    assert client_for(world.vik).get(address(name, run, number=2)).status_code == 404


@pytest.mark.parametrize("person", ["rosa", "vik"])
def test_only_who_may_publish_publishes(world, run, person):
    client = client_for(getattr(world, person))
    assert client.post(address("publish", run)).status_code == 403
    assert address("publish", run) not in body(client.get(address("run", run)))


@pytest.mark.parametrize("name", ["run", "run_json", "run_pdf", "questions", "answers"])
def test_what_is_only_read_takes_no_post(world, run, name):
    assert client_for(world.ada).post(address(name, run)).status_code == 405


def test_the_published_files_are_the_published_bytes(world, run):
    version = services.publish(run=run, by=world.ada)
    vik = client_for(world.vik)
    pdf = vik.get(address("version_pdf", run, number=1))
    assert pdf.content == bytes(version.pdf)
    assert pdf.headers["Content-Type"] == "application/pdf"
    assert "attachment" in pdf.headers["Content-Disposition"]
    data = json.loads(vik.get(address("version_json", run, number=1)).content)
    assert fingerprint(data) == version.digest


def test_the_draft_files_say_what_the_page_says(world, run):
    vik = client_for(world.vik)
    data = json.loads(vik.get(address("run_json", run)).content)
    assert data["sentences"]["headline"] == "2 of 3 answers correct"
    assert vik.get(address("run_pdf", run)).content.startswith(b"%PDF-")


def test_questions_and_answers_can_be_kept_as_lines(world, run):
    vik = client_for(world.vik)
    lines = vik.get(address("answers", run)).content.decode().splitlines()
    rows = [json.loads(line) for line in lines]
    assert [row["uid"] for row in rows] == ["q-1", "q-2", "q-3", "q-4"]
    assert rows[2]["answer"] is None
    assert [failure["kind"] for failure in rows[2]["failures"]] == ["timeout"] * 3
    questions = vik.get(address("questions", run)).content.decode().splitlines()
    assert len(questions) == 4


def test_the_list_tells_published_and_unpublished_reports_apart(world, run):
    vik, index = client_for(world.vik), reverse("reports:index", args=["acme"])
    assert "Not published" in body(vik.get(index))
    services.publish(run=run, by=world.ada)
    page = body(vik.get(index))
    assert "2 of 3 answers correct" in page
    assert "Preliminary · Incomplete" in page
    assert body(vik.get(f"{index}?before=x")).count("2 of 3 answers") == 1
    assert "No reports yet" in body(vik.get(f"{index}?before=1"))


def test_a_workspace_without_runs_is_told_how_to_begin(world):
    page = body(client_for(world.vik).get(reverse("reports:index", args=["acme"])))
    assert "No reports yet" in page


def test_the_home_shows_the_newest_report_as_a_sentence(world, run):
    vik, latest = client_for(world.vik), reverse("reports:latest", args=["acme"])
    assert "No report is published yet." in body(vik.get(latest))
    services.publish(run=run, by=world.ada)
    page = body(vik.get(latest))
    assert "2 of 3 answers correct" in page
    assert "<html" not in page


def test_lists_of_reports_speak_the_language_of_the_reader(world, run):
    services.publish(run=run, by=world.ada)
    vik = client_for(world.vik)
    vik.cookies[settings.LANGUAGE_COOKIE_NAME] = "es"
    for name in ("latest", "index"):
        assert "2 de 3 respuestas correctas" in body(
            vik.get(reverse(f"reports:{name}", args=["acme"]))
        )


def test_a_report_in_which_nothing_was_scored_has_no_chart_and_no_rate(world):
    run = make_run(world.acme, [lost("q-1"), lost("q-2")])
    services.publish(run=run, by=world.ada)
    vik = client_for(world.vik)
    page = body(vik.get(address("version", run, number=1)))
    assert "No answer could be scored" in page
    assert 'id="pass-rate-title"' not in page
    assert "Without a scored test there is no pass rate" in page
    assert "No answer could be scored" in body(vik.get(reverse("reports:latest", args=["acme"])))


@pytest.mark.parametrize(
    ("asked", "margin"), [("15", "±21"), ("30", "±15"), ("100", "±8"), ("400", "±4"), ("60", "±10")]
)
def test_the_planner_answers_before_a_test_set_is_written(world, asked, margin):
    """M3.13."""
    url = reverse("reports:planner", args=["acme"])
    page = body(client_for(world.vik).get(f"{url}?questions={asked}"))
    current = page[page.index("aria-current") :]
    assert f"{margin} points" in current[: current.index("</tr>")]


@pytest.mark.parametrize("asked", ["", "x", "-3", "0", "1", "99999999"])
def test_the_planner_ignores_what_is_no_number_of_questions(world, asked):
    url = reverse("reports:planner", args=["acme"])
    response = client_for(world.vik).get(f"{url}?questions={asked}")
    assert response.status_code == 200
    assert "aria-current" not in body(response)


def test_queries_do_not_grow_with_results_or_reports(world):
    vik = client_for(world.vik)
    vik.get(reverse("reports:index", args=["acme"]))
    pages, lists = [], []
    for number in (1, 8):
        run = make_run(world.acme, [good(f"q-{n}") for n in range(number)] + [lost("x"), bad("y")])
        services.publish(run=run, by=world.ada)
        with CaptureQueriesContext(connection) as queries:
            vik.get(address("run", run))
        pages.append(len(queries))
        with CaptureQueriesContext(connection) as queries:
            vik.get(reverse("reports:index", args=["acme"]))
        lists.append(len(queries))
    assert pages[0] == pages[1] <= 24
    assert lists[0] == lists[1] <= 10


def test_ended_runs_without_a_published_report_are_counted(world, run):
    from reports.selectors import open_number

    make_run(world.acme, [good("q-1")], status="running")
    assert open_number(world.acme) == 1
    services.publish(run=run, by=world.ada)
    assert open_number(world.acme) == 0


def test_the_page_is_spanish_for_a_spanish_reader(world, run):
    client = client_for(world.vik)
    page = body(client.get(address("run", run), headers={"Accept-Language": "es"}))
    assert "2 de 3 respuestas correctas" in page
    assert "Tasa de acierto 66,7\u00a0%" in page
