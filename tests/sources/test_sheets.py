"""Tables as CSV and Excel: questions with their answers, and rows of everything else."""

import datetime

import pytest
from openpyxl import Workbook

from sources.reading import (
    BlockKind,
    PassageKind,
    ReadDocument,
    SkipReason,
    Unread,
    Unreadable,
    read,
)
from sources.reading.documents import delimited, workbooks
from sources.reading.documents.shown import shown
from tests.sources.documents import packed, saved, texts, workbook

pytestmark = pytest.mark.usefixtures("in_this_process")
# Spreadsheets know no time zones.
MIDNIGHT = datetime.datetime.fromisoformat("2026-03-09")
AFTERNOON = datetime.datetime.fromisoformat("2026-03-09T14:05")
ENTRIES = [
    ("How long does the crossing take?", "It takes about forty minutes."),
    ("May I bring a bicycle?", "Yes, bicycles travel free of charge."),
]


def csv(text: str, encoding: str = "utf-8", name: str = "faq.csv") -> ReadDocument:
    return read(text.encode(encoding), name=name)


def entries(document: ReadDocument) -> list[tuple[str, str]]:
    return [(entry.question, entry.answer) for entry in document.faq]


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        ("Question", "Answer"), ("Q", "A"), ("Pregunta", "Respuesta"), ("Fråga", "Svar"),
        ("Frage", "Antwort"), ("question_en", "answer_en"), ("Customer question", "Our answer"),
        ("PREGUNTAS", "RESPUESTAS"), ("質問", "回答"), ("Вопрос", "Ответ"), ("FAQ", "Response"),
    ],
)  # fmt: skip
def test_columns_are_told_by_their_names_in_many_languages(asked: str, answered: str):
    rows = "".join(f'"{question[:-1]}","{answer}"\n' for question, answer in ENTRIES)
    document = csv(f"{asked},{answered}\n{rows}")
    assert entries(document) == [(question[:-1], answer) for question, answer in ENTRIES]
    assert {passage.kind for passage in document.passages} == {PassageKind.FAQ}


@pytest.mark.parametrize("header", ["", "Text 1;Text 2;No\n"])
def test_columns_without_such_names_are_told_by_what_they_hold(header: str):
    rows = "".join(f"{question};{answer};{n}\n" for n, (question, answer) in enumerate(ENTRIES))
    assert entries(csv(header + rows)) == ENTRIES


def test_a_category_is_the_heading_of_its_entries():
    document = csv(
        "Category,Question,Answer\nTrips,How long is it?,Forty minutes.\n"
        "Trips,Is there a bar?,On every deck.\nLuggage,How much may I bring?,Ten kilograms.\n"
    )
    assert [passage.heading_path for passage in document.passages] == [
        ("Trips", "How long is it?"), ("Trips", "Is there a bar?"),
        ("Luggage", "How much may I bring?"),
    ]  # fmt: skip


def test_a_line_of_its_own_heads_the_entries_below_it():
    document = csv("Question,Answer\nTrips,\nHow long is it?,Forty minutes.\n")
    assert document.passages[0].heading_path == ("Trips", "How long is it?")


def test_further_columns_and_questions_without_answers_are_left_out_and_said():
    document = csv(
        "ID,Question,Answer,Owner\n17,How long is it?,Forty minutes.,Ada\n18,Is there a bar?,,Bo\n"
    )
    assert document.text == "How long is it?\n\nForty minutes."
    assert [(part.reason, part.text) for part in document.skipped] == [
        (SkipReason.EMPTY_HEADING, "Is there a bar?"), (SkipReason.COLUMN, "ID: 17, 18"),
        (SkipReason.COLUMN, "Owner: Ada, Bo"),
    ]  # fmt: skip


def test_two_languages_side_by_side_are_entries_both():
    document = csv(
        "question_en,answer_en,question_de,answer_de\n"
        "How long is it?,Forty minutes.,Wie lange dauert es?,Vierzig Minuten.\n"
    )
    assert entries(document) == [
        ("How long is it?", "Forty minutes."), ("Wie lange dauert es?", "Vierzig Minuten."),
    ]  # fmt: skip


def test_an_answer_of_several_lines_keeps_its_list():
    document = csv('Question,Answer\nWhat may I bring?,"You may bring:\n- a bag\n- a bicycle"\n')
    assert entries(document) == [("What may I bring?", "You may bring:\n\na bag\na bicycle")]
    assert [block.kind for block in document.blocks][2:] == [BlockKind.ITEM] * 2


def test_markup_left_by_an_export_is_read():
    document = csv(
        'Question,Answer\nWhat may I bring?,"<p>You may bring <b>a bag</b> &amp; a bicycle.</p>"\n'
        "Is a < b?,No.\n"
    )
    assert entries(document) == [
        ("What may I bring?", "You may bring a bag & a bicycle."), ("Is a < b?", "No."),
    ]  # fmt: skip


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16", "mac_roman"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_delimiters_and_encodings_are_found_out(encoding: str, delimiter: str):
    rows = [("Fråga", "Svar"), ("Får jag ta med en häst?", "Nej; hästar åker inte färja, tyvärr."),
            ("Är båten öppen för alla?", "Ja, året om, även på söndagar.")]  # fmt: skip
    text = "".join(delimiter.join(f'"{cell}"' for cell in row) + "\r\n" for row in rows)
    assert entries(csv(text, encoding)) == rows[1:]


def test_the_delimiter_may_be_stated():
    assert texts(csv("sep=|\nFare|Price, adult\nSingle|12,50\n")) == [
        "Fare: Single; Price, adult: 12,50"
    ]


def test_other_tables_are_rows_that_carry_their_headers():
    document = csv("Fare,Adult,Child\nSingle,12,6\nReturn,20,\n", name="fares.csv")
    assert texts(document) == ["Fare: Single; Adult: 12; Child: 6", "Fare: Return; Adult: 20"]
    assert document.blocks[0].list_id == document.blocks[1].list_id != 0
    assert document.title == "fares.csv"
    assert document.passages[0].kind is PassageKind.TABLE


def test_a_broken_quotation_does_not_break_the_table():
    assert "Forty" in csv('Question,Answer\nHow long is it?,"Forty minutes\n').text


def test_more_rows_than_are_read_are_said(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(delimited, "MOST_ROWS", 3)
    document = csv("Fare,Adult\nSingle,12\nReturn,20\nMonth,90\n")
    assert len(document.blocks) == 2
    assert [(part.reason, part.text) for part in document.skipped] == [
        (SkipReason.LIMIT, "Month; 90")
    ]


def test_columns_beyond_any_tables_width_are_not_read():
    wide = ",".join(f"c{number}" for number in range(5_000))
    assert "c99" in csv(f"{wide}\n{wide}\n").text
    assert "c100" not in csv(f"{wide}\n{wide}\n").text


def test_sheets_are_headings_and_hidden_ones_are_left_out():
    book = Workbook()
    book.active.title = "Trips"
    for name in ("Luggage", "Drafts"):
        book.create_sheet(name)
    for sheet, (question, answer) in zip(
        book.worksheets, [*ENTRIES, ("Secret?", "Yes.")], strict=True
    ):
        sheet.append(["Question", "Answer"])
        sheet.append([question, answer])
    book["Drafts"].sheet_state = "hidden"
    document = read(saved(book), name="faq.xlsx")
    assert entries(document) == ENTRIES
    assert document.passages[1].heading_path == ("Luggage", ENTRIES[1][0])
    assert [(part.reason, part.text) for part in document.skipped] == [
        (SkipReason.HIDDEN, "Drafts")
    ]


def test_a_sheet_that_nobody_named_is_no_heading():
    document = read(workbook(Tabelle1=[("Fare", "Adult"), ("Single", 12)]), name="fares.xlsx")
    assert texts(document) == ["Fare: Single; Adult: 12"]


@pytest.mark.parametrize(
    ("value", "pattern", "said"),
    [
        (12, "General", "12"), (12.0, "General", "12"), (0.1 + 0.2, "General", "0.3"),
        (12.5, "0.00", "12.50"), (1234567.891, "#,##0.00", "1,234,567.89"), (0.175, "0.0%", "17.5%"),
        (12.5, '0.00" €"', "12.50 €"), (12.5, "[$€-407]#,##0.00", "€12.50"),
        (12.5, "#,##0.00 [$€-407]", "12.50 €"), (7, "000", "007"), (True, "General", "TRUE"),
        (None, "General", ""), ("  Text ", "@", "Text"),
        (MIDNIGHT, "dd.mm.yyyy", "09.03.2026"),
        (AFTERNOON, "d/m/yy h:mm", "9/3/26 14:05"),
        (AFTERNOON, "mmmm d, yyyy h:mm AM/PM", "March 9, 2026 2:05 PM"),
        (MIDNIGHT, "General", "2026-03-09"), (datetime.time(9, 30), "hh:mm", "09:30"),
        (datetime.timedelta(hours=30, minutes=5), "[h]:mm", "30:05"),
    ],
)  # fmt: skip
def test_numbers_and_dates_are_read_as_they_are_shown(value: object, pattern: str, said: str):
    assert shown(value, pattern) == said


def test_a_formula_gives_the_value_last_worked_out():
    """A formula that nobody worked out gives nothing, and never its own text."""
    raw = workbook(Fares=[("Fare", "Adult", "Both"), ("Single", 12, "=B2*2"), ("Return", 20, 40)])
    assert "B2" not in read(raw, name="fares.xlsx").text


def test_a_huge_sheet_is_read_up_to_its_limit(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(workbooks, "MOST_ROWS", 50)
    document = read(workbook(Fares=[("Fare", "Adult")] + [("Single", n) for n in range(99)]),
                    name="fares.xlsx")  # fmt: skip
    assert len(document.blocks) == 50
    assert (SkipReason.LIMIT, "Fares") in [(part.reason, part.text) for part in document.skipped]


def test_a_stray_mark_far_below_costs_nothing():
    book = Workbook()
    book.active.append(["Fare", "Adult"])
    book.active.append(["Single", 12])
    book.active.cell(1_048_576, 16_384, "x")
    assert texts(read(saved(book), name="fares.xlsx"))[0] == "Fare: Single; Adult: 12"


def test_workbooks_that_cannot_be_opened_say_why():
    with pytest.raises(Unreadable) as refusal:
        read(packed({"xl/workbook.xml": b" " * 30_000_000}), name="a.xlsx")
    assert refusal.value.why is Unread.BOMB


def test_a_broken_workbook_says_so(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.undo()
    with pytest.raises(Unreadable) as refusal:
        read(packed({"xl/workbook.xml": b"<broken"}), name="a.xlsx")
    assert refusal.value.why is Unread.BROKEN
