"""The pages about a website chat, and a run of one."""

from dataclasses import replace

import pytest
from django.urls import reverse

from runs import asking, services
from runs.models import Assistant
from sources.rendering import available
from tests.needs import require
from tests.runs.chats import Scene, serve_pages
from tests.runs.setting import frozen_version
from tests.world import client_for

pytestmark = pytest.mark.django_db
FORM = {
    "name": "Fern", "url": "https://example.org/help", "launcher": ".open", "input": "iframe#c >> textarea",
    "send": "", "reply": 'div[data-author="bot"]', "typing": "", "consent": "", "quiet_s": "1.0",
    "locale": "es",
}  # fmt: skip


def url(name, *args):
    return reverse(f"runs:{name}", args=["acme", *args])


@pytest.fixture
def ada(world):
    return client_for(world.ada)


@pytest.fixture
def chat(world):
    return services.save_assistant(
        workspace=world.acme, name="Fern", connector="chat",
        configuration={"url": "https://example.org/help"}, by=None,
    )  # fmt: skip


def test_a_new_chat_leads_to_its_own_page_where_its_elements_are_picked(ada):
    response = ada.post(url("assistant_new", "chat"), FORM)
    made = Assistant.objects.get()
    assert response.headers["Location"] == url("assistant", made.pk)
    assert made.configuration["input"] == "iframe#c >> textarea"
    page = ada.get(url("assistant", made.pk)).content.decode()
    assert 'value="div[data-author=&quot;bot&quot;]"' in page
    assert 'name="pick" value="launcher"' in page


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("url", "example.org", "begins with https://"),
        ("url", "https://example.org:99999/", "port in the address is none"),
        ("input", "div[name=x", "has no partner"),
        ("input", 'a[title="x]', "has no partner"),
        ("reply", "iframe >> ", "an element after the last"),
        ("launcher", ".a\n.b)", "“.b)” is not a CSS selector"),
        ("quiet_s", "0.1", "greater than or equal to 0.3"),
        ("locale", "spanish, please", "Write a language"),
    ],
)
def test_a_mistake_is_named_and_nothing_typed_is_lost(ada, field, value, words):
    response = ada.post(url("assistant_new", "chat"), {**FORM, field: value})
    assert response.status_code == 422
    form = response.context["form"]
    assert words in str(form.errors[field])
    assert form["launcher"].value() == (value if field == "launcher" else ".open")


@pytest.mark.parametrize(
    "text", ["a:has(b, c)", 'a[title=")"]', r"#a\(b", "[a='\"'] > b:nth-of-type(2)"]
)
def test_selectors_as_people_write_them_are_taken(ada, text):
    assert ada.post(url("assistant_new", "chat"), {**FORM, "input": text}).status_code == 302


def test_a_chosen_element_is_written_into_the_settings_and_not_saved(ada, chat):
    typed = {**FORM, "picking": "launcher", "choose": "#found"}
    response = ada.post(url("assistant_pick", chat.pk), typed)
    form = response.context["form"]
    assert (form["launcher"].value(), form["reply"].value()) == ("#found", FORM["reply"])
    assert "is now #found" in response.content.decode()
    chat.refresh_from_db()
    assert "launcher" not in chat.configuration


def test_nothing_is_picked_with_mistakes_in_the_settings_or_for_what_is_no_element(
    ada, chat, world
):
    wrong = ada.post(url("assistant_pick", chat.pk), {**FORM, "url": "x", "pick": "input"})
    assert (wrong.status_code, "url" in wrong.context["form"].errors) == (422, True)
    assert (
        ada.post(url("assistant_pick", chat.pk), {**FORM, "pick": "reply_path"}).status_code == 404
    )
    http = services.save_assistant(
        workspace=world.acme,
        name="H",
        connector="http",
        configuration={"url": "https://e.org"},
        by=None,
    )
    assert ada.post(url("assistant_pick", http.pk), {**FORM, "pick": "input"}).status_code == 404


def test_a_run_has_no_more_windows_than_a_machine_can_hold(ada, chat, world):
    version = frozen_version(world.acme, ["What is the fee?"])
    wish = {"version": version.pk, "assistant": chat.pk, "repetitions": 1}
    response = ada.post(url("start"), {**wish, "concurrency": 9})
    assert "at most 8 windows" in str(response.context["form"].errors["concurrency"])
    assert ada.post(url("start"), {**wish, "concurrency": 4}).status_code == 302
    policy = version.runs.get().pinned["policy"]
    assert (policy["concurrency"], policy["timeout_s"]) == (4, 90.0)


@pytest.mark.journey
@pytest.mark.django_db(transaction=True)
def test_a_run_asks_the_chat_what_is_open_and_keeps_what_it_showed(committed_world, local_server):
    require(available(), "no Chromium on this machine")
    serve_pages(local_server)
    local_server.route("/answer", lambda asked: _answer(asked.json()["question"]))
    scene = Scene()
    chat = services.save_assistant(
        workspace=committed_world.acme, name="Fern", connector="chat", by=None,
        configuration={"url": local_server.url + scene.page, "quiet_s": 0.4},
        allowed_private_host=local_server.host,
    )  # fmt: skip
    version = frozen_version(committed_world.acme, ["What is the fee?", "When are you open?"])
    policy = replace(services.policy_for(chat, concurrency=2), tries=1, timeout_s=30.0)
    run = services.start_run(version=version, assistant=chat, by=None, policy=policy, queue=False)
    asking.carry_out(run.pk)
    run.refresh_from_db()
    said = {answer.question.text: answer.text for answer in run.answers.select_related("question")}
    assert run.status == "done"
    assert said == {text: text.upper() for text in ("What is the fee?", "When are you open?")}
    assert all(answer.seconds < 20 for answer in run.answers.all())
    assert b"SECRET" not in b"".join(request.body for request in local_server.requests)


def _answer(question):
    from tests.fakes.http import Reply

    return Reply([{"html": f"<p>{question.upper()}</p>", "after": 100}])
