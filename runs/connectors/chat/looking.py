"""What the page shows of the conversation at one moment."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from runs.connectors.chat.finding import hops, on_all, shown
from runs.connectors.chat.scripts import ANY_SHOWN, CONVERSATION, MESSAGES
from runs.connectors.chat.settings import ChatSettings
from runs.connectors.replies import printable

if TYPE_CHECKING:
    from playwright.async_api import Page


GIVEN: Final = "given"


@dataclass(frozen=True, slots=True)
class Shown:
    """The messages, or without a selector for them the lines of the conversation; and who is typing."""

    items: Sequence[str] = ()
    html: Sequence[str] = ()
    pressed: Sequence[Sequence[str]] = ()
    echoes: Sequence[int] = ()  # before which items the question's own words are shown
    typing: Mapping[str, int] = field(default_factory=dict)
    large: bool = False

    @classmethod
    def of(cls, told: Mapping[str, Any] | None) -> "Shown":
        """From what the script in the page says; nothing while there is no such place."""
        if told is None:
            return cls()
        return cls(**{**told, "items": [printable(item) for item in told["items"]]})

    def echo_since(self, before: "Shown") -> int | None:
        """Before which item the question is shown that was not shown before; None when it is not."""
        new = self.echoes[len(before.echoes) :]
        return new[0] if new else None

    def typing_since(self, before: "Shown") -> str:
        """What shows typing and did not so before; "" when nothing does."""
        for what, count in self.typing.items():
            why, _colon, name = what.partition(":")
            # What a person named says so always; what only looks like it may have stood there before.
            if why == GIVEN or count > before.typing.get(what, 0):
                return name
        return ""


async def look(page: "Page", settings: ChatSettings, *, input_: str, question: str) -> Shown:
    """The conversation now. `input_` is the selector of the field in which questions are typed."""
    given = {"question": question, "guess": not settings.typing}
    if settings.reply:
        seen = Shown.of(await on_all(page, settings.reply, MESSAGES, given))
    else:
        field_ = await shown(page, input_)
        seen = Shown.of(await field_.evaluate(CONVERSATION, given) if field_ else None)
    if settings.typing and await on_all(page, settings.typing, ANY_SHOWN):
        return Shown(**{**_fields(seen), "typing": {f"{GIVEN}:{hops(settings.typing)[-1]}": 1}})
    return seen


def _fields(seen: Shown) -> dict[str, Any]:
    return {name: getattr(seen, name) for name in Shown.__slots__}
