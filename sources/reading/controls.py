"""Controls that open a part of the page: the headings of accordions, tabs and the like."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from core.text import is_question, normalise
from sources.reading.following import Following
from sources.reading.phrases import NOTICE
from sources.reading.titles import bare_title
from sources.reading.tree import HEADINGS, Node
from sources.reading.vocabulary import ANSWER_NAMES, names_match

LONGEST_LABEL: Final = 300
_TOGGLES: Final = frozenset(("collapse", "tab", "pill", "list"))
_CONTROL_KEYS: Final = ("aria-controls", "aria-expanded", "data-toggle", "data-bs-toggle")
_TARGET_KEYS: Final = ("data-target", "data-bs-target", "aria-controls")
_ELSEWHERE: Final = ("nav", "footer", "form", "dialog", "menu")
# Set on the part that a control opens: all of it stands below the control's text.
ANSWER: Final = "opened part"
_HIDING: Final = ("hidden", "style", "aria-hidden")
_ICON_FONTS: Final = ("material-icons", "material-symbols")
# How many wrappers that hold nothing else may stand around a control.
MOST_WRAPPERS: Final = 6


class Controls:
    """The controls of one page, with the parts that they open."""

    def __init__(self, nodes: Iterable[Node]) -> None:
        self._by_id: dict[str, Node] = {}
        for node in nodes:
            attrs = node.attrs
            if attrs and (identifier := attrs.get("id")):
                self._by_id.setdefault(identifier, node)
            if attrs and attrs.get("class", "").startswith(_ICON_FONTS):
                # The name of a picture, such as "expand_more", which its font shows as the picture.
                node.children = []
        self._following = Following()

    def is_control(self, node: Node) -> bool:
        """Whether the element opens and closes another."""
        attrs = node.attrs
        if node.tag == "label":
            target = self._by_id.get(attrs.get("for", ""))
            return target is not None and target.get("type") in {"checkbox", "radio"}
        if node.tag == "button" or any(key in attrs for key in _CONTROL_KEYS):
            return "aria-haspopup" not in attrs
        return attrs.get("role") == "tab"

    def mark(self, node: Node) -> None:
        """Make a control that opens a part with text the heading of that part."""
        if not 0 < node.chars <= LONGEST_LABEL or node.has_ancestor(*_ELSEWHERE):
            return
        following = self._next_part(node)
        panel = self._target(node) or following
        if panel is None or not _holds_text(panel) or _is_inside(node, panel):
            return
        text = bare_title(node.text())
        if not self._is_title(node, panel, text):
            return
        for attribute in _HIDING:
            panel.attrs.pop(attribute, None)
        panel.attrs[ANSWER] = ""
        if following is not panel and not _is_inside(panel, following):
            _move(node, panel, text)
        elif node.tag not in HEADINGS and not node.has_ancestor(*HEADINGS, "question", "dt"):
            node.tag = "question"

    def mark_title(self, node: Node) -> None:
        """Make an element that is named the title of a part the heading of the part behind it."""
        panel = self._next_part(node)
        if panel is None or not _holds_text(panel) or panel.titled or node.link_chars:
            return
        names = (*panel.names(), *(node.parent.names() if node.parent else ()))
        if any(names_match(name, ANSWER_NAMES) for name in names):
            node.tag = "question"
            panel.attrs[ANSWER] = ""

    def _is_title(self, node: Node, panel: Node, text: str) -> bool:
        if is_question(text):
            return True
        if node.tag == "label" or NOTICE.search(text):
            return False
        if node.get("role") == "tab" or node.get("data-toggle") in _TOGGLES:
            return True
        names = (*node.names(), *panel.names(), *(node.parent.names() if node.parent else ()))
        return any(names_match(name, ANSWER_NAMES) for name in names)

    def _target(self, node: Node) -> Node | None:
        """The part that the control names."""
        for key in _TARGET_KEYS:
            for name in node.get(key).split()[:1]:
                if (found := self._by_id.get(name.lstrip("#"))) is not None:
                    return found
        href = node.get("href")
        return self._by_id.get(href[1:]) if href.startswith("#") else None

    def _next_part(self, node: Node) -> Node | None:
        """What stands behind the control, or behind the wrappers that hold nothing but it."""
        outer = node
        for _ in range(MOST_WRAPPERS):
            found = self._following.beside(outer)
            if found is not None:
                return found if isinstance(found, Node) else None
            if outer.parent is None or outer.parent.chars != node.chars:
                return None
            outer = outer.parent
        return None


def _holds_text(panel: Node) -> bool:
    """Whether a part has text to read, and is no menu, form or window."""
    if not panel.chars or panel.link_chars * 2 > panel.chars or panel.tag in {"nav", "form"}:
        return False
    return panel.get("role") not in {"dialog", "menu", "listbox", "navigation", "search"}


def _is_inside(node: Node, outer: Node | None) -> bool:
    above: Node | None = node
    while above is not None and outer is not None:
        if above is outer:
            return True
        above = above.parent
    return False


def _move(control: Node, panel: Node, text: str) -> None:
    """Put the title of a part that stands elsewhere, such as a tab's, on top of its part."""
    first = panel.find(*HEADINGS, "question")
    if first is None or normalise(first.text()) != normalise(text):
        title = Node("question")
        title.children = [text]
        title.parent = panel
        panel.children.insert(0, title)
    if panel.tag in {"div", "section", "article"}:
        panel.tag = "entry"
        panel.attrs.pop(ANSWER, None)
    control.children = []
