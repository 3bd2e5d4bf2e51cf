"""Finding questions with their answers in a page's structure, before anything is cut away.

Whatever a site uses — details and summary, definition lists, accordions of buttons and panels,
schema.org's microdata, class names, bold lines — is rewritten to two elements of our own:
`question`, a heading, inside `entry`, the scope in which it holds.
"""

from __future__ import annotations

from core.text import is_question
from sources.reading.tree import HEADINGS, Node, measure
from sources.reading.vocabulary import ANSWER_NAMES, QUESTION_NAMES, listed, names_match

LONGEST_QUESTION = 300
_MARKS = "?？؟;"
_BOLD = ("b", "strong")
_BLOCKS = frozenset(listed("p div ul ol table section article dl blockquote pre details"))


def mark_questions(root: Node) -> None:
    """Rewrite every known form of question and answer below the root."""
    by_id = {node.get("id"): node for node in root.walk() if node.get("id")}
    for node in list(root.walk()):
        if node.tag == "details":
            _mark_details(node)
        elif node.tag == "dl":
            _mark_definitions(node)
        elif "schema.org/question" in node.get("itemtype").lower():
            _mark_microdata(node)
        elif node.get("aria-controls") or "aria-expanded" in node.attrs or node.tag == "button":
            _mark_control(node, by_id)
        elif _named_question(node):
            node.tag = "question"
        elif node.tag in {"p", "div"}:
            _mark_bold(node)
    measure(root)


def _mark_details(node: Node) -> None:
    node.tag = "entry"
    summary = next((child for child in node.elements() if child.tag == "summary"), None)
    if summary is None:
        return
    # Some pages put the heading inside the summary, some the summary inside a heading's place.
    summary.tag = "question"


def _mark_definitions(node: Node) -> None:
    """A definition list whose terms are questions is a list of entries."""
    terms = [child for child in node.walk() if child.tag == "dt"]
    asked = [term for term in terms if is_question(term.text())]
    if not asked or len(asked) * 2 < len(terms):
        return
    node.tag = "entry"
    for term in terms:
        term.tag = "question"
    for child in node.walk():
        if child.tag == "dd":
            child.tag = "div"


def _mark_microdata(node: Node) -> None:
    node.tag = "entry"
    for child in node.walk():
        if (
            child is not node
            and child.get("itemprop").lower() == "name"
            and child.tag not in HEADINGS
        ):
            if not child.has_ancestor(*HEADINGS, "question"):
                child.tag = "question"
            return


def _mark_control(node: Node, by_id: dict[str, Node]) -> None:
    """A control that opens a part with text is the heading of that part."""
    if node.tag in HEADINGS or node.has_ancestor(*HEADINGS, "question", "nav", "header", "footer"):
        return
    text = node.text()
    if not text or len(text) > LONGEST_QUESTION:
        return
    panel = by_id.get(node.get("aria-controls").split(" ")[0]) or _sibling_panel(node)
    if panel is None or not panel.chars or panel.link_chars * 2 > panel.chars:
        return
    names = (*node.names(), *panel.names(), *(node.parent.names() if node.parent else ()))
    if is_question(text) or any(names_match(name, ANSWER_NAMES) for name in names):
        node.tag = "question"
        for attribute in ("hidden", "style", "aria-hidden"):
            panel.attrs.pop(attribute, None)


def _sibling_panel(node: Node) -> Node | None:
    if node.parent is None:
        return None
    siblings = list(node.parent.elements())
    following = siblings[siblings.index(node) + 1 :]
    return following[0] if following else None


def _named_question(node: Node) -> bool:
    """An element whose class says that it is a question, and which reads like one."""
    if node.tag in HEADINGS or node.tag in {
        "html",
        "body",
        "main",
        "form",
        "summary",
        "dt",
        "question",
        "entry",
    }:
        return False
    if not node.attrs.get("class") or not any(
        names_match(name, QUESTION_NAMES) for name in node.names()
    ):
        return False
    if node.has_ancestor(*HEADINGS, "question") or any(
        child.tag in HEADINGS for child in node.walk()
    ):
        return False
    text = node.text()
    return 8 <= len(text) <= LONGEST_QUESTION and is_question(text)


def _mark_bold(node: Node) -> None:
    """A paragraph that is a bold question, or opens with one, heads what follows it."""
    children = [
        child for child in node.children if not (isinstance(child, str) and not child.strip())
    ]
    if not children or not isinstance(children[0], Node) or children[0].tag not in _BOLD:
        return
    lead = children[0]
    text = lead.text()
    if not text or text[-1] not in _MARKS or len(text) > LONGEST_QUESTION or not is_question(text):
        return
    if len(children) == 1:
        node.tag = "question"
        return
    following = children[1]
    if isinstance(following, Node) and (following.tag == "br" or following.tag in _BLOCKS):
        lead.tag = "question"
