"""Lines that look like any other, told from running text by the lines that look the same."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from sources.reading.following import Following, has_text
from sources.reading.tree import HEADINGS, Node
from sources.reading.vocabulary import listed

FEWEST_ALIKE, FEWEST_PLAIN = 2, 3
MOSTLY: Final = 0.6
MOST_BETWEEN: Final = 5
MOST_WRAPPERS: Final = 12
ONLY_A_LINK: Final = 0.9
WORDS_OF_PLAIN: Final = 3
BLOCKS: Final = frozenset(
    listed(
        """
        document html body main div p li dt dd table tr td th caption section article aside header
        footer nav figure figcaption blockquote pre address fieldset legend form center details
        summary entry ul ol dl question hr h1 h2 h3 h4 h5 h6
        """
    )
)
PARTS: Final = frozenset(listed("document body main article"))
_NUMBER: Final = re.compile(r"\s*\d{1,3}\s*[.)]\s")
_Form = tuple[str, str, str, str, str]


@dataclass(frozen=True, slots=True)
class Line:
    """The children `start` to `end` of a block; `rest` when more of the block follows them.

    `alone` says that what stands before them in the block, such as a number, is not read.
    """

    block: Node
    start: int
    end: int
    text: str
    rest: bool
    strong: bool
    alone: bool = False


def ends_line(part: Node | str) -> bool:
    return isinstance(part, Node) and (part.tag == "br" or part.tag in BLOCKS)


def answered(line: Line, asking: frozenset[int], following: Following) -> bool:
    """Whether something that doesn't ask itself follows the line."""
    if line.rest:
        return True
    found = following.behind(line.block, within=PARTS, most=MOST_WRAPPERS)
    all_that_follows = is_answer_of(line.block, found)
    while isinstance(found, Node):
        if id(found) in asking or found.tag == "question":
            return False
        if found.tag in HEADINGS:
            return all_that_follows
        if found.link_chars > found.chars * ONLY_A_LINK:
            # "Ready to start?" above a link to press.
            return False
        found = next((child for child in found.children if has_text(child)), None)
    return found is not None


def is_answer_of(question: Node, part: Node | str | None) -> bool:
    """Whether a part of the page holds nothing but the question and this other part."""
    parent = question.parent
    if not isinstance(part, Node) or parent is None or part.parent is not parent:
        return False
    return question.chars + part.chars == parent.chars


def asking_alike(root: Node, lines: Sequence[Line], following: Following) -> Iterator[Line]:
    """Of these lines those that stand among questions of the same form, each with an answer."""
    asking = frozenset(id(line.block) for line in lines)
    groups: dict[tuple[_Form, bool], list[Line]] = defaultdict(list)
    for line in lines:
        groups[_form(line.block), line.rest].append(line)
    firsts = _firsts(root)
    holding = [node for node in root.walk() if node.tag in BLOCKS and _holds_line(node)]
    forms = Counter(map(_form, holding))
    leading = Counter(_form(node) for node in holding if id(node) in firsts)
    for (form, rest), group in groups.items():
        chosen = [line for line in group if answered(line, asking, following)]
        if len(chosen) < max(FEWEST_ALIKE, len(group) * MOSTLY):
            continue
        blocks = len({id(line.block) for line in group})
        lead = all(id(line.block) in firsts for line in group)
        numbered = sum(_NUMBER.match(line.text) is not None for line in chosen)
        if (
            blocks >= max(FEWEST_ALIKE, (leading if lead else forms)[form] * MOSTLY)
            or numbered > len(chosen) * MOSTLY
            or (rest and blocks >= FEWEST_ALIKE)
            or _alternate(chosen)
        ):
            yield from chosen


def _firsts(root: Node) -> frozenset[int]:
    """The elements that are the first of their parent with any text."""
    firsts = (next((c for c in node.elements() if c.chars), None) for node in root.walk())
    return frozenset(id(first) for first in firsts if first is not None)


def _holds_line(node: Node) -> bool:
    return any(has_text(part) and not ends_line(part) for part in node.children)


def _form(node: Node) -> _Form:
    """What makes lines look alike: the names of their element, its parent and what it begins with."""
    parent = node.parent
    outer = (parent.tag, parent.get("class")) if parent is not None else ("", "")
    first = next((part for part in node.children if has_text(part)), "")
    inner = first.tag if isinstance(first, Node) else ""
    return node.tag, node.get("class"), *outer, inner


def _alternate(lines: Sequence[Line]) -> bool:
    """Whether the lines and what stands between them go on like questions and answers."""
    if len(lines) < FEWEST_PLAIN or any(len(line.text.split()) < WORDS_OF_PLAIN for line in lines):
        return False
    parent = lines[0].block.parent
    if parent is None or any(line.block.parent is not parent for line in lines):
        return False
    asking = {id(line.block) for line in lines}
    held = [child for child in parent.elements() if child.chars]
    places = [place for place, child in enumerate(held) if id(child) in asking]
    return all(1 < after - before <= MOST_BETWEEN for before, after in pairwise(places))
