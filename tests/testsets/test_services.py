"""Changing questions and freezing versions."""

import pytest

from core.errors import Conflict, DomainError
from core.models import FrozenError, Workspace
from sources.models import Source
from tests.testsets.samples import stored_passage, stored_source
from testsets import selectors, services
from testsets.freezing import NotReady, approve_version
from testsets.models import SignOff
from testsets.question_text import FactNotInPassage, NewFact, QuestionText
from testsets.signing_off import sign_off
from testsets.values import Expects, QuestionType

BICYCLE = QuestionText(
    text="How much does a bicycle cost?",
    type=QuestionType.EXACT_VALUE,
    language="en",
    expected_answer="A bicycle costs 6 euros each way.",
    facts=[NewFact("6 euros each way", "6 euros")],
)


# (words of the passage, question, expected answer, key fact)
WRITTEN = [
    ("24 euros", "How much is a return ticket?", "A return ticket costs 24 euros per person.", "24 euros"),
    ("car deck if", "Can I take my dog on board?", "Yes, on the car deck.", "Yes, dogs are welcome"),
    ("students", "Is there a student discount?", "No.", "No, there is no discount for students"),
    ("pier 4", "Where does the ferry leave from?", "From pier 4.", "pier 4 in the old harbour"),
    ("55 minutes", "How long is the crossing?", "55 to 70 minutes.", "55 minutes in summer"),
]  # fmt: skip


@pytest.fixture
def test_set(world):
    """Five questions about stored passages."""
    stored_source(world.acme)
    made = services.create_test_set(workspace=world.acme, name="Ferry", by=world.ada)
    for words, text, answer, fact in WRITTEN:
        written = QuestionText(text=text, type=QuestionType.DIRECT, language="en",
                               expected_answer=answer, facts=[NewFact(fact)])  # fmt: skip
        services.add_question(
            test_set=made, content=written, passage=stored_passage(words), by=world.ada
        )
    return made


def content(question, **changes):
    values = {
        "text": question.text,
        "type": QuestionType(question.type),
        "language": question.language,
        "expected_answer": question.expected_answer,
        "facts": [NewFact(f.quotation, f.exact_value) for f in question.facts.all()],
        "expects": Expects(question.expects),
    }
    return QuestionText(**(values | changes))


def test_a_fact_typed_by_hand_is_located_in_the_passage(test_set, world):
    passage = stored_passage("A bicycle costs")

    made = services.add_question(test_set=test_set, content=BICYCLE, passage=passage, by=world.ada)

    fact = made.facts.get()
    assert passage.text[fact.start : fact.end] == "6 euros each way"
    assert fact.match == "exact"
    assert made.position == 6


def test_a_fact_that_the_passage_does_not_state_is_refused(test_set, world):
    """M1.15."""
    passage = stored_passage("A bicycle costs")
    wrong = QuestionText(**{**_fields(BICYCLE), "facts": [NewFact("7 euros each way")]})

    with pytest.raises(FactNotInPassage, match="7 euros"):
        services.add_question(test_set=test_set, content=wrong, passage=passage, by=world.ada)
    assert len(selectors.questions(test_set)) == 5


def _fields(content):
    return {name: getattr(content, name) for name in content.__slots__}


def test_a_question_without_a_passage_makes_the_set_exploratory(test_set, world):
    """M1.5."""
    assert not approve_version(test_set=test_set, by=world.ada, despite="A test.").exploratory

    services.add_question(test_set=test_set, content=BICYCLE, by=world.ada)

    assert approve_version(test_set=test_set, by=world.ada, despite="A test.").exploratory


def test_a_passage_of_another_workspace_is_refused(test_set, world):
    foreign = services.create_test_set(workspace=world.other, name="Theirs", by=world.otto)
    passage = stored_passage("A bicycle costs")

    with pytest.raises(DomainError):
        services.add_question(test_set=foreign, content=BICYCLE, passage=passage, by=world.otto)


def test_an_edit_leaves_a_trace_of_who_made_it(test_set, world):
    question = selectors.questions(test_set)[0]

    services.edit_question(
        question=question, content=content(question, text="What is the fare?"), by=world.rosa
    )

    latest = question.history.latest()
    assert latest.text == "What is the fare?"
    assert latest.history_user == world.rosa
    assert question.history.count() == 2


def test_facts_that_an_edit_leaves_alone_get_no_new_history(test_set, world):
    question = selectors.questions(test_set)[0]
    fact = question.facts.first()

    services.edit_question(
        question=question, content=content(question, text="What is the fare?"), by=world.ada
    )

    assert fact.history.count() == 1


def test_an_edit_of_a_question_that_somebody_changed_meanwhile_is_refused(test_set, world):
    question = selectors.questions(test_set)[0]
    seen = question.changed_at
    services.edit_question(
        question=question, content=content(question, topic="fares"), seen=seen, by=world.rosa
    )

    with pytest.raises(Conflict):
        services.edit_question(
            question=question, content=content(question, text="Mine?"), seen=seen, by=world.ada
        )


def test_a_removed_question_is_out_of_the_next_version_and_can_be_put_back(test_set, world):
    question = selectors.questions(test_set)[0]
    services.remove_question(question=question, by=world.ada)
    without = approve_version(test_set=test_set, by=world.ada, despite="A test.")
    services.restore_question(question=question, by=world.ada)
    complete = approve_version(test_set=test_set, by=world.ada, despite="A test.")

    assert without.questions.count() == 4
    assert complete.questions.count() == 5


def test_a_frozen_version_never_changes(test_set, world):
    """M1.6."""
    version = approve_version(test_set=test_set, by=world.ada, despite="A test.")
    before = [(q.text, q.digest, q.facts, q.passages) for q in version.questions.all()]
    question = selectors.questions(test_set)[0]

    services.edit_question(
        question=question, content=content(question, text="What is the fare?"), by=world.ada
    )

    assert [(q.text, q.digest, q.facts, q.passages) for q in version.questions.all()] == before
    with pytest.raises(FrozenError):
        version.questions.update(text="Another")
    with pytest.raises(FrozenError):
        version.delete()


def test_a_changed_reference_answer_is_another_version_of_the_question(test_set, world):
    """M1.10."""
    first = approve_version(test_set=test_set, by=world.ada, despite="A test.")
    question = selectors.questions(test_set)[0]
    services.edit_question(
        question=question, content=content(question, expected_answer="It differs."), by=world.ada
    )
    second = approve_version(test_set=test_set, by=world.ada, despite="A test.")

    changed = question.uid
    old = {q.uid: q.digest for q in first.questions.all()}
    new = {q.uid: q.digest for q in second.questions.all()}
    assert old.keys() == new.keys()
    assert [uid for uid in old if old[uid] != new[uid]] == [changed]


def test_a_frozen_question_carries_its_passage_and_the_place_of_each_quotation(test_set, world):
    """M1.2."""
    version = approve_version(test_set=test_set, by=world.ada, despite="A test.")

    for question in version.questions.all():
        for fact in question.facts:
            passage = question.passages[fact["passage"]]
            assert passage["text"][fact["start"] : fact["end"]] == fact["quotation"]
            assert passage["content_hash"]
            assert passage["end"] - passage["start"] == len(passage["text"])


def test_nothing_new_is_frozen_twice(test_set, world):
    approve_version(test_set=test_set, by=world.ada, despite="A test.")

    with pytest.raises(NotReady, match="version 1"):
        approve_version(test_set=test_set, by=world.ada, despite="A test.")


def test_an_empty_set_cannot_be_approved(world):
    empty = services.create_test_set(workspace=world.acme, name="Empty", by=world.ada)

    with pytest.raises(NotReady):
        approve_version(test_set=empty, by=world.ada, despite="A test.")


def test_a_question_without_an_answer_is_named(test_set, world):
    question = selectors.questions(test_set)[0]
    services.edit_question(
        question=question, content=content(question, text="Bare?", facts=[]), by=world.ada
    )

    with pytest.raises(NotReady, match="Bare"):
        approve_version(test_set=test_set, by=world.ada, despite="A test.")


def test_a_free_workspace_runs_up_to_fifty_questions(test_set, world):
    """M1.8."""
    world.acme.plan = Workspace.Plan.FREE
    world.acme.save()
    test_set.refresh_from_db()
    for number in range(46):
        numbered = QuestionText(**{**_fields(BICYCLE), "text": f"What does bicycle {number} cost?"})
        services.add_question(test_set=test_set, content=numbered, by=world.ada)

    with pytest.raises(NotReady, match="50"):
        approve_version(test_set=test_set, by=world.ada, despite="A test.")


def test_the_same_question_typed_twice_gets_two_identifiers(test_set, world):
    """M1.9."""
    one = services.add_question(test_set=test_set, content=BICYCLE, by=world.ada)
    two = services.add_question(test_set=test_set, content=BICYCLE, by=world.ada)

    assert one.uid != two.uid


def test_a_sign_off_holds_for_the_wording_it_was_given_for(test_set, world):
    for question in selectors.questions(test_set):
        sign_off(question=question, decision=SignOff.Decision.APPROVED, by=world.rosa)
    assert approve_version(test_set=test_set, by=world.ada, despite="A test.").signed_off

    question = selectors.questions(test_set)[0]
    services.edit_question(
        question=question, content=content(question, expected_answer="It differs."), by=world.ada
    )

    assert not approve_version(test_set=test_set, by=world.ada, despite="A test.").signed_off


def test_a_request_for_changes_says_what_should_change(test_set, world):
    question = selectors.questions(test_set)[0]

    with pytest.raises(DomainError):
        sign_off(question=question, decision=SignOff.Decision.CHANGES, by=world.rosa)


def test_one_job_at_a_time_writes_for_a_set(test_set, world):
    source = Source.objects.get()
    services.start_drafting(
        test_set=test_set, sources=[source], wanted=5, by=world.ada, queue=False
    )

    with pytest.raises(Conflict):
        services.start_drafting(
            test_set=test_set, sources=[source], wanted=5, by=world.ada, queue=False
        )
