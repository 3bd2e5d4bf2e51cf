"""Pages that are empty until their programs have run.

A page is taken for such a shell when hardly any text was read from it, it brings programs, and it
shows one sign more: the empty element that a framework fills, or a request to switch JavaScript on.
Little text alone is no sign: a contact page says little, and a browser would find no more.
"""

from __future__ import annotations

import re
from typing import Final

from core.text import normalise
from sources.reading.tree import Node

# Below this many characters of text a page may be a shell: a greeting, a loading line, a menu's rest.
SHORTEST_TEXT: Final = 200
# What an element that is waiting to be filled may show meanwhile, in characters: “Loading …”.
_WAITING_CHARS: Final = 60
_ROOTS: Final = frozenset(
    (
        *("root", "app", "application", "main-app", "web-app", "app-root", "app-container"),
        *("react", "react-root", "react-app", "vue", "vue-app", "ember-app", "single-spa"),
        *("next", "nuxt", "gatsby", "svelte", "sapper", "q-app", "docusaurus", "mount", "spa"),
    )
)
_MARKS: Final = ("ng-app", "data-ng-app", "ng-version", "data-reactroot", "data-v-app", "v-cloak")
_STATES: Final = re.compile(r"__(?:NEXT_DATA|NUXT|INITIAL_STATE|APOLLO_STATE|PRELOADED_STATE)__")
_PROGRAM_TYPES: Final = ("", "module", "text/javascript", "application/javascript")


def needs_browser(root: Node, text: str) -> bool:
    """Whether the page gave hardly any `text` because its programs have not run; `root` is the whole tree."""
    if len(text) >= SHORTEST_TEXT:
        return False
    programs = waiting = asked = False
    for node in root.walk():
        if node.tag == "script":
            programs = programs or node.get("type").lower() in _PROGRAM_TYPES
            waiting = waiting or bool(_STATES.search(node.source()[:200]))
        elif node.tag == "noscript":
            asked = asked or "javascript" in normalise(_words(node))
        elif _is_root(node) and node.chars - node.link_chars <= _WAITING_CHARS:
            waiting = True
    return programs and (waiting or asked)


def _is_root(node: Node) -> bool:
    """Whether a framework fills this element: by its name, or one of the page's own making."""
    if node.tag in {"div", "main", "section", "body", "html"}:
        named = node.identifier() in _ROOTS
        return named or any(mark in node.attrs for mark in _MARKS)
    return "-" in node.tag and node.parent is not None and node.parent.tag == "body"


def _words(node: Node) -> str:
    """All words below an element, also where it is not read."""
    strings = [child for each in node.walk() for child in each.children if isinstance(child, str)]
    return " ".join(strings)
