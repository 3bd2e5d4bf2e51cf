"""Values shown with their label in a box of their own: "12 €" above "per crossing"."""

from __future__ import annotations

from typing import Final

from sources.reading.cleaning import clean
from sources.reading.tree import HEADINGS, Node

LONGEST_PART: Final = 40
_NO_TILE: Final = frozenset((*HEADINGS, "question", "entry", "table", "ul", "ol", "dl", "li"))


def tile_text(node: Node) -> str:
    """The value and its label as one line; "" for an element that is no such tile."""
    if node.tag != "div" or not 0 < node.chars <= 2 * LONGEST_PART or node.link_chars:
        return ""
    children = [child for child in node.children if isinstance(child, Node) or child.strip()]
    parts = [child for child in children if isinstance(child, Node) and child.tag in {"div", "p"}]
    if len(parts) != 2 or len(children) != 2:
        return ""
    inside = [inner.tag for part in parts for inner in part.walk() if inner is not part]
    if any(tag in {"div", "p"} or tag in _NO_TILE for tag in inside):
        return ""
    first, second = (clean(part.text()) for part in parts)
    if not 0 < len(first) <= LONGEST_PART or not 0 < len(second) <= LONGEST_PART:
        return ""
    if _has_value(first) == _has_value(second):
        return ""
    return f"{first} {second}" if _has_value(first) else f"{first.rstrip(':')}: {second}"


def _has_value(text: str) -> bool:
    return any(map(str.isdigit, text))
