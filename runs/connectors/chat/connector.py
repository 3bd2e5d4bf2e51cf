"""A chat on a website, asked through a headless browser."""

import asyncio
import time
from typing import Final

from runs.connectors.chat.browser import ChatBrowser, ensure_available
from runs.connectors.chat.conversing import Conversation
from runs.connectors.chat.settings import ChatSettings, Step
from runs.values import Reply, TryFailed

# What is left of a try's time for saying what went wrong and closing the window.
_SPARE: Final = 0.15
_MOST_SPARE_S: Final = 4.0


class ChatConnector:
    """Each question is a conversation of its own, in a window that knows nothing of the others."""

    def __init__(
        self,
        settings: ChatSettings,
        *,
        browser: ChatBrowser,
        timeout_s: float,
        steps: list[Step] | None = None,
    ) -> None:
        """A question may take `timeout_s` in all; `steps` collects each step with a picture."""
        self._settings, self._browser, self._steps = settings, browser, steps
        self._seconds = timeout_s - min(timeout_s * _SPARE, _MOST_SPARE_S)

    async def ask(self, question: str, *, conversation: str) -> Reply:
        """The whole reply as text; raises TryFailed, which says the step that failed."""
        from playwright.async_api import Error

        ensure_available()
        until = time.monotonic() + self._seconds
        async with self._browser.window() as window:
            talk = Conversation(window, self._settings, until=until, steps=self._steps)
            try:
                # A page that stops answering keeps each single wait from ending.
                async with asyncio.timeout(max(until - time.monotonic(), 0) + 1):
                    return await talk.ask(question)
            except TryFailed:
                await talk.note_failure()
                raise
            except TimeoutError:
                await talk.note_failure()
                raise talk.too_late() from None
            except Error as error:
                await talk.note_failure()
                raise talk.broke_down(error) from None

    async def close(self) -> None:
        """End the browser."""
        await self._browser.close()
