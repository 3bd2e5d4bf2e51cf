"""Finding questions with their answers in a page's structure, before anything is cut away.

Whatever a site uses — details and summary, definition lists, accordions of buttons and panels, tabs,
schema.org's microdata and RDFa, class names, bold or numbered lines — is rewritten to two elements
of our own: `question`, a heading, inside `entry`, the scope in which it holds.
"""

from __future__ import annotations

from itertools import islice
from typing import Final

from core.text import is_question
from sources.reading.controls import Controls
from sources.reading.lines import LONGEST_QUESTION, mark_lines
from sources.reading.titles import bare_title
from sources.reading.tree import HEADINGS, Node, measure
from sources.reading.vocabulary import QUESTION_NAMES, names_match

# Set on a heading that the page itself declares to be a question, whatever its words.
DECLARED: Final = "declared question"
# The name of a declared question is among the first elements of it.
MOST_LOOKED_AT: Final = 60
_OWN: Final = frozenset(("question", "entry"))
_UNNAMED: Final = frozenset(
    (*HEADINGS, "html", "body", "main", "form", "summary", "dt", "question", "entry")
)


def mark_questions(root: Node) -> None:
    """Rewrite every known form of question and answer below the root."""
    nodes = list(root.walk())
    controls = Controls(nodes)
    for node in nodes:
        tag, attrs = node.tag, node.attrs
        if tag == "details":
            _mark_details(node)
        elif tag == "dl":
            _mark_definitions(node)
        elif tag == "header":
            _mark_header(node)
        if not attrs:
            continue
        if _is_declared(attrs):
            _mark_declared(node)
        elif attrs.get("role") == "heading" and tag not in HEADINGS:
            _mark_role(node)
        elif controls.is_control(node):
            controls.mark(node)
        elif "class" in attrs and _is_named(node):
            if is_question(bare_title(node.text())):
                node.tag = "question"
            else:
                controls.mark_title(node)
    if mark_lines(root) or any(node.tag in _OWN for node in nodes):
        measure(root)


def _mark_details(node: Node) -> None:
    node.tag = "entry"
    summary = next((child for child in node.elements() if child.tag == "summary"), None)
    if summary is not None:
        # Some pages put the heading inside the summary, some the summary inside a heading's place.
        summary.tag = "question"


def _mark_definitions(node: Node) -> None:
    """A definition list whose terms are questions is a list of entries."""
    own = [child for child in node.elements() if child.tag in {"dt", "dd"}]
    for child in node.elements():
        if child.tag not in {"dt", "dd"}:
            own.extend(inner for inner in child.elements() if inner.tag in {"dt", "dd"})
    terms = [child for child in own if child.tag == "dt"]
    asked = sum(term.chars <= LONGEST_QUESTION and is_question(term.text()) for term in terms)
    if not asked or asked * 2 < len(terms):
        return
    node.tag = "entry"
    for child in own:
        child.tag = "question" if child.tag == "dt" else "div"


def _mark_header(node: Node) -> None:
    """The header of a part that holds its heading is no banner of the page."""
    if node.titled and node.has_ancestor("section", "article", "li", "details", "entry"):
        node.tag = "div"


def _is_declared(attrs: dict[str, str]) -> bool:
    if "schema.org/question" in attrs.get("itemtype", "").lower():
        return True
    return any(kind.rpartition(":")[2] == "Question" for kind in _terms(attrs, "typeof"))


def _terms(attrs: dict[str, str], key: str) -> list[str]:
    """The terms of an attribute of microdata or RDFa; a full address counts as its last part."""
    return [term.rpartition("/")[2] for term in attrs.get(key, "").split()]


def _mark_declared(node: Node) -> None:
    """What schema.org's microdata or RDFa call a question is one, with or without a mark."""
    node.tag = "entry"
    for child in islice(node.walk(), 1, MOST_LOOKED_AT):
        if not child.chars:
            continue
        names = (*_terms(child.attrs, "itemprop"), *_terms(child.attrs, "property"))
        if any(name.rpartition(":")[2].lower() == "name" for name in names):
            heading = child if child.tag in HEADINGS else child.find(*HEADINGS)
            if heading is None:
                heading = child
                if not child.has_ancestor(*HEADINGS, "question"):
                    child.tag = "question"
            heading.attrs[DECLARED] = ""
            return
        if any(name.rpartition(":")[2] == "acceptedAnswer" for name in names):
            break
    inside = islice(node.walk(), 1, MOST_LOOKED_AT)
    title = next((child for child in inside if child.tag in {*HEADINGS, "question"}), None)
    if title is not None:
        title.attrs[DECLARED] = ""


def _mark_role(node: Node) -> None:
    """An element that says by its role that it is a heading."""
    level = node.get("aria-level").strip()
    if 0 < node.chars <= LONGEST_QUESTION and not node.titled:
        node.tag = f"h{level}" if level in {"2", "3", "4", "5", "6"} else "h2"


def _is_named(node: Node) -> bool:
    """Whether an element's class says that it is a question or the title of a part."""
    if node.tag in _UNNAMED or not 4 <= node.chars <= LONGEST_QUESTION or node.titled:
        return False
    if not any(names_match(name, QUESTION_NAMES) for name in node.names()):
        return False
    return not node.has_ancestor(*HEADINGS, "question", "summary")
