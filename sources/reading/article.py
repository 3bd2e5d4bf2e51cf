"""The text of an article page, without what stands around and inside it.

A page of news is one long text among furniture: pictures with captions, bylines, teasers of other
texts, boxes that want an address. A page of help is content all over. So only a page that declares
itself an article, whose text is mostly running prose, and which asks and tabulates nothing beside
that text, is cut as hard as this module cuts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sources.reading.own_text import is_other_text, is_section, own_part
from sources.reading.tree import HEADINGS, Node, measure
from sources.reading.values import Skipped, SkipReason
from sources.reading.vocabulary import ARTICLE_FURNITURE, LEADS, NOTES, listed

# The text stands in the child that holds this share of an element's running text.
HOLDS_TEXT: Final = 0.7
# An element that leaves out more than this share of its size in words beside it is not the text.
MOST_BESIDE: Final = 0.4
# A body of fewer characters is a stub; one with less running text than this share is a list.
SHORTEST_BODY: Final = 250
LEAST_PROSE: Final = 0.5
# No name is believed of an element with this share of the body's running text.
MUCH_OF_BODY: Final = 0.3
LONGEST_LEAD: Final = 600
SHORTEST_FACTS: Final = 40
FEWEST_STEPS: Final = 3
SHOWN_CHARS: Final = 300

_CONTAINERS: Final = frozenset(
    listed("div section article main table tbody tr td center form span")
)
_FACTS: Final = frozenset(listed("table dl entry question"))
_NEVER_FURNITURE: Final = frozenset(listed("tr td th tbody thead li dt dd question entry"))
_ASIDES: Final = frozenset(("figcaption", "aside"))
_PROPERTIES: Final = frozenset(
    listed(
        """
        author publisher image associatedmedia datepublished datemodified commentcount comment
        keywords thumbnailurl caption video
        """
    )
)


def article_of(
    part: Node, root: Node, title: str, *, sections: bool
) -> tuple[Node, list[Skipped]] | None:
    """The title and text of an article, and what was left out of the part; None for other pages."""
    body = _declared(root)
    emptied: list[tuple[Node, list[Node | str]]] = []
    skipped: list[Skipped] = []
    if body is None:
        own, others = own_part(part, title, sections=sections)
        for node in others:
            if not any(map(_is_fact, node.walk())):
                skipped.extend(_record(node))
                emptied.append((node, node.children))
                node.children = []
        if emptied:
            measure(own)
        body = _descended(own, sections=sections)
    above = [part] if body is part else list(_ancestors(body))
    if not _is_prose(body) or _has_steps(body) or _facts_beside(part, body, above):
        for node, children in emptied:
            node.children = children
        measure(part)
        return None
    opening, beside = _beside(part, body, above)
    skipped.extend(beside)
    skipped.extend(_without_furniture(body))
    whole = Node("article")
    for node in (*opening, body):
        whole.append(node)
    measure(whole)
    return whole, skipped


def _is_prose(body: Node) -> bool:
    return (
        body.chars >= SHORTEST_BODY and body.prose >= (body.chars - body.link_chars) * LEAST_PROSE
    )


def _declared(root: Node) -> Node | None:
    """What the page's microdata calls the body of the article."""
    found: list[Node] = []
    stack = [root]
    while stack:
        node = stack.pop()
        if node.get("itemprop").lower() == "articlebody":
            found.append(node)
        else:
            stack.extend(node.elements())
    return found[0] if len(found) == 1 and found[0].chars >= SHORTEST_BODY else None


def _descended(part: Node, *, sections: bool) -> Node:
    """The innermost element that holds nearly all of the running text, and most of all words."""
    words = part.chars - part.link_chars
    node = part
    while True:
        best = max(node.elements(), key=lambda child: child.prose, default=None)
        if (
            best is None
            or best.tag not in _CONTAINERS
            or best.prose < node.prose * HOLDS_TEXT
            or (best.chars - best.link_chars) * (1 + MOST_BESIDE) < words
            or any(
                _continues(child, best) or (sections and is_section(child))
                for child in node.elements()
                if child is not best
            )
        ):
            return node
        node = best


def _continues(child: Node, best: Node) -> bool:
    """Whether an element with running text may be another part of the same text."""
    return child.prose > 0 and (
        child.tag == "p" or (child.tag == best.tag and child.names() == best.names() != ())
    )


def _has_steps(body: Node) -> bool:
    """Whether the text tells what to do step by step, as pages of help do."""
    return any(
        sum(item.chars - item.link_chars >= SHORTEST_FACTS for item in node.elements())
        >= FEWEST_STEPS
        for node in body.walk()
        if node.tag == "ol"
    )


def _facts_beside(part: Node, body: Node, above: list[Node]) -> bool:
    """Whether a table, a list of definitions, an entry or a contact stands outside the body."""
    stack = [part]
    while stack:
        node = stack.pop()
        if node is body:
            continue
        if node not in above and _is_fact(node):
            return True
        stack.extend(node.elements())
    return False


def _is_fact(node: Node) -> bool:
    """Whether an element tabulates, defines, answers, or says whom to ask."""
    if node.tag in _FACTS:
        return node.chars - node.link_chars >= SHORTEST_FACTS
    return node.chars > 0 and (node.tag == "address" or node.get("href").startswith("tel:"))


def _beside(part: Node, body: Node, above: list[Node]) -> tuple[list[Node], list[Skipped]]:
    """The title and the opening lines that stand above the body, and what else surrounds it."""
    opening: list[Node] = []
    skipped: list[Skipped] = []
    stack = [part]
    before = True
    while stack:
        node = stack.pop()
        if node is body:
            before = False
        elif node in above:
            stack.extend(reversed(list(node.elements())))
        elif before and (kept := [inner for inner in node.walk() if _opens(inner)]):
            opening.extend(kept)
        else:
            skipped.extend(_record(node))
    return opening, skipped


def _ancestors(node: Node) -> Iterator[Node]:
    above = node.parent
    while above is not None:
        yield above
        above = above.parent


def _opens(node: Node) -> bool:
    """A title, or an opening paragraph set apart by name, as many sites of authorities have it."""
    if node.tag == "h1":
        return True
    return (
        node.tag in {"p", "div"}
        and node.prose > 0
        and node.chars <= LONGEST_LEAD
        and any(map(LEADS.match, node.names()))
    )


def _without_furniture(body: Node) -> Iterator[Skipped]:
    """Take captions, bylines, teasers and boxes out of the body."""
    limit = body.prose * MUCH_OF_BODY
    stack = [body]
    while stack:
        node = stack.pop()
        kept: list[Node | str] = []
        for child in node.children:
            if isinstance(child, Node) and _is_furniture(child, limit):
                yield from _record(child)
                kept.append(" ")
            else:
                kept.append(child)
        node.children = kept
        stack.extend(child for child in kept if isinstance(child, Node))


def _is_furniture(node: Node, limit: float) -> bool:
    if node.tag in _NEVER_FURNITURE or _stands_in_sentence(node):
        return False
    if node.get("role") == "note" or any(map(NOTES.match, node.names())):
        return False
    if node.prose > limit:
        return node.tag == "aside" and is_other_text(node)
    if node.tag in _ASIDES or node.get("itemprop").lower() in _PROPERTIES:
        return node.find("entry") is None
    if not node.attrs or node.asks or node.find("blockquote") is not None:
        return False
    # A heading, and the section below it, may have the heading's words for an identifier.
    named = node.names() if node.titled or node.tag in HEADINGS else node.all_names()
    return any(map(ARTICLE_FURNITURE.match, named))


def _stands_in_sentence(node: Node) -> bool:
    """Whether words stand right beside an element, as in "until <span class="date">May</span>"."""
    if node.tag in _CONTAINERS - {"span"} or node.parent is None:
        return False
    return any(isinstance(child, str) and child.strip() for child in node.parent.children)


def _record(node: Node) -> Iterator[Skipped]:
    if node.chars >= 3:
        yield Skipped(SkipReason.BESIDE, node.text()[:SHOWN_CHARS])
