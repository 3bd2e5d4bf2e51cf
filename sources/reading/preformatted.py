"""What stands in `pre` elements: code, whose lines matter, or prose that only came that way."""

from __future__ import annotations

import re
from textwrap import dedent
from typing import Final

from sources.reading.tree import Node, is_unread

_BLANK_LINES: Final = re.compile(r"\n[ \t]*\n+")
_SENTENCE_END: Final = re.compile(r"[.!?][\"”’)]?(?=\s|$)")
_CODE_SIGNS: Final = re.compile(r"[{}<>=|\\$#_;@~^*`\[\]]|://")
FEWEST_WORDS: Final = 30


def lines_of(node: Node) -> str:
    """The text of the element with its line breaks, without margins."""
    parts: list[str] = []
    stack: list[Node | str] = [node]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            parts.append(item)
        elif item.tag == "br":
            parts.append("\n")
        elif not is_unread(item.tag):
            stack.extend(reversed(item.children))
    text = "".join(parts).replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "␀")
    lines = dedent(text.expandtabs(4)).split("\n")
    return "\n".join(line.rstrip() for line in lines).strip("\n")


def prose_of(text: str) -> list[str]:
    """The paragraphs of a text that is prose; none for code."""
    words = text.split()
    ends = len(_SENTENCE_END.findall(text))
    if len(words) < FEWEST_WORDS or ends * 40 < len(words):
        return []
    if len(_CODE_SIGNS.findall(text)) * 25 > len(words):
        return []
    paragraphs = (" ".join(part.split()) for part in _BLANK_LINES.split(text))
    return [paragraph for paragraph in paragraphs if paragraph]
