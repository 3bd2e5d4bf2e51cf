"""Drafting jobs on stored passages."""

from dataclasses import replace

import pytest

from core.configured import configured_embedder
from core.llm import ChatModel, RetryPolicy
from core.models import Transition
from tests.fakes.http import Reply
from tests.testsets.samples import FAQ_PAGE, draft, read_source
from testsets import drafting_presenting, selectors, services
from testsets.drafting import configured_writer, run_drafting
from testsets.models import Drafting, Question
from testsets.records import passages_of
from testsets.values import DraftFact, UnusableReply
from testsets.writers.builtin import BuiltinWriter
from testsets.writers.model import ModelReader, ModelWriter

# The same questions on a page of other words: the passages differ, and what is asked does not.
ASKED_AGAIN = """<!doctype html><html lang="en"><head><title>More about the ferry</title></head>
<body><main><h1>More about the ferry</h1>
<h2>How much is a return ticket?</h2>
<p>For a journey there and back each grown-up pays 24 euros at the counter or on board.</p>
<h2>Can I take my dog on board?</h2>
<p>Yes, you can bring a dog as long as it stays on the lower deck and wears a lead.</p>
<h2>How long does the crossing take?</h2>
<p>Plan with 55 minutes from June to August and with 70 minutes in the cold months.</p>
</main></body></html>"""
FRENCH_PAGE = """<!doctype html><html lang="fr"><head><title>Le bac</title></head><body><main>
<h1>Questions sur le bac</h1><h2>Combien coûte un billet aller-retour ?</h2>
<p>Un billet aller-retour coûte 24 euros par personne, et les enfants voyagent gratuitement.</p>
</main></body></html>"""
TWICE = {"a.html": FAQ_PAGE, "b.html": ASKED_AGAIN}


@pytest.fixture
def world(committed_world):
    """The usual people: a job's worker has connections of its own and must see them."""
    return committed_world


@pytest.fixture
def job(world):
    """A drafting job on two made-up pages, not begun."""

    def make(wanted=5, language="", pages=None):
        source = read_source(world.acme, pages)
        test_set = services.create_test_set(workspace=world.acme, name="Ferry", by=world.ada)
        return services.start_drafting(
            test_set=test_set, sources=[source], wanted=wanted, language=language, by=world.ada,
            queue=False,
        )  # fmt: skip

    return make


def carried_out(drafting, **choices):
    run_drafting(drafting.pk, **choices)
    drafting.refresh_from_db()
    return drafting


def test_as_many_questions_as_asked_for_are_kept_beside_their_passages(job):
    drafting = carried_out(job(wanted=5))

    questions = selectors.questions(drafting.test_set)
    assert drafting.status == "done"
    assert len(questions) == 5
    for question in questions:
        (passage,) = passages_of(question)
        for fact in question.facts.all():
            assert passage.text[fact.start : fact.end] == fact.quotation
    assert len({question.uid for question in questions}) == 5
    assert [question.position for question in questions] == [1, 2, 3, 4, 5]
    assert drafting.writer_fingerprint == BuiltinWriter(configured_embedder()).fingerprint


def test_a_job_that_falls_short_says_so_with_the_reasons(job):
    """Asked for 40 and fewer pass: “so many of 40, because …”."""
    drafting = carried_out(job(wanted=40, pages=TWICE))

    said = drafting_presenting.progress_context(drafting)["shortage"]
    kept = drafting.kept.count()
    assert 0 < kept < 40
    assert said.startswith(f"{kept} of 40 questions")
    assert "Near-duplicate" in said


def test_a_language_that_the_material_does_not_have_is_named(job):
    drafting = carried_out(job(wanted=5, language="es", pages={"a.html": FRENCH_PAGE}))

    said = drafting_presenting.progress_context(drafting)["shortage"]
    assert drafting.kept.count() == 0
    assert "no passage in Spanish, only in French" in said


def test_rejected_drafts_stay_with_their_reasons(job):
    """M1.3."""
    drafting = carried_out(job(wanted=40, pages=TWICE))

    rejected = drafting.rejected.first()
    assert rejected.question
    assert rejected.reasons[0]["check"] == "near_duplicate"
    assert rejected.draft["facts"][0]["quotation"]


def test_of_passages_that_say_nearly_the_same_the_first_is_drawn_from_alone(job):
    again = FAQ_PAGE.replace("<h1>Questions about the ferry</h1>", "<h1>Our ferry</h1>")
    drafting = carried_out(job(wanted=40, pages={"a.html": FAQ_PAGE, "b.html": again}))

    drawn = drafting.kept.values_list("facts__passage__document__address", flat=True)
    assert set(drawn) - {None} == {"a.html"}  # what should be declined comes from nowhere
    assert not drafting.rejected.exists()


def test_a_second_delivery_of_the_task_writes_nothing_twice(job):
    drafting = carried_out(job(wanted=3))

    carried_out(drafting)

    assert drafting.kept.count() == 3


class Interrupted(Exception):
    pass


class DiesAfter(BuiltinWriter):
    """A writer whose process dies behind its second draft."""

    def drafts(self, *args, **kwargs):
        for number, made in enumerate(super().drafts(*args, **kwargs)):
            if number == 2:
                raise Interrupted
            yield made


def test_a_killed_job_goes_on_where_it_was(job):
    """Drafts are stored as they come; nothing is lost and nothing comes twice."""
    drafting = job(wanted=5)
    with pytest.raises(Interrupted):
        run_drafting(drafting.pk, writer=DiesAfter())
    before = list(drafting.kept.values_list("text", flat=True))
    Drafting.objects.filter(pk=drafting.pk).update(alive_at="2020-01-01T00:00:00Z")

    carried_out(drafting)

    texts = list(drafting.kept.order_by("position").values_list("text", flat=True))
    assert texts[:2] == before
    assert len(texts) == len(set(texts)) == 5


def test_a_question_that_was_removed_meanwhile_is_not_written_again(job, world):
    drafting = job(wanted=5)
    with pytest.raises(Interrupted):
        run_drafting(drafting.pk, writer=DiesAfter())
    gone = drafting.kept.first()
    services.remove_question(question=gone, by=world.ada)
    Drafting.objects.filter(pk=drafting.pk).update(alive_at="2020-01-01T00:00:00Z")

    carried_out(drafting)

    assert drafting.kept.filter(text=gone.text).count() == 1


def test_a_slice_of_time_ends_with_the_rest_in_the_queue(job):
    drafting = carried_out(job(wanted=5), slice_seconds=-1.0)

    assert drafting.status == "waiting"
    assert carried_out(drafting).kept.count() == 5


def test_a_stopped_job_keeps_what_it_has_and_can_go_on(job, world):
    drafting = job(wanted=5)
    services.stop_drafting(drafting=drafting, by=world.ada)
    assert carried_out(drafting).status == "stopped"

    services.resume_drafting(drafting=drafting, by=world.ada)

    assert carried_out(drafting).kept.count() == 5
    assert Transition.objects.filter(record="testsets.drafting", new="stopped").count() == 1


class Unreadable(BuiltinWriter):
    def drafts(self, material, **kwargs):
        yield UnusableReply(material[0].key, "unreadable", "This is no JSON.", "How mu\u2400")
        yield replace(
            draft(), passage_key=material[0].key, facts=(DraftFact("19 euros", 0, 0, ""),)
        )


def test_an_unreadable_reply_is_kept_with_its_cause_and_costs_only_itself(job):
    drafting = carried_out(job(wanted=2), writer=Unreadable())

    first, second = drafting.rejected.order_by("pk")
    assert first.draft["raw"] == "How mu\u2400"
    assert first.reasons == [{"check": "reply_unreadable", "message": "This is no JSON."}]
    assert second.reasons[0]["check"] == "facts_verbatim"
    assert drafting.status == "done"


def test_a_model_that_is_down_fails_the_job_with_its_reason_and_keeps_what_came(job, scripted_llm):
    model = ChatModel(scripted_llm.endpoint(concurrency=1), retries=RetryPolicy(tries=1))
    scripted_llm.on("return ticket costs", {
        "question": "How much is a return ticket for the ferry?",
        "expected_answer": "A return ticket costs 24 euros per person.",
        "key_facts": [{"quotation": "24 euros per person", "exact_value": "24 euros"}],
    })  # fmt: skip
    scripted_llm.always("", Reply({"error": {"message": "overloaded"}}, status=503))

    drafting = carried_out(job(wanted=5), writer=ModelWriter(model))

    assert drafting.status == "failed"
    assert drafting.reason
    assert drafting.kept.count() == 1
    assert Question.objects.get().writer == "Language model scripted-model"


def test_without_a_configured_model_the_built_in_writer_is_used(settings, scripted_llm):
    settings.CAUDALS_LLM_BASE_URL = ""
    writer, reader = configured_writer()
    assert isinstance(writer, BuiltinWriter)
    assert reader is None

    settings.CAUDALS_LLM_BASE_URL, settings.CAUDALS_LLM_MODEL = scripted_llm.url, "scripted-model"
    writer, reader = configured_writer()
    assert isinstance(writer, ModelWriter)
    assert isinstance(reader, ModelReader)
