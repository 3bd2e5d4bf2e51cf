"""What a page in the browser may load: everything it asks for is fetched by us, or refused.

The browser has no network of its own. A request goes the way of any page that Caudals reads, with the
same rules for addresses and limits on bytes and time; anything but a plain GET of what text is made
of is refused.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from sources.fetching import Address, Fetched, Fetcher, FetchError, Problem, parse_address

if TYPE_CHECKING:
    from playwright.async_api import Page, Request, Route

_KINDS: Final = frozenset(("document", "script", "stylesheet", "xhr", "fetch"))
_KEPT_KINDS: Final = frozenset(("script", "stylesheet"))
_KEPT_BYTES: Final = 20_000_000
_AT_A_TIME: Final = 6
_MOST_HEADER_CHARS: Final = 8_000
_BROWSERS_OWN: Final = frozenset(
    (
        *(
            "host",
            "user-agent",
            "cookie",
            "referer",
            "origin",
            "connection",
            "range",
            "te",
            "upgrade",
        ),
        *("accept-encoding", "content-length", "content-type", "transfer-encoding", "expect"),
        *("if-none-match", "if-modified-since"),
    )
)


@dataclass
class Loaded:
    """What pages of one site load again and again, up to a limit in bytes."""

    files: dict[str, Fetched] = field(default_factory=dict)
    size: int = 0

    def keep(self, url: str, fetched: Fetched) -> None:
        if self.size + len(fetched.body) <= _KEPT_BYTES:
            self.files[url] = fetched
            self.size += len(fetched.body)


class Gate:
    """Answers the requests of one page. `own` fetches from the page's site, `others` from elsewhere.

    Hosts that an operator allowed although they are not public are open to their own pages only:
    a page of another site could carry away what it finds there.
    """

    def __init__(
        self,
        page: Page,
        shown: Fetched,
        *,
        own: Fetcher,
        others: Fetcher,
        loaded: Loaded,
        requests: int,
        size: int,
    ) -> None:
        self._page = page
        self._shown: Fetched | None = shown
        self._site = parse_address(shown.address)
        self._own, self._others = own, others
        self._loaded = loaded
        self._requests_left = requests
        self._bytes_left = size
        self._slots = asyncio.Semaphore(_AT_A_TIME)
        self.busy = 0
        self.served = 0

    async def answer(self, route: Route) -> None:
        """Answer one request of the page."""
        from playwright.async_api import Error

        self.busy += 1
        try:
            # A page that is closed meanwhile no longer takes an answer.
            with suppress(Error):
                await self._answer(route)
        finally:
            self.busy -= 1
            self.served += 1

    async def _answer(self, route: Route) -> None:
        try:
            fetched = await self._fetched(route.request)
        except FetchError as error:
            if 400 <= error.status < 600:
                await route.fulfill(status=error.status, body=b"")
            elif self._leaves(route.request):
                # "No content" keeps the page where it is; anything else would show an error page.
                await route.fulfill(status=204)
            else:
                await route.abort("blockedbyclient")
        else:
            await route.fulfill(
                status=200, body=fetched.body, headers={"Content-Type": _type(fetched)}
            )

    async def _fetched(self, request: Request) -> Fetched:
        kind, url = request.resource_type, request.url
        if request.method != "GET" or kind not in _KINDS or self._requests_left <= 0:
            raise FetchError(Problem.SCHEME)
        self._requests_left -= 1
        if kind == "document":
            if self._leaves(request):
                return self._main_document()
            if not self._is_own(parse_address(url)):
                raise FetchError(Problem.REDIRECTED_AWAY, url)
        if (known := self._loaded.files.get(url)) is not None and kind in _KEPT_KINDS:
            return known
        async with self._slots:
            if self._bytes_left <= 0:
                raise FetchError(Problem.TOO_LARGE, url)
            fetched = await self._fetch(parse_address(url), _headers(request))
        self._bytes_left -= len(fetched.body)
        if kind in _KEPT_KINDS:
            self._loaded.keep(url, fetched)
        return fetched

    def _leaves(self, request: Request) -> bool:
        """Whether the page itself is being led elsewhere."""
        return request.is_navigation_request() and request.frame == self._page.main_frame

    def _main_document(self) -> Fetched:
        """The page as the walk fetched it, once: a page that leads elsewhere is not this page."""
        if self._shown is None:
            raise FetchError(Problem.REDIRECTED_AWAY, "")
        shown, self._shown = self._shown, None
        return replace(shown, media_type="text/html")

    async def _fetch(self, address: Address, headers: dict[str, str]) -> Fetched:
        if self._is_own(address):
            try:
                return await self._own.fetch(address.url, stays=self._is_own, headers=headers)
            except FetchError as error:
                if error.problem is not Problem.REDIRECTED_AWAY:
                    raise
        return await self._others.fetch(address.url, headers=headers)

    def _is_own(self, address: Address) -> bool:
        return (address.host, address.port) == (self._site.host, self._site.port)


def _headers(request: Request) -> dict[str, str]:
    """What a page's program chose to send: interfaces answer by it. The browser's own words stay here."""
    if request.resource_type not in {"xhr", "fetch"}:
        return {}
    chosen = {
        name: value
        for name, value in request.headers.items()
        if name not in _BROWSERS_OWN and not name.startswith(("sec-", "proxy-"))
    }
    return chosen if sum(map(len, chosen.values())) <= _MOST_HEADER_CHARS else {}


def _type(fetched: Fetched) -> str:
    kind = fetched.media_type or "text/html"
    return f"{kind}; charset={fetched.charset}" if fetched.charset else kind
