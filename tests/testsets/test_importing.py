"""Questions out of the database to a file, and back into another test set."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from importlib import import_module

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from core.errors import Conflict
from core.models import Workspace
from sources.models import Passage
from tests.testsets.samples import stored_passage, stored_source
from testsets import selectors, services
from testsets.authors import editors_of
from testsets.bulk import insert_drafts
from testsets.copying import copy_into_new
from testsets.evidence import fact_as_json
from testsets.exchange import Unusable, as_line, read_questions, write_file
from testsets.freezing import NotReady, approve_version
from testsets.importing import import_draft, import_set, import_version, imported_before
from testsets.models import FrozenQuestion, KeyFact, Question, TestSet, TestSetVersion
from testsets.question_text import FactNotInPassage, NewFact, QuestionText
from testsets.values import QuestionType

TICKET = QuestionText(
    text="How much is a return ticket?", type=QuestionType.EXACT_VALUE, language="en",
    expected_answer="A return ticket costs 24 euros per person.",
    facts=[NewFact("24 euros per person", "24 euros")],
)  # fmt: skip
BICYCLE = QuestionText(
    text="Vad kostar en cykel — «hin och åter»?", type=QuestionType.DIRECT, language="sv",
    expected_answer="6 euros", facts=[NewFact("6 euros each way")], critical=True, control=True,
    purpose="质量", topic="=Cyklar",
)  # fmt: skip
BARE = QuestionText(
    text="When is the harbour office open?", type=QuestionType.DIRECT, language="en",
    expected_answer="From 9 to 5.", facts=[NewFact("9 to 5")],
)  # fmt: skip
KINDS = ["csv", "jsonl", "xlsx"]


@pytest.fixture
def test_set(world):
    """Two questions on stored passages and one variant of the first."""
    stored_source(world.acme)
    made = services.create_test_set(workspace=world.acme, name="Ferry", by=world.ada)
    for content, words in ((TICKET, "24 euros"), (BICYCLE, "A bicycle costs")):
        services.add_question(
            test_set=made, content=content, passage=stored_passage(words), by=world.ada
        )
    first, second = selectors.questions(made)
    second.parent = first
    second.save()
    return made


@pytest.fixture
def exploratory(test_set, world):
    """The same set with a question that nothing stored answers."""
    services.add_question(test_set=test_set, content=BARE, by=world.ada)
    return test_set


def exported(version, kind="jsonl"):
    return write_file(selectors.questions_jsonl(version), kind).raw


def drafted(test_set, kind="jsonl"):
    return write_file(selectors.draft_lines(test_set), kind).raw


def given(raw, kind="jsonl"):
    return read_questions(raw, name=f"questions.{kind}")


def everything():
    models = (TestSet, Question, KeyFact, TestSetVersion, FrozenQuestion)
    return [model.objects.count() for model in models] + [
        Question.history.count(), KeyFact.history.count()
    ]  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_a_version_comes_back_with_its_digest(exploratory, world, kind):
    """M1.22: nothing lost, into another workspace."""
    version = approve_version(test_set=exploratory, by=world.ada, despite="A test.")
    raw = exported(version, kind)

    again = import_version(
        workspace=world.other, name="Copy", questions=given(raw, kind), by=world.otto
    )

    assert again.digest == version.digest
    assert again.exploratory
    assert exported(again, "jsonl") == exported(version, "jsonl")


@pytest.mark.parametrize("kind", KINDS)
def test_a_draft_comes_back_tied_to_the_same_stored_passages(test_set, world, kind):
    copy = services.create_test_set(workspace=world.acme, name="Copy", by=world.ada)

    import_draft(test_set=copy, questions=given(drafted(test_set, kind), kind), by=world.ada)

    places = ("question__uid", "quotation", "exact_value", "passage", "start", "end", "match")
    first, second = (
        list(KeyFact.objects.filter(question__test_set=one).values_list(*places))
        for one in (test_set, copy)
    )
    assert first == second
    assert drafted(copy) == drafted(test_set)
    assert not approve_version(test_set=copy, by=world.ada, despite="A test.").exploratory


@pytest.mark.parametrize("kind", KINDS)
def test_a_draft_in_another_workspace_carries_its_passages(test_set, world, kind):
    """M1.22 and M1.5: the same rows out of the draft, its version and a copy of that; all Exploratory."""
    raw = drafted(test_set)
    copy = services.create_test_set(workspace=world.other, name="Copy", by=world.otto)

    import_draft(test_set=copy, questions=given(drafted(test_set, kind), kind), by=world.otto)

    assert KeyFact.objects.filter(question__test_set=copy, passage__isnull=True).count() == 2
    assert drafted(copy) == raw
    version = approve_version(test_set=copy, by=world.otto, despite="A test.")
    assert exported(version) == raw
    again = copy_into_new(version=version, name="Again", by=world.otto).test_set
    assert drafted(again) == raw
    second = approve_version(test_set=again, by=world.otto, despite="A test.")
    assert (second.digest, second.exploratory) == (version.digest, True)
    assert version.exploratory


def test_what_the_workspace_holds_only_in_words_is_tied_to_it_and_written_out_as_in_the_file(
    test_set, world
):
    """The page was read again: the same text under another fingerprint, and nothing Exploratory."""
    line = json.loads(drafted(test_set).splitlines()[0])
    line |= {
        "uid": "again",
        "source": {**line["source"], "content_hash": "older", "document": "Old"},
    }
    copy = services.create_test_set(workspace=world.acme, name="Copy", by=world.ada)

    import_draft(test_set=copy, questions=given(json.dumps(line).encode()), by=world.ada)

    assert KeyFact.objects.get(question__test_set=copy).passage == stored_passage("24 euros")
    assert json.loads(drafted(copy)) == line
    assert not approve_version(test_set=copy, by=world.ada, despite="A test.").exploratory


def test_passages_nothing_is_quoted_from_and_the_second_of_the_same_words_come_back(world):
    text = "Bikes cost 6 euros. Dogs cost 6 euros."
    line = as_line(
        {
            "uid": "dogs", "text": "What does a dog cost?", "type": "direct", "language": "en",
            "expected_answer": "6 euros", "expects": "answer", "critical": False, "control": False,
            "purpose": "", "topic": "", "parent_uid": "",
            "facts": [fact_as_json("6 euros", "", start=30, end=37, match="exact", passage=1)],
            "passages": [
                {"document": "Fares", "address": "https://ferry.example/", "content_hash": "1",
                 "heading_path": ["Fares"], "text": words, "start": 0, "end": len(words),
                 "language": "en"}
                for words in ("Children travel free.", text)
            ],
        },
        writer="Imported",
    )  # fmt: skip
    test_set = services.create_test_set(workspace=world.acme, name="Dogs", by=world.ada)

    import_draft(test_set=test_set, questions=given(json.dumps(line).encode()), by=world.ada)

    assert json.loads(drafted(test_set)) == line
    question = test_set.questions.get()
    changed = QuestionText(
        text="How much is a dog?", type=QuestionType.DIRECT, language="en",
        expected_answer="6 euros", facts=[NewFact("6 euros")],
    )  # fmt: skip
    services.edit_question(question=question, content=changed, by=world.ada)
    after = json.loads(drafted(test_set))
    assert after["facts"] == line["facts"]
    assert (after["source"], after["more_sources"]) == (line["source"], line["more_sources"])
    with pytest.raises(FactNotInPassage):
        services.edit_question(
            question=question, by=world.ada, content=replace(changed, facts=[NewFact("7 euros")])
        )


def test_a_passage_of_the_workspace_takes_the_place_of_a_carried_one(test_set, world):
    copy = services.create_test_set(workspace=world.other, name="Copy", by=world.otto)
    import_draft(test_set=copy, questions=given(drafted(test_set)), by=world.otto)
    stored_source(world.other)
    here = Passage.objects.for_workspace(world.other).get(text__contains="24 euros")
    question = selectors.questions(copy)[0]

    services.edit_question(question=question, content=TICKET, passage=here, by=world.otto)

    question.refresh_from_db()
    assert question.carried == []
    assert question.facts.get().passage == here


def test_questions_imported_before_passages_were_carried_get_them(test_set, world):
    version = approve_version(test_set=test_set, by=world.ada, despite="A test.")
    copy = import_version(
        workspace=world.other, name="Copy", questions=given(exported(version)), by=world.otto
    ).test_set
    before = drafted(copy)
    QuerySet(KeyFact).filter(question__test_set=copy).update(
        passage=None, carried=None, start=None, end=None, match=""
    )
    QuerySet(Question).filter(test_set=copy).update(carried=[])
    assert drafted(copy) != before

    then = MigrationLoader(connection).project_state(("testsets", "0012_carry")).apps
    import_module("testsets.migrations.0012_carry").carry(then, None)

    assert drafted(copy) == before


def test_an_imported_question_keeps_its_passage_when_it_is_edited(test_set, world):
    version = approve_version(test_set=test_set, by=world.ada, despite="A test.")
    copy = import_version(
        workspace=world.acme, name="Copy", questions=given(exported(version)), by=world.ada
    )
    question = selectors.questions(copy.test_set)[0]
    reworded = QuestionText(
        text="What is the fare?", type=QuestionType(question.type), language="en",
        expected_answer=question.expected_answer, facts=TICKET.facts,
    )  # fmt: skip

    services.edit_question(question=question, content=reworded, by=world.ada)

    second = approve_version(test_set=copy.test_set, by=world.ada, despite="A test.")
    assert not second.exploratory
    assert second.number == 2


def test_whoever_imports_a_question_did_not_edit_it(test_set, world):
    """Each row has the history of its writing, and only that; variants know their parent."""
    version = approve_version(test_set=test_set, by=world.ada, despite="A test.")
    copy = import_version(
        workspace=world.acme, name="Copy", questions=given(exported(version)), by=world.rosa
    )
    questions = selectors.questions(copy.test_set)

    assert [row.history_type for row in Question.history.filter(test_set=copy.test_set)] == [
        "+",
        "+",
    ]
    assert {row.history_user for row in KeyFact.history.filter(question__in=questions)} == {
        world.rosa
    }
    assert editors_of(questions) == {question.pk: [] for question in questions}
    assert questions[1].parent == questions[0]


def test_a_row_inserted_with_others_has_the_history_that_saving_it_leaves(test_set, world):
    """Column by column, also where it points at a row that was stored after it was named."""
    made = [
        Question(
            test_set=test_set, uid=uid, position=9, type="direct", language="en", text="How much?",
            expected_answer="24 euros.", needs={"keywords": ["24"]}, custom={"ours": 1},
        )
        for uid in ("saved", "inserted")
    ]  # fmt: skip
    made[0]._history_user = world.ada
    made[0].save()
    variant = Question(
        test_set=test_set, uid="variant", position=10, type="direct", language="en",
        text="How much is it?", expected_answer="24 euros.", parent=made[1],
    )  # fmt: skip
    insert_drafts([made[1]], by=world.ada)
    insert_drafts([variant], by=world.ada)

    saved, inserted = (Question.history.get(uid=row.uid) for row in made)
    for field in Question.history.model._meta.concrete_fields:
        values = getattr(saved, field.attname), getattr(inserted, field.attname)
        if field.name in ("history_id", "id", "uid", "created_at", "changed_at", "history_date"):
            assert all(values), field
        else:
            assert values[0] == values[1], field
    assert inserted.history_object == Question.objects.get(uid="inserted")
    assert Question.history.get(uid="variant").parent_id == made[1].pk


def test_a_draft_is_written_out_with_as_many_queries_however_long_it_is(exploratory, world):
    version = approve_version(test_set=exploratory, by=world.ada, despite="A test.")
    copy = import_version(
        workspace=world.other, name="Copy", questions=given(exported(version)), by=world.otto
    )

    with CaptureQueriesContext(connection) as queries:
        lines = list(selectors.draft_lines(copy.test_set))

    assert lines == list(selectors.questions_jsonl(version))
    assert len(queries) <= 8


def test_a_file_written_by_hand_needs_only_a_question_and_an_answer(world):
    raw = b'\xef\xbb\xbf{"question": "How much is a ticket?", "expected_answer": "24 euros"}\n\n'

    version = import_version(workspace=world.acme, name="Mine", questions=given(raw), by=world.ada)

    question = version.questions.get()
    assert (question.language, question.type, question.expects) == ("en", "direct", "answer")
    assert question.facts[0]["quotation"] == "24 euros"
    assert version.exploratory


def test_questions_come_behind_those_that_are_there(test_set, world):
    raw = (
        b"question,expected_answer\nWhere is the office?,At pier 4.\nWho is the captain?,Ms Berg.\n"
    )

    import_draft(test_set=test_set, questions=given(raw, "csv"), by=world.ada)

    assert [question.position for question in selectors.questions(test_set)] == [1, 2, 3, 4]
    assert selectors.questions(test_set)[3].text == "Who is the captain?"


def test_an_identifier_that_the_set_has_already_is_named_and_nothing_is_imported(test_set, world):
    services.remove_question(question=selectors.questions(test_set)[1], by=world.ada)
    kept, removed = test_set.questions.order_by("position").values_list("uid", flat=True)
    raw = (
        f"uid,question,expected_answer\nnew,Who?,She.\n{kept},What?,It.\n{removed},Why?,So.\n"
    ).encode()
    before = everything()

    with pytest.raises(Unusable) as refused:
        import_draft(test_set=test_set, questions=given(raw, "csv"), by=world.ada)

    first, second = refused.value.problems
    assert first.said() == (
        f"questions.csv, line 3, column “uid”: the test set “Ferry” has a question with the"
        f" identifier “{kept}” already."
    )
    assert "line 4" in second.said()
    assert "was removed" in second.said()
    assert everything() == before


def test_the_same_file_is_known_again(test_set, world):
    questions = given(drafted(test_set))
    copy = services.create_test_set(workspace=world.other, name="Copy", by=world.otto)
    assert imported_before(world.other, questions) is None

    import_draft(test_set=copy, questions=questions, by=world.otto)

    assert imported_before(world.other, questions) == copy
    services.remove_question(question=selectors.questions(copy)[0], by=world.otto)
    assert imported_before(world.other, questions) is None


def test_a_free_workspace_freezes_no_more_than_its_plan_allows(world):
    assert world.acme.plan == Workspace.Plan.FREE
    lines = "".join(f"Who is number {n}?,Nobody.\n" for n in range(51))
    before = everything()

    with pytest.raises(NotReady, match="50"):
        import_version(
            workspace=world.acme, name="x", by=world.ada,
            questions=given(f"question,expected_answer\n{lines}".encode(), "csv"),
        )  # fmt: skip
    assert everything() == before


def test_a_failure_in_the_middle_leaves_nothing(test_set, world, monkeypatch):
    questions = given(drafted(test_set))
    before = everything()
    monkeypatch.setattr("testsets.importing.version_digest", lambda *_given: 1 / 0)

    with pytest.raises(ZeroDivisionError):
        import_version(
            workspace=world.acme, name="x", questions=questions, by=world.ada, now=timezone.now()
        )

    assert everything() == before


@pytest.mark.django_db(transaction=True)
def test_pressing_twice_at_once_imports_once(committed_world):
    questions = given(b"question,expected_answer\nWho is the captain?,Ms Berg\n", "csv")
    together = threading.Barrier(2)

    def press():
        together.wait(timeout=20)
        try:
            import_set(
                workspace=committed_world.acme,
                name="Crew",
                questions=questions,
                by=None,
                frozen=False,
            )
        except Conflict:
            return "refused"
        finally:
            connection.close()
        return "imported"

    with ThreadPoolExecutor(2) as pool:
        outcomes = [
            pressed.result(timeout=40) for pressed in [pool.submit(press), pool.submit(press)]
        ]

    assert sorted(outcomes) == ["imported", "refused"]
    assert TestSet.objects.count() == 1
