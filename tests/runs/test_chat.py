"""A website chat asked in a real browser, on pages of three kinds: plain, in an iframe, in a shadow root.

All scenes are played once, some at a time, in one browser; each test looks at what came of some of them.
"""

from collections.abc import Iterator

import pytest

from runs.connectors.chat import StepName
from runs.values import FailureKind, Reply, TryFailed
from sources.rendering import available
from tests.fakes.http import LocalServer
from tests.fakes.http import Reply as Served
from tests.fakes.raw import RawServer
from tests.needs import require
from tests.runs.chats import (
    PAGES,
    Outcome,
    Scene,
    impatient,
    play,
    questions_at,
    raw_of,
    serve_pages,
)

pytestmark = pytest.mark.journey

PLAIN = {
    "launcher": ".open-chat", "input": ".ask textarea", "reply": ".bubble.bot", "typing": ".typing",
}  # fmt: skip
FRAMED = {
    "launcher": "iframe.chat-frame >> #start", "input": "iframe.chat-frame >> #box",
    "reply": "iframe.chat-frame >> .bot",
}  # fmt: skip
SHADOW = {"launcher": "help-desk .launch", "input": "help-desk input", "reply": "chat-log .bot"}
FEE = "<p>It costs <b>12 euros</b>.</p>"
PAUSE = ("It costs", {"replace": FEE, "after": 1200})
ATTACKS = (
    "for (let i = 0; i < 20; i++) { alert(i); confirm(i); prompt(i); } print();"
    "for (let i = 0; i < 5; i++) open('/plain.html');"
    "const a = document.createElement('a'); a.href = 'data:application/zip,x';"
    "a.download = 'x.zip'; a.click();"
    "onbeforeunload = () => 'stay'"
)
REACHING = (PAGES / "reaching.js").read_text()
WITHOUT = (
    "document.querySelector('.bot:last-child').textContent = "
    "['RTCPeerConnection', 'WebTransport'].filter(name => name in window).join() || 'none'"
)


def wrong(reply_within=None, **changed):
    settings = {**PLAIN, **changed}
    return Scene(settings=settings, pictures=True, reply_within=reply_within)


def unfinished(*events):
    return Scene(settings=PLAIN, events=events, pictures=True, reply_within=5.0)


def endless(run, *first):
    events = (*first, {"run": run}, {"hangs": True, "after": 9000})
    return Scene(settings=PLAIN, events=events, seconds=6.5)


SCENES = {
    "plain, named": Scene("/plain.html", PLAIN, pictures=True),
    "iframe, named": Scene("/framed.html", FRAMED, pictures=True),
    "shadow, named": Scene("/shadow.html", SHADOW),
    "plain, guessed": Scene("/plain.html"),
    "iframe, guessed": Scene("/framed.html", pictures=True),
    "crossed, guessed": Scene("/crossed.html"),
    "shadow, guessed": Scene("/shadow.html", pictures=True),
    "only patience": unfinished({"html": "One moment please", "typing": False}),
    "changing": unfinished(
        {"html": "It ", "typing": False},
        {"run": "setInterval(() => document.querySelector('.bot:last-child').append('x'), 50)"},
    ),
    "streamed": Scene("/shadow.html?stream", SHADOW),
    "patience, then bubbles": Scene(settings=PLAIN, events=(
        {"html": "Un momento, por favor…", "typing": False},
        {"html": "It costs <a href='https://example.org/fees'>12 euros</a>:", "after": 900, "typing": False},
        {"html": "<ul><li>by day</li><li>by night</li></ul><button>More</button>", "after": 100},
    )),
    "patience, replaced": Scene(settings=PLAIN, events=("Please wait…", {"replace": FEE, "after": 700})),
    "pause, shadow": Scene("/shadow.html", SHADOW, PAUSE),
    "pause, guessed": Scene(events=PAUSE),
    "button, named": Scene("/plain.html?button", {**PLAIN, "send": ".ask button"}),
    "button, guessed": Scene("/plain.html?button", PLAIN),
    "attacks": Scene(settings=PLAIN, events=({"run": ATTACKS}, FEE)),
    "reaching": Scene(settings=PLAIN, events=({"run": REACHING}, {"html": FEE, "after": 500})),
    "without": Scene(settings=PLAIN, events=("x", {"run": WITHOUT})),
    "too long": Scene("/short.html", PLAIN, question="Why " * 40, pictures=True),
    "launcher": wrong(launcher=".open-chaat"),
    "no iframe": wrong(launcher="iframe.no >> .a"),
    "no such frame": wrong(launcher="h1 >> .a"),
    "input": wrong(input=".typing"),
    "not css": wrong(input="div:nope("),
    "send": wrong(send=".sennd"),
    "reply": wrong(reply=".answer", reply_within=5.0),
    "typing": wrong(typing=".messages", reply_within=5.0),
    "gone": Scene("/gone", pictures=True),
    "broken": Scene("/broken", pictures=True),
    "slow": Scene("/slow", seconds=2.0, pictures=True),
    "private": Scene("http://127.0.0.1:59999/", pictures=True),
    "loop": endless("for (;;);"),
    "navigation": endless("location = '/plain.html?' + Math.random()"),
    "text": endless(
        "document.querySelector('.bot:last-child').textContent = 'word '.repeat(2e6)", "x"
    ),
    "elements": endless(
        "const at = document.querySelector('.messages');"
        "for (let i = 0; i < 2e5; i++) at.append(document.createElement('p'))"
    ),
    "after all that": Scene(settings=PLAIN),
}  # fmt: skip


@pytest.fixture(scope="module")
def server() -> Iterator[LocalServer]:
    with LocalServer() as server:
        serve_pages(server)
        server.route(
            "/stream", Served(chunks=[b"It ", b"costs ", b"12 ", b"euros."], chunk_delay=0.5)
        )
        server.route("/gone", Served("no", status=404))
        server.route("/broken", Served("no", status=503))
        server.route("/slow", Served("late", delay=10))
        cut = "document.querySelector('textarea').maxLength = 20; let open"
        server.route("/short.html", (PAGES / "plain.html").read_text().replace("let open", cut))
        framed = (PAGES / "framed.html").read_text()
        crossed = framed.replace('"/frame', f'"{server.url}/frame')
        server.route("/crossed.html", crossed)
        yield server


@pytest.fixture(scope="module")
def outcomes(server: LocalServer) -> Iterator[dict[str, Outcome]]:
    require(available(), "no Chromium on this machine")
    with RawServer() as trap, pytest.MonkeyPatch.context() as patch:
        impatient(patch)
        reaching = REACHING.replace("TRAP", trap.host)
        # A name, and an iframe of another origin, which has a process of its own.
        named = server.url.replace("127.0.0.1", "localhost") + "/crossed.html"
        scenes = {
            **SCENES,
            "crossed, guessed": Scene(named),
            "reaching": Scene(settings=PLAIN, events=({"run": reaching}, FEE)),
        }
        yield play(server, scenes)
        assert trap.connections == 0, "a page reached what is not public"


ALIKE = ("plain", "iframe", "crossed", "shadow", "streamed", "pause", "button", "attacks",
         "reaching", "after all that")  # fmt: skip
ANSWERED = [name for name in SCENES if name.split(",")[0] in ALIKE] + ["patience, replaced"]


@pytest.mark.parametrize("name", ANSWERED)
def test_the_whole_reply_is_read_and_nothing_else(outcomes, name):
    result = outcomes[name].result
    assert isinstance(result, Reply), result.detail
    assert result.text == "It costs 12 euros."


def test_no_page_has_a_way_out_that_the_proxy_does_not_see(outcomes):
    assert outcomes["without"].result.text == "none"


def test_what_is_found_is_named_so_that_it_is_found_again(outcomes):
    used = {step.name: step.used for step in outcomes["iframe, guessed"].steps if step.guessed}
    assert used[StepName.LAUNCHER].endswith(" >> #start")
    assert used[StepName.INPUT].endswith(" >> #box")
    shadow = {step.name: step.used for step in outcomes["shadow, guessed"].steps}
    assert shadow[StepName.LAUNCHER] == 'help-desk button[title="Chat"]'


def test_bubbles_are_joined_without_the_request_for_patience_and_without_buttons(outcomes):
    reply = outcomes["patience, then bubbles"].result
    assert reply.text == "It costs 12 euros (https://example.org/fees):\n\n- by day\n- by night"
    assert raw_of(reply)["waiting"] == ["Un momento, por favor…"]
    assert raw_of(reply)["buttons"] == ["More"]


def test_a_reply_has_the_time_that_it_took_itself(outcomes):
    assert 1.9 < outcomes["streamed"].result.seconds < 12
    assert outcomes["shadow, named"].result.seconds < 6


def test_consent_is_refused_before_the_chat_is_opened_also_within_an_iframe(outcomes, server):
    pressed = {
        name: [step.used for step in outcomes[name].steps if step.name == StepName.CONSENT]
        for name in ("plain, named", "iframe, named", "iframe, guessed")
    }
    assert pressed == {"plain, named": ["Reject all"], "iframe, named": ["Rechazar todas"],
                       "iframe, guessed": ["Rechazar todas"]}  # fmt: skip
    assert server.asked("/cookies-yes") == []


def test_each_question_comes_once_and_from_a_stranger(outcomes, server):
    asked = questions_at(server)
    assert {request.headers.get("x-visitor", "nobody") for request in asked} == {"nobody"}
    assert not any("cookie" in request.headers for request in asked)
    bodies = [request.body for request in server.asked("/answer")]
    assert len(set(bodies)) == len(bodies)
    assert sorted(request for request in server.asked("/answer")[0].json()) == ["question"]


T = FailureKind.TIMEOUT


@pytest.mark.parametrize(
    ("name", "kind", "step", "words"),
    [
        ("launcher", T, StepName.LAUNCHER,
         ("opens the chat was not found", "nothing on the page matches “.open-chaat”")),
        ("no iframe", T, StepName.LAUNCHER, ("no iframe of the page matches “iframe.no”",)),
        ("no such frame", T, StepName.LAUNCHER, ("“h1” matches something that is no iframe",)),
        ("input", T, StepName.INPUT,
         ("field for the question was not found", "what “.typing” matches is hidden")),
        ("not css", FailureKind.MALFORMED, StepName.INPUT, ("“div:nope(” is not a CSS selector",)),
        ("send", T, StepName.SEND, ("button that sends the question was not found", ".sennd")),
        ("too long", FailureKind.REFUSED, StepName.SEND, ("took only 20 of its",)),
        ("reply", T, StepName.REPLY, ("No reply appeared", "nothing new matched “.answer”")),
        ("typing", T, StepName.REPLY, ("not finished", ".messages", "“It costs 12 euros.”")),
        ("only patience", T, StepName.REPLY,
         ("Only a request for patience came (“One moment please”)",)),
        ("changing", T, StepName.REPLY, ("its text kept changing",)),
        ("gone", FailureKind.REFUSED, StepName.OPEN, ("HTTP 404",)),
        ("broken", FailureKind.SERVER_ERROR, StepName.OPEN, ("HTTP 503",)),
        ("slow", T, StepName.OPEN, ("did not load within",)),
        ("private", FailureKind.CONNECTION, StepName.OPEN, ("not a public address",)),
    ],
)  # fmt: skip
def test_a_failure_names_its_step_and_its_cause(outcomes, name, kind, step, words):
    failure = outcomes[name].result
    assert isinstance(failure, TryFailed), failure
    assert failure.kind == kind
    assert [word for word in words if word not in failure.detail] == [], failure.detail
    last = outcomes[name].steps[-1]
    assert (last.failed, last.name) == (True, step)
    assert last.picture.startswith(b"\xff\xd8") or step in (StepName.OPEN, StepName.REPLY)


@pytest.mark.parametrize("name", ["loop", "navigation", "text", "elements"])
def test_a_page_without_end_costs_its_time_and_gives_no_answer(outcomes, name):
    failure = outcomes[name].result
    assert isinstance(failure, TryFailed), failure
    assert failure.kind in (FailureKind.TIMEOUT, FailureKind.TOO_LARGE)
