"""Questions and answers that a page states for machines, rightly or wrongly written."""

import json
import time

import pytest

from sources.reading import BlockKind, ReadDocument, read

SHOWN = "<h1>Help</h1><p>Text of the page stands here.</p>"
COST, LIMIT = ("What does it cost?", "It costs 12 euros."), ("Is there a limit?", "No.")


def question(name: str, text: str) -> dict[str, object]:
    return {"@type": "Question", "name": name, "acceptedAnswer": {"@type": "Answer", "text": text}}


def page(*statements: object, shown: str = SHOWN) -> ReadDocument:
    scripts = "".join(
        f"<script type='application/ld+json'>"
        f"{statement if isinstance(statement, str) else json.dumps(statement)}</script>"
        for statement in statements
    )
    html = f"<html lang=en><head>{scripts}</head><body>{shown}</body></html>"
    return read(html.encode(), name="page.html")


def pairs(document: ReadDocument) -> list[tuple[str, str]]:
    return [(entry.question, entry.answer) for entry in document.faq]


def test_questions_of_a_graph_a_list_and_several_scripts_are_one_list():
    graph = {"@context": "https://schema.org", "@graph": [
        {"@type": "WebPage"}, {"@type": "FAQPage", "mainEntity": [question(*COST)]}]}  # fmt: skip
    assert pairs(page(graph, [question(*LIMIT)], question(*COST))) == [COST, LIMIT]


@pytest.mark.parametrize("kind", ["http://schema.org/Question", "schema:Question", ["Question"]])
def test_a_question_is_known_by_any_of_its_names(kind: object):
    assert pairs(page({**question(*COST), "@type": kind})) == [COST]


def test_markup_of_an_answer_is_read_and_its_list_stays_one():
    text = "<p>You may bring:</p><ul><li>a <b>bike</b></li><li>a dog</li></ul>"
    document = page(question("What may I bring?", text))
    assert pairs(document) == [("What may I bring?", "You may bring:\n\na bike\na dog")]
    assert [b.kind for b in document.blocks if b.entry][1:] == [
        BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.ITEM]  # fmt: skip


def test_markup_that_was_escaped_once_more_is_markup():
    text = "&lt;p&gt;It costs &lt;b&gt;12&lt;/b&gt; euros.&lt;/p&gt;"
    assert pairs(page(question(COST[0], text))) == [COST]


def test_a_sign_in_an_answer_is_no_markup():
    text = "Less than 12 euros: &lt; 12."
    assert pairs(page(question(COST[0], text))) == [(COST[0], "Less than 12 euros: < 12.")]


WELL = json.dumps(question(*COST))
BROKEN = {
    "a comma too many": WELL.replace("}}", ",},}"),
    "marks of a comment": f"<!-- {WELL} -->",
    "marks of a section": f"//<![CDATA[\n{WELL}\n//]]>",
    "two values": '{"@type": "WebPage"}\n' + WELL + ";",
    "a line break in the text": WELL.replace("12 euros", "12\neuros"),
    "escaped marks": WELL.replace('"', "&quot;"),
}


@pytest.mark.parametrize("statement", BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_statement_is_mended(statement: str):
    assert pairs(page(statement)) == [COST]


def test_quotation_marks_inside_the_text_lose_no_question():
    statement = (
        '{"@type":"FAQPage","mainEntity":[{"@type":"Question","name":"What is a "day"?",'
        '"acceptedAnswer":{"@type":"Answer","text":"A <a href="/x">day</a> is long."}},'
        '{"@type":"Question","name":"Is there a limit?","acceptedAnswer":{"@type":"Answer",'
        '"text":"No."}}]}'
    )
    assert pairs(page(statement)) == [('What is a "day"?', "A day is long."), LIMIT]


def test_a_heading_that_asks_nothing_is_a_question_where_the_page_states_so():
    shown = "<h1>Help</h1><h3>Delivery time</h3><p>Two days.</p>"
    document = page(question("Delivery time", "Two days."), shown=shown)
    assert pairs(document) == [("Delivery time", "Two days.")]
    assert document.text.count("Two days.") == 1


def test_a_line_that_asks_and_the_list_behind_it_are_the_stated_pair():
    shown = (
        f"{SHOWN}<div><span>What may I bring?</span></div><div>You may bring:<ul><li>a bike</li>"
        "<li>a dog</li></ul></div><p>Other text stands here as well.</p>"
    )
    text = "<p>You may bring:</p><ul><li>a bike</li><li>a dog</li></ul>"
    document = page(question("What may I bring?", text), shown=shown)
    assert pairs(document) == [("What may I bring?", "You may bring:\n\na bike\na dog")]
    assert document.text.endswith("Other text stands here as well.")


@pytest.mark.parametrize(
    "source",
    [
        '{"@type": "Question", "name": "' * 40_000,
        '"@type": "Question", "name": "a", "acceptedAnswer": {"text": "' * 20_000,
        "[" * 200_000,
        json.dumps([question(f"What does card {n} cost?", f"It costs {n}.") for n in range(4_000)]),
    ],
    ids=["openings", "halves", "brackets", "many"],
)
def test_a_statement_without_measure_is_read_in_little_time(source: str):
    clock = time.process_time()
    page(source)
    assert time.process_time() - clock < 5
