"""What columns and fields are called, ours first; compared without case, spaces and signs."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

_SIGNS: Final = re.compile(r"[\s_\-.]+")
ANSWERS: Final[Mapping[str, tuple[str, ...]]] = {
    "uid": ("uid", "id", "question id", "query id"),
    "question": (
        "question", "input", "user input", "query", "query text", "instruction", "prompt", "pregunta",
    ),
    "answer": (
        "answer", "actual answer", "actual output", "response", "generated answer", "output",
        "reply", "respuesta",
    ),
    # Of several, the first that is there counts: what was retrieved, not what should have been.
    "contexts": ("retrieved contexts", "retrieval context", "contexts", "context", "passage"),
    "tools": ("tools", "tools called", "tool calls"),
    "asked_at": ("asked at", "start time", "timestamp", "created at"),
    "seconds": ("seconds", "latency"),
}  # fmt: skip
# In a table that has a message in each row.
MESSAGES: Final[Mapping[str, tuple[str, ...]]] = {
    "conversation": (
        "conversation source id", "conversation id", "chat id", "session id", "thread id",
    ),
    "role": ("role", "sender type", "author type", "sender", "author", "from", "speaker"),
    "text": ("text", "msg", "message", "content", "body", "value"),
    "at": ("timestamp", "created at", "sent at", "time"),
    "kind": ("type",),
}  # fmt: skip
# Cells that hold a whole conversation as text.
DIALOGUES: Final = ("body", "conversation", "transcript", "dialogue", "chat transcript")
ALIKE: Final = ("contexts", "asked_at")


def plain(title: str) -> str:
    """The title without what tools write differently."""
    return _SIGNS.sub("", title.casefold())


def meant(titles: Iterable[str], names: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Which of the titles mean each thing, in the order of the accepted names."""
    by_plain: dict[str, list[str]] = {}
    for title in titles:
        by_plain.setdefault(plain(title), []).append(title)
    return {
        thing: [title for name in accepted for title in by_plain.get(plain(name), [])]
        for thing, accepted in names.items()
    }
