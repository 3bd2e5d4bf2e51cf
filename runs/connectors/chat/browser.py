"""One headless Chromium for the conversations of a run, each in a window that remembers nothing."""

import asyncio
import logging
from collections.abc import AsyncIterator, Collection, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext as _

from runs.connectors.chat.scripts import WINDOW
from runs.connectors.chat.tunnel import Tunnel
from runs.values import FailureKind, TryFailed
from sources.rendering import available, launch_options

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, Page, Playwright, Request

logger = logging.getLogger(__name__)

# No name is looked up by the browser itself; the proxy of a window is the only thing it reaches.
_FLAGS: Final = ("--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",)
# The stylesheet of the portal shows pictures for picking at half this size.
WIDTH: Final = 1280
HEIGHT: Final = 900
_CLOSE_SECONDS: Final = 5.0
# Less than what is spared of a try: a page that hangs gives none.
_PICTURE_SECONDS: Final = 2.5
_MOST_BYTES: Final = 60_000_000
_MOST_CONNECTIONS: Final = 600


@dataclass
class Window:
    """A page in a context of its own, its way out, and what it did beside the conversation."""

    page: "Page"
    tunnel: Tunnel
    windows_opened: int = 0
    sending: set["Request"] = field(default_factory=set)

    async def picture(self) -> bytes:
        """The page as it looks now, as a JPEG; b"" when it can't be had."""
        with suppress(Exception):
            async with asyncio.timeout(_PICTURE_SECONDS):
                return await self.page.screenshot(type="jpeg", quality=60, animations="allow")
        return b""


class ChatBrowser:
    """Started for the first conversation; a browser that died is started again for the next."""

    def __init__(self, *, allowed_private: Collection[str] = (), locale: str = "") -> None:
        self._allowed, self._locale = allowed_private, locale
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None
        self._starting = asyncio.Lock()

    @asynccontextmanager
    async def window(self) -> AsyncIterator[Window]:
        """A window without cookies, storage or anything else of another; TryFailed without a browser."""
        from playwright.async_api import Error

        browser = await self._running()
        async with Tunnel(
            allowed_private=self._allowed, size=_MOST_BYTES, connections=_MOST_CONNECTIONS
        ) as tunnel:
            try:
                context = await self._context(browser, tunnel)
            except Error as error:
                raise _broke_down(error) from None
            try:
                try:
                    page = await context.new_page()
                except Error as error:
                    raise _broke_down(error) from None
                window = Window(page, tunnel)
                _watch(window)
                yield window
            finally:
                await self._end(context)

    async def close(self) -> None:
        """End the browser."""
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

    async def _running(self) -> "Browser":
        from playwright.async_api import Error, async_playwright

        async with self._starting:
            if self._browser is not None and self._browser.is_connected():
                return self._browser
            await self.close()
            try:
                self._playwright = await async_playwright().start()
                self._browser = await self._playwright.chromium.launch(**launch_options(*_FLAGS))
            except (Error, OSError) as error:
                logger.exception("the browser could not be started")
                await self.close()
                raise TryFailed(
                    FailureKind.CONNECTION,
                    _("The browser could not be started. The log of the portal says why."),
                ) from error
            except BaseException:
                await self.close()
                raise
            return self._browser

    async def _context(self, browser: "Browser", tunnel: Tunnel) -> "BrowserContext":
        context = await browser.new_context(
            accept_downloads=False,
            service_workers="block",
            locale=self._locale or None,
            # Headless says so in its name, and chats that do not know the name stay closed.
            user_agent=(
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) "
                f"Chrome/{browser.version.split('.')[0]}.0.0.0 Safari/537.36 Caudals/0.1"
            ),
            viewport={"width": WIDTH, "height": HEIGHT},
            proxy={"server": tunnel.address, "bypass": "<-loopback>"},
        )
        await context.add_init_script(WINDOW)
        return context

    async def _end(self, context: "BrowserContext") -> None:
        """Close a window, also while its conversation is being given up."""
        closing = asyncio.ensure_future(context.close())
        try:
            async with asyncio.timeout(_CLOSE_SECONDS):
                await asyncio.shield(closing)
        except asyncio.CancelledError:
            closing.add_done_callback(lambda done: done.cancelled() or done.exception())
            raise
        except Exception:
            closing.add_done_callback(lambda done: done.cancelled() or done.exception())
            logger.warning("a window of the browser did not close", exc_info=True)


def _broke_down(error: Exception) -> TryFailed:
    logger.warning("the browser opened no window: %s", error)
    return TryFailed(FailureKind.CONNECTION, _("The browser broke down and is started again."))


def ensure_available() -> None:
    """TryFailed where there is no browser to chat with."""
    if not available():
        raise TryFailed(
            FailureKind.CONNECTION,
            _(
                "There is no browser here to chat with. Whoever runs this portal can install "
                "Chromium and the extra “browser”."
            ),
        )


def _watch(window: Window) -> None:
    """Keep the page to itself: nothing asks, nothing opens, and what it sends is known."""
    page, context = window.page, window.page.context

    def opened(other: "Page") -> None:
        if other is not page:
            window.windows_opened += 1
            _later(other.close())

    def asked(request: "Request") -> None:
        if request.method != "GET" and request.resource_type in ("xhr", "fetch"):
            window.sending.add(request)

    context.on("page", opened)
    # Dismissed by Playwright itself only where nobody listens, and then not on windows just opened.
    context.on("dialog", lambda dialog: _later(dialog.dismiss()))
    context.on("request", asked)
    context.on("requestfinished", lambda request: window.sending.discard(request))
    context.on("requestfailed", lambda request: window.sending.discard(request))


_kept: set["asyncio.Future[None]"] = set()


def _later(work: "Coroutine[Any, Any, None]") -> None:
    """Do it beside what is going on; a page that is gone meanwhile needs it no more."""
    task: asyncio.Future[None] = asyncio.ensure_future(work)
    _kept.add(task)

    def done(ended: "asyncio.Future[None]") -> None:
        _kept.discard(ended)
        if not ended.cancelled():
            ended.exception()

    task.add_done_callback(done)
