"""`manage.py draft`: questions from a folder, without a database."""

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from sources.reading import read
from tests.testsets.samples import PAGES, RULES_PAGE
from testsets.values import QuestionType


@pytest.fixture
def folder(tmp_path):
    for name, page in PAGES.items():
        (tmp_path / name).write_text(page)
    return tmp_path


@pytest.fixture
def draft(capsys, settings, tmp_path_factory):
    """Run the command; its lines as values, and what it said beside them."""
    settings.CAUDALS_LLM_BASE_URL = ""
    settings.CAUDALS_VAR_DIR = tmp_path_factory.mktemp("var")

    def go(folder, *options):
        call_command("draft", "--documents", str(folder), "--json", *options)
        out, err = capsys.readouterr()
        return [json.loads(line) for line in out.splitlines()], err

    return go


def test_each_question_comes_with_its_facts_and_where_they_stand(draft, folder):
    lines, said = draft(folder, "--questions", "6")

    kept = [line for line in lines if not line.get("rejected")]
    assert len(kept) == 6
    assert "6 of 6 questions kept" in said
    for question in kept:
        assert set(question) == {
            "uid", "type", "language", "question", "expected_answer", "facts", "expects", "parent",
        }  # fmt: skip
        for fact in question["facts"]:
            name = fact["document"]
            text = read(Path(name).read_bytes(), name=name).text
            assert text[fact["start"] : fact["end"]] == fact["quotation"]
            assert fact["match"] in {"exact", "folded"}
    assert len({question["uid"] for question in kept}) == 6


def test_fewer_questions_than_wanted_are_explained_and_rejected_drafts_shown(draft, folder):
    (folder / "again.html").write_text(PAGES["questions.html"].replace("<h1>", "<h1>Again: "))
    lines, said = draft(folder, "--questions", "200")

    rejected = [line for line in lines if line.get("rejected")]
    assert all(line["reasons"][0]["check"] for line in rejected)
    assert "of 200 questions" in said
    assert "The model" not in said


def test_only_the_types_chosen_are_written(draft, folder):
    lines, _ = draft(folder, "--questions", "4", "--types", "yes_no,keywords")

    assert {line["type"] for line in lines if "type" in line} <= {"yes_no", "keywords"}


def test_a_variant_names_its_parent(draft, folder):
    lines, _ = draft(folder, "--questions", "20")
    kept = {line["uid"]: line for line in lines if "uid" in line}
    variants = [line for line in kept.values() if line["type"] in {"typos", "keywords"}]

    assert variants
    for variant in variants:
        assert kept[variant["parent"]]["expected_answer"] == variant["expected_answer"]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--types", "riddles"], "no type “riddles”"),
        (["--types", "paraphrase"], "does not write paraphrase"),
        (["--questions", "0"], "1 to"),
    ],
)
def test_what_cannot_be_asked_for_is_said_and_nothing_is_written(draft, folder, options, sentence):
    with pytest.raises(CommandError, match=sentence) as refusal:
        draft(folder, *options)

    assert refusal.value.returncode == 2


def test_a_folder_that_is_none_is_said(draft, tmp_path):
    with pytest.raises(CommandError, match="is not a folder"):
        draft(tmp_path / "nowhere")


def test_a_file_that_cannot_be_read_is_named_and_the_rest_used(draft, folder):
    (folder / "photo.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(200)))
    (folder / "rules.html").write_text(RULES_PAGE)

    lines, said = draft(folder, "--questions", "3")

    assert len([line for line in lines if "uid" in line]) == 3
    assert "photo.png" in said


def test_another_language_than_the_folders_is_said(draft, folder):
    _, said = draft(folder, "--questions", "3", "--language", "sv", "--types", "direct")

    assert "0 of 3" in said
    assert "Swedish" in said


def test_every_type_has_a_name_that_the_command_takes():
    assert all(type_.value == type_.value.lower() for type_ in QuestionType)
