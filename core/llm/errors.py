"""Why a language model gave no answer."""

from typing import ClassVar


class LLMError(Exception):
    """Anything that kept us from an answer. The text says what happened and what to do.

    Subclasses say whether asking again later can help.
    """

    retryable: ClassVar[bool] = False


class LLMUnavailable(LLMError):
    """The server is down, slow or failing."""

    retryable = True


class LLMRateLimited(LLMError):
    """The server wants to be asked less often.

    `retry_after` is the number of seconds it wants us to wait, None when it does not say.
    """

    retryable = True

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class LLMRefused(LLMError):
    """The server, or the model, will not answer this request however often it is sent."""


class LLMUnreadable(LLMError):
    """There was a reply, but not one that can be used: cut off, not JSON, not as agreed.

    `raw` is the reply as it came, for the record.
    """

    def __init__(self, message: str, raw: str = "") -> None:
        super().__init__(message)
        self.raw = raw
