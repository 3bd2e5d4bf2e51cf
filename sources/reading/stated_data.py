"""The data that a page states in JSON-LD, read even where the page writes it wrongly."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from itertools import pairwise
from typing import Any, Final

MAX_DEPTH: Final = 12
LONGEST_ENTRY: Final = 50_000
_WRAPPING: Final = re.compile(
    r"^[ \t]*(?://)?[ \t]*(?:<!\[CDATA\[|\]\]>|<!--|-->)[ \t]*", re.MULTILINE
)
_TRAILING: Final = re.compile(r",(\s*[}\]])")
_QUESTION: Final = re.compile(r"\"@type\"\s*:\s*\"Question\"")
_NAME: Final = re.compile(r"\"name\"\s*:\s*\"")
_TEXT: Final = re.compile(r"\"text\"\s*:\s*\"")
_AFTER_NAME: Final = re.compile(r"\"\s*,\s*\"(?:acceptedAnswer|@type|text|author|url|@id)\"")
_AFTER_TEXT: Final = re.compile(r"\"\s*(?:\}|,\s*\"(?:@type|author|url|@id|dateCreated)\")")


def stated_questions(source: str) -> Iterator[tuple[str, str]]:
    """Each question with its accepted answer, as written: text or HTML."""
    values = _values(source)
    if values is None:
        yield from _by_hand(source)
    else:
        for value in values:
            yield from _pairs(value, 0)


def _values(source: str) -> list[Any] | None:
    """The values that the source holds, one after the other; None when it can't be mended."""
    try:
        return [json.loads(source, strict=False)]
    except (ValueError, RecursionError):
        pass
    text = _TRAILING.sub(r"\1", _WRAPPING.sub("", source)).removesuffix("-->")
    if "&quot;" in text and '"' not in text:
        text = unescape(text)
    decoder = json.JSONDecoder(strict=False)
    found: list[Any] = []
    position = 0
    try:
        while (position := _skip(text, position)) < len(text):
            value, position = decoder.raw_decode(text, position)
            found.append(value)
    except (ValueError, RecursionError):
        return None
    return found


def _skip(text: str, position: int) -> int:
    while position < len(text) and (text[position].isspace() or text[position] in ";,"):
        position += 1
    return position


def _pairs(data: Any, depth: int) -> Iterator[tuple[str, str]]:
    if depth > MAX_DEPTH:
        return
    if isinstance(data, list):
        for item in data:
            yield from _pairs(item, depth + 1)
    elif isinstance(data, dict):
        if _is_question(data.get("@type")):
            question = _first_text(data.get("name")) or _first_text(data.get("text"))
            answer = _answer(data.get("acceptedAnswer"))
            if question and answer:
                yield question, answer
            return
        for value in data.values():
            if isinstance(value, dict | list):
                yield from _pairs(value, depth + 1)


def _is_question(types: Any) -> bool:
    listed = types if isinstance(types, list) else [types]
    return any(
        isinstance(kind, str) and re.split(r"[/:#]", kind)[-1] == "Question" for kind in listed
    )


def _first_text(value: Any) -> str:
    listed = value if isinstance(value, list) else [value]
    return next((text for text in listed if isinstance(text, str) and text.strip()), "")


def _answer(value: Any) -> str:
    for answer in value if isinstance(value, list) else [value]:
        text = _first_text(answer.get("text") if isinstance(answer, dict) else answer)
        if text:
            return text
    return ""


def _by_hand(source: str) -> Iterator[tuple[str, str]]:
    """What stands between the names of the fields, where quotation marks inside break the rest."""
    starts = [match.end() for match in _QUESTION.finditer(source)]
    for start, end in pairwise([*starts, len(source)]):
        part = source[start : min(end, start + LONGEST_ENTRY)]
        question = _between(part, _NAME, _AFTER_NAME)
        answer = _between(part, _TEXT, _AFTER_TEXT)
        if question and answer:
            yield question, answer


def _between(part: str, opening: re.Pattern[str], closing: re.Pattern[str]) -> str:
    opened = opening.search(part)
    closed = closing.search(part, opened.end()) if opened else None
    if opened is None or closed is None:
        return ""
    text = part[opened.end() : closed.start()]
    return text.replace('\\"', '"').replace("\\/", "/").replace("\\n", "\n")
