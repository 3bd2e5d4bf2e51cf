"""One HTTP exchange with an assistant: limits, failures in words, and what a watcher may see of it."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from typing import Final

import httpx
from django.utils.translation import gettext as _

from runs.connectors.masking import Secrets
from runs.connectors.refusing import refusal
from runs.connectors.replies import decoded
from runs.connectors.streams import READERS, Arrival, Event
from runs.values import FailureKind, TryFailed

LARGEST_REPLY: Final = 2 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Request:
    """What is sent. Never shown as it is: its headers hold secrets."""

    method: str
    url: str
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    content: bytes = field(default=b"", repr=False)


@dataclass(frozen=True, slots=True)
class Exchange:
    """A successful reply: its text, how it declares itself, and its events when it came as a stream."""

    text: str
    media_type: str
    events: Sequence[Event] | None = None


@dataclass(slots=True)
class Seen:
    """An exchange as it may be shown: every secret in it is masked."""

    method: str
    url: str
    headers: Sequence[tuple[str, str]]
    body: str
    asks: bool = True  # or signs in
    status: int | None = None
    reply_headers: Sequence[tuple[str, str]] = ()
    reply: str = ""

    @property
    def sent(self) -> str:
        """The request as lines of text."""
        return _lines(f"{self.method} {self.url}", self.headers, self.body)

    @property
    def received(self) -> str:
        """The reply as lines of text; "" when none came."""
        return (
            ""
            if self.status is None
            else _lines(f"HTTP {self.status}", self.reply_headers, self.reply)
        )


def _lines(first: str, headers: Sequence[tuple[str, str]], body: str) -> str:
    return "\n".join([first, *(f"{name}: {value}" for name, value in headers), "", body])


class Wire:
    """The way to one assistant; safe for many exchanges at once."""

    def __init__(
        self,
        client: httpx.AsyncClient,
        *,
        secrets: Secrets | None = None,
        seen: list[Seen] | None = None,
    ) -> None:
        """`seen` collects every exchange, for showing; without it none is kept."""
        self._client, self._seen = client, seen
        self.secrets = secrets or Secrets()

    async def exchange(
        self, request: Request, *, learn: Callable[[str], None] | None = None
    ) -> Exchange:
        """Send one request and read at most LARGEST_REPLY decoded bytes; raises TryFailed.

        `learn` is given the body before anything of it is shown, to add what it holds to the secrets.
        """
        async with self._sent(request, learn=learn) as reply:
            await reply.read_all()
            return reply.whole()

    async def stream(self, request: Request, *, arrival: Arrival, silence_s: float) -> Exchange:
        """Send one request and put together the events of its reply; raises TryFailed.

        It ends with the connection or with what says that nothing follows, and fails when no event
        comes for `silence_s`: signs of life without content do not count. A reply that is plainly no
        stream comes back whole, without events.
        """
        async with self._sent(request) as reply:
            if reply.media_type == "text/html" or (
                arrival is Arrival.EVENTS and reply.media_type == "application/json"
            ):
                await reply.read_all()
                return reply.whole()
            reader, events = READERS[arrival](), list[Event]()
            try:
                async with asyncio.timeout(silence_s) as limit, aclosing(reply.parts()) as parts:
                    async for part in parts:
                        came = list(reader.feed(part))
                        events += came
                        if any(event.ends for event in came):
                            break
                        if came:
                            limit.reschedule(asyncio.get_running_loop().time() + silence_s)
                    else:
                        events += reader.finish()
            except TimeoutError:
                raise TryFailed(
                    FailureKind.TIMEOUT,
                    _(
                        "The reply began and then stopped: nothing more came for %(seconds)s seconds."
                    )
                    % {"seconds": f"{silence_s:g}"},
                ) from None
            return Exchange(
                reply.text(), reply.media_type, [event for event in events if not event.ends]
            )

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    @asynccontextmanager
    async def _sent(
        self, request: Request, *, learn: Callable[[str], None] | None = None
    ) -> "AsyncIterator[_Incoming]":
        noted = self._note(request, asks=learn is None)
        # As bytes, because httpx takes text in headers for ASCII and fails at anything else.
        headers = [(name.encode(), value.encode()) for name, value in request.headers.items()]
        begun = False
        try:
            async with self._client.stream(
                request.method, request.url, headers=headers, content=request.content or None
            ) as response:
                begun = True
                reply = _Incoming(response)
                try:
                    if not response.is_success:
                        await reply.read_all()
                        raise refusal(response, reply.text())
                    yield reply
                finally:
                    if learn and response.is_success:
                        learn(reply.text())
                    if noted:
                        self._fill_in(noted, response, reply)
        except httpx.TimeoutException:
            raise TryFailed(
                FailureKind.TIMEOUT, _("The assistant did not reply in time.")
            ) from None
        except httpx.DecodingError:
            raise TryFailed(
                FailureKind.MALFORMED,
                _("The reply is compressed in a way that could not be undone."),
            ) from None
        except httpx.LocalProtocolError:
            # Its own text quotes the header, secret and all.
            raise TryFailed(
                FailureKind.REFUSED,
                _(
                    "Nothing was sent: a header of the request holds a character that none may hold."
                ),
            ) from None
        except (httpx.HTTPError, httpx.InvalidURL, UnicodeError) as error:
            if not begun and _turned_away(error):
                raise TryFailed(
                    FailureKind.CONNECTION,
                    _("Nothing answers at %(host)s. Is the assistant's server running?")
                    % {"host": httpx.URL(request.url).netloc.decode()},
                ) from None
            what = (str(error) or type(error).__name__).rstrip(".")
            raise TryFailed(
                FailureKind.CONNECTION,
                _("The connection broke off in the middle of the reply: %(what)s.") % {"what": what}
                if begun
                else _("No connection to the assistant: %(what)s.") % {"what": what},
            ) from None

    def _note(self, request: Request, *, asks: bool) -> Seen | None:
        if self._seen is None:
            return None
        masked = self.secrets.masked
        noted = Seen(
            request.method,
            masked(request.url),
            [(name, masked(value)) for name, value in request.headers.items()],
            masked(request.content.decode("utf-8", "replace")),
            asks=asks,
        )
        self._seen.append(noted)
        return noted

    def _fill_in(self, noted: Seen, response: httpx.Response, reply: "_Incoming") -> None:
        noted.status = response.status_code
        noted.reply_headers = [
            (name, self.secrets.masked(value)) for name, value in response.headers.multi_items()
        ]
        noted.reply = self.secrets.masked(reply.text())


class _Incoming:
    """The body of a reply while it comes, up to the largest size."""

    def __init__(self, response: httpx.Response) -> None:
        self._response, self._parts, self._size = response, list[bytes](), 0
        declared = response.headers.get("Content-Type", "")
        self.media_type = declared.split(";")[0].strip().lower()

    async def parts(self) -> AsyncGenerator[bytes]:
        async for part in self._response.aiter_bytes():
            self._size += len(part)
            if self._size > LARGEST_REPLY:
                raise TryFailed(
                    FailureKind.TOO_LARGE,
                    _("The reply is larger than %(size)s MB and was not kept.")
                    % {"size": LARGEST_REPLY // 1024 // 1024},
                )
            self._parts.append(part)
            yield part

    async def read_all(self) -> None:
        async for _part in self.parts():
            pass

    def text(self) -> str:
        return decoded(b"".join(self._parts), declared=self._response.charset_encoding)

    def whole(self) -> Exchange:
        return Exchange(self.text(), self.media_type)


def _turned_away(error: BaseException) -> bool:
    """True where the machine is there and no program listens at the port."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ConnectionRefusedError):
            return True
        cause = cause.__cause__ or cause.__context__
    return False
