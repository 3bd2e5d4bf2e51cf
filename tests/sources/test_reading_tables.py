"""Rows of tables carry the headers that people see above and beside them."""

import time

import pytest

from sources.reading import BlockKind, ReadDocument, read

OPENING = "<h1>Fares</h1><p>These are the fares of the ferry.</p>"


def page(body: str) -> ReadDocument:
    html = f"<html lang=en><body>{OPENING}{body}</body></html>"
    return read(html.encode(), name="page.html")


def lines(document: ReadDocument) -> list[str]:
    return [block.text for block in document.blocks[2:]]


TABLES = {
    "headers of two rows, spanning": (
        """<table><caption>Fares of 2026</caption><thead><tr><th rowspan=2>Ticket</th>
        <th colspan=2>Summer</th><th>Winter</th></tr><tr><th>Adult</th><th>Child</th><th>All</th></tr>
        </thead><tbody><tr><th>Single</th><td>12 €</td><td>6 €</td><td>10 €</td></tr>
        <tr><th>Day</th><td colspan=2>20 €</td><td>15 €</td></tr></tbody></table>""",
        ["Fares of 2026", "Ticket: Single; Summer, Adult: 12 €; Summer, Child: 6 €; Winter, All: 10 €",
         "Ticket: Day; Summer, Adult, Child: 20 €; Winter, All: 15 €"],
    ),
    "a cell over several rows": (
        """<table><tr><th>Line</th><th>Day</th><th>Time</th></tr><tr><td rowspan=2>North</td>
        <td>Monday</td><td>9:00</td></tr><tr><td>Tuesday</td><td>10:00</td></tr></table>""",
        ["Line: North; Day: Monday; Time: 9:00", "Line: North; Day: Tuesday; Time: 10:00"],
    ),
    "a comparison": (
        """<table><tr><td></td><th>Basic</th><th>Pro</th></tr><tr><th>Price</th><td>5 €</td><td>10 €</td>
        </tr><tr><th>Support</th><td>Mail</td><td>Phone</td></tr></table>""",
        ["Price; Basic: 5 €; Pro: 10 €", "Support; Basic: Mail; Pro: Phone"],
    ),
    "groups of rows and a note": (
        """<table><tr><th>Ticket</th><th>Price</th></tr><tr><th colspan=2>Cars</th></tr><tr><td>Small</td>
        <td>30 €</td></tr><tr><th colspan=2>Bikes</th></tr><tr><td>Any</td><td>3 €</td></tr>
        <tr><td colspan=2>Prices hold until the end of the year for all lines.</td></tr></table>""",
        ["Cars; Ticket: Small; Price: 30 €", "Bikes; Ticket: Any; Price: 3 €",
         "Prices hold until the end of the year for all lines."],
    ),
    "labels and values": (
        "<table><tr><td>Phone</td><td>555 0100</td></tr><tr><td>Open</td><td>9 to 17</td></tr></table>",
        ["Phone: 555 0100", "Open: 9 to 17"],
    ),
    "labels and values side by side": (
        "<table><tr><th>Phone</th><td>555 0100</td><th>Fax</th><td>555 0101</td></tr></table>",
        ["Phone: 555 0100; Fax: 555 0101"],
    ),
    "bold cells above": (
        """<table><tr><td><b>Ticket</b></td><td><strong>Price</strong></td></tr><tr><td>Single</td>
        <td>12 €</td></tr></table>""",
        ["Ticket: Single; Price: 12 €"],
    ),
    "headings as headers": (
        "<table><tr><th><h4>Ticket</h4></th><th><h4>Price</h4></th></tr><tr><td>Single</td><td>12 €</td></tr>"
        "</table>",
        ["Ticket: Single; Price: 12 €"],
    ),
    "a list in a cell": (
        """<table><tr><th>Ticket</th><th>Takes</th></tr><tr><td>Family</td><td><ul><li>two adults</li>
        <li>three children</li></ul></td></tr></table>""",
        ["Ticket: Family; Takes: two adults, three children"],
    ),
    "rows of other lengths": (
        """<table><tr><th>A</th><th>B</th><th>C</th></tr><tr><td>1</td><td>2</td></tr>
        <tr><td>1</td><td>2</td><td>3</td><td>4</td></tr></table>""",
        ["A: 1; B: 2", "A: 1; B: 2; C: 3; 4"],
    ),
    "headers and a caption alone": (
        "<table><caption>Times</caption><tr><th>Departure</th><th>Arrival</th></tr></table>",
        [],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("table", "expected"), TABLES.values(), ids=TABLES.keys())
def test_every_row_says_what_its_values_are(table: str, expected: list[str]):
    assert lines(page(table)) == expected


@pytest.mark.parametrize(
    "table",
    [
        "<table role=presentation><tr><td>{}</td><td>{}</td></tr></table>",
        "<table><tr><td><h2>Left</h2>{}</td><td>{}</td></tr></table>",
        "<table><tr><td>{}</td><td>{}<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr>"
        "</table></td></tr></table>",
    ],
    ids=["by role", "with headings", "around another"],
)
def test_a_table_that_arranges_the_page_has_no_rows(table: str):
    text = "<p>A column of the page with running text.</p>"
    document = page(table.format(text, text))
    kept = [block for block in document.blocks if "column" in block.text]
    assert [block.kind for block in kept] == [BlockKind.PARAGRAPH, BlockKind.PARAGRAPH]
    assert {block.text for block in kept} == {"A column of the page with running text."}


def test_a_table_that_asks_is_entries_whose_answers_keep_their_lists():
    document = page(
        """<table><tr><th>No.</th><th>Question</th><th>Answer</th></tr><tr><td>1</td>
        <td>What may I bring?</td><td><p>You may bring:</p><ul><li>a bike</li><li>a dog</li></ul></td></tr>
        <tr><td>2</td><td>Is there a limit?</td><td>No.</td></tr></table><p>After it stands this text.</p>"""
    )
    assert [(entry.question, entry.answer) for entry in document.faq] == [
        ("What may I bring?", "You may bring:\n\na bike\na dog"),
        ("Is there a limit?", "No."),
    ]
    assert lines(document)[-1] == "After it stands this text."


@pytest.mark.parametrize(
    "html",
    [
        "<table>" + "<tr><td rowspan=65000 colspan=1000>a<td>b" * 5_000,
        "<table>" + "<tr><td>" + "<td>a" * 15_000,
        "<table><tr><td>" * 5_000,
    ],
    ids=["spans", "one row", "nested"],
)
def test_a_table_without_measure_is_read_in_little_time(html: str):
    clock = time.process_time()
    page(html)
    assert time.process_time() - clock < 5
