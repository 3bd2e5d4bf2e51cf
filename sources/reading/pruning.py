"""Cutting the furniture off a page, with a note of what was cut and why."""

from __future__ import annotations

from collections.abc import Iterable

from sources.reading.furniture import Judge
from sources.reading.tree import HEADINGS, Node, hyphenated, is_unread, measure
from sources.reading.values import Skipped, SkipReason
from sources.reading.vocabulary import COMMENT_THREADS, names_match

SHOWN_CHARS = 300


def prune(root: Node) -> list[Skipped]:
    """Remove the furniture from the tree; what was removed, with the reason, in page order."""
    _gather_comment_threads(root)
    judge = Judge.of(root)
    skipped: list[Skipped] = []
    stack = [root]
    while stack:
        node = stack.pop()
        kept: list[Node | str] = []
        for child in node.children:
            reason = judge.reason(child) if isinstance(child, Node) else None
            if reason is None or isinstance(child, str):
                kept.append(child)
            else:
                skipped.extend(_record(child, reason))
                kept.extend(_rescued(child, reason))
        node.children = kept
        stack.extend(child for child in reversed(kept) if isinstance(child, Node))
    return skipped


def _record(node: Node, reason: SkipReason) -> Iterable[Skipped]:
    if node.chars < 3 or is_unread(node.tag) or node.tag == "head":
        return
    text = node.text()
    yield Skipped(reason, text if len(text) <= SHOWN_CHARS else text[: SHOWN_CHARS - 1] + "…")


def _rescued(node: Node, reason: SkipReason) -> list[Node | str]:
    """The page's own title survives its banner; a space survives anything."""
    if reason is SkipReason.NAVIGATION and node.titled:
        title = node.find("h1")
        if title is not None and not _leads_home(title):
            return [title]
    return [" "]


def _leads_home(title: Node) -> bool:
    link = title.find("a")
    return link is not None and link.chars >= title.chars * 0.8


def _gather_comment_threads(root: Node) -> None:
    """A heading that opens a comment thread takes what follows it along."""
    for heading in [node for node in root.walk() if node.tag in HEADINGS]:
        marks = {hyphenated(node.get(key)) for node in heading.walk() for key in ("id", "name")}
        parent = heading.parent
        if parent is None or not any(names_match(mark, COMMENT_THREADS) for mark in marks):
            continue
        place = next(index for index, child in enumerate(parent.children) if child is heading)
        thread = Node("div", {"class": "comments"})
        for child in parent.children[place:]:
            if isinstance(child, Node):
                thread.append(child)
            else:
                thread.children.append(child)
        parent.children[place:] = []
        parent.append(thread)
        measure(parent)
