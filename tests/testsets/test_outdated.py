"""Questions whose source says something else by now."""

import pytest
from django.db import transaction
from django.db.utils import DatabaseError, IntegrityError
from django_q.models import OrmQ

from core.errors import Conflict, DomainError
from sources import services as source_services
from sources.models import Document, PageVisit, Passage
from tests.testsets.rereading import bicycle_set, checked_again, read_again
from tests.testsets.samples import PAGES, RULES_PAGE
from testsets import question_text, services, tasks
from testsets.freezing import approve_version
from testsets.models import (
    FrozenQuestion,
    OutdatedCheck,
    OutdatedMark,
    OutdatedResolution,
    Question,
)
from testsets.outdated import hold_questions_against, say_still_right, unchecked_readings
from testsets.question_text import NewFact

pytestmark = pytest.mark.django_db

DEARER = RULES_PAGE.replace("6 euros each way", "8 euros each way")
REWORDED = RULES_PAGE.replace("Motorcycles travel", "Motorcycles and mopeds travel")


def open_marks() -> list[tuple[str, str]]:
    rows = OutdatedMark.objects.filter(resolution__isnull=True).order_by("pk")
    return [(row.kind, "frozen" if row.frozen_id else "draft") for row in rows]


def test_a_key_fact_that_no_longer_stands_there_marks_draft_and_frozen_question(world):
    source, test_set, _ = bicycle_set(world.acme, world.ada)
    approve_version(test_set=test_set, by=world.ada, despite="A test.")
    checked_again(source, luggage=DEARER)
    assert sorted(open_marks()) == [("quotation_gone", "draft"), ("quotation_gone", "frozen")]
    mark = OutdatedMark.objects.first()
    assert mark.missing == ["6 euros each way"]
    assert "6 euros" in mark.before
    assert "8 euros" in mark.after.text


def test_a_page_that_is_gone_marks_its_questions_with_the_reason(world):
    source, *_ = bicycle_set(world.acme, world.ada)
    checked_again(source, luggage=None)
    mark = OutdatedMark.objects.get()
    assert (mark.kind, mark.after) == ("page_gone", None)
    assert "leads to it" in mark.detail


def test_a_passage_that_changed_around_its_key_facts_is_the_weaker_mark(world):
    source, *_ = bicycle_set(world.acme, world.ada)
    checked_again(source, luggage=REWORDED)
    assert open_marks() == [("passage_changed", "draft")]


@pytest.mark.parametrize(
    "page",
    [
        RULES_PAGE,
        RULES_PAGE.replace("<h1>Luggage</h1>", "<h1>Luggage</h1><p>Read this before you travel with us.</p>"),
        RULES_PAGE.replace("within two weeks", "within three weeks"),
        RULES_PAGE.replace("each way. Motorcycles", "each way.  \n Motorcycles"),
    ],
    ids=["the same", "more on the page", "another passage", "white space"],
)  # fmt: skip
def test_a_passage_that_still_stands_marks_nothing(world, page):
    source, *_ = bicycle_set(world.acme, world.ada)
    checked_again(source, luggage=page)
    assert open_marks() == []


def test_a_passage_that_moved_to_another_page_marks_nothing(world):
    source, *_ = bicycle_set(world.acme, world.ada)
    checked_again(source, luggage=None, bags=RULES_PAGE)
    assert open_marks() == []


def test_a_reading_that_did_not_reach_the_page_marks_nothing(world):
    source, *_ = bicycle_set(world.acme, world.ada)
    checked_again(source, status="stopped", luggage=None)
    assert open_marks() == []
    reading = read_again(source, luggage=None)
    PageVisit.objects.create(
        reading=reading, address="luggage.html", outcome="error", at="2026-12-01T00:00Z",
        detail="It takes too long to answer.",
    )  # fmt: skip
    hold_questions_against(reading)
    assert open_marks() == []


def test_the_same_bytes_say_the_same_even_when_they_are_read_otherwise(world):
    source, *_ = bicycle_set(world.acme, world.ada)
    reading = read_again(source, luggage=None)
    before = Document.objects.get(address="luggage.html")
    text = "Luggage\n\nBicycle: 6 euros, each way"
    after = Document.objects.create(
        source=source, reading=reading, address="luggage.html", raw=before.raw, text=text,
        content_hash=before.content_hash, fetched_at="2026-12-01T00:00Z",
    )  # fmt: skip
    Passage.objects.create(
        document=after, position=0, kind="prose", text=text, start=0, end=len(text), language="en"
    )
    hold_questions_against(reading)
    assert open_marks() == []


def test_a_page_that_somebody_keeps_out_marks_nothing(world):
    source, *_ = bicycle_set(world.acme, world.ada)
    reading = read_again(source, luggage=None)
    PageVisit.objects.create(
        reading=reading, address="luggage.html", outcome="excluded", at="2026-12-01T00:00Z"
    )
    hold_questions_against(reading)
    assert open_marks() == []


def test_a_reading_that_failed_is_not_held_against_anything(world):
    source, *_ = bicycle_set(world.acme, world.ada)
    checked_again(source, status="failed", luggage=DEARER)
    assert open_marks() == []


def test_what_is_found_again_is_marked_once(world):
    source, *_ = bicycle_set(world.acme, world.ada)
    hold_questions_against(checked_again(source, luggage=DEARER))
    checked_again(source, luggage=DEARER)
    assert OutdatedMark.objects.count() == 1


def test_what_stands_again_is_resolved_and_what_changed_again_is_marked_anew(world):
    source, *_ = bicycle_set(world.acme, world.ada)
    checked_again(source, luggage=DEARER)
    checked_again(source, luggage=None)
    assert open_marks() == [("page_gone", "draft")]
    stopped = checked_again(source, status="stopped", luggage=None)
    assert open_marks() == [("page_gone", "draft")]
    back = checked_again(source)
    assert open_marks() == []
    outcomes = OutdatedResolution.objects.order_by("pk").values_list("outcome", "reading")
    assert list(outcomes) == [("otherwise", stopped.pk - 1), ("stands_again", back.pk)]


def test_a_question_that_a_person_rewords_on_the_new_text_is_no_longer_marked(world):
    source, _, question = bicycle_set(world.acme, world.ada)
    reading = checked_again(source, luggage=DEARER)
    (mark,) = OutdatedMark.objects.all()
    text = {"expected_answer": "8 euros.", "facts": [NewFact("8 euros each way")]}
    given = question_text.text_of(Question.objects.get(pk=question.pk))
    content = services.QuestionText(
        text=given.text, type=given.type, language=given.language, **text
    )
    services.edit_question(question=question, content=content, by=world.ada, passage=mark.after)
    hold_questions_against(reading)
    assert open_marks() == []


def test_still_right_resolves_draft_and_versions_and_holds_until_the_page_changes_again(world):
    source, test_set, _ = bicycle_set(world.acme, world.ada)
    approve_version(test_set=test_set, by=world.ada, despite="A test.")
    checked_again(source, luggage=DEARER)
    mark = OutdatedMark.objects.first()
    with pytest.raises(DomainError):
        say_still_right(mark=mark, by=world.ada, reason=" ")
    assert say_still_right(mark=mark, by=world.ada, reason="A typing error of theirs.") == 2
    with pytest.raises(Conflict):
        say_still_right(mark=mark, by=world.ada, reason="Again.")
    checked_again(source, luggage=DEARER)
    assert open_marks() == []
    checked_again(source, luggage=DEARER.replace("8 euros", "9 euros"))
    assert len(open_marks()) == 2


def test_readings_are_checked_once_and_again_when_questions_or_versions_come(world):
    source, test_set, _ = bicycle_set(world.acme, world.ada)
    reading = read_again(source, luggage=DEARER)
    assert unchecked_readings() == [reading.pk]
    tasks.look_for_outdated(reading.pk)
    assert unchecked_readings() == []
    approve_version(test_set=test_set, by=world.ada, despite="A test.")
    assert unchecked_readings() == [reading.pk]
    tasks.look_for_outdated(reading.pk)
    assert sorted(open_marks()) == [("quotation_gone", "draft"), ("quotation_gone", "frozen")]
    assert OutdatedCheck.objects.count() == 1


def test_the_tick_has_new_readings_looked_at(world):
    source, *_ = bicycle_set(world.acme, world.ada)
    reading = read_again(source, luggage=DEARER)
    tasks.tick()
    queued = [(row.func(), tuple(row.task["args"])) for row in OrmQ.objects.all()]
    assert ("testsets.tasks.look_for_outdated", (reading.pk,)) in queued


def test_a_question_that_was_taken_out_is_not_marked(world):
    source, _, question = bicycle_set(world.acme, world.ada)
    services.remove_question(question=question, by=world.ada)
    checked_again(source, luggage=DEARER)
    assert open_marks() == []


def test_a_frozen_question_of_another_source_with_the_same_page_name_is_left_alone(world):
    _, test_set, _ = bicycle_set(world.acme, world.ada)
    approve_version(test_set=test_set, by=world.ada, despite="A test.")
    other = source_services.add_files_source(workspace=world.acme, name="Other", by=None)
    assert FrozenQuestion.objects.count() == 1
    checked_again(other, luggage="<p>Our luggage office sells labels, straps and covers.</p>")
    assert open_marks() == []
    assert set(PAGES) == {"questions.html", "luggage.html"}


def test_a_mark_is_written_once_and_about_one_question(world):
    source, test_set, question = bicycle_set(world.acme, world.ada)
    approve_version(test_set=test_set, by=world.ada, despite="A test.")
    reading = checked_again(source, luggage=DEARER)
    with pytest.raises(DatabaseError, match="written once"), transaction.atomic():
        OutdatedMark.objects.all()._raw_delete("default")
    both = {"question": question, "frozen": FrozenQuestion.objects.get()}
    with pytest.raises(IntegrityError), transaction.atomic():
        OutdatedMark.objects.create(
            reading=reading, kind="page_gone", before="x", state="x", at="2026-12-01T00:00Z", **both
        )
