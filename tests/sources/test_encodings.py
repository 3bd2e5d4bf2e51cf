"""Bytes to text, whatever a page says about itself."""

import codecs
import random
import time

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
TEXTS = {
    "sv": SWEDISH,
    "de": GERMAN,
    "ru": RUSSIAN * 2,
    "ja": JAPANESE,
    "pl": POLISH,
    "fr": "L’été dernier, la société a modifié ses conditions générales : le délai de rétractation "
    "est de quatorze jours à compter de la réception.",
    "es": "¿Cuántos días tengo para devolver un artículo? Dispone de catorce días naturales. "
    "La devolución es gratuita en España; los gastos de envío, también.",
    "cs": "Objednávku lze zrušit do čtrnácti dnů. Poplatek činí šest korun měsíčně a vrácení "
    "proběhne na běžný účet zákazníka.",
    "hu": "A megrendelést tizennégy napon belül lehet lemondani. A költségeket visszatérítjük "
    "önnek. A díjat az előfizető bankszámlájára utaljuk.",
    "uk": "Термін повернення товару становить чотирнадцять днів з моменту придбання. "
    "Доставка безкоштовна для всіх замовлень.",
    "el": "Η προθεσμία επιστροφής είναι δεκατέσσερις ημέρες από την παραλαβή. Τα έξοδα αποστολής "
    "βαρύνουν τον πελάτη.",
    "tr": "Siparişinizi on dört gün içinde iptal edebilirsiniz. Ücret aylık altı liradır ve iade "
    "banka hesabınıza yapılır. Şikâyetler için müşteri hizmetlerine başvurun.",
    "he": "ניתן לבטל את ההזמנה בתוך ארבעה עשר ימים. דמי המשלוח חלים על הלקוח.",
    "zh": "退货期限是多少天？收到商品后十四天内请与我们联系。运费由客户承担，积分不予退还。",
    "zh-tw": "退貨期限是多少天？收到商品後十四天內請與我們聯繫。運費由客戶承擔，點數不予退還。",
    "ko": "반품 기한은 며칠입니까? 상품을 받은 후 14일 이내에 연락해 주십시오. 배송비는 고객이 "
    "부담합니다.",
}
CASES = [
    ("sv", "utf-8"), ("sv", "cp1252"), ("sv", "mac_roman"), ("sv", "utf-16"), ("sv", "utf-16-le"),
    ("sv", "utf-16-be"), ("sv", "iso8859-15"), ("de", "cp1252"), ("de", "mac_roman"),
    ("fr", "cp1252"), ("fr", "mac_roman"), ("es", "cp1252"), ("es", "iso8859-1"),
    ("es", "mac_roman"), ("pl", "cp1250"), ("pl", "iso8859-2"), ("cs", "cp1250"),
    ("cs", "iso8859-2"), ("hu", "cp1250"), ("hu", "iso8859-2"), ("ru", "utf-8"), ("ru", "cp1251"),
    ("ru", "koi8_r"), ("ru", "iso8859-5"), ("ru", "cp866"), ("ru", "mac_cyrillic"),
    ("ru", "utf-16-le"), ("uk", "cp1251"), ("uk", "koi8_u"), ("el", "cp1253"), ("el", "iso8859-7"),
    ("el", "utf-16-be"), ("tr", "cp1254"), ("tr", "iso8859-9"), ("he", "cp1255"),
    ("he", "iso8859-8"), ("ja", "utf-8"), ("ja", "cp932"), ("ja", "shift_jis"), ("ja", "euc_jp"),
    ("ja", "iso2022_jp"), ("ja", "utf-16"), ("ja", "utf-16-le"), ("ja", "utf-16-be"),
    ("ja", "utf-32-le"), ("zh", "gb18030"), ("zh", "gb2312"), ("zh", "utf-16-le"),
    ("zh-tw", "big5"), ("ko", "euc_kr"), ("ko", "cp949"), ("ko", "utf-16-le"),
]  # fmt: skip
OLE = b"\xd0\xcf\x11\xe0" + bytes(600)
LABELS = [None, "utf-8", "windows-1252", "iso-8859-1", "no such encoding", "utf-16", "hex", "right"]


@pytest.mark.parametrize("declared", LABELS)
@pytest.mark.parametrize(("language", "encoding"), CASES)
def test_text_is_read_rightly_whatever_the_label_says(
    language: str, encoding: str, declared: str | None
):
    """Windows-1252 labelled UTF-8 and the reverse included."""
    raw = TEXTS[language].encode(encoding, "ignore")
    label = encoding if declared == "right" else declared
    assert decode(raw, declared=label, name="a").text == raw.decode(encoding)


@pytest.mark.parametrize(("language", "encoding"), CASES)
def test_text_in_an_odd_encoding_is_a_page_of_text(language: str, encoding: str):
    raw = TEXTS[language].encode(encoding, "ignore")
    assert kind_of(raw, name="page.txt") is FileKind.TEXT


def test_a_large_text_is_told_by_a_part_of_it():
    raw = (b"plain " * 50_000) + SWEDISH.encode("mac_roman") * 2_000
    clock = time.process_time()
    assert decode(raw, declared="windows-1252", name="a").encoding == "mac_roman"
    assert time.process_time() - clock < 2


@pytest.mark.parametrize("seed", range(20))
def test_random_bytes_are_no_text_in_any_encoding(seed: int):
    raw = random.Random(seed).randbytes(600)
    with pytest.raises(Unreadable):
        read(raw, name="a.txt")


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
        (b"PK\x03\x04....", "a.docx", Unread.BROKEN),
        (b"\xd0\xcf\x11\xe0" + bytes(600), "a.doc", Unread.OLD_OFFICE),
        (OLE + "PowerPoint Document".encode("utf-16-le"), "a.ppt", Unread.SLIDES),
        (OLE + "EncryptedPackage".encode("utf-16-le"), "a.xlsx", Unread.ENCRYPTED),
        (b"{\\rtf1\\ansi Text.}", "a.rtf", Unread.OPEN_DOCUMENT),
        (b"\x89PNG\r\n\x1a\n", "a.md", Unread.PICTURE),
        (b"\x1f\x8b\x08\x00\x00", "a.html.gz", Unread.ARCHIVE),
        (bytes(range(256)) * 10, "a.txt", Unread.BINARY),
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
        (b"%PDF-1.7", "page.html", None, FileKind.PDF),
        (b"HTTP/1.1 200\r\n\r\n%PDF-1.4", "page", None, FileKind.PDF),
        (b"a,b\n1,2", "a.csv", None, FileKind.TABLE),
        (b"a,b\n1,2", "download", "text/csv; charset=utf-8", FileKind.TABLE),
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
