"""Files dropped on the page, read, looked at, and a part of one kept out: by keyboard but the drop."""

import pytest

from tests.browser import findings, sign_in

pytestmark = [pytest.mark.journey, pytest.mark.portal]
SLOW = 60_000  # milliseconds that background work may take on a busy machine
FEES = b"""# Fees

## What does a cabin cost?

A cabin for two costs 80 euros a night, breakfast in the cafeteria included.

## Luggage

Every passenger may bring two suitcases of up to 20 kilograms each on board.
"""
DROP = """files => {
  const data = new DataTransfer();
  for (const [name, bytes] of files) data.items.add(new File([Uint8Array.from(bytes)], name));
  return data;
}"""


def drop(page, *files: tuple[str, bytes]) -> None:
    data = page.evaluate_handle(DROP, [[name, list(raw)] for name, raw in files])
    page.dispatch_event("[data-drop]", "dragenter", {"dataTransfer": data})
    assert "drop--over" in page.get_attribute("[data-drop]", "class")
    page.dispatch_event("[data-drop]", "drop", {"dataTransfer": data})


def accessible(page, width: int = 390) -> None:
    """Nothing is found by axe, nor wider than a phone."""
    usual = page.viewport_size
    for size in (usual, {"width": width, "height": 844}):
        page.set_viewport_size(size)
        # A button half under the bar at the top would count as one too small to press.
        page.evaluate("scrollTo(0, 0)")
        assert findings(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    page.set_viewport_size(usual)


def press(page, locator) -> None:
    locator.focus()
    page.keyboard.press("Enter")


def test_files_are_dropped_read_and_a_part_of_one_is_excluded(page, portal):
    sign_in(page, portal.url("accounts/login/"), email="owner@demo.example",
            password=portal.password)  # fmt: skip
    page.goto(portal.url("w/demo/sources/files/"))
    drop(page, ("fees.md", FEES), ("logo.png", b"\x89PNG\r\n\x1a\n"))
    drop(page, ("hours.txt", b"The office is open from 9 to 17 on weekdays."))
    page.get_by_text("3 files chosen").wait_for()
    accessible(page)

    # One is refused: the sentence names it, nothing is added, and all stay chosen.
    page.locator("main input[name=name]").fill("Dropped files")
    page.keyboard.press("Enter")
    page.get_by_text("“logo.png” is").wait_for()
    assert page.locator("[data-chosen] li").count() == 3
    assert page.locator(".chosen--refused").inner_text().startswith("logo.png")
    accessible(page)
    press(page, page.get_by_role("button", name="Remove: logo.png"))
    page.get_by_text("2 files chosen").wait_for()
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == (
        "Remove: hours.txt"
    )
    press(page, page.get_by_role("button", name="Read the files"))
    page.get_by_text("2 files read").wait_for(timeout=SLOW)
    accessible(page)

    page.fill("#search-addresses", "fees")
    page.keyboard.press("Enter")
    page.wait_for_url("**q=fees**")
    press(page, page.get_by_role("link", name="Fees", exact=True))
    page.get_by_text("2 passages, exactly").wait_for()
    accessible(page)

    press(page, page.locator("summary[aria-label^='Exclude: Every passenger']"))
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_text("Excluded from this file by").wait_for()
    assert page.url.endswith("#block-4")
    page.get_by_text("1 passage, exactly").wait_for()
    accessible(page)
    page.goto(portal.url("w/demo/sources/"))
    row = page.locator("tr", has_text="Dropped files")
    assert row.locator("td[data-label=Passages]").inner_text() == "2"

    press(page, row.get_by_role("link"))
    page.get_by_role("heading", name="Excluded", exact=True).wait_for()
    accessible(page)
    press(page, page.get_by_role("button", name="Take back"))
    page.get_by_text("Taken back.").wait_for()
    page.goto(portal.url("w/demo/sources/"))
    assert row.locator("td[data-label=Passages]").inner_text() == "3"


def test_files_stay_chosen_when_sending_is_stopped_or_the_session_is_over(page, portal):
    who = {"email": "owner@demo.example", "password": portal.password}
    sign_in(page, portal.url("accounts/login/"), **who)
    page.goto(portal.url("w/demo/sources/files/"))
    drop(page, ("fees.md", FEES))
    page.locator("main input[name=name]").fill("Sent in the end")
    page.context.clear_cookies(name="sessionid")
    page.keyboard.press("Enter")
    page.get_by_text("You are signed out.").wait_for()
    elsewhere = page.context.new_page()
    sign_in(elsewhere, portal.url("accounts/login/"), **who)
    elsewhere.close()

    page.route("**/sources/files/", lambda route: None)  # an answer that never comes
    page.click("[type=submit]")
    page.get_by_text("Sending: 0%").wait_for()
    assert page.is_disabled("[type=submit]")
    page.click("[data-stop]")
    page.get_by_text("the files are still chosen").wait_for()
    assert page.locator("[data-chosen] li").count() == 1
    page.unroute("**/sources/files/")
    page.click("[type=submit]")
    page.get_by_role("heading", name="Sent in the end").wait_for()


def test_files_are_sent_without_javascript(browser, portal, tmp_path):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    sign_in(page, portal.url("accounts/login/"), email="owner@demo.example",
            password=portal.password)  # fmt: skip
    page.goto(portal.url("w/demo/sources/files/"))
    (tmp_path / "plain.md").write_bytes(FEES)
    (tmp_path / "logo.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    page.fill("main input[name=name]", "Plain form")
    page.set_input_files("input[name=documents]", [tmp_path / "plain.md", tmp_path / "logo.png"])
    page.click("text=Read the files")
    page.get_by_text("“logo.png” is").wait_for()
    page.get_by_text("Choose the files again").wait_for()
    page.set_input_files("input[name=documents]", tmp_path / "plain.md")
    page.click("text=Read the files")
    page.get_by_role("heading", name="Plain form").wait_for()
    context.close()
