"""What came of a dispute stands beside the grade that was disputed, on the report itself."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from grading.selectors import history
from reports import services as reports
from reviews import services
from reviews.values import Choice
from tests.reports.records import bad, good, make_run
from tests.reports.test_pages import address, body
from tests.world import client_for

pytestmark = pytest.mark.django_db


@pytest.fixture
def run(world):
    return make_run(world.acme, [good("q-1"), bad("q-2"), good("q-3")])


def decide(answer, by, choice, reason=""):
    services.decide(
        answer=answer, by=by, choice=choice, seen=history(answer)[0].pk, key=choice, reason=reason
    )


def test_whoever_reads_the_report_sees_what_came_of_a_dispute(world, run):
    wrong = run.answers.get(question__uid="q-2")
    right = run.answers.get(question__uid="q-1")
    published = reports.publish(run=run, by=world.ada, reason="")
    vik = client_for(world.vik)
    assert "Disputed by" not in body(vik.get(address("run", run)))

    services.raise_dispute(answer=wrong, by=world.vik, words="19 euros is <the> new fare.")
    services.raise_dispute(answer=right, by=world.vik, words="It is too long.")
    page = body(vik.get(address("run", run)))
    assert page.count("Disputed by Vik") == 3  # the failure stands in two lists
    assert "19 euros is &lt;the&gt; new fare." in page
    assert page.count("It waits for a reviewer.") == 3

    decide(wrong, world.rosa, Choice.CORRECT, "The fare rose in May.")
    decide(right, world.rosa, Choice.CONFIRM)
    page = body(vik.get(address("run", run)))
    assert "The grade was changed" in page
    assert "The fare rose in May." in page
    assert "The grade stays" in page
    assert "It waits for a reviewer." not in page
    # The published grade stays what it was, and says so.
    page = body(vik.get(address("version", run, number=published.number)))
    assert "The grade was changed" in page
    assert "This version shows the grade as it was published." in page

    services.withdraw(answer=wrong, by=world.ada, seen=history(wrong)[0].pk, key="w")
    assert "It waits for a reviewer." in body(vik.get(address("run", run)))


def test_more_disputes_take_no_more_queries(world, run):
    vik = client_for(world.vik)

    def asked():
        with CaptureQueriesContext(connection) as queries:
            vik.get(address("run", run))
        return len(queries)

    asked()
    first, *others = run.answers.all()
    services.raise_dispute(answer=first, by=world.vik, words="No.")
    before = asked()
    for answer in others:
        services.raise_dispute(answer=answer, by=world.vik, words="No.")
        services.raise_dispute(answer=answer, by=world.ada, words="Nor I.")
    assert asked() == before
