"""Cutting the furniture off a page: menus, banners, footers, share bars, hidden parts.

Elements that say by tag or role that they are no content go. Names of classes and ids are believed
when they are plain ("breadcrumb", "cookie-consent"); names that also stand on wrappers of content
("header", "sidebar", "meta") are believed only when the element holds links or a few words. Nothing
is cut that holds most of the page's words.
"""

from __future__ import annotations

from collections.abc import Iterable

from sources.reading.tree import HEADINGS, Node, hyphenated, is_unread, measure
from sources.reading.values import Skipped, SkipReason
from sources.reading.vocabulary import (
    ANSWER_NAMES,
    COMMENT_THREADS,
    DOUBTFUL,
    FURNITURE,
    listed,
    names_match,
)

SHOWN_CHARS = 300
FEW_CHARS = 150
FEWEST_OF_LINK = 8
MOST_OF_PAGE = 0.6
LINKS_PREVAIL = 0.4

_TAGS = {
    **dict.fromkeys(
        ("nav", "menu", "button", "select", "textarea", "datalist", "input"), SkipReason.NAVIGATION
    ),
    "footer": SkipReason.SMALL_PRINT,
    "dialog": SkipReason.NOTICE,
    **dict.fromkeys(("audio", "video", "rt", "rp", "noframes", "head", "title"), SkipReason.HIDDEN),
}
_ROLES = {
    **dict.fromkeys(
        ("navigation", "menu", "menubar", "search", "toolbar", "doc-backlink"),
        SkipReason.NAVIGATION,
    ),
    **dict.fromkeys(("dialog", "alertdialog"), SkipReason.NOTICE),
    "contentinfo": SkipReason.SMALL_PRINT,
    "doc-toc": SkipReason.CONTENTS,
    "tooltip": SkipReason.HIDDEN,
}
_LABELS = frozenset(
    (
        "breadcrumb",
        "breadcrumbs",
        "pagination",
        "cookie",
        "cookies",
        "table of contents",
        "skip links",
    )
)
_TITLES = (*HEADINGS, "summary", "dt", "question")
_NOT_CONTAINERS = frozenset(("html", "body", "main", *_TITLES))
_BOXES = frozenset(listed("div p ul ol section aside header table dl form figure article"))
_PERMALINKS = frozenset(listed("¶ # § 🔗 ⚓ [edit] [link]"))


def prune(root: Node) -> list[Skipped]:
    """Remove the furniture from the tree; what was removed, with the reason, in page order."""
    _cut_comment_threads(root)
    total = max(root.chars, 1)
    controlled = _controlled_ids(root)
    skipped: list[Skipped] = []
    stack = [root]
    while stack:
        node = stack.pop()
        kept: list[Node | str] = []
        for child in node.children:
            if isinstance(child, Node):
                reason = _reason(child, total, controlled)
                if reason is not None:
                    skipped.extend(_record(child, reason))
                    kept.extend(_rescued(child, reason))
                    continue
            kept.append(child)
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


def _reason(node: Node, total: int, controlled: frozenset[str]) -> SkipReason | None:
    if is_unread(node.tag):
        return SkipReason.HIDDEN
    if node.tag in _NOT_CONTAINERS:
        return _hidden(node, controlled)
    if node.tag == "a" and node.chars < FEWEST_OF_LINK and node.text() in _PERMALINKS:
        return SkipReason.NAVIGATION
    if node.tag == "button" and node.has_ancestor(*_TITLES):
        return None
    if node.tag in _TAGS:
        return _TAGS[node.tag]
    if node.chars > total * MOST_OF_PAGE and not _links_prevail(node):
        return None
    role = node.get("role").lower()
    if role in _ROLES:
        return _ROLES[role]
    if node.get("aria-label").strip().lower() in _LABELS:
        return SkipReason.NAVIGATION
    return _hidden(node, controlled) or _side(node) or _by_name(node)


def _hidden(node: Node, controlled: frozenset[str]) -> SkipReason | None:
    """Hidden until pressed is content, as in an accordion or a tab; hidden otherwise is not."""
    style = "".join(node.get("style").split()).lower()
    hidden = "hidden" in node.attrs or "display:none" in style or "visibility:hidden" in style
    if not hidden and node.get("aria-hidden").lower() != "true":
        return None
    if node.get("hidden").lower() == "until-found" or node.get("role") == "tabpanel":
        return None
    if node.get("id") in controlled or node.get("aria-labelledby"):
        return None
    if any(names_match(name, ANSWER_NAMES) for name in (*node.names(), node.identifier())):
        return None
    return SkipReason.HIDDEN


def _side(node: Node) -> SkipReason | None:
    """A page's banner and side column; an article's own notes and opening stay."""
    inside = node.has_ancestor("main", "article")
    if node.tag == "header" or node.get("role") == "banner":
        return None if inside else SkipReason.NAVIGATION
    if node.tag == "aside" or node.get("role") == "complementary":
        return None if inside and not _links_prevail(node) else SkipReason.NAVIGATION
    if node.tag == "form":
        return SkipReason.NAVIGATION if node.chars < FEW_CHARS else None
    return None


def _by_name(node: Node) -> SkipReason | None:
    names = node.names()
    # A section with a heading carries its heading's id: a page may well have a chapter "cookies".
    if not node.titled or _links_prevail(node):
        names = (*names, node.identifier())
    for reason, known in FURNITURE.items():
        if any(names_match(name, known) for name in names):
            return reason
    few = node.chars < FEW_CHARS and not node.titled and not node.asks
    if node.tag in _BOXES and (few or _links_prevail(node)):
        for reason, known in DOUBTFUL.items():
            if any(names_match(name, known) for name in names):
                return reason
    return None


def _links_prevail(node: Node) -> bool:
    return node.link_chars > node.chars * LINKS_PREVAIL


def _cut_comment_threads(root: Node) -> None:
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


def _controlled_ids(root: Node) -> frozenset[str]:
    """The ids of parts that a control on the page opens and closes."""
    ids: set[str] = set()
    for node in root.walk():
        ids.update(node.get("aria-controls").split())
        for attribute in ("data-target", "data-bs-target"):
            ids.add(node.get(attribute).lstrip("#"))
        if node.tag == "a" and node.get("data-toggle") and node.get("href").startswith("#"):
            ids.add(node.get("href")[1:])
    return frozenset(ids - {""})


def _leads_home(title: Node) -> bool:
    link = title.find("a")
    return link is not None and link.chars >= title.chars * 0.8
