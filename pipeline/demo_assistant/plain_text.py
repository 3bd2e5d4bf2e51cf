"""Text without marks: what a chat window shows of a page."""

import re
from typing import Final

_LINK: Final = re.compile(r"!?\[([^\]\n]+)\]\([^)\s]*\)")
_EMPHASIS: Final = re.compile(r"(?<!\w)(\*{1,3}|_{2,3}|`+)(?=\S)([^\n]+?)(?<=\S)\1(?!\w)")
_LINE_MARK: Final = re.compile(r"^\s*(?:[-*+•–]\s+|#{1,6}\s+|>\s+)")
_ENDS: Final = (".", "!", "?", "…", ":", ";", ",", "。", "！", "？")

_CONJUNCTIONS: Final = frozenset({"and", "or", "y", "o", "und", "oder", "och", "eller"})


def plain(text: str) -> str:
    """The text as one paragraph without marks of Markdown; the items of a list become a series."""
    lines = []
    for raw in text.splitlines():
        line = _LINE_MARK.sub("", raw)
        line = _EMPHASIS.sub(r"\2", _LINK.sub(r"\1", line)).strip(" |")
        line = " ".join(line.replace(" | ", ", ").split())
        if line:
            lines.append(line)
    joined = " ".join(
        line
        if line.endswith(_ENDS) or line.casefold() in _CONJUNCTIONS or at == len(lines) - 1
        else f"{line};"
        for at, line in enumerate(lines)
    )
    return joined if joined.endswith(_ENDS) else f"{joined}."
