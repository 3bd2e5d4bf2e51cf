"""Plain text as a page: paragraphs, headings, lists, questions and answers."""

from __future__ import annotations

import re
from html import escape

from core.text import is_question
from sources.reading.labels import labelled_question

WRAPPED_AT = 45
_BLANK = re.compile(r"\n[ \t]*\n+")
_RULE = re.compile(r"^[=\-~*_#]{3,}$")
BULLET = re.compile(r"^\s*(?:[-*•‣▪●○◦·–]|\(?\d{1,2}[.)]|[a-z][.)])\s+(?=\S)")
_NUMBERED_TITLE = re.compile(r"^(?:§\s*)?\d{1,2}(?:\.\d{1,2}){0,3}\.?\s+(?=\S)")
_SENTENCE_END = re.compile(r"[.!:;,…。！]$")
LONGEST_TITLE = 90


def to_html(text: str) -> str:
    """The text as the simple page it would be, for the one reader of pages."""
    parts: list[str] = []
    for chunk in _BLANK.split(text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n\n")):
        parts.extend(_chunk([line.rstrip() for line in chunk.split("\n") if line.strip()]))
    return "\n".join(parts)


def _chunk(lines: list[str]) -> list[str]:
    parts: list[str] = []
    while lines:
        if _RULE.match(lines[0].strip()):
            lines = lines[1:]
        elif len(lines) > 1 and _RULE.match(lines[1].strip()) and len(lines[0]) <= LONGEST_TITLE:
            level = 1 if lines[1].strip()[0] == "=" else 2
            parts.append(f"<h{level}>{escape(lines[0].strip())}</h{level}>")
            lines = lines[2:]
        elif (asked := labelled_question(lines[0].strip())) is not None or _is_question_line(lines):
            parts.append(f"<question>{escape(asked or lines[0].strip())}</question>")
            lines = lines[1:]
        elif len(lines) == 1 and _is_title(lines[0].strip()):
            parts.append(f"<h2>{escape(lines[0].strip())}</h2>")
            lines = lines[1:]
        else:
            taken = next(
                (
                    i
                    for i in range(1, len(lines))
                    if labelled_question(lines[i].strip()) is not None
                ),
                len(lines),
            )
            parts.extend(_body(lines[:taken]))
            lines = lines[taken:]
    return parts


def opens_entry(line: str) -> bool:
    """Whether a line is a question that what follows answers."""
    return labelled_question(line.strip()) is not None or _is_question_line([line])


def _is_question_line(lines: list[str]) -> bool:
    line = lines[0].strip()
    return (
        bool(line)
        and len(line) <= 200
        and line[-1] in "?？؟"
        and is_question(line)
        and not BULLET.match(line)
    )


def _is_title(line: str) -> bool:
    if (
        len(line) > LONGEST_TITLE
        or _SENTENCE_END.search(line)
        or (BULLET.match(line) and not _NUMBERED_TITLE.match(line))
    ):
        return False
    letters = [letter for letter in line if letter.isalpha()]
    shouted = len(letters) >= 4 and all(letter.isupper() for letter in letters)
    return (
        shouted
        or line.startswith("#")
        or (bool(_NUMBERED_TITLE.match(line)) and len(line.split()) <= 10)
    )


def _body(lines: list[str]) -> list[str]:
    """Paragraphs and list items. Lines broken at a fixed width are joined again."""
    groups: list[tuple[bool, list[str]]] = []
    wrapped = max((len(line) for line in lines), default=0) >= WRAPPED_AT
    for line in lines:
        bullet = BULLET.match(line)
        if bullet:
            groups.append((True, [line[bullet.end() :].strip()]))
        elif groups and (wrapped or groups[-1][0]):
            groups[-1][1].append(line.strip())
        else:
            groups.append((False, [line.strip()]))
    parts: list[str] = []
    inside = False
    for item, texts in groups:
        if item != inside:
            parts.append("<ul>" if item else "</ul>")
            inside = item
        content = escape(" ".join(texts))
        parts.append(f"<li>{content}</li>" if item else f"<p>{content}</p>")
    if inside:
        parts.append("</ul>")
    return parts
