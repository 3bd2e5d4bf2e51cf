"""Downloading questions, and importing a file: look first, then say yes. Without scripts as well."""

import io
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from core.models import Workspace
from tests.testsets.samples import stored_passage, stored_source
from tests.world import client_for
from testsets import selectors, services
from testsets.exchange import read_questions, write_file
from testsets.freezing import approve_version
from testsets.models import Question, TestSet, TestSetVersion
from testsets.question_text import NewFact, QuestionText
from testsets.values import QuestionType

HTMX = {"HTTP_HX_REQUEST": "true"}
TABLE = (
    "question,expected_answer,Owner\nWho is the captain?,Ms Berg,Ada\n"
    "Where is pier 4?,In the harbour,Bo\n"
)


@pytest.fixture
def test_set(world):
    """One question on a stored passage."""
    stored_source(world.acme)
    made = services.create_test_set(workspace=world.acme, name="Ferry & fares", by=world.ada)
    written = QuestionText(
        text="How much is a return ticket?", type=QuestionType.DIRECT, language="en",
        expected_answer="24 euros.", facts=[NewFact("24 euros per person")], topic="=1+1",
    )  # fmt: skip
    services.add_question(
        test_set=made, content=written, passage=stored_passage("24 euros"), by=world.ada
    )
    return made


@pytest.fixture
def ada(world):
    return client_for(world.ada)


def address(name, *args, workspace="acme"):
    return reverse(f"testsets:{name}", args=[workspace, *args])


def chosen(raw, name="questions.csv"):
    return {"file": SimpleUploadedFile(name, raw.encode() if isinstance(raw, str) else raw)}


def confirmed(page, **changes):
    """What the form of the preview would send."""
    form = page.context["form"]
    values = {name: form[name].value() for name in form.fields}
    return {key: value for key, value in (values | changes).items() if value not in (None, False)}


def text_of(page):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page.content.decode()))


# Out


@pytest.mark.parametrize("kind", ["csv", "jsonl", "xlsx"])
def test_a_draft_and_a_version_download_as_files_that_come_back(test_set, world, kind):
    version = approve_version(test_set=test_set, by=world.ada, despite="A test.")
    ending = "" if kind == "jsonl" else f"_{kind}"
    reader = client_for(world.vik)

    for name, key in ((f"export_draft{ending}", test_set.pk), (f"export{ending}", version.pk)):
        answer = reader.get(address(name, key))
        assert answer.headers["Content-Disposition"].endswith(f'.{kind}"')
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        read = read_questions(answer.content, name=f"q.{kind}")
        assert read[0].content["topic"] == "=1+1"
        assert read[0].content["uid"] == version.questions.get().uid


def test_csv_carries_a_byte_order_mark_only_for_excel(test_set, ada):
    url = address("export_draft_csv", test_set.pk)

    assert ada.get(url).content.startswith(b"uid,")
    assert ada.get(url + "?for=excel").content.startswith(b"\xef\xbb\xbfuid,")
    assert b"'=1+1" in ada.get(url).content


def test_pages_link_to_what_their_reader_may_do(test_set, world, ada):
    version = approve_version(test_set=test_set, by=world.ada, despite="A test.")
    reader = client_for(world.vik)

    assert address("export_draft_xlsx", test_set.pk) in text(
        reader.get(address("detail", test_set.pk))
    )
    assert address("export_csv", version.pk) in text(reader.get(address("version", version.pk)))
    assert address("import_into", test_set.pk) in text(ada.get(address("detail", test_set.pk)))
    assert address("import_into", test_set.pk) not in text(
        reader.get(address("detail", test_set.pk))
    )
    assert address("import") in text(ada.get(address("index")))
    assert address("import") not in text(reader.get(address("index")))


def text(page):
    return page.content.decode()


# In


def test_a_file_is_shown_before_anything_is_imported(world, ada):
    page = ada.post(address("import"), chosen(TABLE))

    shown = text_of(page)
    assert page.status_code == 200
    assert "2 questions read" in shown
    assert "Ms Berg" in shown
    assert "Kept as your own columns" in shown
    assert "Owner" in shown
    assert "2 of 2 questions come without a passage" in shown
    assert "marked Exploratory" in shown
    assert not TestSet.objects.exists()


def test_saying_yes_makes_a_draft_to_review(world, ada):
    page = ada.post(address("import"), chosen(TABLE, "Crew of May.csv"))

    answer = ada.post(address("import"), confirmed(page))

    made = TestSet.objects.get()
    assert (answer.status_code, answer.url) == (302, address("detail", made.pk))
    assert made.name == "Crew of May"
    assert [row.text for row in selectors.questions(made)] == [
        "Who is the captain?",
        "Where is pier 4?",
    ]
    assert not TestSetVersion.objects.exists()
    assert "2 questions imported from Crew of May.csv" in text_of(ada.get(answer.url))


def test_with_scripts_the_browser_is_sent_on(world, ada):
    page = ada.post(address("import"), chosen(TABLE), **HTMX)

    answer = ada.post(address("import"), confirmed(page), **HTMX)

    assert answer.headers["HX-Redirect"] == address("detail", TestSet.objects.get().pk)


@pytest.mark.parametrize("mode", ["draft", "version"])
def test_passages_that_the_workspace_does_not_hold_are_kept_and_shown_so(test_set, world, mode):
    """M1.5: nobody there can trace them, so the set is Exploratory and the page says why."""
    version = approve_version(test_set=test_set, by=world.ada, despite="A test.")
    raw = write_file(selectors.questions_jsonl(version), "jsonl").raw
    otto = client_for(world.otto)
    here = address("import", workspace="other")

    page = otto.post(here, chosen(raw, "q.jsonl"))
    answer = otto.post(here, confirmed(page, mode=mode))

    assert "1 question cites a passage that this workspace does not hold" in text_of(page)
    assert "Exploratory" in text_of(page)
    shown = text_of(otto.get(answer.url))
    assert "Came with the file that this question was imported from" in shown
    assert "1 question rests on passages that only the file it was imported from brought" in shown
    assert "24 euros per person" in shown
    assert "Came with the file" not in text_of(
        client_for(world.ada).get(address("version", version.pk))
    )
    narrowed = otto.get(f"{answer.url}?only=bare")
    assert len(narrowed.context["questions"]) == 1
    if mode == "version":
        copy = TestSetVersion.objects.get(test_set__workspace=world.other)
        assert copy.digest == version.digest
        assert copy.exploratory


def test_passages_that_the_workspace_holds_are_found_again_by_a_draft(test_set, world, ada):
    raw = write_file(selectors.draft_lines(test_set), "xlsx").raw
    Question.objects.get().facts.all()
    page = ada.post(address("import"), chosen(raw, "q.xlsx"))

    answer = ada.post(address("import"), confirmed(page, again="on", name="Copy"))

    assert "does not hold" not in text_of(page)
    assert "Exploratory" not in text_of(page)
    copy = TestSet.objects.get(name="Copy")
    assert answer.url == address("detail", copy.pk)
    assert copy.questions.get().facts.get().passage == stored_passage("24 euros")


def test_the_same_file_twice_says_so_and_is_imported_once(world, ada):
    page = ada.post(address("import"), chosen(TABLE))
    ada.post(address("import"), confirmed(page))

    again = ada.post(address("import"), confirmed(page))
    fresh = ada.post(address("import"), chosen(TABLE))

    assert again.status_code == 422
    assert "in the test set “questions” already. Nothing was imported." in text_of(again)
    assert "This file was imported before" in text_of(fresh)
    assert TestSet.objects.count() == 1
    assert ada.post(address("import"), confirmed(fresh, again="on")).status_code == 302
    assert TestSet.objects.count() == 2


def test_questions_go_to_the_end_of_a_set(test_set, world, ada):
    here = address("import_into", test_set.pk)
    page = ada.post(here, chosen(TABLE))

    answer = ada.post(here, confirmed(page))

    assert answer.url == address("detail", test_set.pk)
    assert len(selectors.questions(test_set)) == 3


def test_questions_that_the_set_has_already_are_named_and_none_is_imported(test_set, world, ada):
    raw = write_file(selectors.draft_lines(test_set), "csv").raw + b"new,Who?,direct,en,She.\r\n"

    page = ada.post(address("import_into", test_set.pk), chosen(raw))

    assert page.status_code == 422
    assert "questions.csv, line 2, column “uid” The test set “Ferry &amp; fares” has" in text_of(
        page
    )
    assert len(selectors.questions(test_set)) == 1


def test_everything_that_is_wrong_is_listed_and_nothing_is_imported(world, ada):
    page = ada.post(address("import"), chosen("question,expected_answer\nWho?,\n,She.\n"))

    shown = text_of(page)
    assert page.status_code == 422
    assert "Nothing was imported: 2 places of the file have to be mended first." in shown
    assert "questions.csv, line 2, column “expected_answer” This is missing." in shown
    assert "questions.csv, line 3, column “question” This is missing." in shown
    assert not TestSet.objects.exists()


def test_what_is_wrong_is_said_in_the_readers_language(world, ada):
    ada.cookies["django_language"] = "es"

    page = ada.post(address("import"), chosen("question,expected_answer\nWho?,\n"))

    assert "línea 2, columna “expected_answer”" in text_of(page)


def test_a_question_without_an_answer_can_only_be_a_draft(world, ada):
    page = ada.post(address("import"), chosen("Question,Expected response\nWho?,\nWhen?,Now\n"))

    assert "1 question comes without an expected answer" in text_of(page)
    assert [value for value, _words in page.context["form"].fields["mode"].choices] == ["draft"]
    answer = ada.post(address("import"), confirmed(page, mode="version"))
    assert answer.status_code == 422
    assert not TestSet.objects.exists()


def test_a_free_workspace_is_offered_a_draft_of_what_its_plan_does_not_run(world, ada):
    assert world.acme.plan == Workspace.Plan.FREE
    raw = "question,expected_answer\n" + "".join(f"Who is {n}?,Nobody\n" for n in range(51))

    page = ada.post(address("import"), chosen(raw))

    assert [value for value, _words in page.context["form"].fields["mode"].choices] == ["draft"]


@pytest.mark.parametrize("packed", ["", "x", "eJwDAAAAAAE=", "eJxLBAAAYgBi" + "A" * 9])
def test_a_file_that_did_not_come_along_is_asked_for_again(world, ada, packed):
    answer = ada.post(
        address("import"), {"packed": packed, "file_name": "q.csv", "name": "x", "mode": "draft"}
    )

    assert answer.status_code == 422
    assert not TestSet.objects.exists()


def test_what_is_said_yes_to_is_checked_again(test_set, world, ada):
    """Somebody else imported the file into the set while the preview was open."""
    here = address("import_into", test_set.pk)
    page = ada.post(here, chosen(TABLE))
    ada.post(here, confirmed(page))

    again = ada.post(here, confirmed(page))

    assert again.status_code == 422
    assert len(selectors.questions(test_set)) == 3


def test_what_comes_of_other_tools_columns_and_assertions_is_said_before_and_kept(world, ada):
    raw = (
        b"question,tone,__expected,__expected2,__expected3\n"
        b"How much?,kind,similar(0.8):24 euros,contains: 24,regex: 2\n"
        b"When?,,At nine,,\n"
    )

    page = ada.post(address("import"), chosen(raw, "tests.csv"))
    answer = ada.post(address("import"), confirmed(page))

    before = text_of(page)
    assert "Keyword match (all of the keywords)" in before
    assert "Text similarity (passes from 0.80)" in before
    assert "1 question is Invalid for Keyword match: no keywords" in before
    assert "Kept as your own columns" in before
    assert "Assertion “regex”" in before
    after = text_of(ada.get(answer.url))
    assert "1 column of your own" in after
    assert "tone" in after
    question = Question.objects.get(text="How much?")
    assert question.custom == {"tone": "kind"}
    version = approve_version(test_set=question.test_set, by=world.ada, despite="A test.")
    assert "1 column of your own" in text_of(ada.get(address("version", version.pk)))
    assert list(selectors.questions_jsonl(version)) == list(selectors.draft_lines(version.test_set))


def test_a_file_is_needed(world, ada):
    page = ada.post(address("import"), {})

    assert page.status_code == 422
    assert "This field is required" in text_of(page)


def test_hostile_text_is_shown_as_text(world, ada):
    page = ada.post(
        address("import"),
        chosen('question,expected_answer,<b>x\n"<script>x</script>?",y,1\n', "<i>.csv"),
    )

    assert "<script>x" not in text(page)
    assert "<b>x" not in text(page)
    assert "&lt;script&gt;x" in text(page)


def test_only_those_who_edit_may_import(test_set, world):
    assert client_for(world.vik).get(address("import")).status_code == 403
    assert client_for(world.vik).post(address("import_into", test_set.pk)).status_code == 403


def test_the_imported_are_said_to_be_imported(world, ada):
    ada.post(address("import"), confirmed(ada.post(address("import"), chosen(TABLE))))

    page = ada.get(address("detail", TestSet.objects.get().pk))

    assert "Written by Imported" in text_of(page)
    assert io.BytesIO(page.content).read()
