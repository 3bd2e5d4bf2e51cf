"""What is read from documents that others use to try out their readers."""

from pathlib import Path

import pytest

from sources.reading import ReadDocument, SkipReason, Unread, Unreadable, read

pytestmark = pytest.mark.usefixtures("in_this_process")


def document_of(shared: Path, path: str) -> ReadDocument:
    file = shared / "sites" / path
    return read(file.read_bytes(), name=file.name)


def paragraphs(document: ReadDocument) -> list[str]:
    return [block.text for block in document.blocks]


def test_a_notice_in_three_columns_is_read_in_its_order(shared: Path):
    document = document_of(shared, "awkward-docs/pdfplumber/federal-register-2020-17221.pdf")
    texts = paragraphs(document)
    opening = [
        "This section of the FEDERAL REGISTER contains notices",
        "Airworthiness Directives; The Boeing Company Airplanes", "AGENCY: Federal Aviation",
        "SUMMARY: The FAA proposes to supersede", "ADDRESSES: You may send comments",
        "Federal eRulemaking Portal: Go to https://www.regulations.gov.", "Comments Invited",
        "Background", "On October 29, 2018", "Following the Lion Air Flight 610",
    ]  # fmt: skip
    places = [next(i for i, t in enumerate(texts) if t.startswith(begins)) for begins in opening]
    assert places == sorted(places)
    assert "and may affect the flightcrew’s ability to accomplish" in document.text
    assert max(block.page for block in document.blocks) == 15
    for margin in ("VerDate", "Jkt 250001", "jbell on", "Vol. 85, No. 152 / Thursday"):
        assert margin not in document.text
        assert any(margin in part.text for part in document.skipped)


def test_a_paper_keeps_its_sentences_whole_over_the_ends_of_lines(shared: Path):
    document = document_of(shared, "awkward-docs/markitdown/test.pdf")
    for words in ("confirming its general feasibility", "LLMs, humans, or tools", "flexibility to satisfy",
                  "multi-agent conversations", "complex LLM application workflows"):  # fmt: skip
        assert words in document.text


def test_an_agreement_has_its_sections_for_headings_and_no_page_numbers(shared: Path):
    name = "letsencrypt-md/documents/LE-SA-v1.2-November-15-2017.pdf"
    document = document_of(shared, name)
    assert any(p.heading_path[-1:] == ("2.2 Term",) for p in document.passages)
    assert "Page 2 of 7" not in document.text
    assert document.language == "en"


def test_an_invoice_over_pages_keeps_labels_with_values_and_headers_with_rows(shared: Path):
    document = document_of(shared, "awkward-docs/markitdown/REPAIR-2022-INV-001_multipage.pdf")
    assert "Body Labor; Hours: 2; Rate: 150; Cost: 300" in paragraphs(document)
    assert "GRAND TOTAL: 5,738" in paragraphs(document)
    assert {block.page for block in document.blocks} == {1, 2, 3}


def test_a_page_lying_on_its_side_and_a_transcript_are_read_upright(shared: Path):
    rotated = "awkward-docs/pdfplumber/nics-background-checks-2015-11-rotated.pdf"
    assert document_of(shared, rotated).title == "NICS Firearm Background Checks November - 2015"
    transcript = document_of(shared, "awkward-docs/pdfplumber/scotus-transcript-p1.pdf")
    assert (
        "The above-entitled matter came on for oral argument before the Supreme Court of the "
        "United States at 1:01 p.m."
    ) in paragraphs(transcript)


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("markitdown/MEDRPT-2024-PAT-3847_medical_report_scan.pdf", Unread.SCANNED),
        ("pdfplumber/password-example.pdf", Unread.ENCRYPTED),
        ("pdfplumber/empty.pdf", Unread.EMPTY),
        ("markitdown/test.xls", Unread.OLD_OFFICE),
        ("markitdown/random.bin", Unread.BINARY),
    ],
)
def test_what_cannot_be_read_is_called_by_its_name(shared: Path, path: str, why: Unread):
    with pytest.raises(Unreadable) as refusal:
        document_of(shared, f"awkward-docs/{path}")
    assert refusal.value.why is why


def test_a_word_document_with_comments_tables_and_a_title_is_read(shared: Path):
    document = document_of(shared, "awkward-docs/markitdown/test_with_comment.docx")
    title = "AutoGen: Enabling Next-Gen LLM Applications via Multi-Agent Conversation"
    assert document.title == title
    assert ("Abstract",) in {passage.heading_path[-1:] for passage in document.passages}
    comments = [part.text for part in document.skipped if part.reason is SkipReason.REVISION]
    assert len(comments) == 2
    assert not any(comment in document.text for comment in comments)


def test_a_workbook_a_table_in_japanese_and_a_book_are_read(shared: Path):
    folder = "awkward-docs/markitdown"
    assert (
        "Alpha: 89; Beta: 82; Gamma: 100; Delta: 12"
        in document_of(shared, f"{folder}/test.xlsx").text
    )
    assert document_of(shared, f"{folder}/test_mskanji.csv").text.startswith(
        "名前: 佐藤太郎; 年齢: 30"
    )
    assert document_of(shared, f"{folder}/test.epub").title == "Test EPUB Document"
    assert "sinθ" in document_of(shared, f"{folder}/equations.docx").text.replace("\u2061", "")
