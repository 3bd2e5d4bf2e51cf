"""The whole journey from the command line, on real files, over real HTTP, in the real database."""

import io
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.fakes.http import Reply

PAGES = {
    "fees.html": """<!doctype html><html lang="en"><title>Fees</title><body><nav><a href="/">Home</a></nav>
<main><h1>Fees</h1><h2>What does a library card cost?</h2><p>A library card costs 12 euros a year for
adults. Children get theirs free of charge.</p><h2>How long may I keep a book?</h2><p>You may keep a book
for 28 days. You can renew the loan twice.</p></main></body></html>""",
    "hours.md": """---
title: Opening hours
---
# Opening hours

## When is the library open on Saturdays?

On Saturdays the library is open from 10 am to 4 pm. It is closed on public holidays.

## Can I return books when the library is closed?

Yes, you can use the book drop beside the main entrance at any hour of the day.
""",
}
ANSWERS = {
    "What does a library card cost?": "It costs €12 per year for adults, and nothing for children.",
    "How long may I keep a book?": "You may keep a book for 14 days.",
    "When is the library open on Saturdays?": "On Saturdays the library is open from 10 am to 4 pm.",
    "Can I return books when the library is closed?": "Could you please rephrase your question?",
}


@pytest.fixture
def folder(tmp_path) -> Path:
    documents = tmp_path / "pages"
    documents.mkdir()
    for name, text in PAGES.items():
        (documents / name).write_text(text, encoding="utf-8")
    return documents


@pytest.fixture
def assistant(local_server) -> str:
    return local_server.route("/ask", lambda r: Reply({"answer": ANSWERS[r.json()["question"]]}))


def evaluate(*arguments: object) -> tuple[int, str, str]:
    """Exit status, standard output and standard error."""
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("evaluate", *map(str, arguments), stdout=out, stderr=err)
    except CommandError as error:
        return error.returncode, out.getvalue(), str(error)
    except SystemExit as end:
        return int(end.code), out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


def report(folder: Path) -> dict:
    return json.loads((folder / "report.json").read_text(encoding="utf-8"))


@pytest.mark.django_db(transaction=True)
def test_a_folder_and_an_assistant_become_a_report_with_all_its_files(folder, assistant, tmp_path):
    out = tmp_path / "out"
    status, printed, _said = evaluate(
        "--documents", folder, "--assistant", assistant, "--questions", 4, "--out", out
    )
    made = report(out)
    labels = {r["question"]: r["label"] for r in made["results"]}
    assert labels == {
        "What does a library card cost?": "correct",
        "How long may I keep a book?": "incorrect",
        "When is the library open on Saturdays?": "correct",
        "Can I return books when the library is closed?": "no_answer",
    }
    assert status == 0
    assert made["headline"]["correct"] == 2
    assert made["headline"]["scored"] == 4
    assert printed.startswith("2 of 4 answers correct (50%, 95% interval 15.0% to 85.0%)")
    assert (out / "report.pdf").read_bytes().startswith(b"%PDF")
    assert len((out / "questions.jsonl").read_text().splitlines()) == 4
    assert made["complete"] is True
    assert made["exploratory"] is False
    for result in made["results"]:
        for fact in result["facts"]:
            assert fact["quotation"] in result["source"]["passage"]


@pytest.mark.django_db(transaction=True)
def test_questions_and_answers_of_a_run_can_be_fed_in_again(folder, assistant, tmp_path):
    first, again = tmp_path / "first", tmp_path / "again"
    evaluate("--documents", folder, "--assistant", assistant, "--questions", 4, "--out", first)
    status, _printed, _said = evaluate(
        "--test-set",
        first / "questions.jsonl",
        "--answers",
        first / "answers.jsonl",
        "--out",
        again,
    )
    assert status == 0
    one, two = report(first), report(again)
    assert two["headline"] == one["headline"]
    assert [(r["uid"], r["label"]) for r in two["results"]] == [
        (r["uid"], r["label"]) for r in one["results"]
    ]
    same = (first / "questions.jsonl").read_text(), (again / "questions.jsonl").read_text()
    assert same[0] == same[1]


@pytest.mark.django_db(transaction=True)
def test_the_questions_of_another_tool_are_asked_and_what_stays_behind_is_said(assistant, tmp_path):
    file = tmp_path / "goldens.csv"
    file.write_text(
        "input,expected_output,comments,name,tags\nHow long may I keep a book?,28 days,,,a\n"
    )
    status, _printed, said = evaluate(
        "--test-set", file, "--assistant", assistant, "--out", tmp_path / "out"
    )
    assert status == 0
    assert report(tmp_path / "out")["results"][0]["question"] == "How long may I keep a book?"
    assert "Kept with its questions, and of no use here: column “tags” (1)." in said


@pytest.mark.django_db(transaction=True)
def test_answers_collected_elsewhere_are_graded_and_missing_ones_are_not_run(folder, tmp_path):
    file = tmp_path / "answers.csv"
    file.write_text("question,answer\nWhat does a library card cost?,12 euros a year\n")
    status, _printed, said = evaluate(
        "--documents", folder, "--answers", file, "--questions", 4, "--out", tmp_path / "out"
    )
    made = report(tmp_path / "out")
    assert status == 3
    assert made["coverage"]["set_aside"]["not_run"] == 3
    assert made["headline"]["scored"] == 1
    assert made["complete"] is False
    assert "incomplete" in said


@pytest.mark.django_db(transaction=True)
def test_a_file_with_many_gaps_is_used_to_its_last_row_and_unused_rows_are_named(
    folder, assistant, tmp_path
):
    """A gap in a file says nothing about the rows behind it."""
    first, again = tmp_path / "first", tmp_path / "again"
    evaluate("--documents", folder, "--assistant", assistant, "--questions", 4, "--out", first)
    rows = [json.loads(line) for line in (first / "questions.jsonl").read_text().splitlines()]
    many = [{**row, "uid": f"{row['uid']}-{n}", "question": f"{row['question']} ({n})"}
            for n in range(5) for row in rows]  # fmt: skip
    test_set, file = tmp_path / "many.jsonl", tmp_path / "last.csv"
    test_set.write_text("".join(json.dumps(row) + "\n" for row in many))
    file.write_text(f"uid,answer\n{many[-1]['uid']},12 euros\nnobody,x\n")
    status, _printed, said = evaluate("--test-set", test_set, "--answers", file, "--out", again)
    made = report(again)
    assert status == 3
    assert made["coverage"] | {"set_aside": None} == {
        "planned": 20, "run": 1, "scored": 1, "set_aside": None,
    }  # fmt: skip
    assert "1 row of the file not used, as no question fits: nobody" in said


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (Reply(status=500), "HTTP 500"),
        (Reply(b""), "no body"),
        (Reply("<html><body>Welcome</body></html>"), "web page"),
        (Reply({"answer": "x" * 10_000_000}), "larger than 2 MB"),
    ],
    ids=["error 500", "empty body", "HTML", "10 MB"],
)
def test_an_assistant_that_gives_no_answer_ends_in_an_incomplete_report_that_says_why(
    folder, local_server, tmp_path, reply, words
):
    url = local_server.route("/", reply)
    status, _printed, said = evaluate(
        "--documents", folder, "--assistant", url, "--questions", 2, "--out", tmp_path / "out"
    )
    made = report(tmp_path / "out")
    assert status == 3
    assert made["headline"]["pass_rate"] is None
    assert made["coverage"]["set_aside"]["not_run"] == 2
    assert all(words in r["failure_detail"] for r in made["results"])
    assert "incomplete" in said
    assert (tmp_path / "out" / "report.pdf").exists()


@pytest.mark.django_db(transaction=True)
def test_a_site_is_read_from_its_own_server_and_pages_elsewhere_are_not(
    local_server, tmp_path, assistant
):
    local_server.route(
        "/fees", PAGES["fees.html"].replace("</main>", "<a href='/more'>x</a></main>")
    )
    local_server.route("/more", "<html><main><h1>More</h1><p>Nothing.</p></main></html>")
    status, _printed, said = evaluate(
        "--site", f"{local_server.url}/fees", "--assistant", assistant, "--questions", 2,
        "--out", tmp_path / "out",
    )  # fmt: skip
    assert status == 0, said
    assert report(tmp_path / "out")["coverage"]["planned"] == 2
    assert local_server.asked("/more")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["--assistant", "http://127.0.0.1:1/"], 2, "Give --site or --documents or --test-set."),
        (["--documents", "{pages}"], 2, "Give --assistant or --answers."),
        (["--documents", "{pages}", "--site", "http://x.example/", "--assistant", "http://y.example/"],
         2, "not --site and --documents"),
        (["--documents", "{tmp}/nowhere", "--assistant", "http://127.0.0.1:1/"], 2, "does not exist"),
        (["--documents", "{tmp}/empty", "--assistant", "http://127.0.0.1:1/"], 2, "empty"),
        (["--documents", "{tmp}/noise", "--assistant", "http://127.0.0.1:1/"], 2, "noise"),
        (["--site", "http://127.0.0.1:49151/", "--assistant", "http://127.0.0.1:1/"], 1, "127.0.0.1"),
        (["--site", "ftp://x.example/", "--assistant", "http://127.0.0.1:1/"], 2, "--site: ftp"),
        (["--documents", "{pages}", "--assistant", "x.example"], 2, "--assistant: x.example"),
        (["--documents", "{pages}", "--assistant", "http://u:p@x.example/"], 2, "name and password"),
        (["--documents", "{pages}", "--answers", "{tmp}/no.csv"], 2, "does not exist"),
        (["--documents", "{pages}", "--answers", "{tmp}/columns.csv"], 2, "no column for the answer"),
        (["--documents", "{pages}", "--answers", "{tmp}/torn.csv"], 2, "torn.csv, line 3"),
        (["--test-set", "{tmp}/broken.jsonl", "--assistant", "http://127.0.0.1:1/"], 2, "line 1"),
        (["--documents", "{pages}", "--assistant", "http://127.0.0.1:1/", "--questions", "0"],
         2, "--questions must be between"),
        (["--documents", "{pages}", "--assistant", "http://127.0.0.1:1/", "--connector", "openai"],
         2, "needs --model"),
        (["--documents", "{pages}", "--assistant", "http://127.0.0.1:1/", "--language", "Spanish"],
         2, "two-letter code"),
        (["--documents", "{pages}", "--assistant", "http://127.0.0.1:1/", "--language", "xx"],
         2, "two-letter code"),
        (["--documents", "{pages}", "--assistant", "http://127.0.0.1:1/", "--out", "{tmp}/torn.csv"],
         2, "is a file"),
    ],
    ids=lambda value: " ".join(value)[:60] if isinstance(value, list) else "",
)  # fmt: skip
def test_what_cannot_be_done_ends_in_a_sentence_and_its_exit_status(
    folder, tmp_path, arguments, status, words
):
    (tmp_path / "empty").mkdir()
    (tmp_path / "noise").mkdir()
    (tmp_path / "noise" / "noise.bin").write_bytes(bytes(range(256)) * 20)
    (tmp_path / "columns.csv").write_text("Input,Expected response\na,b\n")
    (tmp_path / "torn.csv").write_text("question,answer\nOpen?,a\nopen?,b,c\n")
    (tmp_path / "broken.jsonl").write_text("{not json\n")
    filled = [argument.format(pages=folder, tmp=tmp_path) for argument in arguments]
    if "--out" not in filled:
        filled += ["--out", str(tmp_path / "out")]
    found, _printed, said = evaluate(*filled)
    assert (found, words in said) == (status, True), said
