"""A language-model server that answers from a script and refuses to improvise."""

import json
import re
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

from core.llm import Endpoint, forget
from tests.fakes.http import LocalServer, Reply, Request

MODEL = "scripted-model"
API_KEY = "sk-scripted-0123456789"


@dataclass(frozen=True)
class Call:
    """One request for a completion."""

    request: Request
    body: Mapping[str, Any]

    @property
    def prompt(self) -> str:
        """The contents of all messages, one below the other."""
        return "\n".join(str(message["content"]) for message in self.body["messages"])

    @property
    def schema(self) -> Mapping[str, Any] | None:
        form = self.body.get("response_format")
        return form["json_schema"]["schema"] if form else None


Matcher = str | re.Pattern[str] | Callable[[Call], bool]
Scripted = str | Mapping[str, Any] | Reply | Callable[[Call], "str | Mapping[str, Any] | Reply"]


def completion(
    content: Any,
    *,
    finish_reason: str = "stop",
    model: str = MODEL,
    logprobs: Sequence[Mapping[str, Any]] | None = None,
    **message: Any,
) -> dict[str, Any]:
    """The body of a chat completion as servers send it."""
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 0,
        "model": model,
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": content, **message},
                "finish_reason": finish_reason,
                "logprobs": None if logprobs is None else {"content": list(logprobs)},
            }
        ],
        "usage": {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18},
    }


class UnscriptedCall(AssertionError):
    """The model was asked something that the test did not foresee."""


@dataclass
class _Rule:
    matcher: Matcher
    answers: list[Scripted]
    for_ever: bool

    def fits(self, call: Call) -> bool:
        if not self.answers:
            return False
        if isinstance(self.matcher, str):
            return self.matcher in call.prompt
        if isinstance(self.matcher, re.Pattern):
            return self.matcher.search(call.prompt) is not None
        return self.matcher(call)

    def take(self) -> Scripted:
        return self.answers[0] if self.for_ever else self.answers.pop(0)


class ScriptedLLM:
    """Speaks /v1/chat/completions and /v1/models on a local port.

    >>> llm.on("How long", {"label": "correct"})          once, as JSON
    >>> llm.on("How long", Reply(status=503), "14 days")  first a failure, then text
    >>> llm.always(re.compile("Write .* questions"), lambda call: {"drafts": []})

    A matcher is a piece of the prompt, a pattern, or a function of the call; "" fits every call.
    Rules are tried in the order given, and one whose answers are used up no longer fits. A call
    that no rule fits is answered 500 and fails the test at its end.
    """

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.unscripted: list[Call] = []
        self.server = LocalServer()
        self._rules: list[_Rule] = []
        self._lock = threading.Lock()
        self.server.route("/v1/chat/completions", self._complete, method="POST")
        self.server.route("/v1/models", Reply({"object": "list", "data": [{"id": MODEL}]}))

    @property
    def url(self) -> str:
        return f"{self.server.url}/v1"

    def endpoint(self, **settings: Any) -> Endpoint:
        """How a client reaches this server."""
        return Endpoint(**({"base_url": self.url, "model": MODEL, "api_key": API_KEY} | settings))

    def on(self, matcher: Matcher, *answers: Scripted) -> None:
        """Answer fitting calls with these, each once."""
        with self._lock:
            self._rules.append(_Rule(matcher, list(answers), for_ever=False))

    def always(self, matcher: Matcher, answer: Scripted) -> None:
        """Answer every fitting call like this."""
        with self._lock:
            self._rules.append(_Rule(matcher, [answer], for_ever=True))

    def check(self) -> None:
        """Raise when something unscripted was asked."""
        self.server.check()
        if self.unscripted:
            prompt = self.unscripted[0].prompt
            raise UnscriptedCall(
                f"{len(self.unscripted)} unscripted calls; the first was:\n{prompt[:2_000]}"
            )

    def __enter__(self) -> Self:
        self.server.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        forget(self.url)
        self.server.close()
        if error is None:
            self.check()

    def _complete(self, request: Request) -> Reply:
        if not request.body:  # the caller was cut off before it could say anything
            return Reply(hang_up=True)
        call = Call(request, request.json())
        with self._lock:
            self.calls.append(call)
            rule = next((rule for rule in self._rules if rule.fits(call)), None)
            answer = rule.take() if rule else None
        if answer is None:
            self.unscripted.append(call)
            return Reply({"error": {"message": "unscripted"}}, status=500)
        given = answer(call) if callable(answer) else answer
        if isinstance(given, Reply):
            return given
        content = given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)
        return Reply(completion(content))
