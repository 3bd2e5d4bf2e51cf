"""Answers and questions find each other once, or it is said before anything is stored."""

import asyncio

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from core.errors import DomainError
from runs import services
from runs.asking import store
from runs.connections import connector_for
from runs.engine import ask_all
from runs.models import AnswerUpload, Run
from runs.selectors import open_slots
from runs.uploads import Use, match
from runs.values import Policy
from tests.runs.setting import frozen_version
from tests.world import client_for

UIDS = {"What does it cost?": "q-1", "When are you open?": "q-2"}
FILE = (
    "uid,question,answer,retrieved_contexts,asked_at,seconds\n"
    ",what does it  cost?,12,the list,2026-01-05T10:00:00Z,1.5\n"
    ",What does it cost?,13,,,\n"
    ",Who are you?,A bot,,,\n"
)


def test_a_row_with_the_identifier_of_one_question_and_the_words_of_another_is_used_for_none():
    rows = [
        {"uid": "q-1", "question": "when are YOU open?", "answer": "a"},
        {"uid": "q-2", "question": "Opening hours?", "answer": "b"},
        {"uid": "x", "question": "Hello\nx", "also": ["What does it cost?"], "answer": "c"},
        {"uid": "q-2", "question": "", "answer": None},
    ]
    found = match(rows, uids=UIDS)
    assert (found.contrary, found.reworded, found.unmatched) == ([0], [1], [])
    assert found.by_uid == {"q-2": [1], "q-1": [2]}
    assert found.missing == []


@pytest.fixture
def setting(world):
    assistant = services.save_assistant(
        workspace=world.acme, name="Elsewhere", connector="upload", configuration={}, by=world.ada
    )
    return frozen_version(world.acme, list(UIDS)), assistant


def posted(world, setting, headers=None, **fields):
    version, assistant = setting
    form = {"version": version.pk, "assistant": assistant.pk, "concurrency": 3, "repetitions": 1}
    address = reverse("runs:start", args=["acme"])
    return client_for(world.ada).post(address, {**form, **fields}, headers=headers)


@pytest.mark.django_db
def test_what_matches_nothing_or_twice_is_listed_and_nothing_stored_before_the_yes(world, setting):
    response = posted(world, setting, answers=SimpleUploadedFile("a.csv", FILE.encode()))
    page = response.content.decode()
    assert response.status_code == 200
    for words in ("1 of 2 questions answered", "Answered more than once", "Who are you?",
                  "Questions without an answer", "When are you open?"):  # fmt: skip
        assert words in page
    assert not AnswerUpload.objects.exists()

    preview = response.context_data
    along = {name: preview["form"].initial[name] for name in ("packed", "file_name")}
    assert posted(world, setting, **along).status_code == 422  # which of the two counts?
    assert not AnswerUpload.objects.exists()
    assert posted(world, setting, **along, use="last").status_code == 302
    assert Run.objects.get().pinned["assistant"]["upload_use"] == "last"


@pytest.mark.django_db
def test_a_run_takes_over_contexts_and_times_and_leaves_out_what_has_no_answer(world, setting):
    version, assistant = setting
    run = services.start_uploaded_run(
        version=version, assistant=assistant, name="a.csv", raw=FILE.encode(),
        use=Use.FIRST, by=world.ada,
    )  # fmt: skip
    outcomes = []

    async def record(outcome):
        outcomes.append(outcome)

    policy = Policy.from_json(run.pinned["policy"])
    connector = connector_for(run)
    asking = ask_all(
        open_slots(run), connector=connector, policy=policy, record=record, stop=lambda: False
    )
    assert asyncio.run(asking) == ""
    store(run, outcomes)
    answer = run.answers.get()
    assert (answer.text, answer.contexts, answer.seconds) == ("12", ["the list"], 1.5)
    assert answer.asked_at.isoformat() == "2026-01-05T10:00:00+00:00"
    assert [failure.kind for failure in run.failures.all()] == ["missing"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (FILE, "lines 2 and 3 both answer the question “What does it cost"),
        ("question,answer\nOther?,x\n", "nothing in it answers a question"),
    ],
)
def test_without_a_choice_or_a_match_no_run_starts_and_no_file_is_kept(world, setting, raw, words):
    version, assistant = setting
    with pytest.raises(DomainError, match=words):
        services.start_uploaded_run(
            version=version, assistant=assistant, name="a.csv", raw=raw.encode(), use=None, by=None
        )
    assert not AnswerUpload.objects.exists()


@pytest.mark.django_db
def test_a_file_that_cannot_be_read_keeps_what_was_chosen_and_says_where_in_spanish(world, setting):
    file = SimpleUploadedFile("c.mp3", b"x")
    response = posted(world, setting, answers=file, headers={"Accept-Language": "es"})
    page = response.content.decode()
    assert response.status_code == 422
    assert "Es una grabación de sonido" in page
    assert f'value="{setting[0].pk}" selected' in page
