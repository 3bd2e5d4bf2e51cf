"""How an assistant knows that the questions may be asked: nothing, a header, or a token it hands out."""

import asyncio
import base64
import json
import math
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeVar
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from runs.connectors.filling import SECRET, as_fields, fill
from runs.connectors.replies import parsed, picked
from runs.connectors.wire import Request, Wire
from runs.values import FailureKind, TryFailed

TOKEN_CALL_SECONDS: Final = 30.0
# A token that has this much or a tenth of its time left is as good as expired.
_MARGIN_SECONDS: Final = 30.0
# What a sign-in hands out besides the token (another one to renew it, say) is as secret as the token.
_HANDED_OUT: Final = ("token", "secret", "session", "jwt", "key", "assertion", "password")
_LONG_ENOUGH_FOR_A_SECRET: Final = 16

T = TypeVar("T")


class SignIn(Protocol):
    """Gives the headers that go with a question."""

    async def headers(self) -> Mapping[str, str]:
        """The headers to send; raises TryFailed when the sign-in fails."""
        ...

    def renewable(self, sent: Mapping[str, str]) -> bool:
        """Whether other headers than these refused ones may do; forgets what they were made of."""
        ...

    async def close(self) -> None:
        """Let go of a sign-in that is under way."""
        ...


class FixedHeaders:
    """The same headers every time, or none."""

    def __init__(self, headers: Mapping[str, str] | None = None) -> None:
        self._headers = dict(headers or {})

    async def headers(self) -> Mapping[str, str]:
        """The headers."""
        return self._headers

    def renewable(self, sent: Mapping[str, str]) -> bool:
        """Never."""
        return False

    async def close(self) -> None:
        """Nothing is under way."""


def prefixed(prefix: str, value: str) -> str:
    """A header's value: "Bearer" and a key go together with a space, and a key alone stays alone."""
    return f"{prefix} {value}" if prefix else value


def basic(username: str, password: str) -> str:
    """The header's value for a name and a password."""
    return "Basic " + base64.b64encode(f"{username}:{password}".encode()).decode()


@dataclass(frozen=True, slots=True)
class TokenSettings:
    """The call that gives a token, where it stands in the reply, and how it is sent."""

    url: str
    template: Mapping[str, Any] = field(default_factory=lambda: {"client_secret": SECRET})
    body: str = "form"
    token_path: str = "$.access_token"  # noqa: S105  a path
    expires_path: str = "$.expires_in"
    header: str = "Authorization"
    prefix: str = "Bearer"


class TokenCall:
    """Signs in when a token is needed; all questions of an assistant share one token.

    Those that wait for it at the same time share one call. It is used until it expires or is refused.
    A sign-in that was refused is not repeated: with a wrong secret that would lock the account.
    """

    def __init__(
        self,
        settings: TokenSettings,
        *,
        secret: str,
        wire: Wire,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._settings, self._secret, self._wire, self._clock = settings, secret, wire, clock
        self._token, self._until = "", 0.0
        self._call: asyncio.Task[str] | None = None
        self._refused: TryFailed | None = None

    async def headers(self) -> Mapping[str, str]:
        """The header with the token; raises TryFailed when there is none to be had."""
        token = self._token
        if not token or self._clock() >= self._until:
            if self._call is None:
                self._call = asyncio.create_task(self._signed_in())
                self._call.add_done_callback(self._ended)
            # A question that runs out of time does not end the call for the others.
            token = await asyncio.shield(self._call)
        return {self._settings.header: prefixed(self._settings.prefix, token)}

    def renewable(self, sent: Mapping[str, str]) -> bool:
        """Yes, once for each token; another question may have had it replaced already."""
        if sent.get(self._settings.header) == prefixed(self._settings.prefix, self._token):
            self._token = ""
        return True

    async def close(self) -> None:
        """End a call that is under way."""
        if self._call is not None:
            self._call.cancel()

    def _ended(self, call: asyncio.Task[str]) -> None:
        self._call = None
        if not call.cancelled():
            call.exception()  # those who waited have it; without any, nobody misses it

    async def _signed_in(self) -> str:
        if self._refused is not None:
            raise self._refused
        try:
            async with asyncio.timeout(TOKEN_CALL_SECONDS):
                self._token, seconds = await self._fetched()
        except TimeoutError:
            raise TryFailed(
                FailureKind.TIMEOUT,
                _("Signing in took more than %(seconds)s seconds.")
                % {"seconds": f"{TOKEN_CALL_SECONDS:g}"},
            ) from None
        except TryFailed as failure:
            told = failure.saying(_("Signing in failed. %(why)s") % {"why": failure.detail})
            if failure.kind in (FailureKind.UNAUTHORISED, FailureKind.REFUSED):
                told = self._refused = told.saying(told.detail, kind=FailureKind.UNAUTHORISED)
            raise told from None
        self._until = self._clock() + max(0.0, seconds - min(_MARGIN_SECONDS, seconds / 10))
        return self._token

    async def _fetched(self) -> tuple[str, float]:
        setup = self._settings
        filled = fill(dict(setup.template), {SECRET: self._secret})
        if setup.body == "form":
            content, kind = urlencode(as_fields(filled)), "application/x-www-form-urlencoded"
        else:
            content, kind = json.dumps(filled, ensure_ascii=False), "application/json"
        request = Request(
            "POST",
            setup.url,
            {"Content-Type": kind, "Accept": "application/json"},
            content.encode(),
        )
        got = await self._wire.exchange(request, learn=self._learn)
        value = parsed(got.text, media_type=got.media_type)
        found = picked(value, setup.token_path)
        if not found or not isinstance(found[0], str) or not found[0].strip():
            raise TryFailed(
                FailureKind.MALFORMED,
                _("The reply holds no token at “%(path)s”. Correct the path to the token.")
                % {"path": setup.token_path},
            )
        self._wire.secrets.add(found[0])
        return found[0].strip(), _seconds(picked(value, setup.expires_path))

    def _learn(self, text: str) -> None:
        """Take what the reply hands out for secrets, before anything of it is shown."""
        try:
            value = json.loads(text)
        except ValueError:
            return
        for text in _handed_out(value):
            if len(text) >= _LONG_ENOUGH_FOR_A_SECRET:
                self._wire.secrets.add(text)


def _handed_out(value: Any, key: str = "") -> list[str]:
    if isinstance(value, str):
        return [value] if any(word in key.lower() for word in _HANDED_OUT) else []
    if isinstance(value, dict):
        return [text for name, entry in value.items() for text in _handed_out(entry, name)]
    if isinstance(value, list):
        return [text for entry in value for text in _handed_out(entry, key)]
    return []


def _seconds(found: list[Any]) -> float:
    """How long a token lasts; without a word about it, until it is refused."""
    try:
        seconds = float(found[0])
    except (IndexError, TypeError, ValueError):
        return math.inf
    return seconds if seconds >= 0 else math.inf


async def signed(sign_in: SignIn, send: Callable[[Mapping[str, str]], Awaitable[T]]) -> T:
    """Send with the headers of a sign-in; once more when they are refused and others may be had."""
    headers = await sign_in.headers()
    try:
        return await send(headers)
    except TryFailed as failure:
        if failure.status != 401 or not sign_in.renewable(headers):
            raise
    return await send(await sign_in.headers())
