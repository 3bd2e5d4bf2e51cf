"""A question as one object of a file: every field of its frozen content, and who wrote it."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any


def as_line(content: Mapping[str, Any], *, writer: str) -> dict[str, Any]:
    """The frozen content of a question as it stands in a file."""
    sources = [
        {
            "document": passage["document"],
            "address": passage["address"],
            "heading_path": passage["heading_path"],
            "passage": passage["text"],
            "content_hash": passage["content_hash"],
            "start": passage["start"],
            "end": passage["end"],
            "language": passage["language"],
        }
        for passage in content["passages"]
    ]
    return {
        "uid": content["uid"],
        "question": content["text"],
        "type": content["type"],
        "language": content["language"],
        "expected_answer": content["expected_answer"],
        "expects": content["expects"],
        "facts": content["facts"],
        "critical": content["critical"],
        "control": content["control"],
        "purpose": content["purpose"],
        "topic": content["topic"],
        "parent": content["parent_uid"],
        "writer": writer,
        "source": sources[0] if sources else None,
        **({"more_sources": sources[1:]} if len(sources) > 1 else {}),
    }


def lines_of(contents: Iterable[tuple[Mapping[str, Any], str]]) -> Iterator[dict[str, Any]]:
    """The lines of a file for these contents and their writers."""
    for content, writer in contents:
        yield as_line(content, writer=writer)
