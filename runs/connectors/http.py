"""Any assistant behind HTTP: a request template, and a path to the reply."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx

from runs.connectors.replies import answer_text, contexts_at, decoded, parsed
from runs.connectors.wire import exchange
from runs.values import Reply

QUESTION, CONVERSATION = "{{question}}", "{{conversation}}"


@dataclass(frozen=True, slots=True)
class HttpSettings:
    """How to ask, and where the answer stands in the reply."""

    url: str
    method: str = "POST"
    template: Any = field(default_factory=lambda: {"question": QUESTION})
    reply_path: str = "$.answer"
    contexts_path: str = "$.contexts"
    headers: Mapping[str, str] = field(default_factory=dict)


class HttpConnector:
    """Posts the filled template and reads the reply at its path."""

    def __init__(self, settings: HttpSettings, *, client: httpx.AsyncClient) -> None:
        self._settings, self._client = settings, client

    async def ask(self, question: str, *, conversation: str) -> Reply:
        """The reply to one question; raises TryFailed."""
        setup = self._settings
        filled = fill(setup.template, question=question, conversation=conversation)
        payload: dict[str, Any] = {"params": filled} if setup.method == "GET" else {"json": filled}
        got = await exchange(
            self._client, setup.method, setup.url, headers=dict(setup.headers), **payload
        )
        raw = decoded(got.body, declared=got.charset)
        value = parsed(raw, media_type=got.media_type)
        return Reply(
            text=answer_text(value, setup.reply_path),
            raw=raw,
            contexts=contexts_at(value, setup.contexts_path),
        )

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()


def fill(template: Any, *, question: str, conversation: str) -> Any:
    """The template with its marks replaced inside strings: the question can't break the JSON."""
    if isinstance(template, str):
        # One pass, so that a question which contains a mark is sent as it is.
        parts = template.split(QUESTION)
        return question.join(part.replace(CONVERSATION, conversation) for part in parts)
    if isinstance(template, dict):
        return {
            key: fill(value, question=question, conversation=conversation)
            for key, value in template.items()
        }
    if isinstance(template, list):
        return [fill(value, question=question, conversation=conversation) for value in template]
    return template


def mentions_question(template: Any) -> bool:
    """Whether the template sends the question at all."""
    if isinstance(template, str):
        return QUESTION in template
    if isinstance(template, dict):
        return any(mentions_question(value) for value in template.values())
    if isinstance(template, list):
        return any(mentions_question(value) for value in template)
    return False
