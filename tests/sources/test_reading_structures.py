"""Answers stay whole with their lists, tables and headings; lists with what leads in; code with words."""

import pytest

from sources.reading import BlockKind, PassageKind, ReadDocument, SkipReason, read

AFTER = "<section><h2>Contact</h2><p>Write to us whenever you like.</p></section>"
RICH = """<p>You may bring:</p><ul><li>a bike<ul><li>folded</li></ul></li><li>a dog</li></ul>{}
    <p>These cost a little:</p><table><tr><th>Thing</th><th>Fee</th></tr><tr><td>bike</td><td>3 €</td></tr>
    </table><p>Nothing else.</p>"""
SAID = (
    "You may bring:\n\na bike\nfolded\na dog\n\nFees\n\nThese cost a little:\n\nThing: bike; Fee: 3 €"
    "\n\nNothing else."
)


def page(body: str) -> ReadDocument:
    html = f"<html lang=en><body><h1>Help</h1>{body}{AFTER}</body></html>"
    return read(html.encode(), name="page.html")


def pairs(document: ReadDocument) -> list[tuple[str, str]]:
    return [(entry.question, entry.answer) for entry in document.faq]


WRAPPINGS = {
    "headings": "<h2>{q}</h2>{h3}<h2>Is there a limit?</h2><p>No.</p>",
    "details": "<details><summary>{q}</summary>{h3}</details>"
    "<details><summary>Is there a limit?</summary>No.</details>",
    "higher headings inside": "<details><summary>{q}</summary>{h2}</details>"
    "<details><summary>Is there a limit?</summary>No.</details>",
    "definitions": "<dl><dt>{q}</dt><dd>{h3}</dd><dt>Is there a limit?</dt><dd>No.</dd></dl>",
    "controls": "<button aria-controls=a>{q}</button><div id=a hidden>{h2}</div>"
    "<button aria-controls=b>Is there a limit?</button><div id=b hidden>No.</div>",
    "headings that open a part": "<h3><button aria-controls=a>{q}</button></h3><div id=a hidden>{h2}</div>"
    "<h3><button aria-controls=b>Is there a limit?</button></h3><div id=b hidden>No.</div>",
    "parts of two": "<div><p>{q}</p><div>{h2}</div></div><div><p>Is there a limit?</p><div>No.</div></div>",
}


@pytest.mark.parametrize("wrapping", WRAPPINGS.values(), ids=WRAPPINGS.keys())
def test_an_answer_holds_its_list_its_heading_and_its_table_up_to_the_next_question(wrapping: str):
    document = page(
        wrapping.format(
            q="What may I bring?",
            h2=RICH.format("<h2>Fees</h2>"),
            h3=RICH.format("<h3>Fees</h3>"),
        )
    )
    assert pairs(document) == [("What may I bring?", SAID), ("Is there a limit?", "No.")]
    assert document.text[document.faq[0].start : document.faq[0].end] == SAID


def test_questions_inside_a_part_that_opens_stand_below_its_title():
    document = page(
        "<div class=accordion><button aria-controls=a>Fares</button><div id=a class=panel hidden>"
        "<details><summary>What does it cost?</summary>12 euros.</details>"
        "<details><summary>Is there a limit?</summary>No.</details></div></div>"
    )
    assert pairs(document) == [("What does it cost?", "12 euros."), ("Is there a limit?", "No.")]
    assert [p.heading_path[:2] for p in document.passages[:2]] == [("Help", "Fares")] * 2


def test_a_heading_that_is_all_of_an_answer_is_the_answer():
    document = page(
        "<details><summary>What does it cost?</summary><h4>It costs 12 euros.</h4></details>"
    )
    assert pairs(document) == [("What does it cost?", "It costs 12 euros.")]


def test_a_box_keeps_its_heading_when_a_part_of_its_own_holds_it():
    document = page(
        '<div class="card"><div class="card-header"><h3>Mind the gap</h3></div><div class="card-body">'
        "<p>The gap is wide at the northern quay.</p></div></div><p>Then this text follows here.</p>"
    )
    paths = [passage.heading_path for passage in document.passages]
    assert paths[:2] == [("Help", "Mind the gap"), ("Help",)]


def test_a_list_without_a_colon_stays_with_its_lead_in():
    items = "".join(f"<li>thing number {n} of the many that people bring</li>" for n in range(9))
    document = page(f"<p>You need:</p><ol>{items}</ol>")
    passage = document.passages[0]
    assert passage.kind is PassageKind.LIST
    assert passage.text.startswith("You need:\n\nthing number 0")


LEAD = "<p>Stop the server with this command:</p>"
CODE = "<pre><code>apachectl stop\n  apachectl status\n</code></pre>"


def kinds(document: ReadDocument) -> list[BlockKind]:
    return [block.kind for block in document.blocks[1:-2]]


def test_code_that_a_line_introduces_keeps_its_lines_and_stays_with_it():
    document = page(f"{LEAD}{CODE}<p>The server then goes down.</p>")
    assert kinds(document) == [BlockKind.PARAGRAPH, BlockKind.CODE, BlockKind.PARAGRAPH]
    assert document.blocks[2].text == "apachectl stop\n  apachectl status"
    assert (
        "this command:\n\napachectl stop\n  apachectl status\n\nThe server"
        in document.passages[0].text
    )


def test_code_in_an_answer_is_part_of_it():
    document = page(f"<h2>How do I stop the server?</h2><p>With one command.</p>{CODE}")
    assert pairs(document) == [
        ("How do I stop the server?", "With one command.\n\napachectl stop\n  apachectl status")
    ]


@pytest.mark.parametrize(
    "body",
    [
        f"<h2>Sample</h2>{CODE}",
        f"<p>The server can be stopped.</p>{CODE}",
        f"<h2>How do I stop the server?</h2>{CODE}",
        f"{LEAD}<h3>Commands</h3>{CODE}",
        f"{LEAD}<pre>{'apachectl stop; ' * 200}</pre>",
    ],
    ids=["below a heading", "behind a sentence", "instead of an answer", "elsewhere", "a listing"],
)
def test_code_that_nothing_explains_and_listings_are_left_out(body: str):
    document = page(f"{body}<p>More text about servers stands here.</p>")
    assert BlockKind.CODE not in kinds(document)
    assert SkipReason.CODE in {part.reason for part in document.skipped}


def test_no_passage_is_made_of_code_alone():
    words = " ".join(
        ["The server needs a while until it has stopped, as do all its children."] * 16
    )
    document = page(f"<p>{words} Use this:</p>" + CODE * 12)
    assert sum(block.kind is BlockKind.CODE for block in document.blocks) == 12
    assert all("The server" in passage.text for passage in document.passages[:-1])


def test_numbers_of_lines_beside_code_are_not_read():
    cells = "<td><pre>1\n2</pre></td><td><pre>ls -l\ncd /</pre></td>"
    document = page(f"<p>Run this:</p><div><table><tr>{cells}</tr></table></div>")
    assert [block.text for block in document.blocks[1:3]] == ["Run this:", "ls -l\ncd /"]


def test_terms_without_a_definition_are_items():
    document = page("<dl><dt>Day ticket</dt><dd>For one day.</dd><dt>Ticket for a month</dt></dl>")
    assert [block.text for block in document.blocks[1:3]] == [
        "Day ticket: For one day.",
        "Ticket for a month",
    ]


def test_the_name_of_a_place_takes_no_heading_away():
    document = page(
        '<h3>When does it leave?</h3><p>At nine.</p><h3><a id="standard-footer">Footers of a page</a></h3>'
        "<p>Each page may have one.</p>"
    )
    assert pairs(document) == [("When does it leave?", "At nine.")]


def test_prose_in_a_pre_element_is_prose():
    text = "The ferry leaves every hour from the northern quay.\nIt takes people and cars across the bay."
    document = page(
        f"<pre>{text}\n\n{text} Nobody has to book.\nNobody has to wait for long.</pre>"
    )
    assert kinds(document) == [BlockKind.PARAGRAPH, BlockKind.PARAGRAPH]
    assert document.blocks[1].text == text.replace("\n", " ")
