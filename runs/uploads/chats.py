"""Conversations as chat products export them, each as turns in their order."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from core.text import storable
from runs.connectors.replies import as_text
from runs.uploads.pieces import bare, clean, contexts_of, role_of, tools_of, walked
from runs.uploads.times import moment
from runs.uploads.values import Remarks, Turn

Read = Callable[[Mapping[str, Any], Remarks], Iterator[Turn]]


def chatgpt(entry: Mapping[str, Any], remarks: Remarks) -> Iterator[Turn]:
    """The branch of the tree that was on screen last: from the current node up to the root."""
    mapping = entry["mapping"]
    path: list[Mapping[str, Any]] = []
    seen: set[str] = set()
    at = entry.get("current_node")
    while isinstance(at, str) and at not in seen and isinstance(mapping.get(at), Mapping):
        seen.add(at)
        path.append(mapping[at])
        at = mapping[at].get("parent")
    for node in reversed(path):
        message = node.get("message")
        if not isinstance(message, Mapping):
            continue
        author = message.get("author")
        role = role_of(author.get("role")) if isinstance(author, Mapping) else ""
        content = message.get("content")
        if not role or not isinstance(content, Mapping):
            continue
        when = moment(message.get("create_time"))
        to = message.get("recipient") or "all"
        text = _parts(content, remarks)
        if role == "assistant" and to != "all":
            yield Turn(role, "", when, tools=({"name": clean(to), "arguments": text},))
        elif content.get("content_type") not in ("thoughts", "reasoning_recap"):
            yield Turn(role, text, when)


def _parts(content: Mapping[str, Any], remarks: Remarks) -> str:
    parts = content.get("parts")
    if not isinstance(parts, list):
        return storable(as_text(content.get("text")))
    texts = []
    for part in parts:
        if isinstance(part, str):
            texts.append(part)
        elif isinstance(part, Mapping) and isinstance(part.get("text"), str):
            texts.append(part["text"])
        elif part:
            remarks.media += 1
    return storable("\n".join(texts))


def claude(entry: Mapping[str, Any], remarks: Remarks) -> Iterator[Turn]:
    """Messages with parts: text, tools that were used, and what these returned."""
    for message in walked(entry["chat_messages"]):
        parts = list(walked(message.get("content")))
        texts = [as_text(part.get("text")) for part in parts if part.get("type") == "text"]
        tools = [
            {"name": part.get("name"), "arguments": part.get("input")}
            for part in parts
            if part.get("type") == "tool_use"
        ]
        returned = [part.get("content") for part in parts if part.get("type") == "tool_result"]
        remarks.media += sum(part.get("type") in ("image", "audio", "video") for part in parts)
        yield Turn(
            role_of(message.get("sender")),
            storable("\n".join(texts) if any(texts) else as_text(message.get("text"))),
            moment(message.get("created_at")),
            tools=tools_of(tools),
            contexts=tuple(text for one in returned for text in contexts_of(one)),
        )


def intercom(entry: Mapping[str, Any], remarks: Remarks) -> Iterator[Turn]:
    """The message that opened the conversation, then its parts; bodies are HTML."""
    parts = entry.get("conversation_parts")
    if isinstance(parts, Mapping):  # the list stands in an object that counts it
        parts = parts.get("conversation_parts")
    for part in (entry.get("source"), *walked(parts)):
        if not isinstance(part, Mapping):
            continue
        author = part.get("author")
        if not isinstance(author, Mapping) or part.get("part_type") == "note":
            continue
        remarks.media += len(list(walked(part.get("attachments"))))
        yield Turn(
            role_of(author.get("type")),
            bare(part.get("body")),
            moment(part.get("created_at") or entry.get("created_at")),
        )


def zendesk(entry: Mapping[str, Any], remarks: Remarks) -> Iterator[Turn]:
    """The messages of a chat; who came and went, and what triggers sent, is no part of it."""
    for row in walked(entry["history"]):
        if row.get("type") == "chat.file":
            remarks.media += 1
        elif row.get("msg"):
            yield Turn(
                role_of(row.get("sender_type")),
                storable(as_text(row["msg"])),
                moment(row.get("timestamp")),
            )


def messages(key: str) -> Read:
    """Reads lists of messages under this key, with the names that are used for role and text."""

    def read(entry: Mapping[str, Any], remarks: Remarks) -> Iterator[Turn]:
        for message in walked(entry[key]):
            who = next((message[name] for name in _ROLES if message.get(name)), "")
            text = next((message[name] for name in _TEXTS if message.get(name)), "")
            yield Turn(
                role_of(who),
                storable(as_text(_only_text(text, remarks))),
                moment(message.get("created_at") or message.get("timestamp")),
                tools=tools_of(message.get("tools_called") or message.get("tool_calls")),
                contexts=contexts_of(message.get("retrieval_context")),
            )

    return read


def _only_text(value: Any, remarks: Remarks) -> Any:
    """The text parts of a message; pictures and recordings in it are counted."""
    if not isinstance(value, list) or not all(isinstance(part, Mapping) for part in value):
        return value
    texts = [part for part in value if isinstance(part.get("text"), str)]
    remarks.media += len(value) - len(texts)
    return texts


_ROLES: Final = ("role", "from", "type", "sender", "author")
_TEXTS: Final = ("content", "value", "text", "message")
_LISTS: Final = {
    "conversations": "sharegpt", "turns": "deepeval_turns", "messages": "messages",
    "user_input": "ragas_turns",
}  # fmt: skip


def recognised(entry: Mapping[str, Any]) -> tuple[str, Read] | None:
    """Whose conversation this is and what reads it; None when it is none."""
    if isinstance(entry.get("mapping"), Mapping) and "current_node" in entry:
        return "chatgpt", chatgpt
    if isinstance(entry.get("chat_messages"), list):
        return "claude", claude
    if isinstance(entry.get("source"), Mapping) and "author" in entry["source"]:
        return "intercom", intercom
    if isinstance(entry.get("history"), list) and {"visitor", "agents", "id"} & set(entry):
        return "zendesk", zendesk
    for key, shape in _LISTS.items():
        if next(walked(entry.get(key)), None) is not None:
            return shape, messages(key)
    return None
