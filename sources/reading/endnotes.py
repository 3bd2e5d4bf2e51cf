"""Lines of an article that speak about the article, and not about what it tells.

Who reported and who edited, where to follow the writer, what to subscribe to, whose picture it is,
and at the end a list of other texts. Only dated articles are held against these: on a page of help,
"Write to us or follow us" may be the answer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from sources.reading.pieces import Piece, PieceKind
from sources.reading.values import Skipped, SkipReason

MOST_WORDS: Final = 60
CAPTION_WORDS: Final = 40
# A list at the end is one of other texts when most of its items hold a link, long enough for a title.
MOSTLY: Final = 0.7
LINK_OF_TITLE: Final = 0.2
FEWEST_ITEMS: Final = 3
SHOWN_CHARS: Final = 300

_NAME = r"(?-i:[A-ZÅÄÖÜÉÁÍÓÚÑ])"
_SITES = r"(?:twitter|facebook|instagram|linkedin|messenger|whatsapp|youtube|telegram)\b"
_MAIL = r"\b(?:newsletters?|inbox|e-?mails?|alerts?|nyhetsbrev|rundbrief|bolet[ií]n)\b"
_BEGINS: Final = re.compile(
    "|".join(
        (
            # Who made it, in English, Swedish, German, Spanish.
            r"(?:additional |further )?(?:reporting|writing|editing|translation|illustrations?|"
            rf"photos?|photographs?|photography|images?|videos?)(?: (?:and|&) \w+)? by:? {_NAME}",
            r"(?:(?:photo|image|picture|illustration|video) )?credits?\s*:",
            rf"(?:photo|image|picture|foton?|bild(?:er)?|imagen|fotograf[ií]a|text|texto|film)\s*:\s*{_NAME}",
            rf"(?:mit material von|con informaci[oó]n de) {_NAME}",
            # Where to follow and what to join.
            rf"(?:you can )?(?:follow|like|find|join|contact|e-?mail|reach|chat with)\b.{{0,200}}\b{_SITES}",
            r"(?:follow|e-?mail) .{0,80}@\w+",
            rf"(?:følg|följ|folgen sie|s[ií]guenos|s[ií]ganos|sigue a)\b.{{0,120}}\b{_SITES}",
            rf"(?:sign up|subscribe|register|get|receive|join|want)\b.{{0,200}}{_MAIL}",
            rf"(?:prenumerera|anmäl dig|abonnieren sie|suscr[ií]b[ae]\w*|reg[ií]str\w+)\b.{{0,200}}{_MAIL}",
            r"click here (?:to|for)\b",
            r"(?:like|enjoy(?:ed|ing)?|love) (?:this|our|what you)\b.{0,80}\b(?:story|article|post|read)",
            r"(?:have|got) (?:a|any) (?:news )?(?:tip|story)\b",
        )
    ),
    re.IGNORECASE,
)
_HOLDS: Final = re.compile(
    r"\bcontributed (?:\w+ )?to this (?:report|story|article|post)\b|"
    r"\((?:image|photo|picture|credit|source|foto|bild|imagen|video)(?: credit)?\s*:[^()]{1,80}\)\W*$",
    re.IGNORECASE,
)
_OPENING: Final = re.compile(r"^[\W_]+")


def skip_endnotes(pieces: Sequence[Piece]) -> tuple[list[Piece], list[Skipped]]:
    """The pieces of an article without its endnotes, and those with the reason."""
    kept = [piece for piece in pieces if not _is_endnote(piece)]
    last = kept[-1].list_id if kept else 0
    if last:
        items = list(takewhile(lambda piece: piece.list_id == last, reversed(kept)))
        linked = sum(piece.link >= LINK_OF_TITLE for piece in items)
        if len(items) >= FEWEST_ITEMS and linked >= len(items) * MOSTLY:
            kept = kept[: -len(items)]
    remaining = set(map(id, kept))
    return kept, [
        Skipped(SkipReason.BESIDE, piece.text[:SHOWN_CHARS])
        for piece in pieces
        if id(piece) not in remaining
    ]


def _is_endnote(piece: Piece) -> bool:
    if piece.kind not in {PieceKind.PARAGRAPH, PieceKind.HEADING}:
        return False
    text = _OPENING.sub("", piece.text)
    count = len(text.split())
    if count <= MOST_WORDS and _BEGINS.match(text):
        return True
    found = _HOLDS.search(text) if count <= MOST_WORDS else None
    return found is not None and (count <= CAPTION_WORDS or "contributed" in found.group().lower())
