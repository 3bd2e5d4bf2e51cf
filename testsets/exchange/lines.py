"""A question as one object of a file: every field of its frozen content, and who wrote it."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

_FACT: Final = ("quotation", "start", "end", "match", "exact_value", "passage")


def as_line(
    content: Mapping[str, Any], *, writer: str, methods: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The frozen content of a question as it stands in a file, `methods` of its set with it."""
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
        # A database gives the fields of an object back in an order of its own.
        "facts": [{name: fact[name] for name in _FACT} for fact in content["facts"]],
        "critical": content["critical"],
        "control": content["control"],
        "purpose": content["purpose"],
        "topic": content["topic"],
        **{name: content[name] for name in ("detail", "needs", "custom") if content.get(name)},
        **({"methods": dict(methods)} if methods else {}),
        "parent": content["parent_uid"],
        "writer": writer,
        "source": sources[0] if sources else None,
        **({"more_sources": sources[1:]} if len(sources) > 1 else {}),
    }


def lines_of(
    contents: Iterable[tuple[Mapping[str, Any], str]], *, methods: Mapping[str, Any]
) -> Iterator[dict[str, Any]]:
    """The lines of a file for these contents and their writers; the first has the set's methods."""
    for number, (content, writer) in enumerate(contents):
        yield as_line(content, writer=writer, methods=None if number else methods)
