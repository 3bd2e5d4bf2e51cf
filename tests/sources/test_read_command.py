"""`manage.py read`: what Caudals reads, shown without a database."""

import io
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from django.core.management import call_command

from sources.reading import read
from sources.reading.outline import as_outline
from sources.wording import SKIPPED
from tests.fakes.http import LocalServer, Reply

ROOT = Path(__file__).resolve().parent.parent.parent
FEES = """# Fees

## What does a crossing cost?

A crossing costs 12 euros for adults and 6 euros for children.

## On board

Pay at the counter on the upper deck before the ship leaves the harbour.
"""
PAGE = (
    "<html lang=en><head><title>Hours</title></head><body>"
    "<nav><a href='/'>Home</a> <a href='/fees'>Fees</a></nav>"
    "<h1>Hours</h1><p>The office is open from 9 to 17 on weekdays.</p></body></html>"
)


def run(*arguments: str, **options: object) -> tuple[int, str, str]:
    """Exit status, standard output and standard error of the command."""
    out, err = io.StringIO(), io.StringIO()
    status = 0
    try:
        call_command("read", *arguments, stdout=out, stderr=err, **options)
    except SystemExit as end:
        status = int(end.code or 0)
    return status, out.getvalue(), err.getvalue()


@pytest.fixture
def fees(tmp_path: Path) -> Path:
    path = tmp_path / "fees.md"
    path.write_text(FEES, encoding="utf-8")
    return path


def test_json_is_one_object_a_document_with_exactly_the_promised_keys(fees: Path, tmp_path: Path):
    (tmp_path / "hours.html").write_text(PAGE, encoding="utf-8")
    status, out, err = run(str(fees), str(tmp_path / "hours.html"), "--json")
    assert (status, err) == (0, "")
    first, second = [json.loads(line) for line in out.splitlines()]
    assert set(first) == {
        "source", "title", "language", "text", "blocks", "faq", "passages", "skipped",
    }  # fmt: skip
    assert (first["source"], first["title"], first["language"]) == (str(fees), "Fees", "en")
    for block in first["blocks"]:
        assert set(block) == {"kind", "heading_path", "text"}
    assert {block["kind"] for block in first["blocks"]} == {"heading", "question", "paragraph"}
    answer = "A crossing costs 12 euros for adults and 6 euros for children."
    assert first["faq"] == [{"question": "What does a crossing cost?", "answer": answer}]
    for passage in first["passages"]:
        assert set(passage) == {"start", "end", "heading_path", "language", "text"}
        assert first["text"][passage["start"] : passage["end"]] == passage["text"]
    assert first["passages"][-1]["heading_path"] == ["Fees", "On board"]
    assert {"reason": "navigation", "text": "Home Fees"} in second["skipped"]


def test_a_person_gets_an_outline_with_everything_that_was_read(fees: Path):
    status, out, _ = run(str(fees))
    assert status == 0
    for part in (
        str(fees), "Fees · en · utf-8", "heading    On board", "Fees › On board",
        "Q  What does a crossing cost?", "A  A crossing costs 12 euros",
        "Passages: 2", "faq · en · 12 words · characters",
    ):  # fmt: skip
        assert part in out


def test_the_outline_says_what_was_left_out_and_why():
    shown = as_outline("hours.html", read(PAGE.encode(), name="hours.html"), SKIPPED)
    assert "Left out: 1\n  Menu or navigation: Home Fees" in shown
    assert "No usable text." in as_outline(
        "x", read(b"<html><body></body></html>", name="x.html"), SKIPPED
    )


def test_what_cannot_be_read_is_said_and_the_others_are_shown(fees: Path, tmp_path: Path):
    picture = tmp_path / "logo.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(40))
    missing = tmp_path / "gone.md"
    status, out, err = run(str(picture), str(missing), str(fees), "--json")
    assert status == 1
    assert [json.loads(line)["title"] for line in out.splitlines()] == ["Fees"]
    problems = err.splitlines()
    assert problems[0].startswith(f"{picture}: ")
    assert "is a picture" in problems[0]
    assert problems[1] == f"{missing}: “gone.md” cannot be opened: No such file or directory."


def test_a_page_that_needs_a_browser_is_said_and_shown_as_it_is_without(tmp_path: Path):
    shell = tmp_path / "app.html"
    shell.write_text(
        '<html lang="en"><head><title>Shop</title><script src="/app.js"></script></head>'
        '<body><div id="root"></div><noscript>Please enable JavaScript.</noscript></body></html>'
    )

    status, out, err = run(str(shell), json=True)

    assert status == 1
    assert "browser" in err
    assert json.loads(out)["passages"] == []


def test_a_folder_is_read_whole_and_an_empty_one_is_said(fees: Path, tmp_path: Path):
    inner = tmp_path / "more" / "deep"
    inner.mkdir(parents=True)
    (inner / "hours.html").write_text(PAGE, encoding="utf-8")
    status, out, _ = run(str(tmp_path), "--json")
    assert status == 0
    sources = [json.loads(line)["source"] for line in out.splitlines()]
    assert sources == [str(fees), str(inner / "hours.html")]
    (tmp_path / "empty").mkdir()
    status, out, err = run(str(tmp_path / "empty"))
    assert (status, out) == (1, "")
    assert "There is nothing to read here." in err


def test_what_has_no_end_is_not_opened():
    status, out, err = run("/dev/zero")
    assert (status, out) == (1, "")
    assert err.strip() == "/dev/zero: “zero” is no file."


def test_each_file_of_an_archive_is_a_document_of_its_own(tmp_path: Path):
    archive = tmp_path / "all.zip"
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr("inner/fees.md", FEES)
        made.writestr("logo.png", b"\x89PNG\r\n\x1a\n" + bytes(40))
    status, out, err = run(str(archive), "--json")
    assert status == 1
    assert [json.loads(line)["source"] for line in out.splitlines()] == [f"{archive}/inner/fees.md"]
    assert err.startswith(f"{archive}/logo.png: ")


def test_a_page_of_an_address_is_read_alone(local_server: LocalServer, settings):
    settings.CAUDALS_ALLOW_PRIVATE_HOSTS = [local_server.host]
    address = local_server.route("/hours", PAGE)
    status, out, _ = run(address, "--json")
    assert status == 0
    assert json.loads(out)["source"] == address
    assert [request.path for request in local_server.requests] == ["/hours"]


def test_an_address_that_is_not_public_is_refused_unless_allowed(
    local_server: LocalServer, settings
):
    settings.CAUDALS_ALLOW_PRIVATE_HOSTS = []
    status, out, err = run(local_server.route("/hours", PAGE), "ftp://example.org/x")
    assert (status, out) == (1, "")
    assert "is not public" in err
    assert "http://" in err
    assert local_server.requests == []


def test_a_declared_encoding_of_the_server_is_gone_by(local_server: LocalServer, settings):
    settings.CAUDALS_ALLOW_PRIVATE_HOSTS = [local_server.host]
    page = (
        "<html><body><h1>Preise</h1><p>Die Überfahrt kostet zwölf Euro für Große.</p></body></html>"
    )
    reply = Reply(
        page.encode("cp1252"), headers={"Content-Type": "text/html; charset=windows-1252"}
    )
    _, out, _ = run(local_server.route("/preise", reply), "--json")
    assert "Die Überfahrt kostet zwölf Euro für Große." in json.loads(out)["text"]


def test_standard_input_is_read_under_the_name_given(monkeypatch: pytest.MonkeyPatch):
    given = io.TextIOWrapper(io.BytesIO(FEES.encode()))
    monkeypatch.setattr(sys, "stdin", given)
    _, out, _ = run("-", "--name", "fees.md", "--json")
    value = json.loads(out)
    assert (value["source"], value["title"]) == ("fees.md", "Fees")


def test_a_reader_who_stops_early_and_a_name_that_is_no_text_are_no_trouble(tmp_path: Path):
    odd = os.fsdecode(os.fsencode(tmp_path) + b"/fees-\xff.md")
    Path(odd).write_text(FEES * 2000, encoding="utf-8")
    command = f"{sys.executable} manage.py read {tmp_path} --json | head -c 20"
    ended = subprocess.run(
        command, shell=True, cwd=ROOT, capture_output=True, text=True, check=False,
        env={**os.environ, "CAUDALS_VAR_DIR": str(tmp_path / "var")},
    )  # fmt: skip
    assert (ended.stdout[:11], ended.stderr) == ('{"source": ', "")


def test_no_database_is_started_and_nothing_is_left_behind(fees: Path, tmp_path: Path):
    """A process of its own: the tests' own process has a database."""
    home = tmp_path / "var"
    home.mkdir()
    given = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    ended = subprocess.run(
        [sys.executable, "manage.py", "read", str(fees), "--json"],
        cwd=ROOT,
        env={**given, "CAUDALS_VAR_DIR": str(home)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert json.loads(ended.stdout)["title"] == "Fees"
    assert list(home.iterdir()) == []
