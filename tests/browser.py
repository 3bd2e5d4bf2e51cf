"""A real headless Chromium for tests, and the accessibility findings of a page."""

import asyncio
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import pytest
from django.db import connections

from core.models import User
from tests.needs import require
from tests.world import client_for

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# All that a theme changes: the others look at what is there, not at its colours.
OF_A_THEME = ["color-contrast"]
WIDE, PHONE = 1280, 390


@contextmanager
def launched() -> "Iterator[Browser]":
    """The machine's own Chromium, closed at the end."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


@pytest.fixture(scope="session")
def _chromium() -> "Iterator[tuple[Browser, asyncio.AbstractEventLoop]]":
    """One browser for all tests of a process, and the event loop that it is driven by."""
    require(CHROMIUM is not None, "no Chromium on this machine")
    with launched() as browser:
        loop = asyncio.get_running_loop()
        _go_on(None)
        yield browser, loop
        _go_on(loop)


@pytest.fixture
def browser(_chromium: "tuple[Browser, asyncio.AbstractEventLoop]") -> "Iterator[Browser]":
    """A real headless Chromium. What a test opens in it is closed with the test.

    Between its calls Playwright leaves its event loop marked as running, in which Django keeps other
    connections to the database, and no other loop may start. So the mark is set only for tests that
    ask for a browser, and connections made meanwhile are closed.
    """
    running, loop = _chromium
    _go_on(loop)
    try:
        yield running
        for context in running.contexts:
            for page in context.pages:
                settled(page)  # what is still asked for would run on into the next test
            context.close()
    finally:
        connections.close_all()
        _go_on(None)


def _go_on(loop: asyncio.AbstractEventLoop | None) -> None:
    """Mark the loop as the running one; what Playwright does itself after each of its calls."""
    asyncio._set_running_loop(loop)


def enter(browser: "Browser", address: str, person: User, **options: Any) -> "Page":
    """A window of its own at a server of this process, in which `person` is signed in already."""
    context = browser.new_context(base_url=address, **{"locale": "en-GB", **options})
    context.set_default_timeout(10_000)
    session = client_for(person).cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": session, "url": address}])
    return context.new_page()


def complaints_of(page: "Page") -> list[str]:
    """What scripts of the page, or the content policy, complain about from now on."""
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "console",
        lambda message: (
            complaints.append(message.text) if "Content Security Policy" in message.text else None
        ),
    )
    return complaints


def settled(page: "Page") -> None:
    """Wait until the page asks for nothing more of itself: its numbers and parts have come."""
    page.locator(".htmx-request, .htmx-swapping, .htmx-settling").first.wait_for(state="detached")


def look_as(page: "Page", scheme: str) -> None:
    """Have the page shown in the light or the dark theme, and wait until it is."""
    page.emulate_media(color_scheme=scheme)
    page.wait_for_function(
        "scheme => matchMedia(`(prefers-color-scheme: ${scheme})`).matches", arg=scheme
    )
    # Colours that fade into each other would be measured half-way.
    page.evaluate(
        "Promise.all(document.getAnimations().filter(one => one instanceof CSSTransition)"
        ".map(fading => fading.finished.catch(() => {})))"
    )


def sign_in(page: "Page", address: str, *, email: str, password: str) -> None:
    """Sign in by typing into the form at `address`."""
    page.goto(address)
    page.fill("input[name=login]", email)
    page.fill("input[name=password]", password)
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "/accounts/login" not in url.split("?")[0])


def faults(page: "Page", name: str = "") -> list[str]:
    """What is wrong with the page as it stands on any screen: wide or a phone's, light or dark.

    The same page is looked at again and again, which is far quicker than to come back to it. Its
    picture is kept under `name` where somebody wants to look at it. It is left wide and light.
    """
    wrong = []
    pictures = os.environ.get("CAUDALS_SCREENSHOTS") if name else None
    for scheme, width in (("dark", WIDE), ("light", PHONE), ("light", WIDE)):
        page.set_viewport_size({"width": width, "height": 900})
        look_as(page, scheme)
        if pictures:
            page.screenshot(path=f"{pictures}/{name}-{width}-{scheme}.png", full_page=True)
        found = findings(page, OF_A_THEME if scheme == "dark" else RULES)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found.append("something is wider than the screen")
        wrong += [f"{scheme}, {width} wide: {one}" for one in found]
    return wrong


def findings(page: "Page", rules: Sequence[str] = RULES) -> list[str]:
    """What axe finds wrong with the page as it stands: rule, place and reason."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text())
    result: dict[str, Any] = page.evaluate(
        # Without preload: axe would ask for imported stylesheets beside the page, where they are not.
        "rules => axe.run(document, {runOnly: rules, resultTypes: ['violations'], preload: false})",
        list(rules),
    )
    return [
        f"{violation['id']}: {node['target']} {violation['help']}"
        for violation in result["violations"]
        for node in violation["nodes"]
    ]
