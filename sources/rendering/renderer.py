"""A headless browser for the pages of one reading, without a network of its own."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self, TypeVar

from sources.fetching import USER_AGENT, Fetched, Fetcher, Limits
from sources.rendering.browser import available, launch_options
from sources.rendering.gate import Gate, Loaded
from sources.rendering.problems import RenderError, Unrendered
from sources.rendering.serialising import SERIALISE, SIGNATURE

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, Page, Playwright

logger = logging.getLogger(__name__)

_FLAGS: Final = (
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--blink-settings=imagesEnabled=false",
)
_WITHOUT: Final = """
for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "WebSocket", "WebTransport"])
  delete globalThis[name];
"""
_LOOK_SECONDS: Final = 0.2
_STILL_LOOKS: Final = 4
_CLOSE_SECONDS: Final = 5.0
# Beyond what the page may cost: starting a browser, and giving one up.
_START_SECONDS: Final = 60.0
_Result = TypeVar("_Result")


@dataclass(frozen=True, slots=True)
class RenderLimits:
    """What one page may cost. After `settle_seconds` it is taken as it stands."""

    seconds: float = 30.0
    settle_seconds: float = 12.0
    requests: int = 200
    loaded_bytes: int = 20_000_000
    html_chars: int = 5_000_000


class Renderer:
    """Opens pages in one browser, which is started for the first of them and ends with the block.

    A thread of its own runs the browser, so that callers need no event loop. A page gets a context of
    its own: no page sees what another left behind.
    """

    def __init__(
        self,
        *,
        allowed_private: frozenset[str] = frozenset(),
        limits: RenderLimits | None = None,
        fetching: Limits | None = None,
    ) -> None:
        self._limits = limits or RenderLimits()
        self._allowed_private = allowed_private
        self._fetching = fetching
        self._loop = asyncio.new_event_loop()
        self._thread: threading.Thread | None = None
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None
        self._fetchers: tuple[Fetcher, Fetcher] | None = None
        self._loaded = Loaded()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._thread is not None:
            with suppress(TimeoutError):
                self._run(self._finish(), _CLOSE_SECONDS * 3)
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
        self._loop.close()

    def _run(self, work: Coroutine[Any, Any, _Result], seconds: float) -> _Result:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(seconds)

    def render(self, fetched: Fetched) -> str:
        """The HTML of a fetched page once its programs have run; RenderError when there is none."""
        if not available():
            raise RenderError(Unrendered.MISSING)
        if self._thread is None:
            run = self._loop.run_forever
            self._thread = threading.Thread(target=run, name="browser", daemon=True)
            self._thread.start()
        try:
            return self._run(self._rendered(fetched), self._limits.seconds + _START_SECONDS)
        except TimeoutError as error:
            raise RenderError(Unrendered.TIMEOUT) from error

    async def _rendered(self, fetched: Fetched) -> str:
        from playwright.async_api import Error

        try:
            context = await self._context()
        except (Error, OSError, TimeoutError) as error:
            logger.exception("the browser could not be started")
            await self._close()
            raise RenderError(Unrendered.FAILED) from error
        try:
            async with asyncio.timeout(self._limits.seconds):
                return await self._shown(context, fetched)
        except TimeoutError as error:
            raise RenderError(Unrendered.TIMEOUT) from error
        except Error as error:
            if "too large" in str(error):
                raise RenderError(Unrendered.TOO_LARGE) from error
            logger.warning("%s could not be opened in the browser: %s", fetched.address, error)
            raise RenderError(Unrendered.FAILED) from error
        finally:
            await self._end(context)

    async def _shown(self, context: BrowserContext, fetched: Fetched) -> str:
        page = await context.new_page()
        own, others = self._own_and_others()
        gate = Gate(
            page, fetched, own=own, others=others, loaded=self._loaded,
            requests=self._limits.requests, size=self._limits.loaded_bytes,
        )  # fmt: skip
        await context.route("**/*", gate.answer)
        await page.goto(fetched.address, wait_until="commit", timeout=self._limits.seconds * 1000)
        await self._settled(page, gate)
        html: str = await page.evaluate(SERIALISE, self._limits.html_chars)
        return html

    async def _settled(self, page: Page, gate: Gate) -> None:
        """Wait until nothing is being loaded and the page has stopped changing."""
        until = time.monotonic() + self._limits.settle_seconds
        still, last = 0, ""
        while still < _STILL_LOOKS and time.monotonic() < until:
            await asyncio.sleep(_LOOK_SECONDS)
            seen = f"{gate.busy} {gate.served} {await page.evaluate(SIGNATURE)}"
            still = still + 1 if seen == last and not gate.busy and "loading" not in seen else 0
            last = seen

    async def _context(self) -> BrowserContext:
        browser = self._browser
        if browser is None or not browser.is_connected():
            browser = await self._start()
        context = await browser.new_context(
            accept_downloads=False,
            service_workers="block",
            user_agent=USER_AGENT,
            reduced_motion="reduce",
            viewport={"width": 1280, "height": 2000},
        )
        await context.add_init_script(_WITHOUT)
        return context

    async def _start(self) -> Browser:
        from playwright.async_api import async_playwright

        await self._close()
        self._playwright = await async_playwright().start()
        self._browser = await self._playwright.chromium.launch(**launch_options(*_FLAGS))
        return self._browser

    def _own_and_others(self) -> tuple[Fetcher, Fetcher]:
        if self._fetchers is None:
            self._fetchers = (
                Fetcher(allowed_private=self._allowed_private, limits=self._fetching),
                Fetcher(limits=self._fetching),
            )
        return self._fetchers

    async def _end(self, context: BrowserContext) -> None:
        """Close a page's context; a browser that does not do so in time is given up."""
        try:
            async with asyncio.timeout(_CLOSE_SECONDS):
                await context.close()
        except Exception:
            logger.warning("the browser is given up", exc_info=True)
            await self._close()

    async def _finish(self) -> None:
        """Close everything and let go of what still waits for it."""
        await self._close()
        waiting = asyncio.all_tasks() - {asyncio.current_task()}
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)

    async def _close(self) -> None:
        for fetcher in self._fetchers or ():
            await fetcher.close()
        self._fetchers = None
        browser, self._browser = self._browser, None
        playwright, self._playwright = self._playwright, None
        with suppress(Exception):
            if browser is not None:
                async with asyncio.timeout(_CLOSE_SECONDS):
                    await browser.close()
        with suppress(Exception):
            if playwright is not None:
                async with asyncio.timeout(_CLOSE_SECONDS):
                    await playwright.stop()
