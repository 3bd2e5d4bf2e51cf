"""Which elements of a page are furniture: by tag and role, by being hidden, by name.

Elements that say by tag or role that they are no content are believed. Names of classes and ids are
believed when they are plain ("breadcrumb", "cookie-consent"); names that also stand on wrappers of
content ("header", "sidebar", "meta") only when the element holds links or a few words. No name is
believed of an element that holds much of the page's running text.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Self

from sources.reading.tree import HEADINGS, Node, is_unread
from sources.reading.values import SkipReason
from sources.reading.vocabulary import ANSWER_NAMES, DOUBTFUL, FURNITURE, Names, listed

FEW_CHARS: Final = 150
SHORTEST_LINK: Final = 8
MUCH_OF_PAGE, MUCH_OF_PROSE, LEAST_PROSE = 0.6, 0.3, 300
LINKS_PREVAIL: Final = 0.4
TITLES: Final = (*HEADINGS, "summary", "dt", "question")

_TAGS: Final = {
    **dict.fromkeys(
        ("nav", "menu", "button", "select", "textarea", "datalist", "input"), SkipReason.NAVIGATION
    ),
    "footer": SkipReason.SMALL_PRINT,
    "dialog": SkipReason.NOTICE,
    **dict.fromkeys(("audio", "video", "rt", "rp", "noframes", "head", "title"), SkipReason.HIDDEN),
}
_ROLES: Final = {
    **dict.fromkeys(
        ("navigation", "menu", "menubar", "search", "toolbar", "doc-backlink"),
        SkipReason.NAVIGATION,
    ),
    **dict.fromkeys(("dialog", "alertdialog"), SkipReason.NOTICE),
    "contentinfo": SkipReason.SMALL_PRINT,
    "doc-toc": SkipReason.CONTENTS,
    "tooltip": SkipReason.HIDDEN,
}
_LABELS: Final = frozenset(
    ("breadcrumb", "breadcrumbs", "pagination", "cookie", "cookies", "table of contents")
)
_SIDES: Final = frozenset(("header", "aside", "form"))
_KEPT_TAGS: Final = frozenset(("html", "body", "main", *TITLES))
_BOXES: Final = frozenset(listed("div p ul ol section aside header table dl form figure article"))
_PERMALINKS: Final = frozenset(listed("¶ # § 🔗 ⚓ [edit] [link]"))


@dataclass(frozen=True, slots=True)
class Judge:
    """Judges the elements of one page against the page as a whole."""

    chars: int
    prose: int
    controlled: frozenset[str]

    @classmethod
    def of(cls, root: Node) -> Self:
        return cls(root.chars, root.prose, _controlled_ids(root))

    def reason(self, node: Node) -> SkipReason | None:
        """Why the element is no content; None for what may be."""
        if is_unread(node.tag):
            return SkipReason.HIDDEN
        if node.tag in _KEPT_TAGS:
            return self._hidden(node)
        if node.tag == "a" and node.chars < SHORTEST_LINK and node.text() in _PERMALINKS:
            return SkipReason.NAVIGATION
        if node.tag == "a" and "href" not in node.attrs:
            # A place to lead to, named after what stands there: a chapter on the "standard-footer".
            return self._hidden(node)
        if node.tag == "button" and node.has_ancestor(*TITLES):
            return None
        if node.tag in _TAGS:
            return _TAGS[node.tag]
        if not node.attrs:
            return None if node.tag not in _SIDES or self._holds_much(node) else _side(node)
        role = node.get("role").lower()
        if role in _ROLES:
            return _ROLES[role]
        if node.get("aria-label").strip().lower() in _LABELS:
            return SkipReason.NAVIGATION
        hidden = self._hidden(node)
        if hidden is not None or self._holds_much(node):
            return hidden or _thread(node)
        return _side(node) or _by_name(node)

    def _holds_much(self, node: Node) -> bool:
        if self.prose >= LEAST_PROSE:
            return node.prose > self.prose * MUCH_OF_PROSE
        return node.chars > self.chars * MUCH_OF_PAGE and not links_prevail(node)

    def _hidden(self, node: Node) -> SkipReason | None:
        """Hidden until pressed is content, as in an accordion or a tab; hidden otherwise is not."""
        attrs = node.attrs
        if not ("hidden" in attrs or "style" in attrs or "aria-hidden" in attrs):
            return None
        style = "".join(node.get("style").split()).lower()
        hidden = "hidden" in node.attrs or "display:none" in style or "visibility:hidden" in style
        if not hidden and node.get("aria-hidden").lower() != "true":
            return None
        if node.get("hidden").lower() == "until-found" or node.get("role") == "tabpanel":
            return None
        if node.get("id") in self.controlled or node.get("aria-labelledby"):
            return None
        if any(map(ANSWER_NAMES.match, node.all_names())):
            return None
        return SkipReason.HIDDEN


def _thread(node: Node) -> SkipReason | None:
    """Comments may well be longer than what they are about."""
    known = FURNITURE[SkipReason.COMMENTS]
    if any(map(known.match, node.all_names())) and node.find("h1", "main") is None:
        return SkipReason.COMMENTS
    return None


def _side(node: Node) -> SkipReason | None:
    """A page's banner and side column; an article's own notes and opening stay."""
    if node.tag == "header" or node.get("role") == "banner":
        return None if node.has_ancestor("main", "article") else SkipReason.NAVIGATION
    if node.tag == "aside" or node.get("role") == "complementary":
        inside = node.has_ancestor("main", "article")
        return None if inside and not links_prevail(node) else SkipReason.NAVIGATION
    if node.tag == "form":
        return SkipReason.NAVIGATION if node.chars < FEW_CHARS else None
    return None


def _by_name(node: Node) -> SkipReason | None:
    # A section with a heading carries its heading's id: a page may well have a chapter "cookies".
    own = not node.titled or links_prevail(node)
    names = node.all_names() if own else node.names()
    if not names:
        return None
    reason = _named(names)
    if reason is not None:
        # What others said elsewhere stands in boxes for sharing, and is a quotation here.
        quotes = reason is SkipReason.LINKS and node.find("blockquote") is not None
        return None if quotes else reason
    few = node.chars < FEW_CHARS and not node.titled and not node.asks
    return _maybe_named(names) if node.tag in _BOXES and (few or links_prevail(node)) else None


@lru_cache(maxsize=4096)
def _named(names: tuple[str, ...]) -> SkipReason | None:
    return _first(FURNITURE, names)


@lru_cache(maxsize=4096)
def _maybe_named(names: tuple[str, ...]) -> SkipReason | None:
    return _first(DOUBTFUL, names)


def _first(reasons: dict[SkipReason, Names], names: tuple[str, ...]) -> SkipReason | None:
    return next((reason for reason, known in reasons.items() if any(map(known.match, names))), None)


def links_prevail(node: Node) -> bool:
    return node.link_chars > node.chars * LINKS_PREVAIL


def _controlled_ids(root: Node) -> frozenset[str]:
    """The ids of parts that a control on the page opens and closes."""
    ids: set[str] = set()
    for node in root.walk():
        attrs = node.attrs
        if not attrs:
            continue
        if "aria-controls" in attrs:
            ids.update(attrs["aria-controls"].split())
        for attribute in ("data-target", "data-bs-target"):
            if attribute in attrs:
                ids.add(attrs[attribute].lstrip("#"))
        if "data-toggle" in attrs and node.tag == "a" and node.get("href").startswith("#"):
            ids.add(node.get("href")[1:])
    return frozenset(ids - {""})
