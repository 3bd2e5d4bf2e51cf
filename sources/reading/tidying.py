"""Which pieces of a page are its text: what leads elsewhere or says nothing is set aside."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from itertools import groupby, pairwise

from sources.reading.examples import is_explained
from sources.reading.labels import PLAIN_ANSWER_LABEL, QUESTION_LABEL
from sources.reading.phrases import CITATION, CONTENTS, ELSEWHERE, FILED, NOTICE, SEE_ALSO
from sources.reading.pieces import Piece, PieceKind
from sources.reading.siblings import ask_among_questions
from sources.reading.values import Skipped, SkipReason

LINKED, NOTHING_ELSE = 0.8, 0.97
PARTLY_LINKED = 0.5
POINTER_LINKED = 0.2
NOTICE_WORDS = 30
FRAGMENT_WORDS = 4
FEWEST_TEASERS, TEASER_BLOCKS, TEASER_WORDS = 3, 3, 60
_HEADING_MARKS = re.compile(
    r"[\s\u00a0]*(?:[¶#§🔗⚓]|\[(?:edit|redigera|bearbeiten|editar)\])+\s*$"
)
_NUMBER = re.compile(r"^\d{1,2}(?:\.\d{1,2}){0,2}[.)]?\s+(?=\w|¿)")
_COUNT = re.compile(r"\s*\(\d+\)$")
_ENDS = re.compile(r"[.!?:;…。？！؟।]['\"”’»)\]]*$")
_SENTENCE_STARTS = re.compile(r"(?:^|[.!?:] )\w+ \w+ \w+")
_SEPARATED = re.compile(r"\s[·|•]\s")
# How to reach someone, when, and what it costs: a line of these is no byline, whatever parts it.
_DATE = re.compile(r"\b\d{4}-\d\d-\d\d\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b")
_REACHES = re.compile(
    r"\w@\w|\+?\d[\d ()/\u00a0–-]{5,}\d|\b\d{1,2}(?:[:.]\d\d)?\s?[–-]\s?\d{1,2}\b|[€$£]\s?\d|"
    r"\d\s?(?:€|£|kr\b|sek\b|eur\b|usd\b)",
    re.IGNORECASE,
)


def tidy(pieces: Sequence[Piece]) -> tuple[list[Piece], list[Skipped]]:
    """The pieces that are text, in order, and those set aside with the reason."""
    reasons: dict[int, SkipReason] = {}
    ask_among_questions(pieces)
    _mend_headings(pieces)
    _strip_answer_prefixes(pieces)
    before: Piece | None = None
    asked = {piece.heading_id for piece in pieces if piece.is_heading and piece.asked}
    for index, piece in enumerate(pieces):
        if piece.kind is PieceKind.CODE:
            reason = None if is_explained(piece, before, asked) else SkipReason.CODE
        else:
            reason = None if piece.is_heading else _reason(piece, before)
        if reason is None:
            before = piece
        else:
            reasons[index] = reason
    _skip_link_lists(pieces, reasons)
    _skip_left_open(pieces, reasons)
    _skip_parts_leading_elsewhere(pieces, reasons)
    _skip_teasers(pieces, reasons)
    _skip_small_print(pieces, reasons)
    _skip_empty_headings(pieces, reasons)
    kept = [piece for index, piece in enumerate(pieces) if index not in reasons]
    return kept, [
        Skipped(reason, pieces[index].text[:300]) for index, reason in sorted(reasons.items())
    ]


def _mend_headings(pieces: Sequence[Piece]) -> None:
    headings = [piece for piece in pieces if piece.is_heading]
    counted = [piece for piece in headings if _COUNT.search(piece.text)]
    for piece in headings:
        text = _HEADING_MARKS.sub("", piece.text)
        if len(counted) >= 3:
            text = _COUNT.sub("", text) or text
        piece.text = _NUMBER.sub("", QUESTION_LABEL.sub("", text)) if piece.asked else text


def _strip_answer_prefixes(pieces: Sequence[Piece]) -> None:
    for before, piece in pairwise(pieces):
        if before.is_heading and before.asked and not piece.is_heading:
            piece.text = PLAIN_ANSWER_LABEL.sub("", piece.text)


def _leads_in(piece: Piece) -> bool:
    return not piece.is_heading and piece.text.endswith(":") and not SEE_ALSO.match(piece.text)


def _reason(piece: Piece, before: Piece | None) -> SkipReason | None:
    if piece.kind is PieceKind.ROW:
        return None
    count = len(piece.text.split())
    if count <= NOTICE_WORDS and NOTICE.search(piece.text):
        return SkipReason.NOTICE
    if count <= NOTICE_WORDS * 2 and CITATION.match(piece.text):
        return SkipReason.CITATION
    if (SEE_ALSO.match(piece.text) or FILED.match(piece.text)) and piece.link > POINTER_LINKED:
        return SkipReason.LINKS
    if piece.kind is not PieceKind.PARAGRAPH:
        return None
    led_in = before is not None and _leads_in(before)
    if piece.link >= LINKED and not led_in:
        return SkipReason.CONTENTS if piece.anchor >= LINKED else SkipReason.LINKS
    if _SEPARATED.search(piece.text) and not _ENDS.search(piece.text) and count <= NOTICE_WORDS:
        return None if _REACHES.search(_DATE.sub(" ", piece.text)) else SkipReason.NOTICE
    answers = before is not None and before.is_heading and before.asked
    if count <= FRAGMENT_WORDS and not answers and not led_in and not _says_something(piece.text):
        return SkipReason.FRAGMENT
    return None


def _says_something(text: str) -> bool:
    """A few words say something when they end like a sentence, or give a value."""
    return (
        bool(_ENDS.search(text) or ":" in text or "@" in text or any(map(str.isdigit, text)))
        or len(text) > 40
    )


def _skip_link_lists(pieces: Sequence[Piece], reasons: dict[int, SkipReason]) -> None:
    """Lists of nothing but links, with the line that introduces a table of contents."""
    kept = [index for index in range(len(pieces)) if index not in reasons]
    items = [index for index, piece in enumerate(pieces) if piece.list_id]
    for _, group in groupby(items, key=lambda index: pieces[index].list_id):
        indices = list(group)
        weight = sum(len(pieces[index].text) for index in indices)
        linked = sum(pieces[index].link * len(pieces[index].text) for index in indices)
        anchored = sum(pieces[index].anchor * len(pieces[index].text) for index in indices)
        if linked < weight * LINKED or any(_tells(pieces[index]) for index in indices):
            continue
        place = bisect_left(kept, indices[0])
        before = kept[place - 1] if place else None
        led_in = before is not None and _leads_in(pieces[before])
        if anchored >= weight * LINKED:
            reasons.update(dict.fromkeys(indices, SkipReason.CONTENTS))
            if led_in and before is not None:
                reasons[before] = SkipReason.CONTENTS
        elif not led_in:
            reasons.update(dict.fromkeys(indices, SkipReason.LINKS))


def _tells(item: Piece) -> bool:
    """An item of several sentences says something, however many of its words are links."""
    return item.link < NOTHING_ELSE and len(_SENTENCE_STARTS.findall(item.text)) > 1


def _skip_left_open(pieces: Sequence[Piece], reasons: dict[int, SkipReason]) -> None:
    """A label such as "E-mail:" whose value a page keeps from readers like this one."""
    for index, piece in enumerate(pieces):
        if index in reasons or not _leads_in(piece) or len(piece.text.split()) >= FRAGMENT_WORDS:
            continue
        following = pieces[index + 1] if index + 1 < len(pieces) else None
        if following is None or following.is_heading:
            reasons[index] = SkipReason.FRAGMENT


def _skip_parts_leading_elsewhere(pieces: Sequence[Piece], reasons: dict[int, SkipReason]) -> None:
    for index, piece in enumerate(pieces):
        if not piece.is_heading:
            continue
        contents = CONTENTS.match(piece.text)
        if not contents and not ELSEWHERE.match(piece.text):
            continue
        below = _below(pieces, index)
        text = [pieces[i] for i in below if not pieces[i].is_heading]
        weight = sum(len(other.text) for other in text)
        if weight and sum(other.link * len(other.text) for other in text) > weight * PARTLY_LINKED:
            reason = SkipReason.CONTENTS if contents else SkipReason.LINKS
            reasons.update({i: reasons.get(i, reason) for i in below})


def _skip_teasers(pieces: Sequence[Piece], reasons: dict[int, SkipReason]) -> None:
    """Titles of other pages with the beginnings of their texts: those pages say it themselves."""
    groups: dict[tuple[tuple[int, ...], int], list[int]] = {}
    for index, piece in enumerate(pieces):
        if piece.is_heading and piece.level > 1:
            groups.setdefault((piece.under, piece.level), []).append(index)
    for group in groups.values():
        if len(group) >= FEWEST_TEASERS and all(_is_teaser(pieces, index) for index in group):
            for index in group:
                below = _below(pieces, index)
                reasons.update({i: reasons.get(i, SkipReason.LINKS) for i in below})


def _is_teaser(pieces: Sequence[Piece], index: int) -> bool:
    below = _below(pieces, index)
    count = sum(len(pieces[i].text.split()) for i in below)
    return pieces[index].link >= LINKED and len(below) <= TEASER_BLOCKS and count <= TEASER_WORDS


def _below(pieces: Sequence[Piece], index: int) -> range:
    """The places of everything under a heading."""
    end = index + 1
    while end < len(pieces) and pieces[index].heading_id in pieces[end].under:
        end += 1
    return range(index + 1, end)


def _skip_small_print(pieces: Sequence[Piece], reasons: dict[int, SkipReason]) -> None:
    """Small print at the foot of the page."""
    for index in range(len(pieces) - 1, -1, -1):
        if index in reasons:
            continue
        if pieces[index].is_heading or pieces[index].small < LINKED:
            return
        reasons[index] = SkipReason.SMALL_PRINT


def _skip_empty_headings(pieces: Sequence[Piece], reasons: dict[int, SkipReason]) -> None:
    filled = {
        heading
        for index, piece in enumerate(pieces)
        if not piece.is_heading and index not in reasons
        for heading in piece.under
    }
    for index, piece in enumerate(pieces):
        if piece.is_heading and index not in reasons and piece.heading_id not in filled:
            reasons[index] = SkipReason.EMPTY_HEADING
