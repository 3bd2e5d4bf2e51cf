"""Pages in a real browser: what their programs write is read, and nothing else is reached."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator

import psutil
import pytest

from sources.fetching import Fetched, Limits
from sources.reading import read
from sources.rendering import Renderer, RenderError, RenderLimits, Unrendered, available
from sources.rendering.browser import executable
from tests.conftest import require
from tests.fakes.http import LocalServer, Reply
from tests.fakes.raw import RawServer

pytestmark = pytest.mark.journey

SHELL = (
    "<html><head><title>Fees | Ferry Line</title></head><body><div id=root></div>{}</body></html>"
)
QUICK = RenderLimits(seconds=5, settle_seconds=2.5, requests=30, html_chars=200_000)


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


# What a page may try with a listener that it must not reach; what got there says so in the title.
ATTEMPTS = {
    "fetch": "fetch('http://HOST/a').then(() => say('fetch'))",
    "fetch blindly": "fetch('http://HOST/a', {mode: 'no-cors'}).then(() => say('blind'))",
    "fetch of localhost": "fetch('http://localhost:PORT/a').then(() => say('localhost'))",
    "fetch over IPv6": "fetch('http://[::1]:PORT/a').then(() => say('IPv6'))",
    "post": "fetch('http://HOST/a', {method: 'POST', body: 'x'}).then(() => say('post'))",
    "a file": "fetch('file:///etc/hostname').then(() => say('file'))",
    "redirect": "fetch('/redirect').then(() => say('redirect'))",
    "request": "const r = new XMLHttpRequest(); r.onload = () => say('request');"
    "r.open('GET', 'http://HOST/a'); r.send()",
    "script": "const s = document.createElement('script'); s.src = 'http://HOST/a.js'; add(s)",
    "module": "import('http://HOST/a.js').then(() => say('module'))",
    "style": "write('<link rel=stylesheet href=http://HOST/a.css>')",
    "image": "new Image().src = 'http://HOST/a.png'",
    "font": "new FontFace('a', 'url(http://HOST/a.woff)').load().then(() => say('font'))",
    "media": "write('<video src=http://HOST/a autoplay></video><audio src=http://HOST/b></audio>')",
    "prefetch": "write('<link rel=prefetch href=http://HOST/a><link rel=preconnect href=http://HOST>"
    "<link rel=preload as=fetch href=http://HOST/b><link rel=dns-prefetch href=http://HOST>')",
    "speculation": "const s = document.createElement('script'); s.type = 'speculationrules'; s.text ="
    "JSON.stringify({prefetch: [{source: 'list', urls: ['http://HOST/a']}]}); add(s)",
    "beacon": "navigator.sendBeacon('http://HOST/a', 'x')",
    "ping": "write('<a id=p href=#x ping=http://HOST/a>x</a>'); p.click()",
    "web socket": "new WebSocket('ws://HOST/a')",
    "events": "new EventSource('http://HOST/a')",
    "transport": "new WebTransport('https://HOST/a')",
    "worker": "new Worker(URL.createObjectURL(new Blob([`fetch('http://HOST/a')`])))",
    "a worker's web socket": "new Worker(URL.createObjectURL(new Blob([`new WebSocket('ws://HOST/a')`])))",
    "shared worker": "new SharedWorker('/worker.js')",
    "service worker": "navigator.serviceWorker.register('/worker.js')",
    "frame": "write('<iframe src=http://HOST/a></iframe>')",
    "object": "write('<object data=http://HOST/a></object><embed src=http://HOST/b>')",
    "frame of its own making": "const f = document.createElement('iframe'); f.srcdoc = '<img src='"
    "+ 'http://HOST/a><script>new WebSocket(`ws://HOST/b`)<' + '/script>'; add(f)",
    "policy reports": "write('<meta http-equiv=Content-Security-Policy content=\"img-src none; "
    "report-uri http://HOST/a\">')",
}
LEAVING = {
    "going there": "location.href = 'http://HOST/a'",
    "refresh": "document.head.innerHTML += '<meta http-equiv=refresh content=\"0; url=http://HOST/a\">'",
    "form": "write('<form id=f method=post action=http://HOST/a></form>'); f.submit()",
    "window": "window.open('http://HOST/a')",
    "download": "const a = document.createElement('a'); a.href = 'http://HOST/a'; a.download = 'a';"
    "a.click()",
}
TRYING = """
  const reached = [], say = word => { reached.push(word); document.title = 'reached ' + reached; };
  const write = html => document.body.insertAdjacentHTML('beforeend', html);
  const add = element => document.body.append(element);
  write('<p>A crossing costs 12 euros.</p>');
"""


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
    tried = "".join(f"try {{ {script} }} catch {{ }}\n" for script in attempts.values())
    script = TRYING + tried.replace("HOST", trap.host).replace("PORT", str(trap.port))
    html = SHELL.format(f"<script>{script}</script>")
    fetched = Fetched(local_server.url + "/fees", "text/html", "utf-8", html.encode())
    raw = renderer.render(fetched)
    assert "12 euros" in raw
    assert "reached" not in raw
    assert trap.connections == 0


def test_peer_connections_send_nothing(renderer: Renderer, local_server: LocalServer):
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
    found = psutil.Process(parent).children(recursive=True)
    return [process for process in found if "chrom" in process.name()]


def test_the_browser_ends_with_the_block(local_server: LocalServer):
    require(available(), "no Chromium on this machine")
    others = browsers(os.getpid())
    with Renderer(allowed_private=frozenset({local_server.host}), limits=QUICK) as renderer:
        shown(renderer, local_server, "root.innerHTML = '<p>It costs 12 euros.</p>'")
        running = [process for process in browsers(os.getpid()) if process not in others]
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
