"""Pages about test sets: writing, reviewing, editing in place, approving."""

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.testsets.samples import stored_passage, stored_source
from tests.world import client_for
from testsets import selectors, services
from testsets.freezing import approve_version
from testsets.models import Drafting, Question, RejectedDraft, TestSet, TestSetVersion
from testsets.question_text import NewFact, QuestionText
from testsets.values import QuestionType

HTMX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def source(world):
    return stored_source(world.acme)


@pytest.fixture
def test_set(world, source):
    return services.create_test_set(workspace=world.acme, name="Ferry", by=world.ada)


def added(test_set, world, text="How much is a return ticket?", fact="24 euros per person"):
    written = QuestionText(
        text=text, type=QuestionType.DIRECT, language="en", facts=[NewFact(fact)],
        expected_answer="A return ticket costs 24 euros per person.",
    )  # fmt: skip
    passage = stored_passage("24 euros")
    return services.add_question(test_set=test_set, content=written, passage=passage, by=world.ada)


def address(name, *args):
    return reverse(f"testsets:{name}", args=["acme", *args])


def typed(question, **changes):
    values = {
        "text": question.text, "expected_answer": question.expected_answer, "type": question.type,
        "language": question.language, "expects": question.expects, "seen": question.changed_at.isoformat(),
    }  # fmt: skip
    for number, fact in enumerate(question.facts.all(), start=1):
        values[f"fact_{number}"] = fact.quotation
    return values | changes


def test_the_list_names_sets_and_their_state(world, test_set):
    added(test_set, world)

    page = client_for(world.vik).get(address("index")).content.decode()

    assert "Ferry" in page
    assert "Draft" in page


def test_an_empty_list_carries_the_first_step_for_those_who_may_take_it(world):
    new = address("new")

    assert new in client_for(world.ada).get(address("index")).content.decode()
    assert new not in client_for(world.vik).get(address("index")).content.decode()


def test_a_new_set_begins_to_be_written(world, source):
    answer = client_for(world.ada).post(
        address("new"), {"name": "Fares", "sources": [source.pk], "wanted": 7, "language": ""}
    )

    made = TestSet.objects.get(name="Fares")
    assert answer.status_code == 302
    assert answer.url == address("detail", made.pk)
    assert (made.draftings.get().wanted, made.draftings.get().status) == (7, "waiting")


@pytest.mark.parametrize("wanted", ["0", "2000", "many", ""])
def test_an_unusable_number_comes_back_with_what_was_typed(world, source, wanted):
    answer = client_for(world.ada).post(
        address("new"), {"name": "Fares of 2026", "sources": [source.pk], "wanted": wanted}
    )

    assert answer.status_code == 422
    assert "Fares of 2026" in answer.content.decode()
    assert not TestSet.objects.exists()


def test_a_source_of_another_workspace_is_no_choice(world, source):
    theirs = stored_source(world.other)

    answer = client_for(world.ada).post(
        address("new"), {"name": "Fares", "sources": [theirs.pk], "wanted": 5}
    )

    assert answer.status_code == 422


def test_the_review_page_shows_each_question_beside_its_passage_with_the_quotation_marked(
    world, test_set
):
    added(test_set, world)

    page = client_for(world.vik).get(address("detail", test_set.pk)).content.decode()

    assert "How much is a return ticket?" in page
    assert '<mark class="mark--quotation">24 euros per person</mark>' in page
    assert address("edit", Question.objects.get().pk) not in page  # Vik only looks


def test_the_review_page_needs_no_more_queries_for_more_questions(world, test_set):
    client = client_for(world.ada)
    added(test_set, world)
    with CaptureQueriesContext(
        connection,
    ) as few:
        client.get(address("detail", test_set.pk))
    for number in range(7):
        added(test_set, world, text=f"How much is ticket {number}?")
    with CaptureQueriesContext(connection) as many:
        client.get(address("detail", test_set.pk))

    assert len(many) == len(few)


def test_a_question_without_a_passage_marks_the_page_exploratory(world, test_set):
    """M1.5."""
    detail = address("detail", test_set.pk)
    added(test_set, world)
    assert "Exploratory" not in client_for(world.ada).get(detail).content.decode()

    answer = client_for(world.ada).post(address("add", test_set.pk), {
        "text": "Are ferries blue?", "expected_answer": "Yes, all of them.", "type": "yes_no",
        "language": "en", "expects": "answer", "fact_1": "Yes, all of them",
    })  # fmt: skip

    assert answer.status_code == 302
    assert "Exploratory" in client_for(world.ada).get(detail).content.decode()


def test_a_question_is_added_about_a_passage(world, test_set):
    passage = stored_passage("A bicycle costs")
    form = client_for(world.ada).get(f"{address('add', test_set.pk)}?passage={passage.pk}")
    assert "A bicycle costs 6 euros" in form.content.decode()

    client_for(world.ada).post(f"{address('add', test_set.pk)}?passage={passage.pk}", {
        "text": "How much does a bicycle cost?", "expected_answer": "6 euros each way.",
        "type": "exact_value", "language": "en", "expects": "answer", "fact_1": "6 euros each way",
        "value_1": "6 euros",
    })  # fmt: skip

    made = Question.objects.get()
    assert made.facts.get().passage == passage
    assert made.written_by == world.ada


@pytest.mark.parametrize("passage", ["0", "x", "99999999999999999999", "²"])
def test_a_passage_that_is_not_there_is_not_found(world, test_set, passage):
    answer = client_for(world.ada).get(f"{address('add', test_set.pk)}?passage={passage}")

    assert answer.status_code == 404


def test_editing_in_place_swaps_the_question_for_a_form_and_back(world, test_set):
    question = added(test_set, world)
    client = client_for(world.ada)

    form = client.get(address("edit", question.pk), **HTMX).content.decode()
    assert f'id="question-{question.pk}"' in form
    assert "<html" not in form

    saved = client.post(
        address("edit", question.pk), typed(question, text="What is the fare?"), **HTMX
    )
    assert saved.status_code == 200
    assert "What is the fare?" in saved.content.decode()
    assert "<html" not in saved.content.decode()


def test_editing_works_without_scripts(world, test_set):
    question = added(test_set, world)
    client = client_for(world.ada)
    assert "<html" in client.get(address("edit", question.pk)).content.decode()

    answer = client.post(address("edit", question.pk), typed(question, text="What is the fare?"))

    assert answer.status_code == 302
    assert Question.objects.get().text == "What is the fare?"


@pytest.mark.parametrize(
    "wrong",
    [
        {"fact_1": "25 euros"},
        {"fact_1": ""},
        {"text": ""},
        {"value_1": "26 euros"},
        {"expected_answer": " "},
        {"type": "riddle"},
        {"text": "NUL\x00"},
    ],
)
def test_bad_input_comes_back_as_the_form_with_what_was_typed(world, test_set, wrong):
    question = added(test_set, world)
    sent = typed(question, topic="Fares & more", **wrong)

    answer = client_for(world.ada).post(address("edit", question.pk), sent, **HTMX)

    assert answer.status_code == 422
    assert "Fares &amp; more" in answer.content.decode()
    assert Question.objects.get().topic == ""


def test_an_edit_over_somebody_elses_change_is_refused_and_loses_nothing(world, test_set):
    question = added(test_set, world)
    late = typed(question, text="Mine?")
    client_for(world.ada).post(address("edit", question.pk), typed(question, text="Theirs?"))

    answer = client_for(world.ada).post(address("edit", question.pk), late, **HTMX)

    assert answer.status_code == 409
    assert "Mine?" in answer.content.decode()
    assert Question.objects.get().text == "Theirs?"


def test_what_the_checks_would_say_is_shown_beside_a_hand_written_question(world, test_set):
    question = added(test_set, world)

    saved = client_for(world.ada).post(
        address("edit", question.pk), typed(question, text="What does this document say?"), **HTMX
    )

    assert saved.status_code == 200
    assert "Points at its source" in saved.content.decode()


def test_a_removed_question_leaves_an_undo_in_its_place(world, test_set):
    question = added(test_set, world)
    client = client_for(world.ada)

    gone = client.post(address("remove", question.pk), **HTMX)
    assert gone.headers["HX-Trigger"] == "open-numbers-changed"
    assert address("restore", question.pk) in gone.content.decode()
    assert selectors.questions(test_set) == []

    back = client.post(address("restore", question.pk), **HTMX)
    assert "How much is a return ticket?" in back.content.decode()
    assert selectors.questions(test_set) == [question]


def test_approving_freezes_a_version_that_shows_its_digest_and_questions(world, test_set):
    """M1.6."""
    added(test_set, world)
    client = client_for(world.ada)

    answer = client.post(address("approve", test_set.pk), {"despite": "A test."}, follow=True)

    version = test_set.versions.get()
    page = answer.content.decode()
    assert version.digest in page
    assert "24 euros per person" in page
    assert version.approved_by == world.ada


def test_an_empty_set_is_not_approved_and_says_why(world, test_set):
    answer = client_for(world.ada).post(address("approve", test_set.pk), follow=True)

    assert "no questions to approve" in answer.content.decode()
    assert not test_set.versions.exists()


def test_a_version_can_be_downloaded_line_by_line(world, test_set):
    added(test_set, world)
    version = approve_version(test_set=test_set, by=world.ada, despite="A test.")

    answer = client_for(world.vik).get(address("export", version.pk))

    (line,) = [json.loads(line) for line in answer.content.decode().splitlines()]
    assert line["question"] == "How much is a return ticket?"
    assert line["facts"][0]["quotation"] == "24 euros per person"
    assert line["source"]["passage"].startswith("A return ticket costs")
    assert "attachment" in answer.headers["Content-Disposition"]


def test_only_staff_see_rejected_drafts(world, test_set):
    """M1.3."""
    job = Drafting.objects.create(test_set=test_set, wanted=1)
    RejectedDraft.objects.create(
        drafting=job, question="What does the text say?", draft={"expected_answer": "<b>x</b>"},
        reasons=[{"check": "points_at_source", "message": "It points."}], at=timezone.now(),
    )  # fmt: skip

    assert client_for(world.ada).get(address("rejected", test_set.pk)).status_code == 403
    page = client_for(world.stella).get(address("rejected", test_set.pk)).content.decode()
    assert "Points at its source" in page
    assert "&lt;b&gt;x" in page


def test_progress_asks_again_only_while_there_is_something_to_wait_for(world, test_set, source):
    job = services.start_drafting(
        test_set=test_set, sources=[source], wanted=5, by=world.ada, queue=False
    )
    client = client_for(world.vik)
    live = client.get(address("progress", job.pk), **HTMX)
    assert "hx-trigger" in live.content.decode()
    assert "HX-Refresh" not in live.headers

    services.stop_drafting(drafting=job, by=world.ada)

    ended = client.get(address("progress", job.pk), **HTMX)
    assert "hx-trigger" not in ended.content.decode()
    assert ended.headers["HX-Refresh"] == "true"
    assert client.get(address("progress", job.pk)).status_code == 302


GETS = [
    "index", "new", "detail", "draft", "rename", "add", "question", "edit", "version", "export", "budget",
]  # fmt: skip
POSTS = ["approve", "remove", "restore", "stop", "resume"]


@pytest.fixture
def addresses(world, test_set, source):
    question = added(test_set, world)
    version = approve_version(test_set=test_set, by=world.ada, despite="A test.")
    job = services.start_drafting(
        test_set=test_set, sources=[source], wanted=5, by=world.ada, queue=False
    )
    keys = {
        "index": (), "new": (), "question": (question.pk,), "edit": (question.pk,),
        "remove": (question.pk,), "restore": (question.pk,), "version": (version.pk,),
        "export": (version.pk,), "stop": (job.pk,), "resume": (job.pk,),
        "budget": (job.pk,),
    }  # fmt: skip
    return {name: address(name, *keys.get(name, (test_set.pk,))) for name in GETS + POSTS}


def test_strangers_find_nothing(world, addresses):
    client = client_for(world.otto)

    assert {client.get(addresses[name]).status_code for name in GETS} == {404}
    assert {client.post(addresses[name]).status_code for name in POSTS} == {404}


def test_those_who_only_look_change_nothing(world, addresses):
    client = client_for(world.vik)
    looking = {name: client.get(addresses[name]).status_code for name in GETS}

    assert {name for name, code in looking.items() if code == 403} == {
        "new", "draft", "rename", "add", "edit", "budget",
    }  # fmt: skip
    assert {client.post(addresses[name]).status_code for name in POSTS} == {403}


def test_a_change_needs_a_post(world, addresses):
    client = client_for(world.ada)

    there = {name: client.get(addresses[name]).status_code for name in POSTS}
    assert {name for name, code in there.items() if code != 405} == {"approve"}  # it asks first
    assert TestSetVersion.objects.count() == 1


def test_text_from_pages_is_shown_as_text(world, test_set):
    question = added(test_set, world)
    services.edit_question(
        question=question, by=world.ada,
        content=QuestionText(
            text="<script>alert(1)</script> how much?", type=QuestionType.DIRECT, language="en",
            expected_answer="<img src=x onerror=alert(1)>", facts=[NewFact("24 euros per person")],
        ),
    )  # fmt: skip

    page = client_for(world.ada).get(address("detail", test_set.pk)).content.decode()

    assert "<script>alert" not in page
    assert "<img src=x" not in page


def test_pages_are_taken_one_at_a_time(world, test_set):
    for number in range(53):
        added(test_set, world, text=f"How much is ticket {number:02d}?")
    client = client_for(world.ada)

    first = client.get(address("detail", test_set.pk)).content.decode()
    second = client.get(f"{address('detail', test_set.pk)}?page=3").content.decode()

    assert "ticket 14?" in first
    assert "ticket 15?" not in first
    assert "ticket 30?" in second
    assert client.get(f"{address('detail', test_set.pk)}?page=²").status_code == 200
