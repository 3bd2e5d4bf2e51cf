"""Asking a language model over the OpenAI chat protocol."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import httpx
from jsonschema.exceptions import ValidationError
from jsonschema.validators import validator_for

from core.deadlines import deadline
from core.fingerprint import JSON
from core.llm.endpoints import Endpoint, line_to
from core.llm.errors import LLMError, LLMRefused, LLMUnavailable, LLMUnreadable
from core.llm.messages import Completion, Message
from core.llm.metering import Meter, tokens_of
from core.llm.reading import UnreadableJSON, read_json
from core.llm.replies import as_completion, as_error, said_in
from core.llm.retrying import RetryPolicy
from core.text import storable

SEED: Final = 20_240_229
_LARGEST_REPLY: Final = 4_000_000


class ChatModel:
    """A language model behind an endpoint. Safe to share between threads.

    All instances with one address share their connections and their limit of calls at a time. The
    tokens that the calls of this instance take are added up in its `meter`.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        *,
        max_tries: int = 3,
        retries: RetryPolicy | None = None,
        sleep: Callable[[float], None] = time.sleep,
        largest_reply: int = _LARGEST_REPLY,
    ) -> None:
        self.endpoint = endpoint
        self.meter = Meter()
        self._retries = retries or RetryPolicy(tries=max_tries)
        self._sleep = sleep
        self._largest_reply = largest_reply

    def __repr__(self) -> str:
        return f"ChatModel({self.endpoint!r})"

    @property
    def name(self) -> str:
        """The model's name as it was configured."""
        return self.endpoint.model

    def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: Mapping[str, Any] | None = None,
        schema_name: str = "reply",
        max_tokens: int = 800,
        deadline_s: float = 120.0,
        logprobs: bool = False,
    ) -> Completion:
        """The model's reply, with randomness off.

        With a schema the reply is asked for in that form, and `parsed` satisfies it. Waiting for a
        free place, all tries and the pauses between them fit into `deadline_s`. Connection
        problems, timeouts, rate limits and server failures are tried again; refusals and replies
        that cannot be read are not. Raises an LLMError.
        """
        until = time.monotonic() + deadline_s
        line = line_to(self.endpoint)

        def ask() -> Completion:
            request = request_body(
                self.endpoint.model,
                messages,
                schema=schema,
                schema_name=schema_name,
                max_tokens=max_tokens,
                logprobs=logprobs,
                older_form=line.older_schema_form,
            )
            return self._persist(request, messages, until)

        try:
            completion = ask()
        except _OlderSchemaForm:
            line.older_schema_form = True
            completion = ask()
        if schema is None:
            return completion
        return replace(completion, parsed=_parsed(completion.text, schema))

    def offered_models(self, *, timeout_s: float = 10.0) -> list[str]:
        """The names of the models that the server says it offers. Raises an LLMError."""
        until = time.monotonic() + timeout_s
        status, headers, body = self._exchange("GET", "/models", None, until)
        if status != 200:
            raise as_error(status, headers, body, key=self.endpoint.api_key)
        try:
            listed: Any = read_json(body.decode("utf-8", "replace"))
            return [str(model["id"]) for model in listed["data"]]
        except (UnreadableJSON, KeyError, TypeError, IndexError):
            raise LLMUnreadable("The server's list of models cannot be read.") from None

    def _persist(
        self, request: Mapping[str, Any], messages: Sequence[Message], until: float
    ) -> Completion:
        tries = 0
        while True:
            tries += 1
            try:
                return self._attempt(request, messages, until, tries)
            except LLMError as error:
                wait = self._retries.wait_after(error, tries)
                if wait is None or time.monotonic() + wait >= until:
                    raise
            self._sleep(wait)

    def _attempt(
        self, request: Mapping[str, Any], messages: Sequence[Message], until: float, tries: int
    ) -> Completion:
        line = line_to(self.endpoint)
        with line.place(self.endpoint.concurrency, until) as got:
            if not got:
                raise LLMUnavailable(
                    f"No call to {self.endpoint.base_url} could begin in time: "
                    f"{self.endpoint.concurrency} others were under way."
                )
            began = time.monotonic()
            with self.meter.calling():
                status, headers, body = self._exchange("POST", "/chat/completions", request, until)
                if status == 200:
                    self._count(messages, body)
        if status != 200:
            if _wants_older_form(request, body):
                raise _OlderSchemaForm
            raise as_error(status, headers, body, key=self.endpoint.api_key)
        return as_completion(
            body, key=self.endpoint.api_key, seconds=time.monotonic() - began, tries=tries
        )

    def _count(self, messages: Sequence[Message], body: bytes) -> None:
        said = said_in(body)
        if said is not None:
            text, usage = said
            self.meter.count(tokens_of(usage, messages, text))

    def _exchange(
        self, method: str, path: str, request: Mapping[str, Any] | None, until: float
    ) -> tuple[int, Mapping[str, str], bytes]:
        """Send one request and read all of the response, in the time left for it."""
        endpoint = self.endpoint
        headers = {"Accept": "application/json", "Accept-Encoding": "identity"}
        if endpoint.api_key:
            headers["Authorization"] = f"Bearer {endpoint.api_key}"
        seconds = min(endpoint.timeout_s, until - time.monotonic())
        body = bytearray()
        try:
            with (
                deadline(time.monotonic() + seconds),
                line_to(endpoint).client.stream(
                    method,
                    f"{endpoint.base_url}{path}",
                    json=request,
                    headers=headers,
                    timeout=httpx.Timeout(endpoint.timeout_s, connect=min(10, endpoint.timeout_s)),
                ) as response,
            ):
                for piece in response.iter_bytes():
                    body += piece
                    if len(body) > self._largest_reply:
                        raise LLMUnreadable(
                            f"The language model's reply exceeds {self._largest_reply} bytes."
                        )
                return response.status_code, response.headers, bytes(body)
        except httpx.TimeoutException:
            raise LLMUnavailable(
                f"{endpoint.base_url} did not answer within {max(0.0, seconds):.0f} seconds."
            ) from None
        except (httpx.UnsupportedProtocol, httpx.LocalProtocolError) as error:
            raise LLMRefused(
                f"The request to {endpoint.base_url} cannot be sent: {error}"
            ) from None
        except httpx.HTTPError as error:
            raise LLMUnavailable(f"The connection to {endpoint.base_url} failed: {error}") from None


class _OlderSchemaForm(Exception):
    """The server refuses the form in which the schema was sent, and names the one it knows."""


def _wants_older_form(request: Mapping[str, Any], body: bytes) -> bool:
    sent = request.get("response_format", {})
    return (
        sent.get("type") == "json_schema"
        and b"response_format" in body
        and b"json_schema" in body
        and b"json_object" in body
    )


def request_body(
    model: str,
    messages: Sequence[Message],
    *,
    schema: Mapping[str, Any] | None,
    schema_name: str,
    max_tokens: int,
    logprobs: bool,
    older_form: bool = False,
) -> dict[str, Any]:
    """What is sent: the same messages give the same request.

    `older_form` is how llama-cpp-python's server takes a schema; the reply is held to it either way.
    """
    body: dict[str, Any] = {
        "model": model,
        "messages": [{"role": turn.role, "content": storable(turn.content)} for turn in messages],
        "temperature": 0,
        "seed": SEED,
        "max_tokens": max_tokens,
    }
    if schema is not None and older_form:
        body["response_format"] = {"type": "json_object", "schema": schema}
    elif schema is not None:
        body["response_format"] = {
            "type": "json_schema",
            "json_schema": {"name": schema_name, "schema": schema, "strict": True},
        }
    if logprobs:
        body |= {"logprobs": True, "top_logprobs": 5}
    return body


def _parsed(text: str, schema: Mapping[str, Any]) -> JSON:
    try:
        value = read_json(text)
        validator_for(schema)(schema).validate(value)
    except UnreadableJSON as error:
        raise LLMUnreadable(f"The language model's reply cannot be used: {error}.", text) from None
    except ValidationError as error:
        place = "/".join(map(str, error.absolute_path)) or "the whole"
        raise LLMUnreadable(
            f"The language model's reply is not in the agreed form: {place}: {error.message[:200]}",
            text,
        ) from None
    return value
