"""The pages about assistants and runs."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django_q.models import OrmQ

from core.credentials import decrypt
from runs import services
from runs.connections import connector_of
from runs.models import AnswerUpload, Assistant, Run
from runs.values import Policy
from tests.fakes.http import Reply
from tests.runs.setting import frozen_version, http_assistant, started
from tests.world import client_for

pytestmark = pytest.mark.django_db
QUESTIONS = ["What does it cost?", "When are you open?"]
HTTP_FORM = {
    "name": "Helper", "url": "https://example.org/ask", "method": "POST", "body": "json",
    "arrival": "whole", "pieces": "append", "silence_s": "20", "sign_in": "header", "scheme": "",
    "template": '{"question": "{{question}}"}', "reply_path": "$.answer",
    "contexts_path": "", "header": "X-Key", "secret": "hush-hush",
}  # fmt: skip


def url(name, *args):
    return reverse(f"runs:{name}", args=["acme", *args])


@pytest.fixture
def ada(world):
    return client_for(world.ada)


@pytest.fixture
def version(world):
    return frozen_version(world.acme, QUESTIONS)


def test_an_assistant_is_added_and_its_secret_never_shown_again(world, ada):
    response = ada.post(url("assistant_new", "http"), HTTP_FORM)
    assert response.status_code == 302
    made = Assistant.objects.get()
    assert made.configuration["template"] == {"question": "{{question}}"}
    assert decrypt(made.credentials) == "hush-hush"
    page = ada.get(url("assistant", made.pk)).content.decode()
    assert "hush-hush" not in page
    assert made.credentials not in page


def test_saving_without_a_secret_keeps_the_one_that_is_stored(world, ada):
    ada.post(url("assistant_new", "http"), HTTP_FORM)
    made = Assistant.objects.get()
    ada.post(url("assistant", made.pk), {**HTTP_FORM, "name": "Other", "secret": ""})
    made.refresh_from_db()
    assert (made.name, decrypt(made.credentials)) == ("Other", "hush-hush")
    assert made.history.count() == 2


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("url", "example.org/ask", "begins with https://"),
        ("url", "https://u:p@example.org/", "name and password out"),
        ("template", "{question}", "Not JSON"),
        ("template", "[1]", "must be a JSON object"),
        ("template", '{"q": "x"}', "The question is sent nowhere"),
        ("reply_path", "$.[", "is not a JSON path"),
        ("name", "", "required"),
        ("headers", "X-Tenant acme", "names no header"),
        ("headers", "authorization: Bearer x", "carries a secret"),
        ("header", "X Key", "names no header"),
        ("secret", "", "Type the secret"),
        ("secret", "two\nlines", "invisible character"),
        ("silence_s", "0", "greater than or equal to 1"),
        ("tools_path", "$.[", "is not a JSON path"),
    ],
)
def test_a_mistake_in_the_settings_says_what_is_wrong_and_keeps_what_was_typed(
    ada, world, field, value, words
):
    response = ada.post(url("assistant_new", "http"), {**HTTP_FORM, field: value})
    page = response.content.decode()
    assert response.status_code == 422
    assert words in page
    assert "https://example.org/ask" in page or field == "url"
    assert "hush-hush" not in page
    assert not Assistant.objects.exists()


TOKEN_FORM = {
    **HTTP_FORM, "sign_in": "token", "token_url": "https://login.example.org/token",
    "token_body": "form", "token_template": '{"client_secret": "{{secret}}"}',
    "token_path": "$.access_token", "header": "Authorization", "scheme": "Bearer",
}  # fmt: skip


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"token_url": ""}, "begins with https://"),
        ({"token_template": '{"a": "b"}'}, "The secret is sent nowhere"),
        ({"token_template": '{"a": ["{{secret}}"]}'}, "plain fields only"),
        ({"token_path": "$.["}, "is not a JSON path"),
        ({"sign_in": "basic"}, "Type the name."),
        ({"sign_in": "none", "headers": "X-Key: {{secret}}"}, "stands for the secret of a sign-in"),
        ({"body": "form", "template": '{"q": ["{{question}}"]}'}, "plain fields only"),
    ],
)
def test_what_a_way_of_signing_in_lacks_is_said(ada, world, changed, words):
    response = ada.post(url("assistant_new", "http"), {**TOKEN_FORM, **changed})
    assert response.status_code == 422
    assert words in response.content.decode()


@pytest.mark.parametrize(
    "form",
    [
        HTTP_FORM,
        TOKEN_FORM,
        {**HTTP_FORM, "sign_in": "basic", "username": "ana"},
        {**HTTP_FORM, "arrival": "events", "pieces": "last", "silence_s": "7",
         "headers": "X-Tenant: acme", "tools_path": "$.tools"},
    ],
)  # fmt: skip
def test_saved_settings_come_back_into_their_form_and_make_a_connector(ada, world, form):
    assert ada.post(url("assistant_new", "http"), form).status_code == 302
    made = Assistant.objects.get()
    shown = ada.get(url("assistant", made.pk)).context["form"]
    again = {name: shown[name].value() for name in shown.fields if shown[name].value() is not None}
    saved = ada.post(url("assistant", made.pk), again)
    assert saved.status_code == 302, saved.context["form"].errors
    changed = Assistant.objects.get()
    assert (changed.configuration, changed.credentials) == (made.configuration, made.credentials)
    connector_of("http", made.configuration, secret="x", allowed_private_host="", policy=Policy())


def test_a_stored_secret_is_not_sent_to_another_server(ada, world):
    """Whoever may change the address could otherwise have the secret sent to themselves."""
    ada.post(url("assistant_new", "http"), HTTP_FORM)
    made = Assistant.objects.get()
    moved = {**HTTP_FORM, "url": "https://elsewhere.example/ask", "secret": ""}
    refused = ada.post(url("assistant", made.pk), moved)
    assert refused.status_code == 422
    assert "Type the secret again" in refused.content.decode()
    called = {**TOKEN_FORM, "token_url": "https://elsewhere.example/", "secret": ""}
    assert ada.post(url("assistant", made.pk), called).status_code == 422
    made.refresh_from_db()
    assert made.configuration["url"] == HTTP_FORM["url"]
    assert ada.post(url("assistant", made.pk), {**moved, "secret": "new one"}).status_code == 302
    openai = {"name": "B", "base_url": "https://example.org/v1", "model": "m", "secret": "key-1"}
    ada.post(url("assistant_new", "openai"), openai)
    bot = Assistant.objects.get(name="B")
    moved = {**openai, "base_url": "https://elsewhere.example/v1", "secret": ""}
    assert ada.post(url("assistant", bot.pk), moved).status_code == 422


def test_choosing_no_sign_in_forgets_the_secret(ada, world):
    ada.post(url("assistant_new", "http"), HTTP_FORM)
    made = Assistant.objects.get()
    ada.post(url("assistant", made.pk), {**HTTP_FORM, "sign_in": "none", "secret": ""})
    made.refresh_from_db()
    assert made.credentials == ""


def test_two_assistants_of_one_name_are_refused_and_one_keeps_its_own(ada, world):
    ada.post(url("assistant_new", "http"), HTTP_FORM)
    again = ada.post(url("assistant_new", "http"), {**HTTP_FORM, "name": "HELPER"})
    assert again.status_code == 422
    assert "has that name" in again.content.decode()
    made = Assistant.objects.get()
    assert ada.post(url("assistant", made.pk), HTTP_FORM).status_code == 302


def test_an_unknown_connector_is_no_page(ada, world):
    assert ada.get(url("assistant_new", "telepathy")).status_code == 404


def test_trying_an_assistant_shows_what_was_read_and_records_nothing(ada, world, local_server):
    assistant = http_assistant(
        world.acme, local_server.route("/", Reply({"answer": "<b>12 euros</b>"}))
    )
    page = ada.post(url("assistant_try", assistant.pk), {"question": "Fee?"}).content.decode()
    assert "&lt;b&gt;12 euros&lt;/b&gt;" in page
    assert "<b>12" not in page
    assert not Run.objects.exists()


def test_trying_an_assistant_with_a_wrong_path_says_what_the_reply_holds(ada, world, local_server):
    assistant = http_assistant(world.acme, local_server.route("/", Reply({"reply": "x"})))
    page = ada.post(url("assistant_try", assistant.pk), {"question": "Fee?"}).content.decode()
    assert "it has: reply" in page


def test_settings_are_tried_before_they_are_saved_and_the_exchange_is_shown(
    ada, world, local_server
):
    reply = Reply({"out": {"text": "12 euros"}, "docs": [{"text": "a"}], "it's": 1})
    assistant = http_assistant(world.acme, local_server.route("/", reply))
    form = {**HTTP_FORM, "url": assistant.configuration["url"], "question": "Fee?"}
    page = ada.post(url("assistant_try", assistant.pk), form)
    text = page.content.decode()
    assert "it has: docs, it&#x27;s, out" in text
    assert "X-Key: •••" in text
    assert "hush-hush" not in text
    assert local_server.requests[0].headers["x-key"] == "hush-hush"
    assert [(value.path, value.every) for value in page.context["outcome"].values] == [
        ("$.out.text", "$.out.text"), ("$.docs", "$.docs"),
        ("$.docs[0].text", "$.docs[*].text"), ("$['it\\'s']", "$['it\\'s']"),
    ]  # fmt: skip
    for value in page.context["outcome"].values:
        right = {**form, "reply_path": value.path, "contexts_path": value.every}
        read = ada.post(url("assistant_try", assistant.pk), right).context["outcome"]
        assert read.problem == ""
    assistant.refresh_from_db()
    assert "reply_path" not in assistant.configuration
    assert not assistant.credentials


def test_mistakes_in_settings_that_are_tried_are_named_and_nothing_is_asked(
    ada, world, local_server
):
    assistant = http_assistant(world.acme, local_server.url)
    form = {**HTTP_FORM, "url": local_server.url, "reply_path": "$.[", "question": "Fee?"}
    page = ada.post(url("assistant_try", assistant.pk), form)
    assert page.status_code == 422
    assert "Path to the reply: “$.[” is not a JSON path" in page.content.decode()
    assert local_server.requests == []


def test_a_run_is_started_from_the_page_and_put_in_the_queue(ada, world, version, local_server):
    assistant = http_assistant(world.acme, local_server.url)
    form = {"version": version.pk, "assistant": assistant.pk, "concurrency": 3, "repetitions": 2}
    response = ada.post(url("start"), form)
    run = Run.objects.get()
    assert response.headers["Location"] == url("detail", run.pk)
    assert (run.planned, run.pinned["policy"]["concurrency"], run.started_by) == (4, 3, world.ada)
    assert OrmQ.objects.count() == 1


def test_a_version_or_assistant_of_another_workspace_is_not_on_offer(ada, world, local_server):
    foreign = frozen_version(world.other, QUESTIONS)
    form = {
        "version": foreign.pk, "assistant": http_assistant(world.other, local_server.url).pk,
        "concurrency": 3, "repetitions": 1,
    }  # fmt: skip
    response = ada.post(url("start"), form)
    assert response.status_code == 422
    assert not Run.objects.exists()


def test_uploaded_answers_need_their_file_and_a_bad_one_is_refused_with_its_line(
    ada, world, version
):
    assistant = services.save_assistant(
        workspace=world.acme, name="Elsewhere", connector="upload", configuration={}, by=world.ada
    )
    form = {"version": version.pk, "assistant": assistant.pk, "concurrency": 3, "repetitions": 1}
    assert "Choose the file" in ada.post(url("start"), form).content.decode()
    torn = SimpleUploadedFile("a.csv", b"question,answer\nA?,b\na?,c,d\n")
    response = ada.post(url("start"), {**form, "answers": torn})
    assert response.status_code == 422
    assert "a.csv, line 3" in response.content.decode()
    assert not AnswerUpload.objects.exists()
    good = SimpleUploadedFile("a.csv", b"question,answer\nWhat does it cost?,12\n")
    shown = ada.post(url("start"), {**form, "answers": good}).context_data["form"].initial
    yes = {name: shown[name] for name in ("packed", "file_name")}
    assert ada.post(url("start"), {**form, **yes}).status_code == 302
    assert Run.objects.get().upload.rows[0]["answer"] == "12"


def test_progress_asks_again_only_while_there_is_something_to_wait_for(
    ada, world, version, local_server
):
    run = started(version, http_assistant(world.acme, local_server.url))
    live = ada.get(url("progress", run.pk), headers={"HX-Request": "true"}).content.decode()
    assert 'hx-trigger="every 2s"' in live
    assert "<html" not in live
    services.stop_run(run=run, by=world.ada)
    ended = ada.get(url("progress", run.pk), headers={"HX-Request": "true"}).content.decode()
    assert "hx-trigger" not in ended
    assert "Resume" in ended
    plain = ada.get(url("progress", run.pk))
    assert plain.headers["Location"] == url("detail", run.pk)


def test_stop_and_resume_are_in_the_trail_with_who_did_it(ada, world, version, local_server):
    run = started(version, http_assistant(world.acme, local_server.url))
    ada.post(url("stop", run.pk))
    run.refresh_from_db()
    assert run.status == "stopped"
    ada.post(url("resume", run.pk))
    run.refresh_from_db()
    assert run.status == "waiting"


def test_a_viewer_sees_runs_and_is_offered_nothing_to_change(world, version, local_server):
    run = started(version, http_assistant(world.acme, local_server.url))
    vik = client_for(world.vik)
    for page in (vik.get(url("index")), vik.get(url("detail", run.pk)), vik.get(url("assistants"))):
        assert page.status_code == 200
        text = page.content.decode()
        assert url("start") not in text
        assert url("stop", run.pk) not in text
    assert vik.post(url("stop", run.pk)).status_code == 403


def test_a_run_of_another_workspace_is_not_found_by_its_number(world, version, local_server):
    run = started(version, http_assistant(world.acme, local_server.url))
    otto = client_for(world.otto)
    for name in ("detail", "progress"):
        assert otto.get(reverse(f"runs:{name}", args=["other", run.pk])).status_code == 404
    for name in ("stop", "resume"):
        assert otto.post(reverse(f"runs:{name}", args=["other", run.pk])).status_code == 404


def test_an_answer_that_is_markup_is_shown_as_text(ada, world, version, local_server):
    from django.utils import timezone

    from runs.asking import store
    from runs.engine import Answered
    from runs.selectors import open_slots
    from runs.values import Reply as Captured

    run = started(version, http_assistant(world.acme, local_server.url))
    hostile = "<script>alert(1)</script>{{ 7|add:1 }}"
    slot = open_slots(run)[0]
    store(run, [Answered(slot, Captured(hostile, json.dumps(hostile)), 1, timezone.now(), 0.1)])
    page = ada.get(url("detail", run.pk)).content.decode()
    assert "<script>alert" not in page
    assert "{{ 7|add:1 }}" in page


def test_lists_do_not_ask_more_queries_for_more_rows(ada, world, local_server):
    def count():
        ada.get(url("index"))
        with CaptureQueriesContext(
            connection,
        ) as queries:
            ada.get(url("index"))
            ada.get(url("assistants"))
        return len(queries)

    version = frozen_version(world.acme, QUESTIONS)
    started(version, http_assistant(world.acme, local_server.url))
    few = count()
    for _ in range(7):
        started(version, http_assistant(world.acme, local_server.url))
    assert count() == few
