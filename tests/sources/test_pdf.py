"""Reading PDF documents: order, words, structure, pages, and files that cannot be read."""

import io
import resource
import time
import zlib

import pytest
from pypdf import PdfReader, PdfWriter

from sources.models import Document
from sources.reading import (
    BlockKind,
    PassageKind,
    ReadDocument,
    SkipReason,
    Unread,
    Unreadable,
    read,
)
from sources.reading.documents.budget import TooLong
from sources.reading.documents.isolated import extract
from sources.reading.documents.pdf_runs import runs_of
from sources.reading.kinds import FileKind
from sources.wording import SKIPPED
from tests.fakes.http import LocalServer, Reply
from tests.sources.documents import lines, pdf, read_pdf, texts, together
from tests.sources.site import page, read_now, site_source
from tests.world import World

here = pytest.mark.usefixtures("in_this_process")
PARAGRAPH = (
    "The ferry to the outer islands leaves every hour from the old",
    "harbour between six in the morning and ten at night, and takes",
    "about forty minutes to cross the sound in calm weather.",
)
COLUMNS = {
    72: ("The first column begins with", "a sentence that goes on over", "several lines and tells of",
         "the island of the north and", "of those who live on it in", "the long winter months."),
    240: ("The second column follows", "the first and tells about", "the island of the south,",
          "where the summers are long", "and many visitors come to", "see the lighthouse there."),
    408: ("The third column is the", "last one and tells about", "the harbour, from where all",
          "of the ferries leave in the", "morning, and to which they", "return late at night."),
}  # fmt: skip


def unread(raw: bytes) -> Unread:
    with pytest.raises(Unreadable) as refusal:
        read(raw, name="terms.pdf")
    assert "terms.pdf" in str(refusal.value)
    return refusal.value.why


def test_columns_are_read_one_after_the_other():
    draw = together(*(lines(*column, x=x) for x, column in COLUMNS.items()))
    found = [" ".join(column) for column in COLUMNS.values()]
    assert texts(read_pdf(draw)) == found


@here
def test_a_title_across_the_columns_comes_before_them():
    draw = together(
        lines("The islands and the harbour of the ferry line", size=20, y=800),
        *(lines(*column, x=x) for x, column in COLUMNS.items()),
    )
    document = read_pdf(draw)
    assert document.title == "The islands and the harbour of the ferry line"
    assert texts(document)[1] == " ".join(COLUMNS[72])
    assert document.passages[0].heading_path == (document.title,)


@here
def test_a_paragraph_goes_on_in_the_next_column_and_on_the_next_page():
    column = (*COLUMNS[72][:5], "the long winter months when")
    first = together(
        lines(*column, x=72), lines(*COLUMNS[240][:5], "not see the sun at all, and", x=300)
    )
    document = read_pdf(first, lines("nobody goes out to sea for", "as long as the storms last."))
    assert len(texts(document)) == 1
    assert "months when The second" not in texts(document)[0] or len(document.blocks) == 1
    assert document.text.endswith("and nobody goes out to sea for as long as the storms last.")


@here
@pytest.mark.parametrize(
    ("first", "second", "joined"),
    [
        ("A ticket is trans-", "ferable to another person at no cost.", "transferable"),
        ("Take a non-refundable one. A non-", "refundable one is cheap.", "A non-refundable"),
        ("Every seat on an EU-", "registered ferry has a life vest.", "EU-registered"),
        ("The line from Stock-", "Holm was closed years ago for good.", "Stock-Holm"),
        ("The years 2019–", "2021 were quiet ones for the ferry.", "2019–2021"),
        ("Write to us at https://ferry.example/", "contact whenever you need to.", "https://ferry.example/contact"),
    ],
)  # fmt: skip
def test_words_broken_at_the_end_of_a_line_are_whole_again(first: str, second: str, joined: str):
    assert joined in read_pdf(lines(first, second)).text


@here
def test_ligatures_become_letters():
    from sources.reading.documents.pdf_cells import cells_of
    from sources.reading.documents.pdf_runs import Run

    (cell,) = cells_of([Run("The oﬃce ﬁnds ﬂoors", 0, 100, 50, 10, bold=False, space=2.5)])
    assert cell.text == "The office finds floors"


@here
def test_paragraphs_are_rebuilt_by_gaps_and_by_indents():
    second = ("Children under twelve travel free of charge when an adult", "comes with them.")
    gap = together(lines(*PARAGRAPH), lines(*second, y=700))
    assert texts(read_pdf(gap)) == [" ".join(PARAGRAPH), " ".join(second)]
    indented = together(
        lines(PARAGRAPH[0], x=84), lines(*PARAGRAPH[1:], y=747), lines(second[0], x=84, y=721),
        lines(second[1], y=708),
    )  # fmt: skip
    assert texts(read_pdf(indented)) == [" ".join(PARAGRAPH), " ".join(second)]


@here
def test_larger_and_bold_lines_are_headings_of_their_rank():
    draw = together(
        lines("Terms of carriage", size=18, y=790),
        lines("Tickets and fares", size=13, y=755, font="Helvetica-Bold"),
        lines(*PARAGRAPH, y=735),
        lines("Children and families", size=10, y=680, font="Helvetica-Bold"),
        lines("Children under twelve travel free of charge with an adult.", y=665),
    )
    document = read_pdf(draw)
    assert [
        block.heading_path for block in document.blocks if block.kind is BlockKind.PARAGRAPH
    ] == [
        ("Terms of carriage", "Tickets and fares"),
        ("Terms of carriage", "Tickets and fares", "Children and families"),
    ]


@here
def test_questions_set_as_headings_or_as_lines_are_entries():
    draw = together(
        lines("How long does the crossing take?", font="Helvetica-Bold", y=780),
        lines("It takes about forty minutes in calm weather.", y=765),
        lines("Q: May I bring a bicycle on board?", y=735),
        lines("A: Yes, bicycles travel free of charge.", y=715),
    )
    document = read_pdf(draw)
    assert [(entry.question, entry.answer) for entry in document.faq] == [
        ("How long does the crossing take?", "It takes about forty minutes in calm weather."),
        ("May I bring a bicycle on board?", "Yes, bicycles travel free of charge."),
    ]
    assert {passage.kind for passage in document.passages} == {PassageKind.FAQ}


@here
def test_bullets_are_items_of_a_list_with_their_lines():
    draw = lines(
        "You may bring:", "• a bag of up to ten kilograms that fits below",
        "  the seat in front of you", "• a pram or a bicycle",
    )  # fmt: skip
    document = read_pdf(draw)
    items = [block for block in document.blocks if block.kind is BlockKind.ITEM]
    assert [item.text for item in items] == [
        "a bag of up to ten kilograms that fits below the seat in front of you", "a pram or a bicycle",
    ]  # fmt: skip
    assert items[0].list_id == items[1].list_id != 0


@here
def test_a_table_becomes_rows_that_carry_their_headers():
    rows = [("Ticket", "Adult", "Child"), ("Single", "12.00", "6.00"), ("Return", "20.00", "10.00"),
            ("Month", "90.00", "45.00")]  # fmt: skip
    draw = together(*(lines(*(row[i] for row in rows), x=x) for i, x in enumerate((72, 200, 300))))
    document = read_pdf(draw)
    assert texts(document) == [
        "Ticket: Single; Adult: 12.00; Child: 6.00", "Ticket: Return; Adult: 20.00; Child: 10.00",
        "Ticket: Month; Adult: 90.00; Child: 45.00",
    ]  # fmt: skip
    assert {block.kind for block in document.blocks} == {BlockKind.ROW}


def report_page(number: int) -> ReadDocument:
    places = ("north", "south", "east", "west")
    body = f"The line to the {places[number - 1]} carries {number * 317} people on a summer day."
    return together(
        lines("Ferry Line: Annual Report 2025", y=810, size=8),
        lines(body, *PARAGRAPH),
        lines(f"Page {number} of 4", y=30, size=8),
    )


@here
def test_running_headers_and_page_numbers_are_left_out_and_said():
    document = read_pdf(*(report_page(number) for number in (1, 2, 3, 4)))
    assert "Annual Report" not in document.text
    assert "Page" not in document.text
    margins = [part.text for part in document.skipped if part.reason is SkipReason.MARGIN]
    assert margins == ["Ferry Line: Annual Report 2025", "Page 1 of 4"]


@here
def test_every_block_and_passage_knows_its_page():
    document = read_pdf(*(report_page(number) for number in (1, 2, 3, 4)))
    assert [block.page for block in document.blocks] == [1, 2, 3, 4]
    assert document.passages[0].page == 1
    assert all(passage.page for passage in document.passages)


@here
def test_line_numbers_of_a_transcript_are_left_out():
    said = [f"This is sentence {name} of the hearing." for name in "abcdefghijkl"]
    draw = together(
        lines(*said, x=120, leading=24), lines(*map(str, range(1, 13)), x=72, leading=24)
    )
    assert not any(char.isdigit() for char in read_pdf(draw).text)


@here
def test_a_table_of_contents_is_left_out():
    entries = [f"{name} {'.' * 60} {page}" for name, page in (("Fares", 2), ("Luggage", 5))]
    document = read_pdf(lines(*entries, "", *PARAGRAPH))
    assert texts(document) == [" ".join(PARAGRAPH)]
    assert [part.reason for part in document.skipped] == [SkipReason.CONTENTS] * 2


@here
def test_the_lines_of_a_cell_are_one_where_the_rows_stand_apart():
    draw = together(
        lines("Ticket", x=72, y=760), lines("Adult", x=300, y=760), lines("Child", x=400, y=760),
        lines("Single, valid on the day", "of its purchase only", x=72, y=730, leading=12),
        lines("12.00", x=300, y=730), lines("6.00", x=400, y=730),
        lines("Return, valid for two", "days in a row", x=72, y=690, leading=12),
        lines("20.00", x=300, y=690), lines("10.00", x=400, y=690),
        lines("All fares are in euros.", x=72, y=640),
    )  # fmt: skip
    assert texts(read_pdf(draw)) == [
        "Ticket: Single, valid on the day of its purchase only; Adult: 12.00; Child: 6.00",
        "Ticket: Return, valid for two days in a row; Adult: 20.00; Child: 10.00",
        "All fares are in euros.",
    ]


@here
def test_a_masthead_above_all_columns_parts_none_of_them():
    draw = together(
        lines("Ferry News", x=72, y=820), lines("May 2025, No. 4", x=408, y=820),
        *(lines(*column, x=x) for x, column in COLUMNS.items()),
    )  # fmt: skip
    assert texts(read_pdf(draw))[1:] == [" ".join(column) for column in COLUMNS.values()]


@here
@pytest.mark.parametrize("angle", [90, 180, 270])
def test_a_page_lying_on_its_side_is_read(angle: int):
    def draw(canvas):
        canvas.translate(300, 400)
        canvas.rotate(angle)
        lines(*PARAGRAPH, x=0, y=0)(canvas)

    assert texts(read_pdf(draw)) == [" ".join(PARAGRAPH)]


@here
def test_text_turned_across_the_page_is_left_out():
    def draw(canvas):
        lines(*PARAGRAPH)(canvas)
        canvas.rotate(90)
        canvas.drawString(100, -40, "Draft of May")

    document = read_pdf(draw)
    assert "Draft" not in document.text
    assert [part.text for part in document.skipped] == ["Draft of May"]


@here
def test_text_inside_a_form_is_read():
    def draw(canvas):
        canvas.beginForm("box")
        lines(*PARAGRAPH)(canvas)
        canvas.endForm()
        canvas.doForm("box")

    assert texts(read_pdf(draw)) == [" ".join(PARAGRAPH)]


@here
def test_the_mark_of_a_footnote_is_no_part_of_a_word_and_square_metres_stay():
    draw = together(
        lines("The deck measures 40 m"), lines("2", x=72 + 113, y=764, size=6),
        lines("and is open all year", y=747), lines("1", x=72 + 87, y=751, size=6),
    )  # fmt: skip
    text = read_pdf(draw).text
    assert "40 m²" in text
    assert "year1" not in text
    assert "year 1" not in text


def encrypted(password: str) -> bytes:
    writer = PdfWriter(PdfReader(io.BytesIO(pdf(lines(*PARAGRAPH)))))
    writer.encrypt(user_password=password, owner_password="owner", algorithm="RC4-128")
    file = io.BytesIO()
    writer.write(file)
    return file.getvalue()


@here
def test_a_password_is_asked_for_only_when_the_empty_one_does_not_open():
    assert texts(read(encrypted(""), name="a.pdf")) == [" ".join(PARAGRAPH)]
    assert unread(encrypted("secret")) is Unread.ENCRYPTED


def test_pages_that_are_pictures_say_so():
    from PIL import Image
    from reportlab.lib.utils import ImageReader

    def draw(canvas):
        canvas.drawImage(ImageReader(Image.new("L", (40, 40), 255)), 0, 0, 500, 800)

    assert unread(pdf(draw)) is Unread.SCANNED
    assert unread(pdf(lambda canvas: None)) is Unread.NO_TEXT


def crafted(*objects: bytes) -> bytes:
    """A PDF of these objects, numbered from 1; the first is its catalogue."""
    body = b"%PDF-1.7\n"
    places = []
    for number, content in enumerate(objects, 1):
        places.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(objects) + 1
    head = b"xref\n0 %d\n0000000000 65535 f \n" % size
    tail = b"trailer<</Root 1 0 R/Size %d>>\nstartxref\n%d\n%%%%EOF" % (size, len(body))
    return body + head + table + tail


def page_with(content: bytes, *more: bytes) -> bytes:
    return crafted(
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources"
        b"<</Font<</F 5 0 R>>/XObject<</X 6 0 R>>>>>>",
        content,
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        *more,
    )


def stream(data: bytes, extra: bytes = b"") -> bytes:
    return b"<</Length %d%s>>stream\n%s\nendstream" % (len(data), extra, data)


BOMB = zlib.compress(zlib.compress(b"BT /F 9 Tf (a) Tj ET " * 20_000_000, 9), 9)
HOSTILE = {
    "nothing but the mark": b"%PDF-1.7\n",
    "cut in the middle": pdf(lines(*PARAGRAPH))[:700],
    "no objects": b"%PDF-1.4\n" + b"1 0 obj" * 1_000,
    "random bytes": b"%PDF-1.4\n" + bytes(range(256)) * 100,
    "a bomb in two layers": page_with(
        stream(BOMB, b"/Filter[/FlateDecode/FlateDecode]"), stream(b"")
    ),
    "pages that contain themselves": crafted(
        b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[2 0 R 2 0 R]/Count 9>>"
    ),
    "a form inside itself": page_with(
        stream(b"/X Do"),
        stream(b"/X Do /X Do", b"/Type/XObject/Subtype/Form/Resources<</XObject<</X 6 0 R>>>>"),
    ),
    "arrays without an end": b"%PDF-1.4\n1 0 obj\n" + b"[" * 200_000,
    "a reference to itself": crafted(b"1 0 R"),
    "a count of billions": crafted(
        b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[]/Count 4000000000>>"
    ),
}


def worked() -> float:
    """Seconds of processor time that ended processes took: the same on a busy machine."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_file_costs_little_and_gives_a_sentence(what: str):
    before = worked()
    assert unread(HOSTILE[what]) in {Unread.BROKEN, Unread.NO_TEXT, Unread.TOO_LONG}
    assert worked() - before < 10


def busy(count: int) -> bytes:
    """Pages that take long to read."""
    page = stream(
        b"BT /F 9 Tf 1 0 0 1 72 700 Tm " + b"1 0 0 1 72 700 Tm (word ) Tj " * 30_000 + b"ET"
    )
    kids = b" ".join(b"%d 0 R" % (number + 5) for number in range(count))
    pages = [b"<</Type/Page/Parent 2 0 R/Contents 3 0 R/Resources<</Font<</F 4 0 R>>>>>>"] * count
    return crafted(
        b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[%s]/Count %d>>" % (kids, count),
        page, b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>", *pages,
    )  # fmt: skip


def test_what_takes_too_long_ends_with_what_was_read_by_then():
    before = worked()
    # A new checkout compiles its modules first, in the same time.
    found = extract(FileKind.PDF, busy(400), name="a.pdf", cpu=3)
    assert found["left_out"][-1] == 400
    assert worked() - before < 12


@here
def test_pages_beyond_the_limit_are_said(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("sources.reading.documents.pdf.MOST_PAGES", 2)
    document = read_pdf(*(report_page(number) for number in (1, 2, 3, 4)))
    assert max(block.page for block in document.blocks) == 2
    assert (SkipReason.LIMIT, "p. 3–4") in [(part.reason, part.text) for part in document.skipped]


def two_pages(second: bytes) -> bytes:
    """A page that says hello and one with this content."""
    kept = b"<</Type/Page/Parent 2 0 R/Contents %d 0 R/Resources<</Font<</F 5 0 R>>>>>>"
    return crafted(
        b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>",
        kept % 6, kept % 7, b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        stream(b"BT /F 9 Tf 72 700 Td (Hello from the island.) Tj ET"), second,
    )  # fmt: skip


GARBAGE = b'\xf5\xb1e"JX\xb7\x91\xdfj\xf1 neither text nor anything compressed ' * 2


@here
@pytest.mark.parametrize("second", [stream(GARBAGE), stream(GARBAGE, b"/Filter/FlateDecode")])
def test_a_page_that_cannot_be_read_is_said_with_its_number(second: bytes):
    document = read(two_pages(second), name="a.pdf")
    assert texts(document) == ["Hello from the island."]
    assert [(part.reason, part.text) for part in document.skipped] == [(SkipReason.DAMAGED, "p. 2")]
    assert str(SKIPPED[SkipReason.DAMAGED])


@here
@pytest.mark.parametrize(
    "second", [stream(b"\n" * 200), stream(zlib.compress(b""), b"/Filter/FlateDecode")]
)
def test_a_page_without_content_is_no_damaged_one(second: bytes):
    assert read(two_pages(second), name="a.pdf").skipped == ()


@here
def test_a_file_of_which_no_page_can_be_read_is_damaged_and_not_empty():
    assert unread(page_with(stream(GARBAGE))) is Unread.BROKEN


@here
def test_a_page_in_the_middle_that_takes_too_long_leaves_the_others_their_numbers(
    monkeypatch: pytest.MonkeyPatch,
):
    def too_long(page, fonts):
        if page.page_number in {1, 4}:
            raise TooLong
        return runs_of(page, fonts)

    monkeypatch.setattr("sources.reading.documents.pdf.runs_of", too_long)
    document = read_pdf(*(report_page(number) for number in (1, 2, 3, 4, 1, 2)))
    assert [block.page for block in document.blocks] == [1, 3, 4, 6]
    assert [part.text for part in document.skipped if part.reason is SkipReason.LIMIT] == [
        "p. 2", "p. 5",
    ]  # fmt: skip


def test_what_never_ends_is_ended():
    clock = time.monotonic()
    with pytest.raises(Unreadable) as refusal:
        extract(FileKind.PDF, busy(200), name="a.pdf", cpu=60, wall=1)
    assert refusal.value.why is Unread.TOO_LONG
    # On its own it would go on for the minute of processor time that it may take.
    assert time.monotonic() - clock < 30


def test_the_process_that_opens_files_sees_no_secrets(monkeypatch: pytest.MonkeyPatch):
    seen = {}
    import subprocess

    def run(command, **options):
        seen.update(options["env"])
        return subprocess.CompletedProcess(command, 0, b"{}", b"")

    monkeypatch.setenv("DATABASE_URL", "postgres://me:secret@localhost/x")
    monkeypatch.setattr("sources.reading.documents.isolated.subprocess.run", run)
    extract(FileKind.PDF, b"%PDF-", name="a.pdf")
    assert "secret" not in str(seen)


def test_a_fault_of_the_installation_is_not_blamed_on_the_file(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("sources.reading.documents.isolated.sys.executable", "/bin/false")
    with pytest.raises(RuntimeError, match="ended with 1"):
        read(pdf(lines(*PARAGRAPH)), name="a.pdf")


@here
def test_a_walk_over_a_site_reads_the_documents_it_links(
    reading_world: World, local_server: LocalServer
):
    body = f"<p>{' '.join(PARAGRAPH)}</p><a href='/terms'>Terms</a>"
    terms = pdf(lines("Dogs travel free of charge on all of our ferries."), lines("Cats pay half."))
    local_server.route("/", page("Ferry Line", body))
    local_server.route("/terms", Reply(terms, headers={"Content-Type": "application/pdf"}))
    read_now(site_source(reading_world.acme, reading_world.ada, local_server))
    stored = Document.objects.get(address__endswith="/terms")
    assert stored.media_type == "application/pdf"
    assert [passage.page for passage in stored.passages.all()] == [1]
