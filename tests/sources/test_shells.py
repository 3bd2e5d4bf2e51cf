"""Pages that are empty without a browser are told from pages that say little."""

from contextlib import suppress
from pathlib import Path

import pytest

from sources.reading import Unreadable, read

MENU = '<nav><a href="/a">Wares</a> <a href="/b">About us</a> <a href="/c">Contact</a></nav>'
PROGRAM = '<script src="/app.js"></script>'

SHELLS = {
    "react": f"<body><noscript>You need to enable JavaScript to run this app.</noscript>"
    f"<div id=root></div>{PROGRAM}</body>",
    "vue": f"<body><div id=app></div>{PROGRAM}</body>",
    "angular": f"<body><app-root></app-root>{PROGRAM}</body>",
    "angularjs": f"<html ng-app=shop><body><div ng-view></div>{PROGRAM}</body>",
    "next": f"<body><div id=__next></div><script id=__NEXT_DATA__ type=json>{{}}</script>{PROGRAM}",
    "nuxt": "<body><div id=__nuxt><p>Loading …</p></div><script>window.__NUXT__={}</script>",
    "gatsby": f"<body><div id=___gatsby></div>{PROGRAM}",
    "a component": "<body><shop-front></shop-front><script type=module src=/a.js></script>",
    "asking in Spanish": f"<body><noscript>Active JavaScript para continuar.</noscript>{PROGRAM}",
    "menu and footer around nothing": f"<body>{MENU}<main id=app></main>"
    f"<footer>© 2026 Ferry Line</footer>{PROGRAM}</body>",
    "all in the root but the text": f"<body><div id=root>{MENU}<main></main></div>{PROGRAM}</body>",
}
PAGES = {
    "a short page": "<body><h1>Contact</h1><p>Call us at 555 0100.</p></body>",
    "a short page with programs": f"<body><p>Call us at 555 0100.</p>{PROGRAM}</body>",
    "a rendered root": f"<body><div id=root><h1>Contact</h1><p>Call us at 555 0100 on weekdays, and at "
    f"555 0199 when a sailing is cancelled at short notice.</p></div>{PROGRAM}</body>",
    "a picture for those without programs": "<body><p>Closed today.</p><noscript><img src=/count.gif>"
    f"</noscript>{PROGRAM}</body>",
    "an empty page": "<body></body>",
    "an empty root without programs": "<body><div id=app></div></body>",
    "only data": "<body><div id=app></div><script type=application/ld+json>{}</script></body>",
    "much text beside an empty root": f"<body><p>{'We sail to the islands every day. ' * 20}</p>"
    f"<div id=app></div><noscript>Enable JavaScript.</noscript>{PROGRAM}</body>",
}  # fmt: skip


def waits(html: str) -> bool:
    return read(html.encode(), name="http://site.test/", media_type="text/html").needs_browser


@pytest.mark.parametrize("html", SHELLS.values(), ids=[name.replace(" ", "-") for name in SHELLS])
def test_a_shell_is_recognised(html: str):
    assert waits(html)


@pytest.mark.parametrize("html", PAGES.values(), ids=[name.replace(" ", "-") for name in PAGES])
def test_a_page_that_says_what_it_says_is_no_shell(html: str):
    assert not waits(html)


def test_no_real_page_is_taken_for_a_shell(shared: Path):
    read_pages, shells = 0, []
    for path in shared.rglob("*.htm*"):
        with suppress(Unreadable):
            document = read(path.read_bytes(), name=path.name, media_type="text/html")
            read_pages += 1
            shells += [path.name] * document.needs_browser
    assert read_pages > 50
    assert shells == []
