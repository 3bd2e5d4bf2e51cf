"""The PDF: the twin of the JSON, and no victim of what it prints."""

import subprocess
import sys
from dataclasses import replace
from hashlib import sha256
from io import BytesIO

import pytest
from pypdf import PdfReader

from grading.values import Label
from reports.document import report_json
from reports.figures import PassageRecord, figures
from reports.pdf import render_pdf
from tests.reports import samples


def text_of(pdf):
    """The words of the PDF in their order, one space between them."""
    pages = [page.extract_text() for page in PdfReader(BytesIO(pdf)).pages]
    return " ".join(" ".join(pages).split())


def printed(*members, language="en", **changes):
    return text_of(render_pdf(figures(samples.given(members, **changes)), language))


def test_every_figure_and_result_of_the_json_stands_in_the_pdf():
    made = figures(samples.mixed())
    data, text = report_json(made), text_of(render_pdf(made))
    head = data["headline"]
    assert data["sentences"]["headline"] in text
    for figure in (head["pass_rate"], *head["interval"], head["quality"]):
        assert f"{figure:.1f}%" in text
    for row in data["by_type"].values():
        if row["pass_rate"] is not None:
            assert f"{row['pass_rate']:.1f}% {row['correct']} of {row['scored']}" in text
    for result in data["results"]:
        for told in ("question", "expected_answer", "answer", "explanation"):
            assert (result[told] or "") in text, (result["uid"], told)
        for fact in result["facts"]:
            assert fact["quotation"] in text
    for sentence in (*data["incomplete_reasons"], *data["limits"], *data["notes"]):
        assert sentence in text
    assert data["methodology"]["version_digest"] in text


def test_level_and_marks_stand_on_the_first_page():
    """M5.1, M3.4, M1.5."""
    first = PdfReader(BytesIO(render_pdf(figures(samples.mixed())))).pages[0].extract_text()
    for mark in ("Preliminary:", "Incomplete:", "Exploratory:"):
        assert mark in first


def test_the_same_figures_give_the_same_bytes():
    made = figures(samples.mixed())
    assert render_pdf(made) == render_pdf(made)


def test_the_same_figures_give_the_same_bytes_in_another_process():
    program = (
        "import hashlib;"
        "from reports.figures import figures;"
        "from reports.pdf import render_pdf;"
        "from tests.reports.samples import mixed;"
        "print(hashlib.sha256(render_pdf(figures(mixed()))).hexdigest())"
    )
    other = subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert other.stdout.strip() == sha256(render_pdf(figures(samples.mixed()))).hexdigest()


HOSTILE = [
    "0.1 <A <0.9",
    '<img src="/etc/hostname"/>',
    '</font></para><a href="file:///etc/passwd">x</a>',
    "&amp; &lt; &#0; ]]>",
    "{0} %(count)s %s ${x}",
    "\x00\x01\x1b[31m",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_printed_as_text_wherever_it_stands(text):
    passage = PassageRecord(text, text, text, (text,), "en", text)
    hostile = samples.result(
        text, Label.INCORRECT, question=text, expected_answer=text, answer=text, explanation=text,
        type=text, topic=text, passages=(passage,), contradictions=(text,), unverified=(text,),
        cause=text, flags=(text,),
        decision=samples.decided(text, reason=text), automated_label=Label.CORRECT,
    )  # fmt: skip
    pdf = render_pdf(figures(samples.given([hostile], title=text, organisation=text)))
    visible = " ".join("".join(each for each in text if each >= " ").split())
    assert visible.replace("[31m", "") in text_of(pdf)
    reader = PdfReader(BytesIO(pdf))
    assert not any(len(page.images) for page in reader.pages)
    links = [note.get_object() for page in reader.pages for note in page.get("/Annots", [])]
    assert not any("/A" in link and "/URI" in link["/A"] for link in links)


@pytest.mark.parametrize(
    "answer",
    ["x" * 10_000_000, "word " * 2_000_000, "\n" * 200_000, "a\n" * 100_000, "返" * 500_000, ""],
    ids=["one giant word", "ten megabytes", "only line breaks", "many lines", "no spaces", "empty"],
)
def test_no_answer_is_too_long_for_the_page(answer):
    text = printed(samples.result("a", Label.INCORRECT, answer=answer))
    assert ("Shortened here" in text) == (len(answer.strip()) > 6000)
    assert ("The reply was empty." in text) == (not answer.strip())


def test_very_long_names_and_questions_fit_their_tables():
    long = "Donaudampfschifffahrt" * 400
    passage = PassageRecord(long, long, long, (long, long))
    text = printed(
        samples.result(long, Label.INCORRECT, question=long, topic=long, passages=(passage,)),
        samples.result("b", topic="other"),
    )
    assert "Donaudampfschifffahrt" in text


def test_a_division_of_many_groups_shows_the_weakest_and_says_how_many_follow():
    members = [
        samples.result(
            f"q{n}", topic=f"Topic {n:02}", label=Label.CORRECT if n else Label.INCORRECT
        )
        for n in range(30)
    ]
    text = printed(*members)
    assert "10 more rows" in text
    assert text.index("Topic 00") < text.index("Topic 01")


def test_a_report_without_results_says_so():
    text = printed()
    assert "No answer could be scored" in text
    assert "100.0%" not in text
    assert "No test was planned" in text


def test_a_report_in_spanish_is_spanish():
    text = printed(*samples.results(correct=17, incorrect=3), language="es")
    assert "17 de 20 respuestas correctas" in text
    assert "85,0 %" in text
    assert "Metodología" in text
    for english in ("answers correct", "Methodology", "Limits", "Coverage", "Source"):
        assert english not in text


@pytest.mark.parametrize(
    "text",
    ["¿Cuánto cuesta el billete?", "Hur länge gäller biljetten?", "Ποιο είναι το ωράριο;",
     "Когда открыт офис?", "退款期限是几天？", "返品期限は何日ですか？", "환불 기간은 며칠입니까?"],
)  # fmt: skip
def test_the_text_taken_out_of_the_pdf_is_the_text_that_went_in(text):
    assert text.replace(" ", "") in printed(samples.result(question=text)).replace(" ", "")


def test_what_cannot_be_printed_is_counted_at_the_end():
    text = printed(samples.result(answer="Yes 😀"))
    assert "[U+1F600]" in text
    assert "no typeface in this file" in text


def test_faces_that_the_file_does_not_hold_are_named_at_its_end():
    assert "it is not part of the file" in printed(samples.result(answer="退款期限"))
    assert "it is not part of the file" not in printed(samples.result())


def test_each_answer_given_by_hand_stands_beside_what_was_captured():
    """M3.10."""
    text = printed(samples.result(captured_answer="It is fourteen fifty."))
    assert "corrected by hand" in text
    assert "It is fourteen fifty." in text


def test_the_file_has_an_outline_a_title_and_a_language():
    reader = PdfReader(BytesIO(render_pdf(figures(samples.mixed()), "es")))
    titles = [str(entry.title) for entry in reader.outline if not isinstance(entry, list)]
    assert "Metodología" in titles
    assert reader.metadata.title == "Ferry help desk on Website of Kustlinjen"
    assert str(reader.root_object["/Lang"]) == "es"


def test_instructions_of_many_pages_split_over_them():
    method = samples.METHOD
    settings = {"instructions": "Grade each fact. " * 3000, "model": "m"}
    text = printed(samples.result(), methodology=replace(method, grader_settings=settings))
    assert "Grade each fact." in text
