"""What is said to a language model and what comes back."""

from dataclasses import dataclass

from core.fingerprint import JSON


@dataclass(frozen=True, slots=True)
class Message:
    """One turn: the role is "system", "user" or "assistant"."""

    role: str
    content: str


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the server counted them."""

    prompt_tokens: int
    completion_tokens: int


@dataclass(frozen=True, slots=True)
class TokenProbability:
    """A token of the reply, its log-probability, and the likeliest tokens in its place."""

    token: str
    logprob: float
    top: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Completion:
    """A model's whole reply.

    `text` is what it wrote; `parsed` the value in it when a schema was agreed, else None.
    `altered` says that characters which no database stores were replaced by visible ones.
    `seconds` is the time of the attempt that succeeded, `tries` its number.
    """

    text: str
    parsed: JSON
    usage: Usage | None
    logprobs: tuple[TokenProbability, ...]
    model: str
    finish_reason: str
    seconds: float
    tries: int = 1
    altered: bool = False
