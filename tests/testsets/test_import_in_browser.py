"""Importing a file in a real browser: choose, look, say yes; and what is wrong, in its place."""

import pytest

from tests.browser import enter, faults
from testsets.models import Question

pytestmark = pytest.mark.journey

RIGHT = "input,expected_output,context,additional_metadata\n" + "".join(
    f"How much is ticket number {number}?,{number} euros,,kept elsewhere\n"
    for number in range(1, 13)
)
WRONG = "question,expected_answer,critical\nHow much?,,no\nWhen?,Now,perhaps\n"


@pytest.mark.parametrize("scripts", [True, False])
def test_a_file_is_looked_at_and_imported(committed_world, live_server, browser, tmp_path, scripts):
    (tmp_path / "goldens.csv").write_text(RIGHT)
    (tmp_path / "wrong.csv").write_text(WRONG)
    page = enter(browser, live_server.url, committed_world.ada, java_script_enabled=scripts)

    def looked_at(name):
        if scripts:
            assert faults(page, f"import-{name}") == [], name

    page.goto("/w/acme/testsets/")
    page.get_by_role("link", name="Import a file").click()
    page.get_by_role("heading", name="Import questions").wait_for()
    looked_at("choose")

    page.locator("input[type=file]").set_input_files(tmp_path / "wrong.csv")
    page.get_by_role("button", name="Read the file").press("Enter")
    page.get_by_text("wrong.csv, line 3, column “critical”").wait_for()
    looked_at("wrong")

    page.locator("input[type=file]").set_input_files(tmp_path / "goldens.csv")
    page.get_by_role("button", name="Read the file").press("Enter")
    page.get_by_role("heading", name="12 questions read").wait_for()
    assert page.get_by_text("Goldens of DeepEval").is_visible()
    kept = page.get_by_role("region", name="Kept as your own columns")
    assert kept.get_by_text("additional_metadata").is_visible()
    looked_at("preview")

    page.get_by_role("button", name="Import 12 questions").press("Enter")
    page.get_by_role("heading", name="goldens", exact=True).wait_for()
    page.get_by_text("12 questions imported from goldens.csv").wait_for()
    looked_at("imported")
    assert "/testsets/import/" not in page.url
    with page.expect_download() as download:
        page.get_by_role("link", name="JSON Lines").click()
    assert download.value.suggested_filename == "goldens-draft.jsonl"
    assert Question.objects.count() == 12
