"""Results as files: nothing lost on the way out and back, and nothing that a spreadsheet runs."""

import csv
import io
import json
from dataclasses import replace

import pytest
from django.urls import reverse
from openpyxl import load_workbook

from core.text.guarding import runs
from reports import services
from reports.document import report_json
from reports.exports import ANSWERED, COLUMNS, NUMBERS, OBJECTS, TEXTS, TRUTHS, results_file
from reports.figures import Correction, figures
from runs.uploads.reading import read_upload
from tests.reports.records import bad, good, lost, make_run
from tests.reports.samples import STARTED, decided, given, mixed, result
from tests.world import client_for
from testsets.exchange.csv_files import read_csv
from testsets.exchange.json_files import read_jsonl
from testsets.exchange.xlsx_files import read_xlsx

HOSTILE = ["=1+1", "+1", "-1", "@x", "\t=1", "\r=1", "\u200b=1", "\u2060＝1", "'=1", "'tis", "0.50"]
# What is None where nothing came, and not the empty text.
NULL = ("label", "set_aside", "automated_label", "signed_off_at")


def document():
    """Results of every kind, with what other languages and spreadsheets make of texts."""
    made = mixed()
    corrected = result(
        "q-017", answer="14,50 €", captured_answer="=HYPERLINK(1)",
        correction=Correction("Åsa", STARTED, "+ a slip"),
        decision=decided(reason="@all: 你好\nsecond line"), signed_off_at=STARTED, confidence=0.0,
    )  # fmt: skip
    hostile = [
        replace(result(f"q-1{place:02}"), answer=text, question=text, topic=text, explanation=text)
        for place, text in enumerate(HOSTILE)
    ]
    checked = [result("q-201", drawn=True), result("q-202", drawn=False)]
    empty = result("q-200", answer="", topic='sí; «no», "quoted"')
    return report_json(figures(given([*made.results, corrected, *hostile, *checked, empty])))


def rows(raw, kind):
    if kind == "xlsx":
        return read_xlsx(raw, "r.xlsx", known=len).rows
    return read_csv(raw, "r.csv", known=lambda titles: len(set(titles) & set(COLUMNS))).rows


def result_from(cells):
    """A result as it stands in the data, from the cells of its row."""
    made = {column: cells.get(column, "") for column in TEXTS}
    made |= {column: None for column in NULL if not made[column]}
    if cells[ANSWERED] == "no":
        made["answer"] = None
    made |= {name: json.loads(cells[name]) if cells.get(name) else None for name in NUMBERS}
    made |= {name: {"yes": True, "no": False, "": None}[cells.get(name, "")] for name in TRUTHS}
    made |= {name: json.loads(cells[name]) if cells.get(name) else None for name in OBJECTS}
    made["source"] = made["sources"][0] if made["sources"] else None
    if made["correction"] is None:
        made["captured_answer"] = None
        del made["correction"]
    if made["drawn"] is None:
        del made["drawn"]
    return made


@pytest.mark.parametrize(("kind", "mark"), [("csv", False), ("csv", True), ("xlsx", False)])
def test_a_table_holds_every_result_whole(kind, mark):
    given_ = document()
    back = rows(results_file(given_, kind, mark=mark).raw, kind)
    assert [result_from(row.value) for row in back] == given_["results"]


def test_lines_of_json_are_the_results_of_the_data():
    given_ = document()
    back = read_jsonl(results_file(given_, "jsonl").raw, "r.jsonl").rows
    assert [row.value for row in back] == given_["results"]


def test_no_cell_is_taken_for_a_formula():
    given_ = document()
    cells = [
        cell
        for row in csv.reader(io.StringIO(results_file(given_, "csv").raw.decode(), newline=""))
        for cell in row
    ]
    sheet = load_workbook(io.BytesIO(results_file(given_, "xlsx").raw))["Results"]
    typed = [cell for row in sheet.iter_rows() for cell in row if cell.value is not None]
    assert not any(runs(cell) for cell in cells)
    assert not any(runs(cell.value) for cell in typed if cell.data_type == "s")
    assert {cell.data_type for cell in typed} == {"s", "n"}
    # Guarded, not dropped.
    assert "'=1+1" in cells
    assert "'\u200b=1" in cells


def test_numbers_stay_numbers_and_zero_is_not_nothing():
    given_ = document()
    sheet = load_workbook(io.BytesIO(results_file(given_, "xlsx").raw))["Results"]
    titles = [cell.value for cell in sheet[1]]
    confidence = [row[titles.index("confidence")] for row in sheet.iter_rows(2, values_only=True)]
    assert confidence == [each["confidence"] for each in given_["results"]]
    assert 0 in confidence
    assert None in confidence


@pytest.mark.parametrize("kind", ["csv", "xlsx", "jsonl"])
def test_the_answers_of_a_file_can_be_uploaded_and_graded_again(kind):
    given_ = document()
    read = read_upload(results_file(given_, kind).raw, name=f"results.{kind}")
    told = [(each.uid, each.answer or "") for each in read.answers]
    assert told == [(each["uid"], each["answer"] or "") for each in given_["results"]]


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["csv", "xlsx", "jsonl"])
def test_vik_takes_the_results_of_a_published_version(world, kind):
    run = make_run(world.acme, [good("q-1"), bad("q-2"), lost("q-3")])
    version = services.publish(run=run, by=world.ada)
    version.refresh_from_db()  # a database gives the fields of an object in an order of its own
    url = reverse(f"reports:version_{kind}", args=["acme", run.pk, version.number])
    client = client_for(world.vik)
    response = client.get(url)
    assert response.content == results_file(version.snapshot, kind).raw
    assert response.headers["Content-Disposition"].endswith(f'-v1-results.{kind}"')
    assert client.get(url + "?for=excel").content.startswith(b"\xef\xbb\xbf") == (kind == "csv")
    assert client_for(world.otto).get(url).status_code == 404
    assert version.reads.get().form == "data"
