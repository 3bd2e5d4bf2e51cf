"""What a page in the browser may try with a listener that it must not reach."""

from tests.fakes.raw import RawServer

SHELL = (
    "<html><head><title>Fees | Ferry Line</title></head><body><div id=root></div>{}</body></html>"
)

# What got there says so in the title.
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


def trying(attempts: dict[str, str], trap: RawServer) -> bytes:
    """A page that tries all of it."""
    tried = "".join(f"try {{ {script} }} catch {{ }}\n" for script in attempts.values())
    script = (TRYING + tried).replace("HOST", trap.host).replace("PORT", str(trap.port))
    return SHELL.format(f"<script>{script}</script>").encode()
