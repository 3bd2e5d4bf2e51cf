"""Telling a page's own text from the other texts that it shows beside it.

Teasers, lists of the latest and whole other articles may hold more words than the text of the page.
What tells them apart is the heading: that of the page's own text is the page's title, those of the
others lead to pages of their own.
"""

from __future__ import annotations

from typing import Final

from core.text import normalise
from sources.reading.tree import HEADINGS, Node
from sources.reading.vocabulary import ARTICLE_FURNITURE, SIDES

# Of this many characters a text stands for itself; what holds fewer may be a title with a summary.
ENOUGH_TEXT: Final = 250
# A heading is a link, and a part is a list of other texts, when this share of it is.
LINKED: Final = 0.8
MOSTLY: Final = 0.7
# Running text beside the page's own is a part of it unless it has less than this share of its size.
MUCH_BESIDE: Final = 0.2
FEWEST_TEASERS: Final = 3
SHORTEST_TEASER: Final = 40

_TEASERS: Final = frozenset(("li", "div", "article", "section", "a"))


def own_part(part: Node, title: str, *, sections: bool) -> tuple[Node, list[Node]]:
    """What stands under the heading that is the page's title, and the other texts inside it."""
    starts = [_enough_above(heading, part) for heading in _headings(part, normalise(title))]
    if not starts:
        return part, []
    # A title may stand in the banner too: the one nearest to its text counts.
    own = above = min(starts, key=lambda node: node.prose)
    inside: list[Node] = []
    passed: list[Node] = []
    while above is not part:
        child, above = above, above.parent or part
        beside = [node for node in above.elements() if node is not child and node.prose]
        others = [node for node in beside if is_other_text(node)]
        passed.extend(others)
        words = sum(node.prose for node in beside if node not in others)
        if words > own.prose * MUCH_BESIDE or any(
            node.tag == "p" or (sections and is_section(node))
            for node in beside
            if node not in others
        ):
            own, inside = above, passed.copy()
    return own, inside


def is_section(node: Node) -> bool:
    """Whether an element has text under a heading of its own, that leads nowhere."""
    return (
        node.titled
        and node.prose > 0
        and not any(map(ARTICLE_FURNITURE.match, node.all_names()))
        and not is_other_text(node)
    )


def _headings(part: Node, title: str) -> list[Node]:
    """The headings that say the page's title; else its only heading of the first rank."""
    headings = [node for node in part.walk() if node.tag in HEADINGS and node.chars]
    named = [node for node in headings if normalise(node.text()) in title]
    first = [node for node in headings if node.tag == "h1"]
    return named or (first if len(first) == 1 else [])


def _enough_above(heading: Node, part: Node) -> Node:
    """The innermost element around a heading that holds a text."""
    node = heading
    while node is not part and node.prose < ENOUGH_TEXT:
        node = node.parent or part
    return node


def is_other_text(node: Node) -> bool:
    """Whether an element is named a side column, has links for all of its headings, or lists texts."""
    if any(map(SIDES.match, node.all_names())):
        return True
    headings = []
    for inner in node.walk():
        if inner.tag in HEADINGS and inner.chars:
            headings.append(inner)
        teasers = [child.chars for child in inner.elements() if _is_teaser(child)]
        if len(teasers) >= FEWEST_TEASERS and sum(teasers) > node.chars * MOSTLY:
            return True
    return bool(headings) and all(map(_leads_away, headings))


def _leads_away(heading: Node) -> bool:
    """Whether a heading is a link to another page; one within the page opens an answer."""
    links = [node for node in heading.walk() if node.tag == "a"]
    above = heading.parent
    while above is not None and not links:
        links = [above] if above.tag == "a" else []
        above = above.parent
    away = [node for node in links if not node.get("href").startswith("#")]
    return bool(away) and max(node.chars for node in away) >= heading.chars * LINKED


def _is_teaser(node: Node) -> bool:
    """Whether a box opens with a link, as the title of another page does."""
    if node.tag not in _TEASERS or node.chars < SHORTEST_TEASER or not node.link_chars:
        return False
    first: Node | str | None = node
    while isinstance(first, Node) and first.tag != "a":
        first = next((child for child in first.children if _says_something(child)), None)
    return isinstance(first, Node) and not first.get("href").startswith("#")


def _says_something(child: Node | str) -> bool:
    return bool(child.chars if isinstance(child, Node) else child.strip())
