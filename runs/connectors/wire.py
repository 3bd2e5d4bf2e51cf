"""One HTTP exchange with an assistant: limits, and failures in words."""

from dataclasses import dataclass
from typing import Any

import httpx

from runs.values import FailureKind, TryFailed

LARGEST_REPLY = 2 * 1024 * 1024
QUOTED = 300  # characters of an error's body worth keeping


@dataclass(frozen=True, slots=True)
class Exchange:
    """A successful reply's body and how it declares itself."""

    body: bytes
    media_type: str
    charset: str | None


async def exchange(client: httpx.AsyncClient, method: str, url: str, **options: Any) -> Exchange:
    """Send one request and read at most LARGEST_REPLY decoded bytes; raises TryFailed."""
    try:
        async with client.stream(method, url, **options) as response:
            body = await _body(response)
            if response.status_code == 429:
                raise TryFailed(
                    FailureKind.RATE_LIMIT,
                    f"Too many requests (HTTP 429). {_quoted(body)}".strip(),
                    retry_after=_seconds(response.headers.get("Retry-After")),
                )
            if response.status_code >= 500:
                raise TryFailed(
                    FailureKind.SERVER_ERROR,
                    f"The assistant's server failed (HTTP {response.status_code}). "
                    f"{_quoted(body)}".strip(),
                )
            if not response.is_success:
                raise TryFailed(
                    FailureKind.REFUSED,
                    f"The assistant's server refused the request (HTTP {response.status_code}). "
                    f"{_quoted(body)}".strip(),
                )
            kind = response.headers.get("Content-Type", "").split(";")[0].strip().lower()
            return Exchange(body, kind, response.charset_encoding)
    except httpx.TimeoutException:
        raise TryFailed(FailureKind.TIMEOUT, "The assistant did not reply in time.") from None
    except httpx.HTTPError as error:
        what = str(error) or type(error).__name__
        raise TryFailed(
            FailureKind.CONNECTION, f"No connection to the assistant: {what.rstrip('.')}."
        ) from None


async def _body(response: httpx.Response) -> bytes:
    parts, size = [], 0
    async for part in response.aiter_bytes():
        size += len(part)
        if size > LARGEST_REPLY:
            raise TryFailed(
                FailureKind.TOO_LARGE,
                f"The reply is larger than {LARGEST_REPLY // 1024 // 1024} MB and was not kept.",
            )
        parts.append(part)
    return b"".join(parts)


def _quoted(body: bytes) -> str:
    text = " ".join(body[: QUOTED * 4].decode("utf-8", "replace").split())
    return f"It said: {text[:QUOTED]}" if text else ""


def _seconds(header: str | None) -> float | None:
    """Retry-After in seconds; None when absent or a date, for which the policy's own pause serves."""
    try:
        return max(0.0, float(header)) if header else None
    except ValueError:
        return None
