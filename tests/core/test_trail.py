"""The trail of a workspace: everything, once, newest first; nothing of others or for others."""

import csv
import io
from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse

from core import services as core_services
from core.comments import comment
from core.models import Comment, Membership
from core.permissions import GRANTED_TO, Permission, Role
from core.trail import Event, Kind, Place, Stream, Wanted, trail, whole_trail
from grading.selectors import history as assessments
from reports import services as reports
from reports.models import ReportRead
from reviews.services import decide, raise_dispute, withdraw
from reviews.values import Choice
from runs.models import Run
from tests.reviews.setting import one_flagged
from tests.world import client_for
from testsets import assigning
from testsets.evidence import frozen_content, question_digest
from testsets.models import SignOff
from testsets.question_text import NewFact, QuestionText
from testsets.services import (
    add_question,
    create_test_set,
    remove_question,
    restore_question,
)
from testsets.signing_off import sign_off
from testsets.values import QuestionType

pytestmark = pytest.mark.django_db
STAFF = frozenset(Permission)
AT = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
PAGE = "/w/acme/trail/"


def seen(world, reader, permissions=STAFF, **wanted):
    page = trail(world.acme, reader, permissions, Wanted(**wanted), limit=200)
    assert page.before is None
    return [(event.who, event.what) for event in page.events]


def question(world, text="How much is a return ticket?"):
    test_set = create_test_set(workspace=world.acme, name="Ferry", by=world.ada)
    return add_question(
        test_set=test_set, by=world.ada,
        content=QuestionText(
            text=text, type=QuestionType.DIRECT, language="en", expected_answer="24 euros.",
            facts=[NewFact("24 euros")],
        ),
    )  # fmt: skip


def test_what_people_did_with_a_question_stands_there_newest_first(world):
    asked = question(world)
    remove_question(question=asked, by=world.ada)
    restore_question(question=asked, by=world.ada)
    digest = question_digest(frozen_content(asked))
    sign_off(
        question=asked, decision=SignOff.Decision.CHANGES, reason="The price is old.", seen=digest,
        by=world.rosa,
    )  # fmt: skip
    events = seen(world, world.ada)
    assert [one for one in events if one[0]][:5] == [
        ("Rosa", "Asked for changes"),
        ("Ada", "Put a question back"),
        ("Ada", "Removed a question"),
        ("Ada", "Wrote a question"),
        ("Ada", "Made a test set"),
    ]
    assert seen(world, world.ada, kind=Kind.SIGN_OFFS) == events[:1]
    assert seen(world, world.ada, person=world.rosa.pk) == events[:1]


def test_decisions_disputes_runs_and_reports_stand_there_and_a_reading_is_one(world):
    answer = one_flagged(world.acme)
    raise_dispute(answer=answer, by=world.vik, words="It does cost that.")
    newest = assessments(answer)[0].pk
    decided = decide(answer=answer, by=world.rosa, choice=Choice.CONFIRM, seen=newest, key="k")
    withdraw(answer=answer, by=world.rosa, seen=decided.pk, key="k2")
    version = reports.publish(run=answer.run, by=world.ada)
    for later in (0, 30, 61):
        reports.note_read(
            version=version, form=ReportRead.Form.PAGE, by=world.vik,
            now=AT + timedelta(minutes=later),
        )  # fmt: skip
    events = seen(world, world.ada)
    assert events.count(("Vik", "Viewed version 1")) == 2
    for one in (
        ("Vik", "Disputed a grade"),
        ("Rosa", "Decided: Incorrect"),
        ("Rosa", "Settled a dispute: the grade stays"),
        ("Rosa", "Withdrew the decision"),
        ("Rosa", "Opened a dispute again"),
        ("Ada", "Published version 1"),
        ("", "Started a run"),
    ):
        assert events.count(one) == 1, one


def test_who_viewed_a_report_is_for_those_who_manage_the_workspace(world):
    version = reports.publish(run=one_flagged(world.acme).run, by=world.ada)
    address = reverse("reports:version", args=["acme", version.report.run_id, 1])
    assert client_for(world.rosa).get(address).status_code == 200
    assert client_for(world.rosa).get(f"{address}?label=incorrect").status_code == 200
    assert client_for(world.rosa).get(f"{address}report.pdf").status_code == 200
    assert list(ReportRead.objects.order_by("pk").values_list("reader_name", "form")) == [
        ("Rosa", "page"),
        ("Rosa", "pdf"),
    ]
    for person, told in ((world.ada, True), (world.stella, True), (world.vik, False)):
        assert ("Viewed version 1" in client_for(person).get(PAGE).content.decode()) is told
        file = client_for(person).get(f"{PAGE}trail.csv").content.decode()
        assert ("Downloaded version 1 as PDF" in file) is told


def test_a_trail_tells_nothing_of_another_workspace(world):
    question(world, "A secret of Acme")
    one_flagged(world.acme)
    otto = client_for(world.otto).get("/w/other/trail/").content.decode()
    assert "Otto" in otto
    assert "Acme" not in otto
    assert client_for(world.otto).get(PAGE).status_code == 404


def test_internal_comments_are_for_staff(world):
    asked = question(world)
    for by, key, internal in ((world.stella, "a", True), (world.vik, "b", False)):
        comment(
            workspace=world.acme, record=asked, text=f"Word {key}", by=by, key=key, path=PAGE,
            about=asked.text, internal=internal,
        )  # fmt: skip
    assert Comment.objects.count() == 2
    assert ("Stella", "Commented, for staff only") in seen(world, world.stella)
    html = client_for(world.ada).get(PAGE).content.decode()
    assert "Word b" in html
    for text in (html, client_for(world.ada).get(f"{PAGE}trail.csv").content.decode()):
        assert "Word a" not in text
        assert "Stella" not in text


def test_an_expert_reads_only_of_their_own_test_sets(world):
    asked = question(world, "What is far away?")
    comment(
        workspace=world.acme, record=asked, text="Far words", by=world.ada, key="k", path=PAGE,
        about=asked.text,
    )  # fmt: skip
    mine = one_flagged(world.acme)  # of a set that is assigned to the experts
    raise_dispute(answer=mine, by=world.vik, words="Near words")
    rosa = client_for(world.rosa)
    for address in (PAGE, f"{PAGE}trail.csv"):
        html = rosa.get(address).content.decode()
        assert "Near words" in html
        assert "far away" not in html
        assert "Far words" not in html
        assert "Ferry" not in html
    assigning.assign(
        workspace=world.acme, person=world.rosa, test_sets=[asked.test_set_id], by=world.ada
    )
    html = rosa.get(PAGE).content.decode()
    assert "Near words" not in html
    assert "Far words" in html
    assert "Assigned a test set to Rosa" in html


def test_members_come_and_go_and_that_stays(world):
    vik = Membership.objects.get(user=world.vik)
    core_services.change_role(membership=vik, role=Role.EXPERT, by=world.ada)
    core_services.remove_member(membership=vik, by=world.ada)
    assert seen(world, world.ada)[:2] == [
        ("Ada", "Is no longer a member (was Expert)"),
        ("Ada", "Got another role: Expert"),
    ]


def test_pages_show_everything_once_even_of_one_moment(world, monkeypatch):
    """Events of one instant, in several streams, some of which the reader may not see."""

    def stream(name, hidden=()):
        def events(_workspace, rows):
            return [
                Event(
                    at=AT, who="", what=name, about=row.text, path="", record="x", record_id=row.pk
                )
                for row in rows
            ]

        return Stream(
            name, Kind.COMMENTS,
            lambda workspace, _reader: Comment.objects.filter(workspace=workspace, record=name),
            events,
            seen=lambda _reader, rows: [row for row in rows if row.text not in hidden],
        )  # fmt: skip

    hidden = {f"b{number}" for number in range(9)}
    streams = [stream("a"), stream("b", hidden), stream("c")]
    monkeypatch.setattr("core.trail.reading.streams", lambda: streams)
    for name in "abc":
        for number in range(10):
            Comment.objects.create(
                workspace=world.acme, record=name, record_id=1, text=f"{name}{number}", by=world.ada,
                by_name="Ada", internal=False, key=f"{name}{number}", at=AT,
            )  # fmt: skip
    found, wanted = [], Wanted()
    for _page in range(30):
        page = trail(world.acme, world.ada, STAFF, wanted, limit=4)
        assert len(page.events) <= 4
        found += [event.about for event in page.events]
        if page.before is None:
            break
        assert page.before.key not in Comment.objects.filter(text__in=hidden).values_list("pk")
        # By way of the address.
        wanted = Wanted(before=Place.from_text(page.before.as_text()))
    expected = [f"{n}{k}" for n in "abc" for k in range(9, -1, -1) if f"{n}{k}" not in hidden]
    assert found == expected
    assert [one.about for one in whole_trail(world.acme, world.ada, STAFF, Wanted())] == expected


@pytest.mark.parametrize(
    "nonsense", ["", "x", "~", "2026-13-01~a~1", "2026-01-01~a~1", "2026-01-01T00:00:00+00:00~a~x"]
)
def test_a_place_that_makes_no_sense_is_none(nonsense):
    assert Place.from_text(nonsense) is None


def test_filters_stand_in_the_address_and_nonsense_narrows_nothing(world):
    question(world)
    ada = client_for(world.ada)
    today = datetime.now(UTC).date()
    html = ada.get(f"{PAGE}?kind=questions&since={today}&until={today}").content.decode()
    assert "Wrote a question" in html
    assert "Made a test set" not in html
    assert f"trail.csv?kind=questions&amp;since={today}" in html
    tomorrow = today + timedelta(days=1)
    assert "Nothing of that kind" in ada.get(f"{PAGE}?since={tomorrow}").content.decode()
    response = ada.get(f"{PAGE}?kind=gossip&person=x&since=yesterday&before=zzz")
    assert response.status_code == 422
    assert "Wrote a question" in response.content.decode()


def test_the_file_holds_all_pages_and_runs_in_no_spreadsheet(world):
    asked = question(world, "=HYPERLINK(1)")
    for _time in range(30):
        remove_question(question=asked, by=world.ada)
        restore_question(question=asked, by=world.ada)
    raw = client_for(world.ada).get(f"{PAGE}trail.csv?kind=questions").content.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(raw)))
    assert len(rows) == 61
    assert {row["About"] for row in rows} == {"'=HYPERLINK(1)"}
    assert rows[0]["What"] == "Put a question back"
    assert rows[0]["Address"].endswith(f"/w/acme/testsets/questions/{asked.pk}/history/")


def test_pages_ask_the_same_whatever_the_number_of_events(world, django_assert_max_num_queries):
    for text in ("One?", "Two?", "Three?"):
        question(world, text)
    one_flagged(world.acme)
    client = client_for(world.ada)
    # One for each stream of events, and the frame of the page.
    with django_assert_max_num_queries(33):
        assert client.get(PAGE).status_code == 200


def test_the_history_of_a_result_tells_decisions_and_no_grade_of_the_machine(world):
    answer = one_flagged(world.acme)
    address = reverse("reviews:history", args=["acme", answer.pk])
    rosa = client_for(world.rosa)
    assert "Incorrect" not in rosa.get(address).content.decode()
    newest = assessments(answer)[0].pk
    decide(
        answer=answer, by=world.rosa, choice=Choice.CORRECT, seen=newest, key="k", reason="It is.",
    )  # fmt: skip
    html = rosa.get(address).content.decode()
    assert (
        html.index("Decided: Correct") < html.index("Graded") < html.index("Answered the question")
    )
    assert "It is." in html
    assert (
        rosa.get(reverse("reviews:item", args=["acme", answer.pk])).content.decode().count(address)
    )
    assert client_for(world.otto).get(address).status_code == 404


def test_a_viewer_reads_the_trail(world):
    run = one_flagged(world.acme).run
    assert Run.objects.get(pk=run.pk).status == "done"
    events = seen(world, world.vik, GRANTED_TO[Role.VIEWER])
    assert ("", "Started a run") in events
