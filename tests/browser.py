"""A real headless Chromium for tests, and the accessibility findings of a page."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from typing import TYPE_CHECKING, Any

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


def sign_in(page: "Page", address: str, *, email: str, password: str) -> None:
    """Sign in by typing into the form at `address`."""
    page.goto(address)
    page.fill("input[name=login]", email)
    page.fill("input[name=password]", password)
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "/accounts/login" not in url.split("?")[0])


def findings(page: "Page") -> list[str]:
    """What axe finds wrong with the page as it stands: rule, place and reason."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text())
    result: dict[str, Any] = page.evaluate(
        # Without preload: axe would ask for imported stylesheets beside the page, where they are not.
        "rules => axe.run(document, {runOnly: rules, resultTypes: ['violations'], preload: false})",
        RULES,
    )
    return [
        f"{violation['id']}: {node['target']} {violation['help']}"
        for violation in result["violations"]
        for node in violation["nodes"]
    ]
