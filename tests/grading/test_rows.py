"""`manage.py grade`: rows of a file, graded without a database."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from grading.rows import UnusableRow, read_row

RIGHT = {
    "id": "a", "question": "What does a day ticket cost?", "reference": ["A day ticket costs €14.50."],
    "answer": "It is 14.50 euros.",
}  # fmt: skip
WRONG = {**RIGHT, "id": 2, "answer": "A day ticket costs €19."}
REFUSED = {**RIGHT, "id": "c", "answer": "I don't know."}


def grade(tmp_path, *rows, **options) -> tuple[list[dict], str]:
    """What the command prints for the rows, and what it says beside it."""
    file = tmp_path / "rows.jsonl"
    file.write_text("\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows))
    out, beside = StringIO(), StringIO()
    call_command("grade", str(file), grader="builtin", stdout=out, stderr=beside, **options)
    return [json.loads(line) for line in out.getvalue().splitlines()], beside.getvalue()


def test_each_row_gets_one_object_in_its_order_without_a_database(tmp_path):
    said, beside = grade(tmp_path, RIGHT, "", WRONG, REFUSED, json=True)
    assert [row["id"] for row in said] == ["a", 2, "c"]
    assert [row["label"] for row in said] == ["correct", "incorrect", "no_answer"]
    assert beside == ""
    first = said[0]
    assert set(first) == {
        "id", "label", "facts", "confidence", "flags", "explanation", "cause", "fingerprint",
    }  # fmt: skip
    assert first["facts"][0]["finding"] == "present"
    assert first["facts"][0]["evidence"] in RIGHT["answer"]
    assert len({row["fingerprint"] for row in said}) == 1


def test_people_are_told_the_counts(tmp_path):
    _said, beside = grade(tmp_path, RIGHT, WRONG)
    assert "2 answers, Built-in grader" in beside
    assert "correct 1, incorrect 1" in beside


def test_an_answer_that_any_of_the_references_names_is_right(tmp_path):
    row = {**RIGHT, "question": "Who founded the line?", "reference": ["Ada Berg", "Otto Lind"]}
    said, _ = grade(tmp_path, {**row, "answer": "Otto Lind"}, {**row, "answer": "Vik Dahl"})
    assert [each["label"] for each in said] == ["correct", "incorrect"]


def test_a_reference_that_declines_makes_no_answer_of_a_refusal(tmp_path):
    row = {**RIGHT, "reference": ["A day ticket costs €14.50.", "I have no comment."]}
    said, _ = grade(tmp_path, {**row, "answer": "I have no comment."})
    assert said[0]["label"] == "no_answer"


def test_facts_are_looked_for_one_by_one(tmp_path):
    row = {
        **RIGHT,
        "facts": [
            "Children under 7 travel free",
            {"quotation": "A ticket costs €14.50", "exact_value": "€14.50"},
        ],
        "answer": "A ticket costs €14.50.",
    }  # fmt: skip
    said, _ = grade(tmp_path, row)
    assert [fact["finding"] for fact in said[0]["facts"]] == ["missing", "present"]
    assert said[0]["label"] == "partly_correct"


def test_where_there_is_nothing_to_compare_with_only_a_refusal_is_told(tmp_path):
    bare = {"id": 1, "question": "How do I fix it?", "answer": "Turn the screw to the left."}
    said, _ = grade(tmp_path, bare, {**bare, "answer": "I'm sorry, I can't help with that."})
    assert [row["label"] for row in said] == ["test_needs_review", "no_answer"]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("{", "Line 2 is no JSON"),
        ("[]", "Line 2 is no JSON object"),
        ('{"id": 1, "question": "q"}', "Line 2 has no “answer”"),
        ('{"id": 1, "question": "q", "answer": 3}', "“answer” is no text"),
        ('{"id": 1, "question": "q", "answer": "a", "reference": [3]}', "“reference” is neither"),
        ('{"id": 1, "question": "q", "answer": "a", "facts": [{}]}', "with a “quotation”"),
        (
            '{"id": 1, "question": "q", "answer": "a", "expects": "x"}',
            "“expects” is one of answer,",
        ),
    ],
)
def test_a_line_that_is_no_row_is_named_and_nothing_is_graded(tmp_path, line, problem):
    with pytest.raises(CommandError) as raised:
        grade(tmp_path, RIGHT, line)
    assert problem in str(raised.value)
    assert raised.value.returncode == 2


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(CommandError, match=r"none\.jsonl cannot be read") as raised:
        call_command("grade", str(tmp_path / "none.jsonl"), grader="builtin")
    assert raised.value.returncode == 2


def test_without_a_model_none_is_pretended(tmp_path, settings):
    settings.CAUDALS_LLM_BASE_URL = ""
    (tmp_path / "rows.jsonl").write_text(json.dumps(RIGHT))
    with pytest.raises(CommandError, match="No language model is configured"):
        call_command("grade", str(tmp_path / "rows.jsonl"), grader="model")


def test_the_language_is_that_of_question_and_reference():
    row = {
        **RIGHT,
        "question": "¿Cuánto cuesta el billete de un día?",
        "reference": "Cuesta 14 euros.",
    }
    assert read_row(json.dumps(row), number=1).case.language == "es"


def test_a_language_of_another_name_is_taken_as_it_stands():
    assert read_row(json.dumps({**RIGHT, "language": "sv"}), number=1).case.language == "sv"


def test_a_line_of_half_a_character_is_refused():
    with pytest.raises(UnusableRow):
        read_row('{"id": "\\ud800', number=1)
