"""What a website chat is reached by, and what is remembered of one conversation."""

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class ChatSettings:
    """The page and its elements. An element without a selector is looked for.

    A selector is CSS, which reaches into open shadow roots; `>>` leads into the iframe before it.
    """

    url: str
    launcher: str = ""  # one a line, clicked in this order
    input: str = ""
    send: str = ""
    reply: str = ""
    typing: str = ""
    consent: str = ""
    quiet_s: float = 1.0
    locale: str = ""


class StepName(StrEnum):
    """The steps of a conversation, in their order."""

    OPEN = "open"
    CONSENT = "consent"
    LAUNCHER = "launcher"
    INPUT = "input"
    SEND = "send"
    REPLY = "reply"


@dataclass(frozen=True, slots=True)
class Step:
    """One step as it went: what was used (a selector, an address), and a JPEG of the page after it."""

    name: StepName
    used: str
    guessed: bool
    failed: bool
    picture: bytes
