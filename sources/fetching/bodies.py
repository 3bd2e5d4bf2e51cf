"""Bodies within limits: bytes are counted as they arrive and again as they are decompressed."""

from __future__ import annotations

import zlib
from collections.abc import Iterable

from sources.fetching.problems import FetchError, Problem

_STEP = 64 * 1024
_GZIP = b"\x1f\x8b"


class Body:
    """A body on its way: FetchError as soon as it exceeds the limit, compressed or not."""

    def __init__(self, *, coding: str, limit: int) -> None:
        self._decoder = _decoder(coding)
        self._limit = limit
        self._parts: list[bytes] = []
        self._arrived = self._size = 0

    def add(self, chunk: bytes) -> None:
        """Take in what arrived next."""
        self._arrived += len(chunk)
        if self._arrived > self._limit:
            raise too_large(self._limit)
        for part in self._decoder.feed(chunk):
            self._size += len(part)
            if self._size > self._limit:
                raise too_large(self._limit)
            self._parts.append(part)

    def content(self) -> bytes:
        """All that arrived, decompressed; FetchError when it ends in the middle."""
        if self._arrived and not self._decoder.complete:
            raise FetchError(Problem.BROKEN, "the server")
        return b"".join(self._parts)


def gunzip(body: bytes, *, limit: int) -> bytes:
    """A file that is itself compressed, such as sitemap.xml.gz; other bytes come back unchanged."""
    if not body.startswith(_GZIP):
        return body
    unpacked = Body(coding="gzip", limit=limit)
    unpacked.add(body)
    return unpacked.content()


def _decoder(coding: str) -> _Plain | _Inflating:
    name = coding.strip().lower()
    if name in {"", "identity"}:
        return _Plain()
    if name in {"gzip", "x-gzip", "deflate"}:
        return _Inflating(name)
    raise FetchError(Problem.CODING, name[:40])


def too_large(limit: int) -> FetchError:
    """What is said of a body beyond the limit."""
    megabytes = max(limit // 1_000_000, 1)
    return FetchError(Problem.TOO_LARGE, f"{megabytes} MB")


class _Plain:
    complete = True

    def feed(self, data: bytes) -> list[bytes]:
        return [data]


class _Inflating:
    """Decompresses in small steps, so that a bomb is noticed before it is unpacked."""

    def __init__(self, name: str) -> None:
        self._raw_tried = name != "deflate"
        self._object = zlib.decompressobj(wbits=zlib.MAX_WBITS | 32)

    @property
    def complete(self) -> bool:
        """Whether what arrived ends where it says it does."""
        return self._object.eof

    def feed(self, data: bytes) -> Iterable[bytes]:
        while data and not self._object.eof:
            try:
                part = self._object.decompress(data, _STEP)
            except zlib.error as error:
                if self._raw_tried:
                    raise FetchError(Problem.BROKEN, "the server") from error
                # "deflate" is meant to have zlib's frame, and some servers leave it away.
                self._raw_tried = True
                self._object = zlib.decompressobj(wbits=-zlib.MAX_WBITS)
                continue
            self._raw_tried = True
            data = self._object.unconsumed_tail
            yield part
