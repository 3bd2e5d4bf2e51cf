"""Bytes to text, whatever a page says about itself."""

import codecs

import pytest

from sources.reading import Unread, Unreadable, kind_of, read
from sources.reading.encodings import decode
from sources.reading.kinds import FileKind

SWEDISH = "Överklagan skickas till Länsstyrelsen inom tre veckor från delgivning av beslutet. " * 3
GERMAN = "Die Prüfung dauert höchstens drei Wochen – größere Änderungen müssen geprüft werden. " * 3
RUSSIAN = "Срок возврата товара составляет четырнадцать дней с момента покупки. "
JAPANESE = "返品期限は何日ですか？商品到着後14日以内にご連絡ください。送料はお客様の負担です。"
POLISH = (
    "Zamówienie można anulować w ciągu czternastu dni. Opłata wynosi sześć złotych miesięcznie. "
)
LABELS = [None, "utf-8", "windows-1252", "iso-8859-1", "no such encoding", "utf-16", "hex"]


@pytest.mark.parametrize("declared", LABELS)
@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (SWEDISH, "utf-8"), (SWEDISH, "cp1252"), (GERMAN, "cp1252"), (SWEDISH, "utf-16"),
        (SWEDISH, "utf-16-le"), (SWEDISH, "utf-16-be"), (RUSSIAN, "utf-8"), (RUSSIAN, "cp1251"),
        (RUSSIAN, "koi8_r"), (JAPANESE, "utf-8"), (JAPANESE, "cp932"), (JAPANESE, "euc_jp"),
    ],
)  # fmt: skip
def test_text_is_read_rightly_whatever_the_label_says(
    text: str, encoding: str, declared: str | None
):
    """Windows-1252 labelled UTF-8 and the reverse included."""
    assert decode(text.encode(encoding), declared=declared, name="a").text == text


def test_a_fitting_label_decides_between_encodings_that_all_fit():
    raw = POLISH.encode("iso8859-2")
    assert decode(raw, declared="iso-8859-2", name="a").text == POLISH


def test_the_mark_beats_the_label():
    raw = codecs.BOM_UTF8 + SWEDISH.encode()
    assert decode(raw, declared="iso-8859-1", name="a").text == SWEDISH


@pytest.mark.parametrize(
    "head",
    [
        b'<meta charset="koi8-r">',
        b"<meta http-equiv=Content-Type content='text/html; charset=koi8-r'>",
        b'<?xml version="1.0" encoding="KOI8-R"?><html>',
    ],
)
def test_the_page_itself_names_its_encoding(head: bytes):
    raw = head + "<p>Да</p>".encode("koi8_r")
    assert decode(raw, name="a").text.endswith("<p>Да</p>")


def test_a_page_cut_inside_a_character_stays_readable():
    raw = (SWEDISH * 20).encode()[:-1] + b"\xc3"
    assert decode(raw, name="a").text.startswith(SWEDISH)


def test_a_zero_byte_becomes_visible_because_the_database_takes_none():
    assert "\x00" not in decode(b"It costs\x00 12 euros. " * 30, name="a").text


@pytest.mark.parametrize(
    ("raw", "name", "why"),
    [
        (b"", "a.html", Unread.EMPTY),
        (b" \r\n\t", "a.txt", Unread.EMPTY),
        (b"%PDF-1.7\n...", "a.html", Unread.PDF),
        (b"PK\x03\x04....", "a.docx", Unread.OFFICE),
        (b"\x89PNG\r\n\x1a\n", "a.md", Unread.PICTURE),
        (b"\x1f\x8b\x08\x00\x00", "a.html.gz", Unread.ARCHIVE),
        (bytes(range(256)) * 10, "a.txt", Unread.BINARY),
        (b"a,b\n1,2", "a.csv", Unread.TABLE),
        (b'{"a": 1}', "a.json", Unread.DATA),
        (b"body { color: red }", "style.css", Unread.PROGRAM),
    ],
)
def test_bytes_that_are_no_page_are_named_for_what_they_are(raw: bytes, name: str, why: Unread):
    with pytest.raises(Unreadable) as refusal:
        read(raw, name=name)
    assert refusal.value.why is why
    assert name in str(refusal.value)


def test_bytes_in_no_known_encoding_say_what_to_do():
    raw = b"<html><p>" + bytes(range(128, 256)) * 40
    with pytest.raises(Unreadable, match="UTF-8"):
        read(raw, name="odd.html")


@pytest.mark.parametrize(
    ("raw", "name", "media_type", "kind"),
    [
        (b"<!doctype html><p>a", "page", None, FileKind.HTML),
        (b"<html>", "notes.txt", None, FileKind.HTML),
        (b"plain", "page.html.de", None, FileKind.HTML),
        (b"# Title", "README.md", "text/plain", FileKind.MARKDOWN),
        (b"# Title", "readme", "text/markdown; charset=utf-8", FileKind.MARKDOWN),
        (b"<p>a</p><p>b</p><div>c</div>", "unknown", None, FileKind.HTML),
        (b"a <b>word</b>", "unknown", None, FileKind.TEXT),
    ],
)
def test_what_a_file_is_shows_in_its_bytes_then_its_name_then_its_type(
    raw: bytes, name: str, media_type: str | None, kind: FileKind
):
    assert kind_of(raw, name=name, media_type=media_type) is kind
