"""Lines that ask: questions that a page tells from their answers by a letter, weight or place.

A line is what stands between two breaks of the page. A line that is bold, or begins with "Q:", is a
question by itself. One that looks like any other is a question only among others like it, each with
something that answers it, since running text asks too.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from core.text import is_question
from sources.reading.alike import (
    BLOCKS,
    FEWEST_ALIKE,
    MOST_WRAPPERS,
    PARTS,
    Line,
    answered,
    asking_alike,
    ends_line,
    is_answer_of,
)
from sources.reading.controls import ANSWER
from sources.reading.following import Following, has_text
from sources.reading.labels import ANSWER_LABEL, QUESTION_LABEL
from sources.reading.titles import bare_title
from sources.reading.tree import HEADINGS, Node, is_unread
from sources.reading.vocabulary import listed

LONGEST_QUESTION: Final = 300
LONGEST_COLUMN: Final = 20
_MARKS: Final = ("?", "？", "؟", ";", "⁇", "⁈", "՞")
_CLOSERS: Final = " \t\r\n\u00a0\"'”’»)]*:"
_BOLD: Final = frozenset(("b", "strong"))
_HEAVY: Final = re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)", re.IGNORECASE)
_LINES: Final = frozenset(("p", "div", "li"))
_NO_LINES: Final = frozenset(
    (*HEADINGS, *listed("question nav footer form pre dt button label select textarea"))
)


def mark_lines(root: Node) -> bool:
    """Make every line that asks for itself or among its like a `question`; whether there is any."""
    lines = list(_asking(root))
    if not lines:
        return False
    following = Following()
    chosen = [line for line in lines if line.strong and answered(line, frozenset(), following)]
    plain = [line for line in lines if not line.strong]
    if len(plain) >= FEWEST_ALIKE:
        chosen.extend(asking_alike(root, plain, following))
    by_block: dict[int, list[Line]] = defaultdict(list)
    for line in chosen:
        by_block[id(line.block)].append(line)
    for group in by_block.values():
        last = max(group, key=lambda line: line.start)
        beside = following.beside(last.block)
        if not last.rest and isinstance(beside, Node) and is_answer_of(last.block, beside):
            beside.attrs[ANSWER] = ""
        if QUESTION_LABEL.match(last.text) and not last.rest:
            _drop_letter(following.behind(last.block, within=PARTS, most=MOST_WRAPPERS))
        _mark(group[0].block, sorted(group, key=lambda line: line.start))
    return bool(chosen)


def _asking(root: Node) -> Iterator[Line]:
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
        if tag in BLOCKS:
            block = node
        inside = []
        for child in node.children:
            if isinstance(child, Node):
                inside.append((child, block))
            elif id(block) not in seen and child.rstrip(_CLOSERS).endswith(_MARKS):
                seen.add(id(block))
                yield from _lines_of(block)
        stack.extend(reversed(inside))


def _lines_of(block: Node) -> Iterator[Line]:
    children = block.children
    texts = [index for index, child in enumerate(children) if has_text(child)]
    start = 0
    for index in range(len(children) + 1):
        if index < len(children) and not ends_line(children[index]):
            continue
        line = _line(block, start, index, rest=bool(texts) and texts[-1] >= index)
        if line is not None:
            yield line
        start = index + 1


def _line(block: Node, start: int, end: int, *, rest: bool) -> Line | None:
    """The children as a line that asks; of a bold question with its answer behind, the question."""
    parts = [part for part in block.children[start:end] if isinstance(part, Node) or part.strip()]
    if not parts or any(_leads_away(part) for part in parts):
        return None
    text = _text(parts)
    if (last := _last_column(parts)) is not None:
        place = next(i for i in range(start, end) if block.children[i] is last)
        return Line(
            block,
            place,
            end,
            bare_title(last.text()),
            rest,
            False,
            alone=not rest and block.tag in _LINES,
        )
    if _asks(text):
        strong = all(_is_bold(part) for part in parts) or QUESTION_LABEL.match(text) is not None
        return Line(block, start, end, text, rest, strong)
    first = parts[0]
    if isinstance(first, Node) and _is_bold(first) and _asks(first.text()):
        place = next(i for i in range(start, end) if block.children[i] is first)
        return Line(block, start, place + 1, first.text(), True, False)
    return None


def _last_column(parts: Sequence[Node | str]) -> Node | None:
    """The question behind short columns of its own, such as a number and a topic."""
    columns = [part for part in parts if isinstance(part, Node) and part.chars]
    names = {column.get("class") for column in columns}
    if len(columns) != len(parts) or len(names) != len(parts) or len(parts) < 2 or "" in names:
        return None
    short = all(column.chars <= LONGEST_COLUMN for column in columns[:-1])
    return columns[-1] if short and _asks(columns[-1].text()) else None


def _asks(text: str) -> bool:
    return (
        len(text) <= LONGEST_QUESTION
        and text.rstrip(_CLOSERS).endswith(_MARKS)
        and is_question(text)
    )


def _text(parts: Sequence[Node | str]) -> str:
    texts = (part if isinstance(part, str) else f" {part.text()} " for part in parts)
    return bare_title(" ".join("".join(texts).split()))


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


def _mark(block: Node, lines: Sequence[Line]) -> None:
    """Make these lines of a block questions."""
    only = lines[0]
    whole = not only.rest and not any(map(has_text, block.children[: only.start]))
    if only.alone or (whole and block.tag in _LINES):
        block.children = block.children[only.start : only.end]
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
        if line.rest and QUESTION_LABEL.match(line.text):
            place = position
            while not has_text(block.children[place]):
                place += 1
            block.children[place] = _drop_letter(block.children[place])
    block.children = [*children, *block.children[position:]]


def _drop_letter(answer: Node | str | None) -> Node | str:
    """The answer without the "A:" that it begins with."""
    if answer is None or isinstance(answer, str):
        return ANSWER_LABEL.sub("", answer or "", count=1)
    inner: Node = answer
    while True:
        place = next((i for i, part in enumerate(inner.children) if has_text(part)), None)
        if place is None:
            return answer
        part = inner.children[place]
        if isinstance(part, str):
            inner.children[place] = ANSWER_LABEL.sub("", part, count=1)
            return answer
        inner = part
