"""Which part of a page is its content."""

from __future__ import annotations

from sources.reading.tree import Node, measure

ENOUGH_OF_PAGE = 0.3


def main_part(root: Node) -> Node:
    """The element that holds the page's content."""
    measure(root)
    body = root.find("body") or root
    marked = [
        node for node in root.walk() if node.tag == "main" or node.get("role").lower() == "main"
    ]
    outermost = [
        node
        for node in marked
        if not any(node in other.walk() and node is not other for other in marked)
    ]
    if len(outermost) == 1 and outermost[0].chars >= body.chars * ENOUGH_OF_PAGE:
        part = outermost[0]
        if part.find("h1") is None and (title := body.find("h1")) is not None:
            part.children.insert(0, title)
        return part
    return body
