"""Files as people and programs really give them, and what is said of those that can't be read."""

import io
import json
import zipfile
from datetime import date

import pytest
from openpyxl import Workbook, load_workbook

from core.text.guarding import guarded, rewritten, runs, unguarded
from testsets.evidence import fact_as_json
from testsets.exchange import (
    LARGEST_FILE,
    Left,
    Unusable,
    as_line,
    read_file,
    read_questions,
    write_file,
)
from testsets.import_forms import FileForm


def line(**changes):
    content = {
        "uid": "q-1", "type": "direct", "language": "en", "text": "How much is a ticket?",
        "expected_answer": "24 euros", "expects": "answer", "critical": False, "control": False,
        "purpose": "", "topic": "", "parent_uid": "", "facts": [fact_as_json("24 euros", "")],
        "passages": [],
    } | changes  # fmt: skip
    return as_line(content, writer="Ada")


def said(raw, name):
    with pytest.raises(Unusable) as refused:
        read_questions(raw.encode() if isinstance(raw, str) else raw, name=name)
    return str(refused.value)


def workbook(*rows, title="Questions"):
    book = Workbook()
    book.active.title = title
    for row in rows:
        book.active.append(row)
    return book


def saved(book):
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


# Cells that spreadsheets run or rewrite


@pytest.mark.parametrize(
    "text",
    ["=cmd|' /C calc'!A0", "+1", "-1", "@x", "\t=1", "\rx", "\nx", "＝1+1", "＋1", "－1", "＠x",
     "\u200b=1", "\u2060@x", "\u202e-1", "\ufeff=1", "\u00ad=1", " =1", "\x00=1", "\u3164=1"],
)  # fmt: skip
@pytest.mark.parametrize("csv", [True, False])
def test_a_cell_that_could_run_gets_an_apostrophe(text, csv):
    assert guarded(text, csv=csv) == f"'{text}"
    assert unguarded(f"'{text}", csv=csv) == text


@pytest.mark.parametrize(
    "text",
    ["24", "0.50", "-", "1e5", "007", "1/2", "1-2", "2026-01-05", "5. Mai 2026", "12:30 pm", "TRUE",
     "Wahr", "€ 24", "24 kr", "50 %", "#N/A", " 24 ", "(24)", "9007199254740993", "3 March", "12 juni"],
)  # fmt: skip
def test_a_cell_that_excel_would_rewrite_gets_an_apostrophe_in_csv_only(text):
    assert guarded(text, csv=True) == f"'{text}"
    if text != "-":
        assert guarded(text, csv=False) == text


@pytest.mark.parametrize(
    "text", ["'tis", "24 euros", "It's 24", "a=b", "Room 5", "", "'", "''", "q-1"]
)
def test_honest_text_stays_as_it_is(text):
    assert guarded(text, csv=True) == guarded(text, csv=False) == text
    assert unguarded(text, csv=True) == text


@pytest.mark.parametrize("text", ["'=1", "''=1", "'24"])
def test_an_honest_apostrophe_before_such_a_cell_gets_a_second_one(text):
    assert guarded(text, csv=True) == f"'{text}"
    assert unguarded(f"'{text}", csv=True) == text


def test_headers_are_guarded_as_well_as_cells():
    from core.text.csv_writing import write_csv

    assert write_csv(["=1+1"], [["a"]], mark=False) == b"'=1+1\r\na\r\n"


def test_no_cell_of_a_workbook_is_a_formula():
    raw = write_file([line(text="=1+1", topic="24")], "xlsx").raw
    cells = [
        cell for row in load_workbook(io.BytesIO(raw))["Questions"].iter_rows() for cell in row
    ]

    assert {cell.data_type for cell in cells if cell.value is not None} == {"s"}
    assert {cell.number_format for cell in cells if cell.value is not None} == {"@"}


# What a workbook cannot hold


def test_what_a_workbook_cannot_hold_is_replaced_counted_and_said_on_the_way_back():
    long = "x" * 33_000
    written = write_file([line(purpose="a\x07b\x1b", topic="\ufffe", text=long[:4_000])], "xlsx")
    cut = write_file(
        [line(passages=[{"document": "", "address": "", "content_hash": "", "heading_path": [],
                         "text": "😀" * 20_000, "start": 0, "end": 20_000, "language": "en"}])],
        "xlsx",
    )  # fmt: skip

    assert written.notes.listed() == [
        (Left.CONTROL_CHARACTERS, "purpose", 1), (Left.CONTROL_CHARACTERS, "topic", 1)
    ]  # fmt: skip
    read = read_file(written.raw, name="q.xlsx")
    assert read.questions[0].content["purpose"] == "a␇b␛"
    assert read.notes.listed() == written.notes.listed()
    assert cut.notes.listed() == [(Left.LONG_CELLS, "passage_1", 1)]
    cells = list(load_workbook(io.BytesIO(cut.raw))["Questions"].iter_rows(values_only=True))
    assert max(len(str(cell).encode("utf-16-le")) // 2 for cell in cells[1]) <= 32_767


def test_nothing_is_said_when_nothing_was_changed():
    raw = write_file([line()], "xlsx").raw

    assert load_workbook(io.BytesIO(raw)).sheetnames == ["Questions"]


def test_json_lines_and_csv_hold_long_and_strange_text_whole():
    lines = [line(purpose="\x07\x1b\ufffe", expected_answer="y" * 19_000)]

    for kind in ("csv", "jsonl"):
        read = read_questions(write_file(lines, kind).raw, name=f"q.{kind}")
        assert read[0].content["purpose"] == "\x07\x1b\ufffe"
        assert read[0].content["expected_answer"] == "y" * 19_000


def test_nul_and_half_characters_are_made_visible():
    raw = b'{"question": "a\\u0000b\\ud800?", "expected_answer": "c"}'

    assert read_questions(raw)[0].content["text"] == "a␀b\ufffd?"
    assert (
        read_questions(b"question,expected_answer\na\x00b?,c\n", name="q.csv")[0].content["text"]
        == "a␀b?"
    )


def test_a_line_separator_inside_a_text_ends_no_line():
    lines = [line(text="one\u2028two\u0085three?")]

    assert (
        read_questions(write_file(lines, "jsonl").raw)[0].content["text"]
        == "one\u2028two\u0085three?"
    )


# How files come


SAME = [("How much?", "24; or less"), ("When?", "At\nnine")]


@pytest.mark.parametrize(
    "raw",
    [
        b'question,expected_answer\nHow much?,24; or less\nWhen?,"At\nnine"\n',
        b'\xef\xbb\xbfquestion;expected_answer\r\nHow much?;"24; or less"\r\nWhen?;"At\nnine"\r\n',
        b'sep=;\r\nquestion;expected_answer\r\nHow much?;"24; or less"\r\nWhen?;"At\nnine"\r\n',
        b'question\texpected_answer\nHow much?\t24; or less\nWhen?\t"At\nnine"\n',
        b'question|expected_answer\rHow much?|24; or less\rWhen?|"At\nnine"\r',
        'question,expected_answer\nHow much?,24; or less\nWhen?,"At\nnine"\n'.encode("utf-16"),
        b'Question, Expected Answer \nHow much?,24; or less\n\n,\nWhen?,"At\nnine",,\n',
    ],
    ids=["plain", "mark-semicolon", "sep", "tabs", "old-mac", "utf-16", "nearly-right"],
)
def test_a_table_is_read_however_it_was_saved(raw):
    read = read_questions(raw, name="q.csv")

    assert [(one.content["text"], one.content["expected_answer"]) for one in read] == SAME


def test_another_encoding_is_read_and_named():
    raw = "question,expected_answer\nVad kostar en båt på sjön?,Fråga på båten.\n".encode("cp1252")

    read = read_file(raw, name="q.csv")

    assert read.questions[0].content["text"] == "Vad kostar en båt på sjön?"
    assert read.notes.encoding == "cp1252"


def test_values_that_excel_typed_come_back_as_they_look():
    book = workbook(
        ["uid", "question", "expected_answer", "purpose", "topic", "critical"],
        ["a", "How much?", 24.0, 0.05, date(2026, 1, 5), True],
        [7, "How many?", 1234567, 0.1, None, False],
    )
    book.active["D2"].number_format = "0%"

    first, second = (one.content for one in read_questions(saved(book), name="q.xlsx"))

    assert (first["expected_answer"], first["purpose"], first["topic"]) == (
        "24",
        "5%",
        "2026-01-05",
    )
    assert (second["uid"], second["expected_answer"], second["purpose"]) == ("7", "1234567", "0.1")
    assert (first["critical"], second["critical"]) == (True, False)


def test_a_carriage_return_that_excel_escaped_is_one_again():
    book = workbook(["question", "expected_answer"], ["How much?", "One_x000D_\ntwo _x005F_x000D_"])

    assert (
        read_questions(saved(book), name="q.xlsx")[0].content["expected_answer"]
        == "One\r\ntwo _x000D_"
    )


def test_the_sheet_with_the_questions_is_found_and_the_others_are_named():
    book = workbook(["Read", "me"], title="About")
    sheet = book.create_sheet("Data")
    sheet.append(["question", "expected_answer"])
    sheet.append(["How much?", "24"])
    book.create_sheet("Empty")

    read = read_file(saved(book), name="q.xlsx")

    assert read.questions[0].place.said() == "q.xlsx, sheet “Data”, row 2"
    assert read.notes.listed() == [(Left.SHEET, "About", 1)]


OWN = b"question,expected_answer,Owner,Notes,Custom\nHow much?,24,Ada,,x\nWhen?,At nine,=Bo,,\n"


@pytest.mark.parametrize("kind", ["csv", "xlsx", "jsonl"])
def test_columns_that_mean_nothing_here_are_kept_and_written_out_again(kind):
    """M1.22: under their own names in a table, and as the same questions from there."""
    read = read_file(OWN, name="q.csv")
    contents = [one.content for one in read.questions]

    raw = write_file([as_line(one, writer="x") for one in contents], kind).raw
    again = read_file(raw, name=f"q.{kind}")

    assert [one["custom"] for one in contents] == [
        {"Owner": "Ada", "custom": "x"},
        {"Owner": "=Bo"},
    ]
    assert [one.content for one in again.questions] == contents
    assert read.notes.kept == again.notes.kept == {"Owner": 2, "custom": 1}
    assert read.notes.listed() == []
    if kind == "csv":
        assert b"custom: Owner" in raw


def test_a_column_that_holds_more_than_is_kept_is_named():
    long = {
        "question": "A?",
        "expected_answer": "B",
        "log": "x" * 30_001,
        "tries": [1, {"ok": True}],
    }

    read = read_file(json.dumps([long]).encode(), name="q.json")

    assert read.questions[0].content["custom"] == {"tries": [1, {"ok": True}]}
    assert read.notes.listed() == [(Left.COLUMN, "log", 1)]


# What is refused, with its place


HEAD = "question,expected_answer"


@pytest.mark.parametrize(
    ("name", "raw", "words"),
    [
        ("q.csv", HEAD + "\nA?,B\nC?,D,E\n", ["q.csv, line 3: 3 cells"]),
        ("q.csv", HEAD + '\n"A\n?",B\nC?,D,E\n', ["q.csv, line 4: 3 cells"]),
        ("q.csv", 'sep=,\n' + HEAD + '\nC?,D,E\n', ["q.csv, line 3: 3 cells"]),
        ("q.csv", HEAD + '\nA?,"B\nC?,D\n', ["line 2: a quotation mark"]),
        ("q.csv", HEAD + '\nA?,"B"x\n', ["line 2: this is no CSV"]),
        ("q.csv", "question,question,expected_answer\nA?,B,C\n", ["line 1, column “question”: two columns"]),
        ("q.csv", HEAD + "\n,B\n", ["line 2, column “question”: this is missing"]),
        ("q.csv", HEAD + "\nA?,\n", ["line 2, column “expected_answer”: this is missing"]),
        ("q.csv", HEAD + ",type\nA?,B,riddle\n", ["column “type”", "“riddle”", "direct"]),
        ("q.csv", HEAD + ",critical\nA?,B,perhaps\n", ["“critical”: write yes or no"]),
        ("q.csv", HEAD + ",fact_1,passage_1\nA?,B,D,B.\n", ["“fact_1”: “D” does not"]),
        ("q.csv", HEAD + ",fact_1_place\nA?,B,\n,,x\n", ["column “question”"]),
        ("q.csv", HEAD + ",fact_1,fact_1_place\nA?,B,B,x\n", ["column “fact_1_place”"]),
        ("q.csv", HEAD + ",passage_1,passage_1_place\nA?,B,B,0..9\n", ["column “passage_1”"]),
        ("q.csv", "uid," + HEAD + "\nx,A?,B\nx,C?,D\n", ["line 3, column “uid”: line 2 has"]),
        ("q.csv", HEAD + "\nA?,B\nA?,B\n", ["line 3", "the same question as in line 2"]),
        ("q.csv", "id," + HEAD + "\n1,A?,B\n1,C?,D\n", ["line 3, column “uid”: line 2 has"]),
        ("q.csv", HEAD + ",parent\nA?,B,y\n", ["column “parent”: there is no question “y”"]),
        ("q.csv", "uid," + HEAD + ",parent\nx,A?,B,y\ny,C?,D,x\n", ["line 2", "goes back"]),
        ("q.csv", "uid," + HEAD + "\n" + "x" * 41 + ",A?,B\n", ["column “uid”: this is longer"]),
        ("q.csv", "Prompt,Ideal reply\nA?,B\n", ["no column holds the expected", "reference", "Ideal reply"]),
        ("q.csv", "Asked,Answer\nA?,B\n", ["no column holds the question", "user input", "Asked, Answer"]),
        ("q.csv", "", ["q.csv: this holds no questions"]),
        ("q.csv", HEAD + "\n\n", ["this holds no questions"]),
        ("q.jsonl", '{"question": "A?", "expected_answer": "B."}\nnonsense', ["line 2: this is no JSON"]),
        ("q.jsonl", "[1, 2]", ["line 1: this is no JSON object"]),
        ("q.jsonl", '{"question": "A?", "expected_answer": "B", "critical": "yes"}', ["column “critical”"]),
        ("q.jsonl", '{"question": 5, "expected_answer": "B"}', ["column “question”: this must be text"]),
        ("q.json", '[{"question": "A?", "expected_answer": "B"},\n\n {"question": "", "uid": "B"}]',
         ["q.json, line 3, column “question”"]),
        ("q.json", '{"a": 1,\n "data": [{"question": "A?",\n"uid": "x"},\n 7]}', ["q.json, line 4: this"]),
        ("q.json", "[" * 100_000, ["this is no JSON"]),
        ("q.json", '[{"question": "A?", "expected_answer": ' + "1" * 10_000 + "}]", ["this is no JSON"]),
        ("q.txt", "question", ["questions are read from files that end in .csv"]),
        ("q.xlsx", "question", ["this is no Excel workbook"]),
        ("q.csv", b"\xff\xfe\xfa\x81\x8d\x8f\x90\x9d" * 9, ["q.csv"]),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_place(name, raw, words):
    sentence = said(raw, name)

    assert [word for word in words if word not in sentence] == [], sentence


def test_all_places_are_named_up_to_twenty():
    raw = "question,expected_answer\n" + "".join(f"Who is {n}?,\n" for n in range(30))

    with pytest.raises(Unusable) as refused:
        read_questions(raw.encode(), name="q.csv")

    assert len(refused.value.problems) == 20
    assert refused.value.problems[19].place.line == 21


def test_an_identifier_may_be_called_id_and_ours_goes_first():
    [one] = read_questions(b"ID,question,expected_answer\n7,A?,B\n", name="q.csv")
    both = read_file(b"id,question,expected_answer,uid\nx,A?,B,7\n", name="q.csv")

    assert one.content["uid"] == both.questions[0].content["uid"] == "7"
    assert both.questions[0].content["custom"] == {"id": "x"}


def test_of_two_columns_for_one_field_the_one_with_its_very_name_counts_and_the_other_is_kept():
    read = read_file(b"question,expected_answer,Expected answer\nA?,B,C\n", name="q.csv")

    assert read.questions[0].content["expected_answer"] == "B"
    assert read.questions[0].content["custom"] == {"Expected answer": "C"}


def test_swedish_chinese_and_a_list_of_tools_come_back_from_every_kind_of_file():
    """M1.22."""
    needs = {"tools": ["sök_order", "查询"], "keywords": ["återbetalning"]}
    lines = [
        line(text="Vad kostar en båt till ön?", expected_answer="质量：二十四欧元。", needs=needs)
    ]

    for kind in ("csv", "jsonl", "xlsx"):
        [back] = read_questions(write_file(lines, kind).raw, name=f"q.{kind}")
        assert back.content["text"] == "Vad kostar en båt till ön?"
        assert back.content["expected_answer"] == "质量：二十四欧元。"
        assert back.content["needs"] == needs


def test_a_value_that_excel_shows_as_an_error_is_refused():
    book = workbook(["question", "expected_answer"], ["How much?", "#N/A"])
    book.active["B2"].data_type = "e"

    assert "row 2, column “expected_answer”: Excel shows an error" in said(saved(book), "q.xlsx")


def test_files_beyond_the_bounds_are_refused(monkeypatch):
    monkeypatch.setattr("testsets.exchange.csv_files.MOST_QUESTIONS", 2)
    monkeypatch.setattr("testsets.exchange.reading.LARGEST_FILE", 1_000)

    assert "more than 20000 questions" in said("question,expected_answer\n" + "A?,B\n" * 3, "q.csv")
    assert "larger than" in said("x" * 1_001, "q.csv")


def test_one_limit_holds_for_every_table_and_its_confirming_page_can_carry_it(settings):
    """Some workbooks are no smaller when packed, and come back as base64."""
    fresh = io.BytesIO()
    with zipfile.ZipFile(fresh, "w") as packed:
        packed.writestr("x", b"\0" * (LARGEST_FILE - 200))
    nearly = fresh.getvalue()
    assert LARGEST_FILE - 200 < len(nearly) <= LARGEST_FILE

    assert "no Excel workbook" in said(nearly, "q.xlsx")
    assert "larger than 50 MB" in said(nearly + b"\0" * 200, "q.xlsx")
    assert LARGEST_FILE * 4 / 3 + 1_000_000 < settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    assert "50 MB" in str(FileForm().fields["file"].help_text)
    assert "YAML up to 5 MB, with up to 20,000" in str(FileForm().fields["file"].help_text)


@pytest.mark.parametrize("entry", ["xl/workbook.xml", "[Content_Types].xml"])
def test_a_workbook_that_defines_entities_is_refused(entry):
    out = io.BytesIO()
    source = zipfile.ZipFile(
        io.BytesIO(saved(workbook(["question", "expected_answer"], ["A?", "B"])))
    )
    with zipfile.ZipFile(out, "w") as packed:
        for name in source.namelist():
            text = source.read(name)
            if name == entry:
                text = (
                    b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]>'
                    + text[text.index(b"<", 5) :]
                )
            packed.writestr(name, text)

    assert "no Excel workbook" in said(out.getvalue(), "q.xlsx")


def test_a_workbook_too_large_once_unpacked_is_refused(monkeypatch):
    monkeypatch.setattr("testsets.exchange.xlsx_files._LARGEST_UNPACKED", 100)

    assert "too large" in said(saved(workbook(["question"], ["A?"])), "q.xlsx")


def test_a_fact_without_a_passage_beside_one_with_it_stays_so():
    passage = {"document": "T", "address": "", "content_hash": "", "heading_path": [],
               "text": "24 euros. 24 euros.", "start": 5, "end": 24, "language": "en"}  # fmt: skip
    facts = [
        fact_as_json("24 euros", "", start=10, end=18, match="exact", passage=0),
        fact_as_json("24 euros", ""),
    ]
    lines = [line(facts=facts, passages=[passage])]

    for kind in ("csv", "jsonl", "xlsx"):
        read = read_questions(write_file(lines, kind).raw, name=f"q.{kind}")
        assert read[0].content["facts"] == facts


def test_a_row_may_leave_out_the_places_that_the_file_need_not_know():
    raw = json.dumps(
        {"question": "How much?", "expected_answer": "24", "facts": [{"quotation": "24 euros"}],
         "source": {"passage": "A ticket costs 24 euros."}}
    )  # fmt: skip

    fact = read_questions(raw.encode())[0].content["facts"][0]

    assert (fact["passage"], fact["start"], fact["end"]) == (0, 15, 23)


def test_nothing_of_excels_taste_is_missed_by_the_guard():
    assert not runs("24 euros")
    assert rewritten("1E5")
    assert not rewritten("Room 5")
