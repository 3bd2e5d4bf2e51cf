"""From a server's response to a completion, or to the error it stands for."""

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, Final

from core.llm.errors import (
    LLMError,
    LLMRateLimited,
    LLMRefused,
    LLMUnavailable,
    LLMUnreadable,
)
from core.llm.messages import Completion, TokenProbability, Usage
from core.text import storable

_TRY_AGAIN: Final = frozenset({408, 409, 425})
_LONGEST_DETAIL: Final = 300


def as_error(status: int, headers: Mapping[str, str], body: bytes, *, key: str) -> LLMError:
    """The error that a status other than 200 stands for. The key is never part of it."""
    detail = _detail(body, key)
    if status == 429:
        if "insufficient_quota" in body.decode("utf-8", "replace"):
            return LLMRefused(f"The language model's account is used up{detail}")
        return LLMRateLimited(
            f"The language model is asked too often{detail}", retry_after(headers)
        )
    if status >= 500 or status in _TRY_AGAIN:
        return LLMUnavailable(f"The language model's server failed with status {status}{detail}")
    if status in {401, 403}:
        return LLMRefused(f"The language model refused the key (status {status}){detail}")
    if status == 404:
        return LLMRefused(
            "The language model's address or name is unknown there (status 404). Check that the "
            f"address ends in /v1 and that the server offers the model{detail}"
        )
    return LLMRefused(f"The language model refused the request (status {status}){detail}")


def retry_after(headers: Mapping[str, str], *, now: datetime | None = None) -> float | None:
    """The seconds that a Retry-After header asks for, as a number or as a date."""
    asked = headers.get("retry-after", "").strip()
    if re.fullmatch(r"\d{1,9}(?:\.\d+)?", asked):
        return float(asked)
    try:
        moment = parsedate_to_datetime(asked)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, (moment - (now or datetime.now(UTC))).total_seconds())


def as_completion(body: bytes, *, key: str, seconds: float, tries: int) -> Completion:
    """The completion in the body of a response with status 200, not yet parsed.

    Raises the LLMError that fits when it is none, is cut off, or carries a refusal.
    """
    raw = body.decode("utf-8", "replace")
    payload = _payload(raw)
    choice = payload["choices"][0]
    message = choice["message"]
    finish_reason = str(choice.get("finish_reason") or "")
    text = _content(message)
    if finish_reason == "content_filter" or message.get("refusal"):
        raise LLMRefused(f"The language model declined to answer{_detail(body, key)}")
    if finish_reason == "length":
        raise LLMUnreadable("The language model's reply was cut off at its length limit.", text)
    if not text.strip():
        raise LLMUnreadable("The language model's reply is empty.", raw)
    return Completion(
        text=storable(text),
        parsed=None,
        usage=_usage(payload.get("usage")),
        logprobs=_logprobs(choice.get("logprobs")),
        model=storable(str(payload.get("model") or "")),
        finish_reason=finish_reason,
        seconds=seconds,
        tries=tries,
        altered=storable(text) != text,
    )


def said_in(body: bytes) -> tuple[str, Usage | None] | None:
    """What a model wrote in a response of whatever use, and the tokens counted; None if none did."""
    try:
        payload = _payload(body.decode("utf-8", "replace"))
    except LLMError:
        return None
    return _content(payload["choices"][0]["message"]), _usage(payload.get("usage"))


def _payload(raw: str) -> dict[str, Any]:
    try:
        payload = json.loads(raw)
        if isinstance(payload, dict) and payload.get("error") and not payload.get("choices"):
            raise _error_in_body(payload["error"])
        if isinstance(payload["choices"][0]["message"], dict):
            return dict(payload)
    except (ValueError, KeyError, IndexError, TypeError, RecursionError):
        pass
    raise LLMUnreadable(
        "The language model's address answered with something that is no chat completion. "
        "Check that it is an OpenAI-compatible server.",
        raw,
    )


def _error_in_body(error: Any) -> LLMError:
    """Some gateways answer 200 and put the failure of the server behind them into the body."""
    body = json.dumps({"error": error}).encode()
    code = error.get("code") if isinstance(error, dict) else None
    if isinstance(code, int) and code >= 400:
        return as_error(code, {}, body, key="")
    return LLMUnavailable(f"The language model's server reported an error{_detail(body, '')}")


def _content(message: Mapping[str, Any]) -> str:
    content = message.get("content")
    if isinstance(content, list):
        parts = [part.get("text") for part in content if isinstance(part, dict)]
        return "".join(part for part in parts if isinstance(part, str))
    return content if isinstance(content, str) else ""


def _usage(given: Any) -> Usage | None:
    if not isinstance(given, dict):
        return None
    counts = given.get("prompt_tokens"), given.get("completion_tokens")
    if not all(type(count) is int and count >= 0 for count in counts):
        return None
    return Usage(given["prompt_tokens"], given["completion_tokens"])


def _logprobs(given: Any) -> tuple[TokenProbability, ...]:
    """What the server said about its tokens; nothing when it does not offer this."""
    try:
        return tuple(
            TokenProbability(
                token=storable(str(item["token"])),
                logprob=float(item["logprob"]),
                top=tuple(
                    (storable(str(other["token"])), float(other["logprob"]))
                    for other in item.get("top_logprobs") or ()
                ),
            )
            for item in (given or {}).get("content") or ()
        )
    except (AttributeError, KeyError, TypeError, ValueError):
        return ()


def _detail(body: bytes, key: str) -> str:
    """What the server said, short and without the key, as the end of a sentence."""
    text = body.decode("utf-8", "replace")
    try:
        said = json.loads(text)
        error = said.get("error", said)
        text = str(error.get("message", error) if isinstance(error, dict) else error)
    except (ValueError, AttributeError, RecursionError):
        pass  # not JSON: the text itself is the detail
    text = " ".join(storable(text).split())
    if key:
        text = text.replace(key, "[key]")
    if not text:
        return "."
    return f": {text[:_LONGEST_DETAIL]}"
