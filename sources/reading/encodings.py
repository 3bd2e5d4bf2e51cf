"""Bytes to text, whatever the page says about itself.

In order of trust: byte-order mark, what the server or the page declares, detection. A declaration
is believed only as far as the bytes agree: bytes that are valid UTF-8 with characters beyond ASCII
are UTF-8 whatever the label says, since such sequences do not come about by chance in any
single-byte encoding; a label that cannot decode the bytes is passed over, and so is one that makes
letters of them that no language has together, where another encoding makes words.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass

from charset_normalizer import from_bytes

from sources.reading.letters import SAMPLE, fit
from sources.reading.unreadable import Unread, Unreadable
from sources.reading.wide import wide_encoding

DETECTION_WINDOW = 64 * 1024
# A page cut in the middle of a character, or pasted together from two sources, stays readable; more
# than this many unreadable characters in a thousand and the label is wrong.
TOLERATED_PER_MILLE = 2
_SNIFFED = 4096
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_META = re.compile(
    rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([A-Za-z0-9_.:-]{2,40})""", re.IGNORECASE
)
_XML = re.compile(rb"""^\s*<\?xml[^>]{0,100}?encoding\s*=\s*["']([A-Za-z0-9_.:-]{2,40})["']""")
# Labels that browsers read as a larger encoding: pages use its characters under the smaller name.
_WIDER = {
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "tis-620": "cp874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "euc_kr": "cp949",
    "shift_jis": "cp932",
    "big5": "big5hkscs",
}
_PLAUSIBLE = [
    "cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "koi8_r",
    "iso8859_2", "cp932", "euc_jp", "iso2022_jp", "cp949", "gb18030", "big5hkscs", "mac_roman",
]  # fmt: skip
# Encodings of one byte, the likelier first.
_SINGLE = (
    "cp1252", "cp1250", "cp1251", "iso8859_2", "cp1254", "cp1253", "iso8859_15", "cp1257", "koi8_r",
    "koi8_u", "mac_roman", "iso8859_5", "iso8859_7", "cp1255", "cp1256", "iso8859_8", "iso8859_6",
    "cp866", "mac_cyrillic", "mac_latin2", "cp852", "cp850",
)  # fmt: skip
# What the letters of a rightly read text reach; a rival of the declared encoding must do clearly better.
FITS, BETTER, TELLING = 0.95, 0.04, 3
_BEYOND_ASCII = re.compile(rb"[\x80-\xff]")
# Where the measures of two readings lie this close together, the common encoding is likelier.
_COMMON, _NEAR = "cp1252", 0.05
_CONTROL = re.compile(r"[\x01-\x08\x0b\x0e-\x1f\x7f\x80-\x9f]")
_ACCENTED = re.compile(r"[\xc0-\xff]")
_TAG = re.compile(r"<[^<>]{0,2000}>")
_NUL_SHOWN = "␀"
_JAPANESE_MAIL = re.compile(rb"\x1b\$[@B]")


@dataclass(frozen=True, slots=True)
class Decoded:
    text: str
    encoding: str


def decode(raw: bytes, *, name: str, declared: str | None = None) -> Decoded:
    """The text of the bytes and the encoding that gave it; Unreadable when no encoding fits."""
    for mark, encoding in _MARKS:
        if raw.startswith(mark):
            return _finished(raw[len(mark) :].decode(encoding, "replace"), encoding, name)
    wide = wide_encoding(raw[:_SNIFFED])
    if wide:
        return _finished(raw.decode(wide, "replace"), wide, name)
    as_utf8 = _strict(raw, "utf-8")
    if as_utf8 is not None and not as_utf8.isascii():
        return _finished(as_utf8, "utf-8", name)
    labels = list(_labels(raw, declared))
    if _JAPANESE_MAIL.search(raw) and _strict(raw, "iso2022_jp") is not None:
        return _finished(raw.decode("iso2022_jp"), "iso2022_jp", name)
    for label in labels:
        text = _strict(raw, label)
        if text is not None and _believable(text):
            rival = _rival(raw, text)
            return _finished(raw.decode(rival or label), rival or label, name)
    if as_utf8 is not None:
        return _finished(as_utf8, "utf-8", name)
    for label in [*labels, "utf-8"]:
        text = raw.decode(label, "replace")
        if text.count("�") * 1000 <= len(text) * TOLERATED_PER_MILLE and _believable(text):
            return _finished(text, label, name)
    return _detected(raw, name)


def _labels(raw: bytes, declared: str | None) -> Iterator[str]:
    """The declared encodings that Python knows, most trusted first."""
    head = raw[:_SNIFFED]
    found = [
        match.group(1).decode("ascii")
        for pattern in (_META, _XML)
        if (match := pattern.search(head))
    ]
    seen: set[str] = set()
    for label in ([declared] if declared else []) + found:
        encoding = _known(label)
        if encoding and encoding not in seen:
            seen.add(encoding)
            yield encoding


def _known(label: str) -> str | None:
    try:
        info = codecs.lookup(label.strip().strip("\"'"))
    except (LookupError, ValueError):
        return None
    # Codecs such as "hex" are no character encodings, and a page whose label could be read as ASCII
    # bytes is not in a two-byte encoding.
    if not getattr(info, "_is_text_encoding", True) or info.name.startswith(
        ("utf-16", "utf-32", "utf-7", "idna", "punycode")
    ):
        return None
    return _WIDER.get(info.name, info.name)


def _rival(raw: bytes, text: str) -> str | None:
    """Another reading of the bytes that makes words where the declared one makes none."""
    reached = fit(text)
    best = _best_single(raw)
    return best[1] if best and best[0] >= max(FITS, reached + BETTER) else None


def _best_single(raw: bytes) -> tuple[float, str] | None:
    """The encoding of one byte whose letters fit a language best, and how well they do."""
    first = _BEYOND_ASCII.search(raw)
    if first is None or len(_BEYOND_ASCII.findall(raw[first.start() :][:SAMPLE])) < TELLING:
        return None
    sample = raw[first.start() :][:SAMPLE]
    best, chosen = 0.0, ""
    for encoding in _SINGLE:
        text = _strict(sample, encoding)
        if text is None or _implausible(text):
            continue
        reached = fit(text)
        if reached > best + 0.001 and _strict(raw, encoding) is not None:
            best, chosen = reached, encoding
    return (best, chosen) if chosen else None


def _strict(raw: bytes, encoding: str) -> str | None:
    try:
        return raw.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        return None


def _believable(text: str) -> bool:
    return not _implausible(text) and not _made_of_accents(text)


def _implausible(text: str) -> bool:
    """Control characters in number: the bytes are not text in this encoding."""
    sample = text[:_SNIFFED]
    return len(_CONTROL.findall(sample)) * 100 > len(sample)


def _made_of_accents(text: str) -> bool:
    """Cyrillic or Japanese bytes read as Western text, such as "Ñðîê âîçâðàòà"."""
    sample = _TAG.sub(" ", text[: 4 * _SNIFFED])
    accented = len(_ACCENTED.findall(sample))
    return accented > 20 and accented * 3 > sum(map(str.isalpha, sample))


def _detected(raw: bytes, name: str) -> Decoded:
    single = _best_single(raw)
    if single and single[0] >= FITS:
        return _finished(raw.decode(single[1]), single[1], name)
    matches = from_bytes(raw[:DETECTION_WINDOW], cp_isolation=_PLAUSIBLE, threshold=0.3)
    best = matches.best()
    if best is None:
        raise Unreadable(Unread.ENCODING, name=name)
    for match in matches:
        near = match.encoding == _COMMON and match.chaos <= best.chaos + _NEAR
        if near and _believable(str(match)):
            best = match
    text = raw.decode(best.encoding, "replace")
    if text.count("�") * 1000 > len(text) * TOLERATED_PER_MILLE or _implausible(text):
        raise Unreadable(Unread.ENCODING, name=name)
    return _finished(text, best.encoding, name)


def _finished(text: str, encoding: str, name: str) -> Decoded:
    if text.count("�") * 50 > len(text) or _implausible(text):
        raise Unreadable(Unread.ENCODING, name=name)
    return Decoded(text.replace("\x00", _NUL_SHOWN).removeprefix("\ufeff"), encoding)
