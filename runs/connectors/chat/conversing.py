"""One conversation: open the page and its chat, ask one question, wait for the whole reply."""

import asyncio
import json
import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from runs.connectors.chat import problems
from runs.connectors.chat.browser import Window
from runs.connectors.chat.finding import candidates, dismiss, missing, shown
from runs.connectors.chat.finishing import Finishing, Look
from runs.connectors.chat.looking import Shown, look
from runs.connectors.chat.phrases import folded, is_waiting
from runs.connectors.chat.settings import ChatSettings, Step, StepName
from runs.connectors.chat.telling_apart import parts_of_reply, reply_text
from runs.connectors.replies import printable
from runs.values import Reply, TryFailed

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle

_FIND_SECONDS: Final = 10.0
# A page without a launcher may show its chat at once; it is not waited for as long as one that is named.
_GUESS_SECONDS: Final = 8.0
# Most greetings stand there at once; one that comes late is told by where the question is shown.
_GREETED_SECONDS: Final = 0.5
_GREETING_SECONDS: Final = 6.0
_LOOK_SECONDS: Final = 0.15
_SENT_SECONDS: Final = 0.6
_CLICK_MS: Final = 2_000
_LOAD_MS: Final = 3_000


@dataclass
class _Waited:
    """What was seen while the reply was waited for."""

    finishing: Finishing
    since: float
    parts: list[str] = field(default_factory=list)
    typing: str = ""
    unsent: bool = False


class Conversation:
    """What happens in one window. `step` is the one under way, for whoever ends it from outside."""

    def __init__(
        self,
        window: Window,
        settings: ChatSettings,
        *,
        until: float,
        steps: list[Step] | None = None,
    ) -> None:
        """It gives up by itself at `until`, a moment of the monotonic clock; `steps` collects pictures."""
        self._window, self._settings, self._until = window, settings, until
        self._page = window.page
        self._begun = time.monotonic()
        self._steps = steps
        self.step = StepName.OPEN
        self.input = ""
        self._waited: _Waited | None = None

    async def ask(self, question: str) -> Reply:
        """The reply to one question; raises TryFailed."""
        await self.load()
        await self.agree()
        await self.open_chat()
        return await self.send(question)

    async def load(self) -> None:
        """Load the page."""
        from playwright.async_api import Error

        self.step = StepName.OPEN
        url = self._settings.url
        try:
            response = await self._page.goto(
                url, wait_until="domcontentloaded", timeout=max(self._left() * 1000, 1)
            )
        except Error as error:
            if "Timeout" in str(error):
                raise problems.too_late(self.step, self.spent()) from None
            if self._window.tunnel.exhausted:
                raise problems.loads_too_much() from None
            raise problems.not_loaded(url, self._window.tunnel.problem(url)) from None
        if response is not None and response.status >= 400:
            if why := self._window.tunnel.problem(url):
                raise problems.not_loaded(url, why)
            raise problems.refused(response.status)
        with suppress(Error):
            # Banners come last; a page that never stops loading is not waited for.
            await self._page.wait_for_load_state("load", timeout=_LOAD_MS)
        await self._done(url)

    async def agree(self) -> None:
        """Press the page's consent banner away, where there is one."""
        self.step = StepName.CONSENT
        await self._consent()

    async def open_chat(self) -> None:
        """Press what opens the chat, until there is a field for the question."""
        self.step = StepName.LAUNCHER
        named = [line.strip() for line in self._settings.launcher.splitlines() if line.strip()]
        for selector in named:
            await self._consent()
            await self._press(await self._found(selector))
            await self._done(selector)
        # Pressed only where there is something to press; the field may be still to come.
        sought = not named and not await self._input_shown()
        if sought and (launcher := await self._guessed("launcher")):
            await self._consent()
            selector, element = launcher
            await self._press(element)
            await self._done(selector, guessed=True)
        self.step = StepName.INPUT
        if self._settings.input:
            await self._found(self._settings.input)
            self.input = self._settings.input
        else:
            guess = await self._guessed("input")
            if guess is None:
                raise problems.not_found(self.step, "", windows=self._window.windows_opened)
            self.input = guess[0]
        await self._done(self.input, guessed=not self._settings.input)

    async def send(self, question: str) -> Reply:
        """Type and send the question, and read the reply."""
        before = await self._greeted(question)
        await self.fill_in(question)
        sent_at = time.monotonic()
        self._window.sending.clear()
        await self._submit(question, before)
        self.step = StepName.REPLY
        return await self._reply(question, before, sent_at)

    async def fill_in(self, question: str) -> None:
        """Type the question without sending it."""
        self.step = StepName.SEND
        await self._type(question)

    def broke_down(self, error: Exception) -> TryFailed:
        """The failure of a page or a browser that went away in the middle of a step."""
        why = str(error).splitlines()[0] if str(error) else type(error).__name__
        return problems.broke_down(self.step, why)

    def spent(self) -> float:
        """Seconds since the conversation began."""
        return time.monotonic() - self._begun

    def too_late(self) -> TryFailed:
        """The failure of a conversation whose time is up: the step it was in, and what was seen."""
        waited = self._waited
        if waited is None:
            return problems.too_late(self.step, self.spent())
        return problems.unfinished(
            waited.finishing.lacking,
            so_far=" ".join(waited.parts),
            seconds=time.monotonic() - waited.since,
            unsent=waited.unsent,
            typing=waited.typing,
            reply_selector=self._settings.reply,
        )

    async def note_failure(self) -> None:
        """Keep a picture of the page as it stood when the step under way failed."""
        await self._done("", failed=True)

    def _left(self) -> float:
        return self._until - time.monotonic()

    async def _done(self, used: str, *, guessed: bool = False, failed: bool = False) -> None:
        if self._steps is not None:
            picture = await self._window.picture()
            self._steps.append(Step(self.step, used, guessed, failed, picture))

    async def _found(self, selector: str) -> "ElementHandle":
        """The element of a selector once it is shown; a banner that comes late is pressed away meanwhile."""
        until = min(time.monotonic() + _FIND_SECONDS, self._until - 1)
        looks = 0
        while True:
            if element := await self._shown(selector):
                return element
            if time.monotonic() > until:
                why = await missing(self._page, selector)
                raise problems.not_found(self.step, why, windows=self._window.windows_opened)
            looks += 1
            if looks % 10 == 0:
                await self._consent()
            await asyncio.sleep(_LOOK_SECONDS)

    async def _guessed(self, what: str) -> "tuple[str, ElementHandle] | None":
        """The likeliest launcher or input that is shown, waited for; None when nothing looks like it."""
        until = min(time.monotonic() + _GUESS_SECONDS, self._until - 1)
        looks = 0
        while True:
            for candidate in await candidates(self._page, what):
                if element := await self._shown(candidate.selector):
                    return candidate.selector, element
            if what == "launcher" and await self._input_shown():
                return None
            if time.monotonic() > until:
                return None
            looks += 1
            if looks % 5 == 0:
                await self._consent()
            await asyncio.sleep(_LOOK_SECONDS * 2)

    async def _input_shown(self) -> bool:
        if self._settings.input:
            return await self._shown(self._settings.input) is not None
        return bool(await candidates(self._page, "input"))

    async def _consent(self) -> None:
        step, self.step = self.step, StepName.CONSENT
        if pressed := await dismiss(self._page, self._settings.consent):
            await self._done(pressed, guessed=not self._settings.consent)
        self.step = step

    async def _shown(self, selector: str) -> "ElementHandle | None":
        from playwright.async_api import Error

        try:
            return await shown(self._page, selector)
        except Error:
            # Between two documents there is nothing to be seen; a page that is gone comes no more.
            if self._page.is_closed():
                raise
            return None

    async def _press(self, element: "ElementHandle") -> None:
        from playwright.async_api import Error

        try:
            await element.click(timeout=_CLICK_MS)
        except Error:
            # Something lies over it: a banner, or a part of the page that moves.
            await self._consent()
            await element.dispatch_event("click")

    async def _greeted(self, question: str) -> Shown:
        """What is shown before the question, once nothing more of a greeting comes."""
        quiet = min(self._settings.quiet_s, _GREETED_SECONDS)
        until = min(time.monotonic() + _GREETING_SECONDS, self._until - 1)
        seen = first = await self._look(question)
        since = time.monotonic()
        while time.monotonic() - since < quiet and time.monotonic() < until:
            await asyncio.sleep(_LOOK_SECONDS)
            now = await self._look(question)
            if now.items != seen.items or now.typing_since(first):
                since = time.monotonic()
            seen = now
        return replace(seen, typing=first.typing)

    async def _look(self, question: str) -> Shown:
        from playwright.async_api import Error

        try:
            seen = await look(self._page, self._settings, input_=self.input, question=question)
        except Error as error:
            if self._page.is_closed() or "crashed" in str(error):
                raise
            return Shown()  # between two documents; the next look sees the new one
        if seen.large:
            raise problems.too_large()
        return seen

    async def _type(self, question: str) -> None:
        from playwright.async_api import Error

        element = await self._found(self.input)
        try:
            await element.fill(question, timeout=_CLICK_MS)
        except Error:
            # No field by its name, only something that takes keys once it is clicked.
            await self._press(element)
            await self._page.keyboard.insert_text(question)
        taken = await _typed(element)
        if taken is not None and folded(taken) != folded(question):
            if folded(question).startswith(folded(taken)) and taken:
                raise problems.not_taken(len(taken), len(question))
            # Some fields only notice keys.
            await element.fill("")
            await element.focus()
            await self._page.keyboard.type(question)
            taken = await _typed(element) or ""
            if folded(taken) != folded(question):
                raise problems.not_taken(min(len(taken), len(question)), len(question))

    async def _submit(self, question: str, before: Shown) -> None:
        from playwright.async_api import Error

        if self._settings.send:
            await self._press(await self._found(self._settings.send))
            await self._done(self._settings.send)
            return
        element = await self._found(self.input)
        with suppress(Error):
            # A page that is busy with the key takes its time to say so; what came of it is seen below.
            await element.press("Enter", timeout=_CLICK_MS, no_wait_after=True)
        until = time.monotonic() + _SENT_SECONDS
        while time.monotonic() < until:
            if not await self._unsent(question):
                await self._done("Enter", guessed=True)
                return
            await asyncio.sleep(_LOOK_SECONDS)
        if (await self._look(question)).items == before.items:
            for candidate in await candidates(self._page, "send"):
                if button := await self._shown(candidate.selector):
                    # Where Enter does not send, it begins a new line.
                    await element.fill(question, timeout=_CLICK_MS)
                    await self._press(button)
                    await self._done(candidate.selector, guessed=True)
                    return
        await self._done("Enter", guessed=True)

    async def _unsent(self, question: str) -> bool:
        """Whether the question still stands in its field."""
        from playwright.async_api import Error

        try:
            element = await shown(self._page, self.input)
            standing = await _typed(element) if element else ""
        except Error:
            return False
        return folded(standing or "") == folded(question)

    async def _reply(self, question: str, before: Shown, sent_at: float) -> Reply:
        lines = not self._settings.reply
        waited = self._waited = _Waited(Finishing(quiet_s=self._settings.quiet_s), sent_at)
        while self._left() > 0:
            await asyncio.sleep(_LOOK_SECONDS)
            if self._window.tunnel.exhausted:
                raise problems.loads_too_much()
            seen = await self._look(question)
            waited.typing = seen.typing_since(before)
            waited.parts = parts_of_reply(
                seen.items,
                before=before.items,
                question=question,
                echo_at=seen.echo_since(before),
                lines=lines,
            )
            now = Look(
                waited.parts,
                bool(waited.typing),
                sending=bool(self._window.sending),
                lines=lines,
            )
            if waited.finishing.finished(now, now=time.monotonic()):
                await self._done(self._settings.reply, guessed=lines)
                return Reply(
                    text=reply_text(waited.parts, lines=lines),
                    raw=_raw(seen, waited.parts),
                    seconds=waited.finishing.changed_at - sent_at,
                )
        waited.unsent = await self._unsent(question)
        raise self.too_late()


async def _typed(element: "ElementHandle") -> str | None:
    """What stands in a field; None when it is not a field that can be read."""
    told: str | None = await element.evaluate(
        "el => 'value' in el ? el.value : el.isContentEditable ? el.innerText : null"
    )
    return told


def _raw(seen: Shown, parts: list[str]) -> str:
    """The messages as they came, with what could be pressed and what only asked for patience."""
    buttons = [label for labels in seen.pressed[-len(parts) :] for label in labels]
    told = {
        "messages": parts,
        "waiting": [part for part in parts if is_waiting(part)],
        "buttons": buttons,
        "html": list(seen.html[-len(parts) :]),
    }
    return printable(json.dumps(told, ensure_ascii=False))
