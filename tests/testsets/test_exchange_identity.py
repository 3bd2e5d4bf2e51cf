"""Export, then import: the same questions, whatever stands in them (M1.22)."""

from hypothesis import HealthCheck, given, settings

from tests.testsets.exchanged import excel_saved_csv, excel_saved_xlsx, sets
from testsets.exchange import lines_of, read_questions, write_file

usual = settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))


def back(raw, kind):
    read = read_questions(raw, name=f"questions.{kind}")
    contents = [(question.content, question.writer) for question in read]
    return list(lines_of(contents, methods=read[0].methods.as_json()))


@usual
@given(sets())
def test_json_lines_come_back_as_they_were(lines):
    assert back(write_file(lines, "jsonl").raw, "jsonl") == lines


@usual
@given(sets())
def test_csv_comes_back_as_it_was(lines):
    assert back(write_file(lines, "csv").raw, "csv") == lines
    assert back(write_file(lines, "csv", mark=True).raw, "csv") == lines


@usual
@given(sets())
def test_csv_comes_back_after_excel_saved_it(lines):
    assert back(excel_saved_csv(write_file(lines, "csv", mark=True).raw), "csv") == lines


@usual
@given(sets(workbook=True))
def test_a_workbook_comes_back_as_it_was(lines):
    assert back(write_file(lines, "xlsx").raw, "xlsx") == lines


@usual
@given(sets(workbook=True))
def test_a_workbook_comes_back_after_excel_saved_it(lines):
    assert back(excel_saved_xlsx(write_file(lines, "xlsx").raw), "xlsx") == lines
