"""Which part of a page is its content.

Why by rules of our own and not by trafilatura or readability-lxml. Measured on 110 pages whose text
people marked (tests/benchmarks/README.md, "Main text"), F1 of words, then of runs of four words:
0.980 and 0.974 by the rules here with those of `article`, 0.961 and 0.962 by trafilatura in its best
setting, 0.946 and 0.944 by readability-lxml, in about the same time a page. And those two give a text
for reading: of a page of 503 questions trafilatura drops the headings of 36, and neither says which
text stands under which question, in which row or in which list. Taking trafilatura's opinion on top
of our own tree would double the time of reading a page. BeautifulSoup would find what our tree finds,
on the same parser, at four times its cost (`tree`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sources.reading.tree import Node, measure

ENOUGH_OF_PAGE: Final = 0.3
MOST_OF_PROSE: Final = 0.5
NEARLY_ALL: Final = 0.8


def main_part(root: Node) -> Node:
    """The element that holds the page's content: what the page calls its main part or its article.

    An article counts only when it holds most of the running text, so that a page of many short
    articles stays whole. The page's title is kept where it stands above its part.
    """
    measure(root)
    body = root.find("body") or root
    part = _only(body, _is_main, enough=body.chars * ENOUGH_OF_PAGE, weigh=_chars)
    title = body.find("h1")
    if part is None:
        # An article below a title of its own may be one of several things that the page shows.
        titled = title is not None and title.has_ancestor("article")
        share = MOST_OF_PROSE if titled or title is None else NEARLY_ALL
        part = _only(body, _is_article, enough=max(body.prose * share, 1), weigh=_prose)
        if part is not None and titled and part.find("h1") is None:
            part = None
    if part is None:
        return body
    if title is not None and part.find("h1") is None:
        part.children.insert(0, title)
    return part


def _only(
    body: Node, chosen: Callable[[Node], bool], *, enough: float, weigh: Callable[[Node], int]
) -> Node | None:
    """The one outermost element of a kind that is heavy enough; None where there is no such one."""
    outermost: list[Node] = []
    stack = [body]
    while stack:
        node = stack.pop()
        if chosen(node):
            outermost.append(node)
        else:
            stack.extend(node.elements())
    heavy = [node for node in outermost if weigh(node) >= enough]
    return heavy[0] if len(heavy) == 1 else None


def _is_main(node: Node) -> bool:
    return node.tag == "main" or node.get("role").lower() == "main"


def _is_article(node: Node) -> bool:
    return node.tag == "article" or node.get("itemprop").lower() == "articlebody"


def _chars(node: Node) -> int:
    return node.chars


def _prose(node: Node) -> int:
    return node.prose
