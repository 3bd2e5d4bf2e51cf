"""What stands behind an element, found in one look however many children its parent has."""

from __future__ import annotations

from sources.reading.tree import Node


def has_text(part: Node | str) -> bool:
    return bool(part.chars) if isinstance(part, Node) else bool(part.strip())


class Following:
    """For the elements of a tree that doesn't change: the next part beside each that holds text."""

    def __init__(self) -> None:
        self._known: dict[int, dict[int, Node | str]] = {}

    def beside(self, node: Node) -> Node | str | None:
        """The next child of the same parent that holds text."""
        parent = node.parent
        if parent is None:
            return None
        known = self._known.get(id(parent))
        if known is None:
            known = self._known[id(parent)] = {}
            after: Node | str | None = None
            for child in reversed(parent.children):
                if isinstance(child, Node) and after is not None:
                    known[id(child)] = after
                if has_text(child):
                    after = child
        return known.get(id(node))

    def behind(self, node: Node, *, within: frozenset[str], most: int) -> Node | str | None:
        """The same, or what stands behind the wrappers of the element, up to a boundary."""
        for _ in range(most):
            found = self.beside(node)
            if found is not None or node.parent is None or node.parent.tag in within:
                return found
            node = node.parent
        return None
