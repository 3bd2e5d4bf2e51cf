"""Lines that ask: questions that a page tells from their answers by a letter, weight or place.

A line is what stands between two breaks of the page. A line that is bold, or begins with "Q:", is a
question by itself. One that looks like any other is a question only among others like it, each with
something that answers it, since running text asks too.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from core.text import is_question
from sources.reading.following import Following, has_text
from sources.reading.tree import HEADINGS, Node, is_unread
from sources.reading.vocabulary import listed

LONGEST_QUESTION: Final = 300
FEWEST_ALIKE, FEWEST_PLAIN = 2, 3
MOSTLY: Final = 0.6
MOST_BETWEEN: Final = 5
MOST_WRAPPERS: Final = 12
WORDS_OF_PLAIN: Final = 3
_MARKS: Final = ("?", "？", "؟", ";", "⁇", "⁈", "՞")
_CLOSERS: Final = " \t\r\n\u00a0\"'”’»)]*:"
_BOLD: Final = frozenset(("b", "strong"))
_HEAVY: Final = re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)", re.IGNORECASE)
_LETTER: Final = re.compile(
    r"\s*(?:q|question|f|frage|fråga|p|pregunta|domanda|vraag)\s*\d{0,3}\s*[.:)]", re.IGNORECASE
)
_ANSWER_LETTER: Final = re.compile(
    r"\s*(?:a|answer|svar|s|antwort|respuesta|r|risposta)\s*\d{0,3}\s*[.:)](?:\s+|$)", re.IGNORECASE
)
_NUMBER: Final = re.compile(r"\s*\d{1,3}\s*[.)]\s")
_BLOCKS: Final = frozenset(
    listed(
        """
        document html body main div p li dt dd table tr td th caption section article aside header
        footer nav figure figcaption blockquote pre address fieldset legend form center details
        summary entry ul ol dl question hr h1 h2 h3 h4 h5 h6
        """
    )
)
_PARTS: Final = frozenset(listed("document body main article"))
_NO_LINES: Final = frozenset(
    (*HEADINGS, *listed("question nav footer form pre dt button label select textarea"))
)
_Form = tuple[str, str, str, str, str]


@dataclass(frozen=True, slots=True)
class _Line:
    """The children `start` to `end` of a block; `rest` when more of the block follows them."""

    block: Node
    start: int
    end: int
    text: str
    rest: bool
    strong: bool


def mark_lines(root: Node) -> None:
    """Make every line that asks for itself or among its like a `question`."""
    lines = list(_asking(root))
    following = Following()
    chosen = [line for line in lines if line.strong and _answered(line, frozenset(), following)]
    plain = [line for line in lines if not line.strong]
    if len(plain) >= FEWEST_ALIKE:
        chosen.extend(_alike(root, plain, following))
    by_block: dict[int, list[_Line]] = defaultdict(list)
    for line in chosen:
        by_block[id(line.block)].append(line)
    for group in by_block.values():
        last = max(group, key=lambda line: line.start)
        if _LETTER.match(last.text) and not last.rest:
            _drop_letter(following.behind(last.block, within=_PARTS, most=MOST_WRAPPERS))
        _mark(group[0].block, sorted(group, key=lambda line: line.start))


def _asking(root: Node) -> Iterator[_Line]:
    """The lines of the page that end with a question mark and ask."""
    seen: set[int] = set()
    stack: list[tuple[Node, Node]] = [(root, root)]
    while stack:
        node, block = stack.pop()
        tag = node.tag
        if tag in _NO_LINES or is_unread(tag) or not node.chars:
            continue
        if tag in {"td", "th"} and node.parent is not None and node.parent.chars > node.chars:
            # Rows of several cells are read as tables.
            continue
        if tag in _BLOCKS:
            block = node
        inside = []
        for child in node.children:
            if isinstance(child, Node):
                inside.append((child, block))
            elif id(block) not in seen and child.rstrip(_CLOSERS).endswith(_MARKS):
                seen.add(id(block))
                yield from _lines_of(block)
        stack.extend(reversed(inside))


def _lines_of(block: Node) -> Iterator[_Line]:
    children = block.children
    texts = [index for index, child in enumerate(children) if has_text(child)]
    start = 0
    for index in range(len(children) + 1):
        if index < len(children) and not _ends_line(children[index]):
            continue
        line = _line(block, start, index, rest=bool(texts) and texts[-1] >= index)
        if line is not None:
            yield line
        start = index + 1


def _ends_line(part: Node | str) -> bool:
    return isinstance(part, Node) and (part.tag == "br" or part.tag in _BLOCKS)


def _line(block: Node, start: int, end: int, *, rest: bool) -> _Line | None:
    """The children as a line that asks; of a bold question with its answer behind, the question."""
    parts = [part for part in block.children[start:end] if isinstance(part, Node) or part.strip()]
    if not parts or any(_leads_away(part) for part in parts):
        return None
    text = _text(parts)
    if _asks(text):
        strong = all(_is_bold(part) for part in parts) or _LETTER.match(text) is not None
        return _Line(block, start, end, text, rest, strong)
    first = parts[0]
    if isinstance(first, Node) and _is_bold(first) and _asks(first.text()):
        place = next(i for i in range(start, end) if block.children[i] is first)
        return _Line(block, start, place + 1, first.text(), True, False)
    return None


def _asks(text: str) -> bool:
    return (
        len(text) <= LONGEST_QUESTION
        and text.rstrip(_CLOSERS).endswith(_MARKS)
        and is_question(text)
    )


def _text(parts: Sequence[Node | str]) -> str:
    texts = (part if isinstance(part, str) else f" {part.text()} " for part in parts)
    return " ".join("".join(texts).split())


def _is_bold(part: Node | str) -> bool:
    """Whether all words of a part are bold."""
    while isinstance(part, Node):
        if not part.chars or part.tag in _BOLD or _HEAVY.search(part.get("style")):
            return True
        inside = [child for child in part.children if has_text(child)]
        if len(inside) != 1:
            return False
        part = inside[0]
    return False


def _leads_away(part: Node | str) -> bool:
    if isinstance(part, str) or not part.link_chars:
        return False
    links = (node for node in part.walk() if node.tag == "a" and node.get("href"))
    return any(not node.get("href").startswith("#") for node in links) and (
        part.link_chars * 2 > part.chars
    )


def _alike(root: Node, lines: Sequence[_Line], following: Following) -> Iterator[_Line]:
    """Of lines that look like any other, those that stand among questions of the same form."""
    asking = frozenset(id(line.block) for line in lines)
    groups: dict[tuple[_Form, bool], list[_Line]] = defaultdict(list)
    for line in lines:
        groups[_form(line.block), line.rest].append(line)
    firsts = _firsts(root)
    holding = [node for node in root.walk() if node.tag in _BLOCKS and _holds_line(node)]
    forms = Counter(map(_form, holding))
    leading = Counter(_form(node) for node in holding if id(node) in firsts)
    for (form, rest), group in groups.items():
        answered = [line for line in group if _answered(line, asking, following)]
        if len(answered) < max(FEWEST_ALIKE, len(group) * MOSTLY):
            continue
        blocks = len({id(line.block) for line in group})
        lead = all(id(line.block) in firsts for line in group)
        numbered = sum(_NUMBER.match(line.text) is not None for line in answered)
        if (
            blocks >= max(FEWEST_ALIKE, (leading if lead else forms)[form] * MOSTLY)
            or numbered > len(answered) * MOSTLY
            or (rest and blocks >= FEWEST_ALIKE)
            or _alternate(answered)
        ):
            yield from answered


def _firsts(root: Node) -> frozenset[int]:
    """The elements that are the first of their parent with any text."""
    firsts = (next((c for c in node.elements() if c.chars), None) for node in root.walk())
    return frozenset(id(first) for first in firsts if first is not None)


def _holds_line(node: Node) -> bool:
    return any(has_text(part) and not _ends_line(part) for part in node.children)


def _form(node: Node) -> _Form:
    """What makes lines look alike: the names of their element, its parent and what it begins with."""
    parent = node.parent
    outer = (parent.tag, parent.get("class")) if parent is not None else ("", "")
    first = next((part for part in node.children if has_text(part)), "")
    inner = first.tag if isinstance(first, Node) else ""
    return node.tag, node.get("class"), *outer, inner


def _alternate(lines: Sequence[_Line]) -> bool:
    """Whether the lines and what stands between them go on like questions and answers."""
    if len(lines) < FEWEST_PLAIN or any(len(line.text.split()) < WORDS_OF_PLAIN for line in lines):
        return False
    parent = lines[0].block.parent
    if parent is None or any(line.block.parent is not parent for line in lines):
        return False
    asking = {id(line.block) for line in lines}
    places = [
        place
        for place, child in enumerate(child for child in parent.elements() if child.chars)
        if id(child) in asking
    ]
    return all(1 < after - before <= MOST_BETWEEN for before, after in pairwise(places))


def _answered(line: _Line, asking: frozenset[int], following: Following) -> bool:
    """Whether something that doesn't ask itself follows the line."""
    if line.rest:
        return True
    found = following.behind(line.block, within=_PARTS, most=MOST_WRAPPERS)
    while isinstance(found, Node):
        if id(found) in asking or found.tag in HEADINGS or found.tag == "question":
            return False
        found = next((child for child in found.children if has_text(child)), None)
    return found is not None


def _mark(block: Node, lines: Sequence[_Line]) -> None:
    """Make these lines of a block questions."""
    whole = not lines[0].rest and not any(map(has_text, block.children[: lines[0].start]))
    if whole and block.tag in {"p", "div", "li"}:
        block.tag = "question"
        return
    children: list[Node | str] = []
    position = 0
    for line in lines:
        children.extend(block.children[position : line.start])
        question = Node("question")
        question.parent = block
        for part in block.children[line.start : line.end]:
            if isinstance(part, Node):
                question.append(part)
            else:
                question.children.append(part)
        children.append(question)
        position = line.end
        if line.rest and _LETTER.match(line.text):
            place = position
            while not has_text(block.children[place]):
                place += 1
            block.children[place] = _drop_letter(block.children[place])
    block.children = [*children, *block.children[position:]]


def _drop_letter(answer: Node | str | None) -> Node | str:
    """The answer without the "A:" that it begins with."""
    if answer is None or isinstance(answer, str):
        return _ANSWER_LETTER.sub("", answer or "", count=1)
    inner: Node = answer
    while True:
        place = next((i for i, part in enumerate(inner.children) if has_text(part)), None)
        if place is None:
            return answer
        part = inner.children[place]
        if isinstance(part, str):
            inner.children[place] = _ANSWER_LETTER.sub("", part, count=1)
            return answer
        inner = part
