"""When to ask again, and after how long."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from core.llm.errors import LLMError, LLMRateLimited


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """Waits double from `first_s` to `longest_s`, each shortened by chance to at least half.

    The chance keeps callers that failed together from returning together. A server's own
    Retry-After is heeded up to `longest_s`; one that asks for more is not waited for.
    """

    tries: int = 3
    first_s: float = 1.0
    longest_s: float = 30.0
    chance: Callable[[], float] = field(default=random.SystemRandom().random, repr=False)

    def wait_after(self, error: LLMError, tries: int) -> float | None:
        """Seconds to wait after the failed try of this number; None to give up."""
        if not error.retryable or tries >= self.tries:
            return None
        doubled = min(self.longest_s, self.first_s * 2.0 ** (tries - 1))
        wait = doubled * (0.5 + self.chance() / 2)
        asked = error.retry_after if isinstance(error, LLMRateLimited) else None
        if asked is None:
            return wait
        if asked > self.longest_s:
            return None
        return max(wait, asked)
