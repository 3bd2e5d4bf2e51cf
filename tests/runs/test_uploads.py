"""Files of answers are read whole or refused with the line and what is right."""

import json

import pytest

from runs.uploads import UploadedAnswer, read_upload
from testsets.exchange import Unusable


def csv_bytes(text: str) -> bytes:
    return text.encode()


def read_answers(raw: bytes, *, name: str) -> list[UploadedAnswer]:
    return list(read_upload(raw, name=name).answers)


def test_the_byte_order_mark_of_a_spreadsheet_does_not_cost_the_first_column():
    answers = read_answers(b"\xef\xbb\xbfquestion;answer\r\nOpen?;Until 6\r\n", name="a.csv")
    assert [(a.question, a.answer, a.place.line) for a in answers] == [("Open?", "Until 6", 2)]


@pytest.mark.parametrize(
    ("header", "column"),
    [("actual_output", "answer"), ("Generated Answer", "answer"), ("RESPONSE", "answer")],
)
def test_names_of_other_tools_are_understood(header, column):
    answers = read_answers(csv_bytes(f"input,{header}\nOpen?,Yes\n"), name="a.csv")
    assert getattr(answers[0], column) == "Yes"


def test_missing_columns_are_named_with_the_accepted_names():
    with pytest.raises(Unusable) as refusal:
        read_answers(csv_bytes("Input,Expected response\nOpen?,Yes\n"), name="a.csv")
    assert "a.csv, line 2: no column for the answer (answer," in str(refusal.value)
    assert "There is: Input, Expected response." in str(refusal.value)


def test_a_row_with_a_cell_too_many_is_refused_with_its_line():
    with pytest.raises(Unusable, match=r"a\.csv, line 3: 3 cells where the header has 2"):
        read_answers(csv_bytes("question,answer\nA?,b\nC?,d,e\n"), name="a.csv")


def test_a_row_that_ends_before_its_answer_is_no_empty_answer():
    with pytest.raises(Unusable, match=r"a\.csv, line 3, column “answer”: the row ends before"):
        read_answers(csv_bytes("question,answer,contexts\nA?,b\nC?\n"), name="a.csv")


def test_an_answer_that_is_an_object_becomes_its_json_and_not_a_python_repr():
    raw = json.dumps({"uid": "q", "answer": {"steps": ["a", "b"], "ok": True}}).encode()
    assert read_answers(raw, name="a.jsonl")[0].answer == '{"steps": ["a", "b"], "ok": true}'


def test_an_answer_that_is_null_is_kept_apart_from_an_empty_one():
    raw = b'{"uid": "a", "answer": null}\n{"uid": "b", "answer": ""}\n'
    assert [a.answer for a in read_answers(raw, name="a.jsonl")] == [None, ""]


def test_newlines_inside_an_answer_survive():
    answers = read_answers(csv_bytes('question,answer\nOpen?,"one\ntwo"\n'), name="a.csv")
    assert answers[0].answer == "one\ntwo"


@pytest.mark.parametrize(
    ("raw", "name", "words"),
    [
        (b"", "a.csv", "empty"),
        (b"question,answer\n", "a.csv", "holds no answers"),
        (b"not json\n", "a.jsonl", "line 1: this is no JSON"),
        (b"[1]\n", "a.jsonl", "line 1: this is no JSON object"),
        (b"x", "a.pdf", r"read from files that end in \.csv, "),
        (b"question,answer\n,b\n", "a.csv", "line 2: neither an identifier nor a question"),
        (b"sep=;\nquestion;answer\nA?;b;c\n", "a.csv", "line 3: 3 cells"),
        (
            b"question,answer,response\nA?,b,c\n",
            "a.csv",
            "line 2: the columns answer, response would all be the same thing: answer",
        ),
        (b'{"uid": "a", "id": "b", "answer": "c"}', "a.jsonl", "line 1: the columns uid, id"),
        (b'{"uid": "a", "answer": ' + b"[" * 100_000, "a.jsonl", "line 1: this is no JSON"),
        (b'{"uid": "a", "answer": ' + b"1" * 5_000 + b"}", "a.jsonl", "line 1: this is no JSON"),
    ],
)
def test_every_other_refusal_says_where_and_why(raw, name, words):
    with pytest.raises(Unusable, match=words):
        read_answers(raw, name=name)


@pytest.mark.parametrize(
    "raw", [b"sep=;\r\nquestion;answer\r\nOpen?;Until 6\r\n", b"question|answer\nOpen?|Until 6\n"]
)
def test_separators_that_spreadsheets_write_are_understood(raw):
    assert [(a.question, a.answer) for a in read_answers(raw, name="a.csv")] == [
        ("Open?", "Until 6")
    ]


def test_answers_written_out_can_be_read_in_whatever_stands_in_them():
    """A line separator or another control character inside an answer ends no line."""
    said = "one\u2028two\u0085three\x1bfour 质量 «på ön»"
    rows = [{"uid": uid, "answer": said, "contexts": [said]} for uid in ("a", "b")]
    raw = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()

    assert [(a.uid, a.answer, a.contexts) for a in read_answers(raw, name="a.jsonl")] == [
        ("a", said, (said,)), ("b", said, (said,))
    ]  # fmt: skip


def test_a_file_in_another_encoding_is_read():
    text = (
        "fråga,question,answer\n1,Vad kostar bygglov på hösten för småhusägare?,"
        "Femtio kronor är på väg\n"
    )
    raw = text.encode("cp1252")
    assert read_answers(raw, name="a.csv")[0].question.startswith("Vad kostar bygglov på hösten")


def test_nul_is_shown_and_not_lost():
    raw = b'{"uid": "q", "answer": "a\\u0000b"}'
    assert read_answers(raw, name="a.jsonl")[0].answer == "a\u2400b"
