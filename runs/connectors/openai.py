"""An assistant that speaks the OpenAI chat protocol."""

from dataclasses import dataclass
from typing import Any

import httpx

from runs.connectors.replies import answer_text, contexts_at, decoded, parsed
from runs.connectors.wire import exchange
from runs.values import Reply


@dataclass(frozen=True, slots=True)
class OpenAISettings:
    """The endpoint (ending in /v1), its model, and what it is told before the question."""

    base_url: str
    model: str
    system_prompt: str = ""
    api_key: str = ""

    def __repr__(self) -> str:
        return f"OpenAISettings({self.base_url!r}, {self.model!r})"


class OpenAIConnector:
    """Each question is a conversation of its own."""

    def __init__(self, settings: OpenAISettings, *, client: httpx.AsyncClient) -> None:
        self._settings, self._client = settings, client

    async def ask(self, question: str, *, conversation: str) -> Reply:
        """The content of the first choice; raises TryFailed."""
        setup = self._settings
        messages = [{"role": "user", "content": question}]
        if setup.system_prompt:
            messages.insert(0, {"role": "system", "content": setup.system_prompt})
        headers = {"Authorization": f"Bearer {setup.api_key}"} if setup.api_key else {}
        got = await exchange(
            self._client,
            "POST",
            f"{setup.base_url.rstrip('/')}/chat/completions",
            headers=headers,
            json={"model": setup.model, "messages": messages},
        )
        raw = decoded(got.body, declared=got.charset)
        value = parsed(raw, media_type=got.media_type)
        return Reply(
            text=answer_text(value, "$.choices[0].message.content"),
            raw=raw,
            contexts=contexts_at(value, "$.contexts"),
            tools=_tools(value),
            usage=value["usage"] if isinstance(value.get("usage"), dict) else {},
        )

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()


def _tools(value: Any) -> list[Any]:
    calls = value["choices"][0]["message"].get("tool_calls")
    return calls if isinstance(calls, list) else []
