"""When a reply is finished."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from runs.connectors.chat.telling_apart import reply_text, still_waiting

# A request that sends and is still being answered may go on with the text for so long after it stood still.
_SENDING_HOLDS: Final = 10.0


class Lacking(StrEnum):
    """Why a reply is not finished."""

    NOTHING = "nothing"
    ONLY_WAITING = "only_waiting"
    TYPING = "typing"
    CHANGING = "changing"


@dataclass(frozen=True, slots=True)
class Look:
    """What the page shows at one moment."""

    parts: Sequence[str]
    typing: bool
    sending: bool = False
    lines: bool = False


class Finishing:
    """Told what the page shows, again and again, it says when the reply is all there."""

    def __init__(self, *, quiet_s: float) -> None:
        self._quiet_s = quiet_s
        self._text: str | None = None
        self._since = 0.0
        self.lacking = Lacking.NOTHING
        self.changed_at = 0.0

    def finished(self, look: Look, *, now: float) -> bool:
        """Whether nothing more is to be expected; `lacking` says what is missing otherwise."""
        text = "\n".join(look.parts)
        if text != self._text:
            self._text, self._since = text, now
            self.changed_at = now
        elif look.typing:
            self._since = now
        if not reply_text(look.parts, lines=look.lines):
            self.lacking = Lacking.ONLY_WAITING if text.strip() else Lacking.NOTHING
            return False
        if still_waiting(look.parts):
            self.lacking = Lacking.ONLY_WAITING
            return False
        if look.typing:
            self.lacking = Lacking.TYPING
            return False
        self.lacking = Lacking.CHANGING
        still = now - self._since
        return still >= (max(self._quiet_s, _SENDING_HOLDS) if look.sending else self._quiet_s)
