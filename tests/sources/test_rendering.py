"""Pages in a real browser: what their programs write is read, and nothing else is reached."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import psutil
import pytest

from sources.fetching import Fetched, Limits
from sources.reading import read
from sources.rendering import Renderer, RenderError, RenderLimits, Unrendered, available
from sources.rendering.browser import executable
from sources.rendering.gate import Gate
from tests.fakes.http import LocalServer, Reply
from tests.fakes.raw import RawServer
from tests.needs import require
from tests.sources.hostile_scripts import ATTEMPTS, LEAVING, SHELL, trying

if TYPE_CHECKING:
    from playwright.async_api import Route

pytestmark = pytest.mark.journey

QUICK = RenderLimits(seconds=8, settle_seconds=2.5, requests=30, html_chars=200_000)


@pytest.fixture
def trap() -> Iterator[RawServer]:
    """A listener on this machine that no page may reach."""
    with RawServer() as listener:
        yield listener
        assert listener.connections == 0


@pytest.fixture(scope="module")
def local_server() -> Iterator[LocalServer]:
    with LocalServer() as server:
        yield server


@pytest.fixture(scope="module")
def renderer(local_server: LocalServer) -> Iterator[Renderer]:
    """One browser for all tests here, as for all pages of a reading."""
    require(available(), "no Chromium on this machine")
    own = frozenset({local_server.host})
    with Renderer(allowed_private=own, limits=QUICK, fetching=Limits(seconds=3)) as made:
        yield made


def shown(renderer: Renderer, server: LocalServer, script: str) -> str:
    """What is read of a page that runs the script."""
    html = SHELL.format(f"<script>{script}</script>")
    fetched = Fetched(server.url + "/fees", "text/html", "utf-8", html.encode())
    raw = renderer.render(fetched)
    return read(raw.encode(), name=fetched.address, media_type="text/html").text


def test_a_text_made_from_data_is_read(renderer: Renderer, local_server: LocalServer):
    local_server.route("/app.js", Reply(
        "const write = text => root.innerHTML = '<h1>Fees</h1><p>' + text + '</p>';"
        "write('Loading'); const headers = {Accept: 'application/json', 'X-Key': 'k'};"
        "fetch('/data.json', {headers}).then(r => r.json()).then(d => write(d.text));",
        headers={"Content-Type": "text/javascript"}))  # fmt: skip
    local_server.route("/data.json", {"text": "A crossing costs 12 euros, bicycles included — å."})
    fetched = Fetched(
        local_server.url + "/fees",
        "text/html",
        "",
        SHELL.format("<script src=app.js></script>").encode(),
    )
    raw = renderer.render(fetched)
    document = read(raw.encode(), name=fetched.address, media_type="text/html")
    assert document.title == "Fees"
    assert "A crossing costs 12 euros, bicycles included — å." in document.text
    # The page itself came with the walk and is not asked for again.
    assert local_server.asked("/fees") == []
    asked = local_server.asked("/data.json")[0].headers
    assert asked["user-agent"].startswith("Caudals/")
    assert (asked["accept"], asked["x-key"]) == ("application/json", "k")
    assert not {"cookie", "referer", "origin"} & set(asked)


def test_shadow_roots_slots_and_frames_of_the_site_are_part_of_the_page(
    renderer: Renderer, local_server: LocalServer
):
    local_server.route("/frame", "<p>The office is open from 9 to 17 on weekdays.</p>")
    text = shown(renderer, local_server, """
      root.innerHTML = '<x-fee><span>Dogs travel for 3 euros.</span></x-fee><iframe src=/frame></iframe>';
      const shadow = document.querySelector('x-fee').attachShadow({mode: 'open'});
      shadow.innerHTML = '<p>A crossing costs 12 euros.</p><p><slot></slot></p>';
    """)  # fmt: skip
    for sentence in ("A crossing costs 12 euros.", "Dogs travel for 3 euros.", "open from 9 to 17"):
        assert sentence in text


def test_an_odd_answer_to_a_page_is_passed_on_or_refused(
    renderer: Renderer, local_server: LocalServer
):
    local_server.route("/gone", Reply("gone", status=410))
    local_server.route("/odd", Reply("odd", status=999))
    local_server.route("/moved", Reply(status=302, headers={"Location": "/here"}))
    local_server.route("/here", "12 euros")
    local_server.requests.clear()
    text = shown(renderer, local_server, """
      const headers = {'X-Key': 'k'}, read = async reply => reply.status + await reply.text();
      const ask = path => fetch(path, {headers}).then(read).catch(() => 'refused');
      Promise.all(['/gone', '/odd', '/moved'].map(ask)).then(said => {
        root.innerHTML = '<p>A crossing: ' + said.join(', ') + ', and no more than that.</p>';
      });
    """)  # fmt: skip
    assert "410, refused, 20012 euros, and" in text
    # What the page sends is for the address it named.
    assert "x-key" in local_server.asked("/moved")[0].headers
    assert "x-key" not in local_server.asked("/here")[0].headers


@pytest.mark.parametrize(
    "attempts", [ATTEMPTS, *({name: script} for name, script in LEAVING.items())],
    ids=["staying", *(name.replace(" ", "-") for name in LEAVING)],
)  # fmt: skip
def test_nothing_a_page_tries_reaches_this_machine(
    renderer: Renderer, local_server: LocalServer, trap: RawServer, attempts: dict[str, str]
):
    worker = Reply(f"fetch('{trap.url}')", headers={"Content-Type": "text/javascript"})
    local_server.route("/worker.js", worker)
    local_server.route("/redirect", Reply(status=302, headers={"Location": trap.url}))
    page = trying(attempts, trap)
    fetched = Fetched(local_server.url + "/fees", "text/html", "utf-8", page)
    raw = renderer.render(fetched)
    assert "12 euros" in raw
    assert "reached" not in raw
    assert trap.connections == 0


@pytest.mark.parametrize("denied", [True, False], ids=["denied", "by-the-browser-alone"])
def test_peer_connections_send_nothing(
    monkeypatch: pytest.MonkeyPatch, renderer: Renderer, local_server: LocalServer, denied: bool
):
    if not denied:
        monkeypatch.setattr("sources.rendering.renderer._WITHOUT", "")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp:
        udp.bind(("127.0.0.1", 0))
        udp.settimeout(0.2)
        port = udp.getsockname()[1]
        text = shown(renderer, local_server, f"""
          root.innerHTML = '<p>A crossing costs 12 euros.</p><iframe></iframe>';
          for (const scope of [window, document.querySelector('iframe').contentWindow]) try {{
            const peer = new scope.RTCPeerConnection({{iceServers: [{{urls: 'stun:127.0.0.1:{port}'}}]}});
            peer.createDataChannel('a');
            peer.createOffer().then(offer => peer.setLocalDescription(offer));
          }} catch {{ }}
        """)  # fmt: skip
        assert "12 euros" in text
        with pytest.raises(TimeoutError):
            udp.recv(100)


def test_what_gets_past_the_gate_gets_no_further(
    monkeypatch: pytest.MonkeyPatch, renderer: Renderer, local_server: LocalServer, trap: RawServer
):
    """Without the gate, and with all that pages are denied: the browser by itself has no network."""

    async def open_gate(self: Gate, route: "Route") -> None:
        if self._leaves(route.request):
            await route.fulfill(
                status=200, body=self._main_document().body, content_type="text/html"
            )
        else:
            await route.continue_()

    monkeypatch.setattr(Gate, "_answer", open_gate)
    monkeypatch.setattr("sources.rendering.renderer._WITHOUT", "")
    page = trying(ATTEMPTS, trap)
    raw = renderer.render(Fetched(local_server.url + "/", "text/html", "utf-8", page))
    assert "12 euros" in raw
    assert "reached" not in raw
    assert trap.connections == 0


def test_a_page_of_another_site_reaches_no_host_that_is_the_operators_own(
    local_server: LocalServer, trap: RawServer
):
    """Both hosts are allowed, each for its own pages: one cannot carry away what the other holds."""
    require(available(), "no Chromium on this machine")
    allowed = frozenset({local_server.host, trap.host})
    with Renderer(allowed_private=allowed, limits=QUICK) as renderer:
        script = f"fetch('{trap.url}').finally(() => root.innerHTML = '<p>It costs 12 euros.</p>')"
        assert "12 euros" in shown(renderer, local_server, script)


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ("while (true) {}", Unrendered.TIMEOUT),
        ("root.innerHTML = ('<p>' + 'a'.repeat(99) + '</p>').repeat(9000)",
         Unrendered.TOO_LARGE),
    ],
    ids=["no-end", "too-much"],
)  # fmt: skip
def test_a_page_ends_at_the_limits_and_the_next_one_is_opened(
    renderer: Renderer, local_server: LocalServer, script: str, why: Unrendered
):
    begun = time.monotonic()
    with pytest.raises(RenderError) as failed:
        shown(renderer, local_server, script)
    assert failed.value.why is why
    assert time.monotonic() - begun < QUICK.seconds + 12
    assert "12 euros" in shown(
        renderer, local_server, "root.innerHTML = '<p>It costs 12 euros.</p>'"
    )


def test_a_page_that_never_stops_changing_or_asking_is_taken_as_it_stands(
    renderer: Renderer, local_server: LocalServer
):
    local_server.route("/more*", "more")
    text = shown(renderer, local_server, """
      root.innerHTML = '<p>A crossing costs 12 euros.</p><p id=clock></p>';
      let n = 0;
      setInterval(() => { clock.textContent = 'x'.repeat(n % 50); fetch('/more' + n++); }, 20);
    """)  # fmt: skip
    assert "12 euros" in text
    asked = [request for request in local_server.requests if request.path.startswith("/more")]
    assert 1 < len(asked) <= QUICK.requests


def test_no_page_sees_what_another_left_behind(renderer: Renderer, local_server: LocalServer):
    left = "document.cookie = 'a=left'; localStorage.a = 'left'; root.innerHTML = '<p>It costs 12 euros.</p>'"
    shown(renderer, local_server, left)
    text = shown(renderer, local_server, """
      const seen = localStorage.a || document.cookie || 'no more';
      root.innerHTML = '<p>It costs 12 euros and ' + seen + '.</p>';
    """)  # fmt: skip
    assert "12 euros and no more" in text


def browsers(parent: int) -> list[psutil.Process]:
    found = []
    for process in psutil.Process(parent).children(recursive=True):
        # A browser's helpers come and go while they are looked at.
        with contextlib.suppress(psutil.NoSuchProcess):
            if "chrom" in process.name():
                found.append(process)
    return found


def own_browsers(others: list[psutil.Process]) -> list[psutil.Process]:
    """Those of this process that are neither among `others` nor started by one of them since."""
    found = []
    for process in browsers(os.getpid()):
        with contextlib.suppress(psutil.NoSuchProcess):
            if process not in others and not set(process.parents()) & set(others):
                found.append(process)
    return found


def test_the_browser_ends_with_the_block(local_server: LocalServer):
    require(available(), "no Chromium on this machine")
    others = browsers(os.getpid())
    with Renderer(allowed_private=frozenset({local_server.host}), limits=QUICK) as renderer:
        shown(renderer, local_server, "root.innerHTML = '<p>It costs 12 euros.</p>'")
        running = own_browsers(others)
        assert running
    assert psutil.wait_procs(running, timeout=5)[1] == []


def test_the_browser_ends_with_a_process_that_is_killed():
    require(available(), "no Chromium on this machine")
    program = """
import django; django.setup()
from sources.fetching import Fetched
from sources.rendering import Renderer
with Renderer() as renderer:
    page = b"<body><p>It costs 12 euros.</p></body>"
    renderer.render(Fetched("http://site.test/", "text/html", "", page))
    print("open", flush=True)
    input()
"""
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "caudals.settings"},
    ) as worker:  # fmt: skip
        assert worker.stdout.readline() == b"open\n"
        running = psutil.Process(worker.pid).children(recursive=True)
        assert browsers(worker.pid)
        worker.send_signal(signal.SIGKILL)
        assert psutil.wait_procs(running, timeout=10)[1] == []


def test_without_a_browser_the_page_says_so(settings, local_server: LocalServer):
    settings.CAUDALS_CHROMIUM = "/nowhere/chromium"
    assert executable() is None
    with Renderer() as renderer, pytest.raises(RenderError) as failed:
        shown(renderer, local_server, "")
    assert failed.value.why is Unrendered.MISSING
    assert str(failed.value).endswith(".")
