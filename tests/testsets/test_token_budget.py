"""A drafting takes no more tokens than it may, says so, and goes on when it may take more."""

import json

import pytest
from django.core.management import call_command
from django.urls import reverse

from core.errors import Conflict, DomainError
from core.llm import ChatModel, Meter, RetryPolicy, Tokens
from tests.fakes.http import Reply
from tests.fakes.llm import completion
from tests.testsets.samples import PAGES, read_source, stored_source
from tests.world import client_for
from testsets import drafting_presenting, services
from testsets.drafting import run_drafting
from testsets.models import Drafting
from testsets.spending import Spending
from testsets.values import QuestionType
from testsets.writers.model import ModelReader, ModelWriter

SAID = {
    "return ticket costs": ("How much is a return ticket for the ferry?", "24 euros per person",
                            "A return ticket costs 24 euros per person."),
    "pier 4": ("Where does the ferry to Nordholm leave from?", "pier 4 in the old harbour",
               "The ferry to Nordholm leaves from pier 4 in the old harbour."),
    "bicycle costs": ("What do I pay for a bicycle on the ferry?", "6 euros each way",
                      "A bicycle costs 6 euros each way."),
}  # fmt: skip
A_CALL = 100


def answered(call, usage=True):
    """A sound draft about the passage shown, or nothing to ask; 100 tokens each."""
    shown = call.body["messages"][1]["content"]
    found = next((said for words, said in SAID.items() if words in shown), ("", "", ""))
    question, quotation, answer = found
    facts = [{"quotation": quotation, "exact_value": ""}] if quotation else []
    reply = {"question": question, "expected_answer": answer, "key_facts": facts}
    counted = {"prompt_tokens": 90, "completion_tokens": 10} if usage else None
    return Reply(completion(json.dumps(reply)) | {"usage": counted})


@pytest.fixture
def world(committed_world):
    """The usual people: a job's worker has connections of its own and must see them."""
    return committed_world


@pytest.fixture
def job(world):
    def make(tokens):
        source = read_source(world.acme)
        test_set = services.create_test_set(workspace=world.acme, name="Ferry", by=world.ada)
        return services.start_drafting(
            test_set=test_set, sources=[source], wanted=9, types=[QuestionType.DIRECT],
            tokens=tokens, by=world.ada, queue=False,
        )  # fmt: skip

    return make


@pytest.fixture
def carry_out(scripted_llm):
    """Carry a job out as a worker that was just started does."""

    def go(drafting, writer=ModelWriter):
        model = ChatModel(scripted_llm.endpoint(concurrency=1), retries=RetryPolicy(tries=1))
        run_drafting(drafting.pk, writer=writer(model), reader=ModelReader(model))
        drafting.refresh_from_db()
        return drafting

    return go


def test_writing_stops_when_the_budget_is_spent_and_says_what_came_of_it(
    job, carry_out, scripted_llm
):
    scripted_llm.always("", answered)

    drafting = carry_out(job(tokens=4 * A_CALL - 50))

    assert len(scripted_llm.calls) == 4
    assert drafting.tokens_reported == 4 * A_CALL
    assert (drafting.status, drafting.reason) == ("stopped", "tokens")
    kept, rejected = drafting.kept.count(), drafting.rejected.count()
    assert kept + rejected == 4  # what was paid for was looked at
    said = drafting_presenting.progress_context(drafting)["shortage"]
    assert said.startswith(f"{kept} of 9 questions, because the budget of 350 tokens is spent.")
    assert "400 tokens used." in said
    assert f"Kept: Direct ({kept})." in said
    assert f"Rejected: Nothing to ask about ({rejected})." in said


def test_with_a_higher_budget_it_goes_on_and_no_token_counts_twice(
    job, carry_out, scripted_llm, world
):
    scripted_llm.always("", answered)
    drafting = carry_out(job(tokens=2 * A_CALL))
    first = list(drafting.kept.values_list("text", flat=True))

    with pytest.raises(DomainError, match="budget of tokens is spent"):
        services.resume_drafting(drafting=drafting, by=world.ada)
    with pytest.raises(DomainError, match="200 tokens are used already"):
        services.raise_budget(drafting=drafting, tokens=2 * A_CALL, by=world.ada)
    services.raise_budget(drafting=drafting, tokens=100 * A_CALL, by=world.ada)
    carry_out(drafting)

    texts = list(drafting.kept.order_by("position").values_list("text", flat=True))
    assert texts[: len(first)] == first
    assert sorted(texts) == sorted(question for question, _, _ in SAID.values())
    assert drafting.status == "done"
    assert drafting.tokens_reported == A_CALL * len(scripted_llm.calls)
    assert drafting.tokens_estimated == 0
    with pytest.raises(Conflict):
        services.raise_budget(drafting=drafting, tokens=None, by=world.ada)


class Killed(Exception):
    pass


class DiesAfterTwo(ModelWriter):
    def drafts(self, *args, **kwargs):
        for number, made in enumerate(super().drafts(*args, **kwargs)):
            if number == 2:
                raise Killed
            yield made


def test_after_a_kill_tokens_are_counted_on_from_what_was_stored(job, carry_out, scripted_llm):
    scripted_llm.always("", answered)
    drafting = job(tokens=None)
    with pytest.raises(Killed):
        carry_out(drafting, writer=DiesAfterTwo)
    drafting.refresh_from_db()
    before, asked = drafting.tokens_reported, len(scripted_llm.calls)
    assert 2 * A_CALL <= before <= asked * A_CALL
    Drafting.objects.filter(pk=drafting.pk).update(alive_at="2020-01-01T00:00:00Z")

    carry_out(drafting)

    again = len(scripted_llm.calls) - asked
    assert again > 0
    # A reply that the killed worker was still waiting for may have come after the count.
    assert drafting.tokens_reported - before in {A_CALL * again, A_CALL * (again - 1)}


def test_a_server_that_reports_nothing_is_named_with_the_estimate(job, carry_out, scripted_llm):
    scripted_llm.always("", lambda call: answered(call, usage=False))

    drafting = carry_out(job(tokens=1))

    assert drafting.tokens_reported == 0
    assert drafting.tokens_estimated > 500  # the instructions alone are about that long
    said = drafting_presenting.progress_context(drafting)["shortage"]
    assert "an estimate, as the language model's server reports none" in said


def test_one_call_at_a_time_may_begin_as_long_as_anything_is_left():
    meter = Meter()
    meter.count(Tokens(reported=100))
    spending = Spending([meter, meter], limit=1_000)  # counted before: not of this drafting
    assert spending.tokens == Tokens()
    assert [spending.affords(n) for n in (0, 8, 9, 10)] == [True, True, True, False]

    meter.count(Tokens(reported=1_000 - 1))
    assert spending.tokens == Tokens(reported=999)
    assert [spending.affords(n) for n in (0, 1)] == [True, False]
    assert not spending.is_spent

    meter.count(Tokens(estimated=1))
    assert not spending.affords(0)
    assert spending.is_spent


def test_what_was_stored_is_handed_over_once():
    meter = Meter()
    spending = Spending([meter])
    meter.count(Tokens(10, 1))
    due = spending.unstored()
    meter.count(Tokens(5, 0))  # came while the first was being stored
    spending.was_stored(due)

    assert due == Tokens(10, 1)
    assert spending.unstored() == Tokens(5, 0)


def test_the_command_stops_at_its_budget_and_sums_up(tmp_path, scripted_llm, settings, capsys):
    settings.CAUDALS_LLM_BASE_URL, settings.CAUDALS_LLM_MODEL = scripted_llm.url, "scripted-model"
    settings.CAUDALS_LLM_CONCURRENCY = 1
    scripted_llm.always("", answered)
    for name, page in PAGES.items():
        (tmp_path / name).write_text(page)
    options = ["--documents", str(tmp_path), "--types", "direct", "--questions", "9"]

    call_command("draft", *options, "--tokens", "250")
    said = capsys.readouterr().err
    assert len(scripted_llm.calls) == 3
    assert "of 9 questions, because the budget of 250 tokens is spent. 300 tokens used." in said

    call_command("draft", *options)
    said = capsys.readouterr().err
    assert "3 of 9 questions kept" in said
    assert f"{A_CALL * (len(scripted_llm.calls) - 3)} of 1,000,000 tokens used." in said


def address(name, *args):
    return reverse(f"testsets:{name}", args=["acme", *args])


def test_the_form_asks_for_a_budget_where_there_is_a_model(world, settings):
    source = stored_source(world.acme)
    client = client_for(world.ada)
    assert 'name="tokens"' not in client.get(address("new")).content.decode()

    settings.CAUDALS_LLM_BASE_URL = "http://127.0.0.1:9/v1"
    settings.CAUDALS_LLM_MODEL = "scripted-model"
    settings.CAUDALS_DRAFT_TOKENS = 54_321
    assert 'value="54321"' in client.get(address("new")).content.decode()

    typed = {"sources": [source.pk], "wanted": 7, "language": ""}
    client.post(address("new"), typed | {"name": "With", "tokens": "1234"})
    client.post(address("new"), typed | {"name": "Without", "tokens": ""})
    limits = Drafting.objects.values_list("test_set__name", "token_limit")
    assert dict(limits) == {"With": 1234, "Without": None}


def test_the_page_shows_what_is_used_and_takes_a_higher_budget(world):
    test_set = services.create_test_set(workspace=world.acme, name="Ferry", by=world.ada)
    job = services.start_drafting(
        test_set=test_set, sources=[stored_source(world.acme)], wanted=9, tokens=50_000,
        by=world.ada, queue=False,
    )  # fmt: skip
    Drafting.objects.filter(pk=job.pk).update(tokens_reported=20_000, tokens_estimated=1_500)
    client = client_for(world.ada)
    page = client.get(address("detail", test_set.pk)).content.decode()
    assert "21,500 of 50,000 tokens used (1,500 of them an estimate" in page

    Drafting.objects.filter(pk=job.pk).update(
        status="stopped", reason="tokens", tokens_reported=50_000
    )
    page = client.get(address("detail", test_set.pk)).content.decode()
    assert "because the budget of 50,000 tokens is spent" in page
    assert address("budget", job.pk) in page
    assert address("resume", job.pk) not in page

    low = client.post(address("budget", job.pk), {"tokens": "51500"})
    assert low.status_code == 422
    assert 'value="51500"' in low.content.decode()
    assert client.post(address("budget", job.pk), {"tokens": ""}).status_code == 302
    job.refresh_from_db()
    assert (job.status, job.token_limit) == ("waiting", None)
