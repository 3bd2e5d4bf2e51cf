"""Reading Word documents and e-books."""

import io
import zipfile

import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from sources.reading import BlockKind, ReadDocument, SkipReason, Unread, Unreadable, read
from sources.reading.documents import opening
from tests.sources.documents import packed, texts, word

pytestmark = pytest.mark.usefixtures("in_this_process")
FERRY = "The ferry to the islands leaves every hour from the old harbour."


def read_word(build) -> ReadDocument:
    return read(word(build), name="terms.docx")


def with_xml(inside: str):
    """Builds a document whose one paragraph holds this."""

    def build(document):
        xml = f"<w:p {nsdecls('w', 'm')}>{inside}</w:p>"
        document.element.body.insert(0, parse_xml(xml))

    return build


def test_headings_make_the_path_and_the_title_names_the_document():
    def build(document):
        document.add_heading("Terms of carriage", 0)
        document.add_heading("Tickets", 1)
        document.add_heading("Children", 2)
        document.add_paragraph(FERRY)

    document = read_word(build)
    assert document.title == "Terms of carriage"
    assert document.passages[0].heading_path == ("Terms of carriage", "Tickets", "Children")


def test_a_heading_is_told_by_its_outline_where_its_style_is_the_firms_own():
    def build(document):
        style = document.styles.add_style("Firm Section", 1)
        style.base_style = document.styles["Heading 2"]
        document.add_paragraph("Luggage", style="Firm Section")
        document.add_paragraph(FERRY)

    assert read_word(build).passages[0].heading_path == ("Luggage",)


def test_lists_keep_their_depth_and_their_lead_in():
    def build(document):
        document.add_paragraph("You may bring:")
        document.add_paragraph("a bag of ten kilograms", style="List Bullet")
        document.add_paragraph("a bicycle", style="List Number")

    document = read_word(build)
    assert [(block.kind, block.text) for block in document.blocks] == [
        (BlockKind.PARAGRAPH, "You may bring:"), (BlockKind.ITEM, "a bag of ten kilograms"),
        (BlockKind.ITEM, "a bicycle"),
    ]  # fmt: skip
    assert len(document.passages) == 1


def table_of(document, rows):
    table = document.add_table(rows=len(rows), cols=len(rows[0]))
    for row, values in zip(table.rows, rows, strict=True):
        for cell, value in zip(row.cells, values, strict=True):
            cell.text = value
    return table


def test_rows_of_tables_carry_their_headers():
    rows = [("Ticket", "Adult", "Child"), ("Single", "12", "6"), ("Return", "20", "10")]
    assert texts(read_word(lambda document: table_of(document, rows))) == [
        "Ticket: Single; Adult: 12; Child: 6", "Ticket: Return; Adult: 20; Child: 10",
    ]  # fmt: skip


def test_a_cell_over_several_rows_is_said_in_each():
    def build(document):
        rows = [("Island", "Day", "Hour"), ("North", "Monday", "9"), ("", "Tuesday", "10")]
        table = table_of(document, rows)
        table.cell(1, 0).merge(table.cell(2, 0))

    assert texts(read_word(build)) == [
        "Island: North; Day: Monday; Hour: 9", "Island: North; Day: Tuesday; Hour: 10",
    ]  # fmt: skip


def test_a_question_in_bold_with_its_answer_is_an_entry():
    def build(document):
        for asked, answer in (("How long does it take?", "It takes forty minutes."),
                              ("Is there a bar on board?", "Yes, on every deck.")):  # fmt: skip
            document.add_paragraph().add_run(asked).bold = True
            document.add_paragraph(answer)

    assert [(entry.question, entry.answer) for entry in read_word(build).faq] == [
        ("How long does it take?", "It takes forty minutes."),
        ("Is there a bar on board?", "Yes, on every deck."),
    ]


def run(text: str) -> str:
    return f'<w:r><w:t xml:space="preserve">{text}</w:t></w:r>'


@pytest.mark.parametrize(
    ("inside", "said"),
    [
        (f'{run("It costs ")}<w:hyperlink w:anchor="x">{run("twelve euros")}</w:hyperlink>{run(" a day.")}',
         "It costs twelve euros a day."),
        (f'{run("It costs ")}<w:ins w:id="1" w:author="a">{run("twelve")}</w:ins>'
         '<w:del w:id="2" w:author="a"><w:r><w:delText>eleven</w:delText></w:r></w:del>'
         f'{run(" euros a day.")}', "It costs twelve euros a day."),
        (f'{run("It costs ")}<w:sdt><w:sdtContent>{run("twelve")}</w:sdtContent></w:sdt>{run(" euros.")}',
         "It costs twelve euros."),
        (f'{run("It costs twelve euros.")}<w:r><w:rPr><w:vanish/></w:rPr><w:t>Really?</w:t></w:r>',
         "It costs twelve euros."),
        ('<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>PAGE</w:instrText></w:r>'
         f'<w:r><w:fldChar w:fldCharType="end"/></w:r>{run("It costs twelve euros.")}',
         "It costs twelve euros."),
        (f'{run("It costs half: ")}<m:oMath><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num>'
         '<m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath>', "It costs half: 1/2"),
        (f'{run("A two")}<w:r><w:noBreakHyphen/></w:r>{run("day ticket costs twelve")}'
         f'<w:r><w:tab/></w:r>{run("euros.")}', "A two-day ticket costs twelve euros."),
    ],
)  # fmt: skip
def test_the_words_of_a_paragraph_are_those_that_stand_now(inside: str, said: str):
    assert read_word(with_xml(inside)).text == said


def test_what_was_deleted_and_what_stands_around_the_text_is_left_out_and_said():
    def build(document):
        with_xml(
            f'{run(FERRY)}<w:del w:id="2" w:author="a"><w:r><w:delText>Not on Sundays.'
            "</w:delText></w:r></w:del>"
        )(document)
        document.sections[0].header.paragraphs[0].text = "Ferry Line, confidential"
        document.add_comment(document.paragraphs[0].add_run("Welcome."), "Is this so?", author="a")

    document = read_word(build)
    assert document.text == f"{FERRY}Welcome."
    assert [(part.reason, part.text) for part in document.skipped] == [
        (SkipReason.REVISION, "Not on Sundays."), (SkipReason.REVISION, "Is this so?"),
        (SkipReason.MARGIN, "Ferry Line, confidential"),
    ]  # fmt: skip


def test_text_boxes_are_read_once():
    box = (
        '<w:r><mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">'
        "<mc:Choice Requires='wps'><w:txbxContent><w:p><w:r><w:t>Dogs travel free of charge."
        "</w:t></w:r></w:p></w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent><w:p><w:r><w:t>"
        "Dogs travel free of charge.</w:t></w:r></w:p></w:txbxContent></mc:Fallback>"
        "</mc:AlternateContent></w:r>"
    )
    assert texts(read_word(with_xml(run(FERRY) + box))) == [FERRY, "Dogs travel free of charge."]


def test_footnotes_follow_the_paragraph_they_belong_to():
    relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes"
    note = (
        f'<w:footnotes {nsdecls("w")}><w:footnote w:id="2"><w:p>{run("Except on holidays.")}</w:p>'
        "</w:footnote></w:footnotes>"
    )
    raw = word(with_xml(f'{run(FERRY)}<w:r><w:footnoteReference w:id="2"/></w:r>'))
    with zipfile.ZipFile(io.BytesIO(raw)) as container:
        parts = {name: container.read(name) for name in container.namelist()}
    parts["word/footnotes.xml"] = note.encode()
    place = "word/_rels/document.xml.rels"
    parts[place] = parts[place].replace(
        b"</Relationships>",
        f'<Relationship Id="n1" Type="{relations}" Target="footnotes.xml"/></Relationships>'.encode(),
    )
    assert texts(read(packed(parts), name="a.docx")) == [FERRY, "Except on holidays."]


def unread(raw: bytes, name: str = "a.docx") -> Unread:
    with pytest.raises(Unreadable) as refusal:
        read(raw, name=name)
    return refusal.value.why


def test_a_bomb_is_not_unpacked():
    parts = {"word/document.xml": b" " * 30_000_000, "[Content_Types].xml": b""}
    assert unread(packed(parts)) is Unread.BOMB


def test_a_document_of_too_many_parts_is_not_opened(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(opening, "MOST_PARTS", 3)
    assert unread(word(lambda document: None)) is Unread.BOMB


def test_a_broken_document_says_so(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.undo()
    assert unread(packed({"word/document.xml": b"<broken"})) is Unread.BROKEN


def test_entities_are_not_expanded(monkeypatch: pytest.MonkeyPatch):
    """Neither a billion laughs nor a file of this machine."""
    raw = word(lambda document: document.add_paragraph(FERRY))
    with zipfile.ZipFile(io.BytesIO(raw)) as container:
        parts = {name: container.read(name) for name in container.namelist()}
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12))
    head = f'<!DOCTYPE d [<!ENTITY l0 "ha"><!ENTITY f SYSTEM "file:///etc/passwd">{laughs}]>'
    body = parts["word/document.xml"].decode().partition("?>")[2]
    spoilt = head + body.replace(FERRY, f"{FERRY}&l11;&f;")
    parts["word/document.xml"] = spoilt.encode()
    monkeypatch.undo()
    try:
        text = read(packed(parts), name="a.docx").text
    except Unreadable:
        return
    assert "root:" not in text
    assert len(text) < 1_000


CONTAINER = b'<container><rootfiles><rootfile full-path="b/book.opf"/></rootfiles></container>'
BOOK = b"""<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/">
<metadata><dc:title>The ferry book</dc:title><dc:language>en-GB</dc:language></metadata>
<manifest><item id="one" href="one.xhtml" media-type="application/xhtml+xml"/>
<item id="two" href="two%20b.xhtml" media-type="application/xhtml+xml"/>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/></manifest>
<spine><itemref idref="nav"/><itemref idref="two"/><itemref idref="one"/></spine></package>"""


def test_a_book_is_read_in_the_order_of_its_spine():
    def chapter(title: str, text: str) -> bytes:
        return f"<html><body><h1>{title}</h1><p>{text}</p></body></html>".encode()

    raw = packed({
        "mimetype": b"application/epub+zip", "META-INF/container.xml": CONTAINER, "b/book.opf": BOOK,
        "b/one.xhtml": chapter("The north", FERRY),
        "b/two b.xhtml": chapter("The south", "In the south the summers are long."),
        "b/nav.xhtml": chapter("Contents", "The north and the south and all that."),
    })  # fmt: skip
    document = read(raw, name="book.epub")
    assert (document.title, document.language) == ("The ferry book", "en")
    assert [passage.heading_path for passage in document.passages] == [
        ("The ferry book", "The south"), ("The ferry book", "The north"),
    ]  # fmt: skip


def test_slides_and_open_documents_say_what_to_do():
    assert unread(packed({"ppt/presentation.xml": b"<p/>"}), "a.pptx") is Unread.SLIDES
    open_document = {"mimetype": b"application/vnd.oasis.opendocument.text", "content.xml": b"<x/>"}
    assert unread(packed(open_document), "a.odt") is Unread.OPEN_DOCUMENT
