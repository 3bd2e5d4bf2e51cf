"""What asking a language model takes, in tokens."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from core.llm.messages import Message, Usage

# Of European languages a token holds about four bytes of UTF-8; of Chinese it is somewhat less.
_BYTES_A_TOKEN: Final = 4
# What a call is reckoned at before the first reply is there to go by.
_TYPICAL: Final = 1_200


@dataclass(frozen=True, slots=True)
class Tokens:
    """Tokens of prompts and replies: as servers counted them, and as reckoned where they did not."""

    reported: int = 0
    estimated: int = 0

    @property
    def total(self) -> int:
        """Both together."""
        return self.reported + self.estimated

    def __add__(self, other: "Tokens") -> "Tokens":
        return Tokens(self.reported + other.reported, self.estimated + other.estimated)

    def __sub__(self, other: "Tokens") -> "Tokens":
        return Tokens(self.reported - other.reported, self.estimated - other.estimated)


def tokens_of(usage: Usage | None, messages: Sequence[Message], reply: str) -> Tokens:
    """What a call took: as reported, else reckoned from the length of what was said."""
    if usage is not None:
        return Tokens(reported=usage.prompt_tokens + usage.completion_tokens)
    said = [reply, *(message.content for message in messages)]
    size = sum(len(text.encode("utf-8", "replace")) for text in said)
    return Tokens(estimated=-(-size // _BYTES_A_TOKEN))


class Meter:
    """Adds up the tokens of calls, each once when its reply is there. Safe to share between threads.

    Every reply counts, also one that cannot be used; a call that the server answered with a failure,
    or not at all, does not.
    """

    def __init__(self) -> None:
        self._tokens = Tokens()
        self._replies = 0
        self._under_way = 0
        self._lock = threading.Lock()

    @property
    def tokens(self) -> Tokens:
        """All that was counted so far."""
        return self._tokens

    def a_call(self) -> int:
        """What a call takes on average, or about what it may take when none came back yet."""
        with self._lock:
            return -(-self._tokens.total // self._replies) if self._replies else _TYPICAL

    def unanswered(self) -> Tokens:
        """What the calls that are under way now may take."""
        return Tokens(estimated=self._under_way * self.a_call())

    def count(self, tokens: Tokens) -> None:
        """Add what a reply took."""
        with self._lock:
            self._tokens += tokens
            self._replies += 1

    @contextmanager
    def calling(self) -> Iterator[None]:
        """A call is under way in the block."""
        with self._lock:
            self._under_way += 1
        try:
            yield
        finally:
            with self._lock:
                self._under_way -= 1
