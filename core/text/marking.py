"""A text in parts, some of them marked."""

from collections.abc import Iterable
from typing import NamedTuple

from core.text.quotations import find_quotation


class Marked(NamedTuple):
    """Words to mark: where they stand in a text, and as what."""

    start: int
    end: int
    kind: str


def marked_parts(text: str, spans: Iterable[Marked]) -> list[tuple[str, str]]:
    """The text in pieces with their kind, "" for what is not marked; joined they give the text.

    Where spans overlap, the one that begins first has the words they share.
    """
    parts: list[tuple[str, str]] = []
    at = 0
    for span in sorted(spans):
        start, end = max(span.start, at), min(span.end, len(text))
        if start < end:
            parts += [(text[at:start], ""), (text[start:end], span.kind)]
            at = end
    return [part for part in [*parts, (text[at:], "")] if part[0]]


def spans_of(words: Iterable[tuple[str, str]], text: str) -> list[Marked]:
    """Where these words stand in the text, each with its kind; what is not found is left out."""
    found = ((find_quotation(quoted, text), kind) for quoted, kind in words if quoted)
    return [Marked(place.start, place.end, kind) for place, kind in found if place is not None]
