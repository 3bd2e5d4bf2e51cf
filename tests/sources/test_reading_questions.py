"""Questions are found with their answers, whatever form a page gives them."""

import json

import pytest

from sources.reading import PassageKind, ReadDocument, read

LD = "<script type='application/ld+json'>{}</script>"


def page(body: str) -> ReadDocument:
    return read(f"<html lang=en><body>{body}</body></html>".encode(), name="page.html")


def pairs(document: ReadDocument) -> list[tuple[str, str]]:
    found = [(p.question, p.text) for p in document.passages if p.kind is PassageKind.FAQ]
    assert found == [(entry.question, entry.answer) for entry in document.faq]
    return found


EXPECTED = [
    ("What does it cost?", "It costs 12 euros."),
    ("Is there a limit?", "No."),
]
FORMS = {
    "headings": "<h3>What does it cost?</h3><p>It costs 12 euros.</p><h3>Is there a limit?</h3><p>No.</p>",
    "details": "<details><summary>What does it cost?</summary><p>It costs 12 euros.</p></details>"
    "<details><summary><h3>Is there a limit?</h3></summary>No.</details>",
    "definition list": "<dl><dt>What does it cost?</dt><dd>It costs 12 euros.</dd>"
    "<dt>Is there a limit?</dt><dd>No.</dd></dl>",
    "accordion of buttons": '<button class="accordion" aria-expanded="false">What does it cost?</button>'
    '<div class="panel" hidden><p>It costs 12 euros.</p></div>'
    '<button class="accordion">Is there a limit?</button>'
    '<div class="panel" style="display:none"><p>No.</p></div>',
    "buttons that name their panels": '<h3><button aria-controls="p1">What does it cost?</button></h3>'
    '<div id="p1" hidden>It costs 12 euros.</div>'
    '<h3><button aria-controls="p2">Is there a limit?</button></h3>'
    '<div id="p2" aria-hidden="true"><p>No.</p></div>',
    "class names": '<div class="faq-item"><div class="faq-question">'
    "<span>What does it cost?</span><i></i></div>"
    '<div class="faq-answer">It costs 12 euros.</div></div>'
    '<div class="faq-item"><div class="faq-question">Is there a limit?</div>'
    '<div class="faq-answer">No.</div></div>',
    "microdata": '<div itemscope itemtype="https://schema.org/Question">'
    '<b itemprop="name">What does it cost?</b>'
    '<div itemprop="acceptedAnswer" itemscope>'
    '<p itemprop="text">It costs 12 euros.</p></div></div>'
    '<div itemscope itemtype="https://schema.org/Question">'
    '<h4 itemprop="name">Is there a limit?</h4>'
    '<div itemprop="acceptedAnswer">No.</div></div>',
    "bold lines": "<p><strong>What does it cost?</strong></p><p>It costs 12 euros.</p><p>"
    "<b>Is there a limit?</b><br>No.</p>",
    "table": "<table><tr><th>Question</th><th>Answer</th></tr><tr>"
    "<td>What does it cost?</td><td>It costs 12 euros.</td></tr><tr>"
    "<td>Is there a limit?</td><td>No.</td></tr></table>",
    "articles": '<article class="qa"><h3>What does it cost?</h3><p>It costs 12 euros.</p>'
    '</article><article class="qa"><h3>Is there a limit?</h3><p>No.</p></article>',
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS.keys())
def test_every_form_of_question_and_answer_gives_the_same_entries(form: str):
    """Two-line entries are usable, however short the answer is."""
    after = "<section><h2>Contact</h2><p>Write to us whenever you like.</p></section>"
    document = page(f"<h1>Help</h1><div>{form}</div>{after}")
    assert pairs(document) == EXPECTED
    assert document.passages[-1].text == "Write to us whenever you like."


def stated(*entries: tuple[str, str]) -> str:
    questions = [
        {
            "@type": "Question",
            "name": question,
            "acceptedAnswer": {"@type": "Answer", "text": answer},
        }
        for question, answer in entries
    ]
    return LD.format(
        json.dumps({"@context": "https://schema.org", "@type": "FAQPage", "mainEntity": questions})
    )


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS.keys())
def test_a_pair_stated_for_machines_is_not_doubled_where_people_read_it(form: str):
    assert pairs(page(stated(*EXPECTED) + f"<h1>Help</h1>{form}")) == EXPECTED


def test_a_pair_stated_only_for_machines_is_read_without_its_markup():
    document = page(stated(("Is it <b>free</b>?", "<p>Yes, <b>30</b> days.</p><ul><li>Then 5 €.</li></ul>"))
                    + "<h1>Product</h1><p>Our product writes letters for people.</p>")  # fmt: skip
    assert pairs(document) == [("Is it free?", "Yes, 30 days.\n\nThen 5 €.")]


def test_a_shown_pair_without_any_form_gets_it_from_the_statement():
    document = page(stated(*EXPECTED) + "<h1>Help</h1><p>What does it cost?</p><p>It costs 12 euros.</p>"
                    "<p>Is there a limit?</p><p>No.</p><p>Other text stands here as well.</p>")  # fmt: skip
    assert pairs(document) == EXPECTED


@pytest.mark.parametrize(
    "broken",
    ["{", "[]", "null", '{"@type": "Question"}', '{"@type": ["Question"], "name": 5}', "[" * 5000],
)
def test_a_broken_statement_is_passed_over(broken: str):
    assert (
        pairs(page(LD.replace("{}", broken) + "<p>The text of the page is read all the same.</p>"))
        == []
    )


def test_an_answer_ends_where_its_part_of_the_page_ends():
    document = page(
        "<div><h2>What does it cost?</h2><p>It costs 12 euros.</p></div><div>"
        "<p>The office is on the quay.</p></div>"
    )
    assert pairs(document) == [("What does it cost?", "It costs 12 euros.")]


def test_an_answer_of_several_paragraphs_and_a_list_is_one_passage():
    document = page(
        "<h2>What may I bring?</h2><p>You may bring:</p><ul><li>a bicycle</li>"
        "<li>a dog</li></ul><p>Nothing else.</p>"
    )
    assert pairs(document) == [
        ("What may I bring?", "You may bring:\n\na bicycle\na dog\n\nNothing else.")
    ]


def test_an_answer_as_long_as_an_article_is_cut_into_passages_without_a_question():
    document = page(
        "<h2>What does it cost?</h2>"
        + "<p>It costs twelve euros in the summer and nine in the winter.</p>" * 60
    )
    assert pairs(document) == []
    assert {p.heading_path for p in document.passages} == {("What does it cost?",)}
    assert all(len(p.text.split()) <= 250 for p in document.passages)


def test_an_article_whose_title_asks_is_answered_by_its_opening():
    body = "".join(
        f"<h2>Part {n}</h2>" + "<p>Much is to be said about this part of the matter.</p>" * 9
        for n in range(4)
    )
    document = page(
        f"<h1>What is a day ticket?</h1><p>A ticket for all crossings of one day.</p>{body}"
    )
    assert pairs(document) == [("What is a day ticket?", "A ticket for all crossings of one day.")]


@pytest.mark.parametrize(
    "heading",
    ["How it works", "Prices", "Hur det fungerar", "Wie es funktioniert", "Cómo funciona"],
)
def test_a_heading_that_asks_nothing_makes_no_entry(heading: str):
    assert pairs(page(f"<h2>{heading}</h2><p>It costs 12 euros.</p>")) == []


@pytest.mark.parametrize(
    "question",
    ["返品期限は何日ですか？", "Ποιο είναι το ωράριο;", "ما هي ساعات العمل؟", "¿Cuánto cuesta?"],
)
def test_questions_of_other_scripts_are_questions(question: str):
    assert pairs(page(f"<h2>{question}</h2><p>9–17.</p>")) == [(question, "9–17.")]


def test_among_questions_one_without_its_mark_is_one_too():
    asked = "".join(
        f"<h2>Får jag ta med {what}?</h2><p>Ja.</p>" for what in ("hund", "katt", "cykel", "barn")
    )
    document = page(
        f"<h1>Vanliga frågor</h1>{asked}<h2>Knappen för att boka syns inte på sidan</h2>"
        "<p>Ladda om sidan.</p>"
    )
    assert pairs(document)[-1] == ("Knappen för att boka syns inte på sidan", "Ladda om sidan.")


def test_a_statement_among_the_questions_of_an_article_is_none():
    asked = "".join(
        f"<h2>What did {who} say?</h2><p>Nothing.</p>" for who in ("Ann", "Ben", "Cid", "Dan")
    )
    document = page(
        f"<h1>The trial</h1>{asked}<h2>One chapter over, another barely begun</h2><p>Now.</p>"
    )
    assert len(pairs(document)) == 4


def test_a_question_asked_of_many_is_no_entry():
    asked = "".join(
        f"<h2>{who}</h2><h3>What do you like to cook?</h3><p>I like number {n}.</p>"
        for n, who in enumerate(("Ann", "Ben", "Cid"))
    )
    assert pairs(page(asked)) == []


def test_text_files_hold_questions_too():
    text = b"Help\n====\n\nQ: What does it cost?\nA: It costs 12 euros.\n\nQ: Is there a limit?\nA: No.\n"
    assert pairs(read(text, name="help.txt")) == EXPECTED


@pytest.mark.parametrize(
    "heading",
    [
        "Ready to start your journey?", "Want to learn more about us?", "Bereit für das Abenteuer?",
        "¿Listo para empezar?", "Vill du veta mer?", "What does this mean in practice?",
        "What's next?", "What’s Next", "What happens next?", "See also", "Was this page helpful?",
        "Do you have any questions?", "Still need help?", "¿Qué viene a continuación?", "¿Y ahora qué?",
        "¿Te ha resultado útil esta página?", "¿Tiene alguna duda?", "Wie geht es weiter?",
        "War diese Seite hilfreich?", "Haben Sie noch Fragen?", "Vad händer nu?", "Har du fler frågor?",
    ],
)  # fmt: skip
def test_a_heading_that_only_leads_on_is_no_entry_and_its_text_stays(heading: str):
    document = page(
        f"{FORMS['headings']}<h3>{heading}</h3><p>You get a letter within two weeks.</p>"
    )
    assert pairs(document) == EXPECTED
    kept = [p for p in document.passages if "letter within two weeks" in p.text]
    assert [(p.kind, p.question) for p in kept] == [(PassageKind.PROSE, "")]


@pytest.mark.parametrize(
    "question",
    [
        "Is the information confidential?", "What is the next step after the exam?",
        "When is the next ferry?", "Was the site moved?", "¿Qué pasa después del examen?",
        "¿Qué necesita mi hijo?", "Wie geht es nach der Prüfung weiter?", "Was kommt in den Biomüll?",
        "Vad händer om jag inte betalar?", "What questions are in the exam?",
    ],
)  # fmt: skip
def test_a_question_that_resembles_a_signpost_stays_an_entry(question: str):
    document = page(f"<h3>{question}</h3><p>You get a letter within two weeks.</p>")
    assert pairs(document) == [(question, "You get a letter within two weeks.")]
