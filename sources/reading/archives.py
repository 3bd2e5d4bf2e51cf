"""What a ZIP archive holds, file by file, without being drowned or misled by it."""

from __future__ import annotations

import io
import unicodedata
import zipfile
import zlib
from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import Final

from sources.reading.kinds import FileKind, kind_of
from sources.reading.reader import read
from sources.reading.unreadable import Unread, Unreadable
from sources.reading.values import ReadDocument

MOST_MEMBERS: Final = 2_000
LARGEST_MEMBER: Final = 20_000_000
# All members together, counted as they are unpacked; those of an archive inside count twice.
MOST_BYTES: Final = 200_000_000
# A member may unpack to this many times its size; small ones of spaces do so innocently.
RATIO: Final = 200
SMALL: Final = 5_000_000
NESTED: Final = 1
LONGEST_NAME: Final = 500
_NOISE: Final = frozenset(("__macosx", "thumbs.db", "desktop.ini"))
_CHUNK = 256 * 1024


@dataclass(frozen=True, slots=True)
class Member:
    """A file of an archive: its name, which begins with the archive's, and its bytes.

    `refused` says why it could not be unpacked; its bytes are empty then.
    """

    name: str
    raw: bytes
    refused: Unread | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """A document among the given bytes: what was read from it, or why nothing was."""

    name: str
    raw: bytes
    document: ReadDocument | None
    error: Unreadable | None


@dataclass(slots=True)
class _Allowance:
    """The bytes that may still be unpacked."""

    left: int = MOST_BYTES


def read_each(
    raw: bytes,
    *,
    name: str,
    media_type: str | None = None,
    declared_encoding: str | None = None,
    without: Container[str] = (),
) -> Iterator[Part]:
    """Every document that the bytes hold: those of an archive one by one, or the one they are.

    Members named in `without` are passed over. Unreadable when nothing can be opened at all.
    """
    if kind_of(raw, name=name, media_type=media_type) is not FileKind.ARCHIVE:
        yield _part(Member(name, raw), media_type, declared_encoding)
        return
    for member in members(raw, name):
        if member.name not in without:
            yield _part(member, None, None)


def _part(member: Member, media_type: str | None, encoding: str | None) -> Part:
    try:
        if member.refused is not None:
            raise Unreadable(member.refused, name=member.name)
        document = read(
            member.raw, name=member.name, media_type=media_type, declared_encoding=encoding
        )
    except Unreadable as error:
        return Part(member.name, member.raw, None, error)
    return Part(member.name, member.raw, document, None)


def members(raw: bytes, name: str) -> Iterator[Member]:
    """The files of an archive and of archives in it; Unreadable when it cannot be opened.

    What systems add for themselves is passed over. A name cannot lead out of the archive.
    """
    yield from _members(raw, name, 0, _Allowance())


def check(raw: bytes, name: str) -> None:
    """Unreadable when the archive cannot be opened or would not be unpacked."""
    _opened(raw, name).close()


def _opened(raw: bytes, name: str) -> zipfile.ZipFile:
    try:
        archive = zipfile.ZipFile(io.BytesIO(raw))
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError):
        raise Unreadable(Unread.BROKEN, name=name) from None
    infos = archive.infolist()
    if len(infos) > MOST_MEMBERS or sum(info.file_size for info in infos) > MOST_BYTES:
        raise Unreadable(Unread.BOMB, name=name)
    return archive


def _members(raw: bytes, name: str, depth: int, allowance: _Allowance) -> Iterator[Member]:
    seen: set[str] = set()
    with _opened(raw, name) as archive:
        for info in archive.infolist():
            inner = _harmless(_decoded(info))
            if info.is_dir() or not inner or _is_noise(inner):
                continue
            place = _unique(f"{name}/{inner}"[:LONGEST_NAME], seen)
            member = _unpacked(archive, info, place, allowance)
            yield from _with_nested(member, depth, allowance)


def _with_nested(member: Member, depth: int, allowance: _Allowance) -> Iterator[Member]:
    try:
        nested = not member.refused and kind_of(member.raw, name=member.name) is FileKind.ARCHIVE
        if not nested:
            yield member
        elif depth < NESTED:
            yield from _members(member.raw, member.name, depth + 1, allowance)
        else:
            yield Member(member.name, b"", Unread.ARCHIVE)
    except Unreadable as error:
        # What is no archive says for itself, when it is read, why it cannot be.
        packed = member.raw.startswith(b"PK")
        yield Member(member.name, b"", error.why) if packed else member


def _unpacked(
    archive: zipfile.ZipFile, info: zipfile.ZipInfo, place: str, allowance: _Allowance
) -> Member:
    if info.flag_bits & 0x1:
        return Member(place, b"", Unread.ENCRYPTED)
    if info.file_size > LARGEST_MEMBER:
        return Member(place, b"", Unread.TOO_LARGE)
    if info.file_size > max(SMALL, info.compress_size * RATIO):
        return Member(place, b"", Unread.BOMB)
    chunks: list[bytes] = []
    size = 0
    try:
        with archive.open(info) as file:
            while chunk := file.read(_CHUNK):
                size += len(chunk)
                allowance.left -= len(chunk)
                if size > LARGEST_MEMBER or allowance.left < 0:
                    return Member(place, b"", Unread.BOMB)
                chunks.append(chunk)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, OSError, EOFError,
            ValueError):  # fmt: skip
        return Member(place, b"", Unread.BROKEN)
    return Member(place, b"".join(chunks))


def _decoded(info: zipfile.ZipInfo) -> str:
    """The name of a member; many tools write UTF-8 without saying so."""
    if info.flag_bits & 0x800:
        return info.filename
    try:
        return info.filename.encode("cp437").decode("utf-8")
    except (UnicodeEncodeError, UnicodeDecodeError):
        return info.filename


def _harmless(name: str) -> str:
    """The name as a path below the archive."""
    shown = "".join(
        char if unicodedata.category(char) not in {"Cc", "Cf", "Cs"} else "" for char in name
    )
    parts = [part.strip() for part in shown.replace("\\", "/").split("/")]
    return "/".join(part for part in parts if part and part not in {".", ".."})


def _is_noise(inner: str) -> bool:
    return any(part.startswith(".") or part.lower() in _NOISE for part in inner.split("/"))


def _unique(place: str, seen: set[str]) -> str:
    name, number = place, 1
    while name in seen:
        number += 1
        name = f"{place} ({number})"
    seen.add(name)
    return name
