"""Questions are found in every form that sites give them, and nowhere else."""

import time

import pytest

from sources.reading import ReadDocument, read

Q1, A1 = "What does it cost?", "It costs 12 euros."
Q2, A2 = "Is there a limit?", "No."
AFTER = "<section><h2>Contact</h2><p>Write to us whenever you like.</p></section>"
TEXT = "<p>The ferry leaves every hour from the northern quay.</p>"


def page(body: str) -> ReadDocument:
    html = f"<html lang=en><body><h1>Help</h1>{body}{AFTER}</body></html>"
    return read(html.encode(), name="page.html")


def pairs(document: ReadDocument) -> list[tuple[str, str]]:
    return [(entry.question, entry.answer) for entry in document.faq]


# One question with its answer each; `n` numbers them.
FORMS = {
    "Bootstrap 3": """<div class="panel panel-default"><div class="panel-heading">
        <h4 class="panel-title"><a data-toggle="collapse" href="#c{n}">{q}</a></h4></div>
        <div id="c{n}" class="panel-collapse collapse"><div class="panel-body">{a}</div></div></div>""",
    "Bootstrap 3 without headings": """<div class="panel"><div class="panel-heading" role="tab">
        <a role="button" data-toggle="collapse" href="#c{n}">{q}</a></div>
        <div id="c{n}" class="panel-collapse collapse"><div class="panel-body">{a}</div></div></div>""",
    "Bootstrap 4": """<div class="card"><div class="card-header" id="h{n}"><h2 class="mb-0">
        <button class="btn btn-link" data-toggle="collapse" data-target="#c{n}">{q}</button></h2></div>
        <div id="c{n}" class="collapse" aria-labelledby="h{n}"><div class="card-body">{a}</div></div>
        </div>""",
    "Bootstrap 5": """<div class="accordion-item"><div class="accordion-header">
        <button class="accordion-button" data-bs-toggle="collapse" data-bs-target="#f{n}">{q}</button>
        </div><div id="f{n}" class="accordion-collapse collapse"><div class="accordion-body">{a}</div>
        </div></div>""",
    "jQuery UI": """<h3 class="ui-accordion-header"><span class="ui-icon"></span>{q}</h3>
        <div class="ui-accordion-content" style="display: none;"><p>{a}</p></div>""",
    "Angular Material": """<mat-expansion-panel><mat-expansion-panel-header role="button"
        aria-controls="x{n}"><mat-panel-title>{q}</mat-panel-title></mat-expansion-panel-header>
        <div role="region" id="x{n}" style="height: 0; visibility: hidden"><div><p>{a}</p></div></div>
        </mat-expansion-panel>""",
    "MUI": """<div class="MuiAccordion-root"><div class="MuiAccordionSummary-root" role="button"
        aria-expanded="false"><div><p>{q}</p></div><div><svg></svg></div></div>
        <div class="MuiCollapse-root"><div><div role="region"><p>{a}</p></div></div></div></div>""",
    "Elementor": """<div class="elementor-accordion-item"><div id="t{n}" class="elementor-tab-title"
        role="button" aria-controls="tc{n}"><span><i class="fas"></i></span>
        <a class="elementor-accordion-title" tabindex="0">{q}</a></div>
        <div id="tc{n}" class="elementor-tab-content" hidden="hidden"><p>{a}</p></div></div>""",
    "Divi": """<div class="et_pb_toggle et_pb_toggle_close"><div class="et_pb_toggle_title">{q}</div>
        <div class="et_pb_toggle_content" style="display:none"><p>{a}</p></div></div>""",
    "WPBakery": """<div class="vc_toggle"><div class="vc_toggle_title"><h4>{q}</h4>
        <i class="vc_toggle_icon"></i></div><div class="vc_toggle_content"><p>{a}</p></div></div>""",
    "Squarespace": """<li class="accordion-item"><h4 role="heading"><button aria-expanded="false"
        aria-controls="d{n}"><span>{q}</span><div><div class="plus"></div></div></button></h4>
        <div role="region" id="d{n}"><div><p>{a}</p></div></div></li>""",
    "nameless controls": """<div role="listitem" class="s1x"><div class="x9" aria-expanded="false"
        aria-controls="q{n}" role="button"><div class="z2"><span>{q}</span></div></div>
        <div id="q{n}" aria-hidden="true" class="h0"><div><p>{a}</p></div></div></div>""",
    "tabs with their panels": """<button role="tab" aria-controls="p{n}">{q}</button>
        <div role="tabpanel" id="p{n}" hidden><p>{a}</p></div>""",
    "checkboxes": """<div class="tab"><input type="checkbox" id="k{n}"><label for="k{n}">{q}</label>
        <div class="tab-content">{a}</div></div>""",
    "hidden until found": """<h3><button aria-expanded=false>{q}</button></h3>
        <div hidden="until-found"><p>{a}</p></div>""",
    "button with a sign": """<div class="faq-item"><button class="faq-question"><span>{q}</span>
        <span class="faq-toggle">▼</span></button><div class="faq-answer">{a}</div></div>""",
    "button with an icon font": """<div><button aria-expanded="false">{q}
        <i class="material-icons">expand_more</i></button><div>{a}</div></div>""",
    "headings with pictures": "<h3>💳 {q}</h3><p>{a}</p>",
    "headings of headers": "<section><header><h3>{q}</h3></header><p>{a}</p></section>",
    "headings by role": """<div role="heading" aria-level="3">{q}</div><div>{a}</div>""",
    "headings in columns": """<div class="row"><div class="col-4"><h3>{q}</h3></div>
        <div class="col-8"><p>{a}</p></div></div>""",
    "definitions in divs": "<dl><div><dt>{q}</dt><dd>{a}</dd></div></dl>",
    "definitions with buttons": """<dl><dt><button aria-controls="z{n}">{q}</button></dt>
        <dd id="z{n}" hidden>{a}</dd></dl>""",
    "letters": "<p>Q: {q}</p><p>A: {a}</p>",
    "bold letters": "<p><b>Q.</b> {q}</p><p><b>A.</b> {a}</p>",
    "numbered letters": "<p><strong>Q{n}. {q}</strong></p><p>A{n}. {a}</p>",
    "letters and breaks": "<p>Q: {q}<br>A: {a}</p>",
    "numbers": "<p>{n}. {q}</p><p>{a}</p>",
    "bold numbers": "<p><b>{n}. {q}</b></p><p>{a}</p>",
    "bold lines in divs": "<div><b>{q}</b></div><div>{a}</div>",
    "bold by style": """<p><span style="font-weight: 700">{q}</span></p><p>{a}</p>""",
    "bold inside": "<p><em><strong>{q}</strong></em></p><p>{a}</p>",
    "bold openings": "<p><strong>{q}</strong> {a}</p>",
    "underlined lines": "<p><u>{q}</u></p><p>{a}</p>",
    "items": "<ol><li>{q}<p>{a}</p></li></ol>",
    "items with breaks": "<ul><li><strong>{q}</strong><br>{a}</li></ul>",
    "links to their answers": """<ul><li><a href="#a{n}">{q}</a><div id="a{n}">{a}</div></li></ul>""",
    "first of two": "<div><div>{q}</div><div>{a}</div></div>",
    "short names": """<div class="qa"><div class="q">{q}</div><div class="a">{a}</div></div>""",
    "question in a column": """<li class="l"><div class="d"><span class="n">{n}</span><span
        class="s">Card</span><span class="t">{q}</span></div><div class="w"><h5>{a}</h5></div></li>""",
    "microdata in spans": """<div itemscope itemtype="http://schema.org/Question">
        <meta itemprop="url" content="x"><span itemprop="name">{q}</span><span itemprop="acceptedAnswer"
        itemscope itemtype="http://schema.org/Answer"><span itemprop="text">{a}</span></span></div>""",
    "RDFa": """<div property="mainEntity" typeof="schema:Question"><div property="schema:name">{q}</div>
        <div property="acceptedAnswer" typeof="Answer"><div property="text">{a}</div></div></div>""",
    "rows": "<table><tr><td><b>{q}</b></td></tr><tr><td>{a}</td></tr></table>",
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS.keys())
def test_both_questions_of_a_form_are_entries_with_their_answers_and_nothing_more(form: str):
    items = form.format(q=Q1, a=A1, n=1) + form.format(q=Q2, a=A2, n=2)
    document = page(f"<div>{items}</div>")
    assert pairs(document) == [(Q1, A1), (Q2, A2)]
    assert document.passages[-1].text == "Write to us whenever you like."


def test_lines_of_one_paragraph_are_parted_at_their_letters():
    document = page(f"<p>Q: {Q1}<br>A: {A1}<br><br>Q: {Q2}<br>A: {A2}</p>")
    assert pairs(document) == [(Q1, A1), (Q2, A2)]


def test_tabs_become_the_titles_of_their_panels():
    document = page(
        f"""<ul role="tablist"><li><a role="tab" href="#t1">{Q1}</a></li>
        <li><a role="tab" href="#t2">Winter</a></li></ul><div role="tabpanel" id="t1"><p>{A1}</p></div>
        <div role="tabpanel" id="t2" hidden><p>Open from 10 to 16 on weekdays.</p></div>"""
    )
    assert pairs(document) == [(Q1, A1)]
    assert ("Help", "Winter") in [passage.heading_path for passage in document.passages]


def test_parts_of_an_accordion_that_ask_nothing_keep_their_titles():
    item = "<div class=i><div class=accordion-title>{}</div><div class=accordion-content>{}</div></div>"
    document = page(item.format("Shipping", "We ship within three days.")
                    + item.format("Returns", "Send it back within thirty days."))  # fmt: skip
    assert pairs(document) == []
    paths = [passage.heading_path for passage in document.passages]
    assert paths[:2] == [("Help", "Shipping"), ("Help", "Returns")]


@pytest.mark.parametrize(
    ("title", "asked", "said"),
    [
        ("Frågor och svar", ("Vad kostar det?", "Hur länge är det öppet?", "Får jag ta med hund?"),
         "Jag har glömt min väska"),
        ("FAQ", ("Was kostet das?", "Wie lange ist offen?", "Darf mein Hund mit?"),
         "Mein Gutschein funktioniert nicht"),
        ("Preguntas frecuentes", ("¿Cuánto cuesta?", "¿Hasta cuándo abren?", "Cómo puedo pagar"),
         "Mi tarjeta no funciona"),
    ],
)  # fmt: skip
def test_a_line_without_a_mark_asks_where_its_siblings_do(title, asked, said):
    body = "".join(f"<h3>{heading}</h3><p>12.</p>" for heading in (*asked, said))
    document = page(f"<h2>{title}</h2>{body}")
    assert [entry.question for entry in document.faq] == [*asked, said]


@pytest.mark.parametrize(
    "body",
    [
        "<p>{0}：{1}</p><p>{2}：{3}</p><p>{0}：{4}</p><p>{2}：{5}</p>",
        "<p>{0}1．{1}<br>{2}1．{3}</p><p>{0}2．{4}<br>{2}2．{5}</p>",
        "<dl><dt>{0}1. {1}</dt><dd>{3}</dd><dt>{0}2. {4}</dt><dd>{5}</dd></dl>",
    ],
    ids=["letters", "numbered letters", "definitions"],
)
@pytest.mark.parametrize(("q", "a"), [("Q", "A"), ("Ｑ", "Ａ"), ("問", "答")])
def test_letters_of_other_scripts_are_no_part_of_question_and_answer(body: str, q: str, a: str):
    first, second = (
        ("返品期限は何日ですか？", "30日です。"),
        ("送料はいくらですか？", "500円です。"),
    )
    document = page(body.format(q, first[0], a, first[1], second[0], second[1]))
    assert pairs(document) == [first, second]


def test_a_name_behind_a_question_keeps_its_letter():
    document = page("<h3>Who wrote it?</h3><p>A. Smith wrote it in one night.</p>")
    assert pairs(document) == [("Who wrote it?", "A. Smith wrote it in one night.")]


OTHERWISE = {
    "questions in running text": "<p>The ferry is old. But is it worth it?</p>" * 4,
    "two questions among paragraphs": f"{TEXT}<p>But is it worth it?</p>{TEXT * 2}<p>Who knows?</p>{TEXT}",
    "links to questions": "<ul>" + "".join(
        f"<li><a href=/q{n}>What does card {n} cost?</a></li>" for n in range(5)) + "</ul>",
    "contents": "<ul>" + "".join(
        f"<li><a href=#q{n}>What does card {n} cost?</a></li>" for n in range(5)) + "</ul>",
    "a list of questions": "<p>Ask yourself:</p><ul>" + "".join(
        f"<li>What does card {n} cost?</li>" for n in range(5)) + f"</ul>{TEXT}",
    "a form": "<form><p><label>What is your name?</label><input></p><p><label>Where do you live?</label>"
              "<input></p><p>We keep what you write for a year.</p></form>",
    "fields without a form": "<div><label>What is your name?</label><input></div><div>"
                             f"<label>Where do you live?</label><input></div>{TEXT}",
    "a menu": "<button aria-controls=m class=menu-toggle>Menu?</button><div id=m><a href=/a>Home</a> "
              f"<a href=/b>Prices of all tickets</a></div>{TEXT}",
    "a search": "<button aria-controls=s>Looking for something?</button>"
                f"<form id=s><input><button>Search</button></form>{TEXT}",
    "a window": "<button aria-controls=d aria-haspopup=dialog>Want news?</button>"
                f"<div id=d role=dialog>Give us your address and we write to you.</div>{TEXT}",
    "an offer": f"<p><strong>Ready to start?</strong></p><p><a href=/s>Sign up now</a></p>{TEXT}",
    "one bold opening": f"<p><strong>Want to sail?</strong> Then buy a ticket first.</p>{TEXT}",
    "what a text means": f"{TEXT}<h3>What does this mean in practice?</h3>{TEXT}",
}  # fmt: skip


@pytest.mark.parametrize("body", OTHERWISE.values(), ids=OTHERWISE.keys())
def test_what_only_looks_like_a_question_is_no_entry(body: str):
    assert pairs(page(body)) == []


@pytest.mark.parametrize(
    "item",
    [
        "<p>Q: What does item {n} cost?</p><p>A: It costs {n} euros.</p>",
        "Q: What does item {n} cost?<br>A: It costs {n} euros.<br>",
        "<div><div>What does item {n} cost?</div><div>It costs {n} euros.</div></div>",
        "<button aria-controls=p{n}>What does item {n} cost?</button><div id=p{n}>{n} euros.</div>",
    ],
)
def test_three_thousand_questions_are_read_in_little_time(item: str):
    body = "".join(item.format(n=number) for number in range(3_000))
    clock = time.process_time()
    document = page(f"<div>{body}</div>")
    assert len(document.faq) == 3_000
    assert time.process_time() - clock < 5
