"""What leaves for the assistant is the question, and what comes back in leaves no secret behind."""

import base64
import json
import logging
from typing import Any
from urllib.parse import unquote_plus

from django.db import connection
from django.urls import reverse

from core.credentials import decrypt
from runs import asking, services
from runs.exchange import answers_jsonl
from tests.fakes.http import Reply, in_turn
from tests.runs.setting import frozen_version, http_assistant, started
from tests.world import client_for, person

QUESTIONS = ["What does number 1 cost?", "What does number 2 cost?"]
SECRET = 'hush"hush/ü+1'
ASKED: dict[str, Any] = {
    "template": {"q": "{{question}}", "id": "{{conversation}}"},
    "reply_path": "$.answer",
}
TOKEN_CALL = {
    "kind": "token", "template": {"client_secret": "{{secret}}"}, "header": "Authorization",
}  # fmt: skip


def whole(_request):
    return Reply(
        {"answer": "12", "choices": [{"message": {"content": "12"}}], "access_token": "t" * 20},
        headers={"Set-Cookie": "conversation=first; Path=/"},
    )


def test_the_assistant_receives_the_question_and_nothing_else(committed_world, local_server):
    """M8.5, for every way of asking: each outgoing byte is searched."""
    url = local_server.route("/*", whole)
    ways: dict[str, dict[str, Any]] = {
        "json": {**ASKED},
        "form": {**ASKED, "body": "form"},
        "query": {**ASKED, "method": "GET"},
        "lines": {**ASKED, "arrival": "lines"},
        "token": {**ASKED, "sign_in": {**TOKEN_CALL, "url": f"{url}token"}},
        "openai": {"base_url": f"{url}v1", "model": "m", "system_prompt": "Be brief."},
        "openai, streamed": {"base_url": f"{url}v1", "model": "m", "stream": True},
    }
    version = frozen_version(committed_world.acme, QUESTIONS)
    for way, configuration in ways.items():
        assistant = services.save_assistant(
            workspace=committed_world.acme, name=way, by=None, allowed_private_host="127.0.0.1",
            connector="openai" if way.startswith("openai") else "http", credentials=SECRET,
            configuration=configuration if "model" in configuration else {"url": url, **configuration},
        )  # fmt: skip
        run = started(version, assistant, repetitions=2)
        asking.carry_out(run.pk)
        assert run.answers.count() == 4, (way, run.failures.first())
    sent = [
        unquote_plus(json.dumps([r.method, r.path, r.query, dict(r.headers)])) + r.body.decode()
        for r in local_server.requests
    ]
    asked = [text for text in sent if "access" not in text and "client_secret" not in text]
    assert len(asked) == len(ways) * 4
    assert all("does" in unquote_plus(text) for text in asked)
    for text in sent:
        # What was expected, where it stands, what it is called, and what others were asked.
        for never in ("SECRET-", "q-1", "q-2", "Fees", "Acme", "conversation=first"):
            assert never not in text
        assert not ("number 1" in unquote_plus(text) and "number 2" in unquote_plus(text))
    names = [json.loads(r.body)["id"] for r in local_server.asked("/") if r.body[:1] == b"{"]
    assert len(set(names)) == len(names) == 12


def everything_stored():
    """Every row of every table as text."""
    with connection.cursor() as cursor:
        tables = connection.introspection.table_names(cursor)
        rows = []
        for table in tables:
            cursor.execute(f'SELECT t::text FROM "{table}" t')
            rows += [f"{table}: {row}" for (row,) in cursor.fetchall()]
    return rows


def echoing(request):
    """Sends back all it was sent, in every place from which something is kept."""
    told = dict(request.headers) | {"body": request.body.decode()}
    key = request.headers["authorization"].removeprefix("Bearer ")
    return Reply(
        {"answer": f"You sent {told}", "contexts": [told, key], "tools": [{key: [key]}], key: 1},
        headers={"X-Echo": key.encode("ascii", "backslashreplace").decode()},
    )


def test_no_stored_byte_and_no_page_holds_a_secret(committed_world, local_server, caplog):
    caplog.set_level(logging.DEBUG)
    refusing = Reply(status=500, body=f"no: {SECRET} {base64.b64encode(SECRET.encode()).decode()}")
    url = local_server.route("/", in_turn(echoing, refusing, echoing))
    assistant = http_assistant(
        committed_world.acme, url, contexts_path="$.contexts", tools_path="$.tools",
        template={"q": "{{question}}", "key": "{{secret}}"},
        sign_in={"kind": "header", "header": "Authorization", "prefix": "Bearer"},
    )  # fmt: skip
    services.save_assistant(
        workspace=committed_world.acme, assistant=assistant, name="Helper", connector="http",
        configuration=assistant.configuration, credentials=SECRET, by=committed_world.ada,
    )  # fmt: skip
    run = started(frozen_version(committed_world.acme, QUESTIONS), assistant)
    asking.carry_out(run.pk)
    wrong = {**assistant.configuration, "reply_path": "$.nowhere"}
    assistant = services.save_assistant(
        workspace=committed_world.acme, assistant=assistant, name="Helper", connector="http",
        configuration=wrong, by=committed_world.ada,
    )  # fmt: skip
    lost = started(run.version, assistant)
    asking.carry_out(lost.pk)
    assert (run.answers.count(), run.failures.count(), lost.failures.count()) == (2, 1, 2)
    assert local_server.requests[0].headers["authorization"].encode("latin-1").decode() == (
        f"Bearer {SECRET}"
    )
    assert decrypt(assistant.credentials) == SECRET

    ada, root = (
        client_for(committed_world.ada),
        client_for(person("R", is_staff=True, is_superuser=True)),
    )
    shown = [caplog.text, json.dumps([*answers_jsonl(run), *answers_jsonl(lost)])]
    for client, name, *args in (
        (ada, "runs:assistants", "acme"), (ada, "runs:assistant", "acme", assistant.pk),
        (ada, "runs:detail", "acme", run.pk), (ada, "runs:detail", "acme", lost.pk),
        (ada, "runs:answers", "acme", run.pk), (ada, "core:trail", "acme"),
        (root, "admin:runs_assistant_change", assistant.pk),
        (root, "admin:runs_answer_change", run.answers.first().pk),
        (root, "admin:runs_answerfailure_change", run.failures.first().pk),
        (root, "admin:runs_run_change", run.pk),
    ):  # fmt: skip
        # The answers come as a part of their page.
        fragment = {"HX-Request": "true"} if name == "runs:answers" else {}
        page = client.get(reverse(name, args=args), headers=fragment)
        assert page.status_code == 200, name
        shown.append(page.getvalue().decode())
    tried = ada.post(
        reverse("runs:assistant_try", args=["acme", assistant.pk]), {"question": "Fee?"}
    )
    shown.append(tried.content.decode())
    rows = everything_stored()
    assert any("•••" in row for row in rows)
    spelt = {SECRET, json.dumps(SECRET)[1:-1], base64.b64encode(SECRET.encode()).decode()}
    for text in rows + shown:
        assert "hush" not in text
        assert not any(form in text for form in spelt)
