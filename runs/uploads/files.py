"""What kind of file this is, and the files of an archive that count: never more than is allowed."""

import io
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from sources.marking import gettext_noop as _
from testsets.exchange import LARGEST_FILE, Place
from testsets.exchange.problems import refuse

TEXTS: Final = ("csv", "tsv", "jsonl", "ndjson", "json", "xlsx")
ENDINGS: Final = (*TEXTS, "zip")
MOST_MEMBERS: Final = 20_000
# A conversation export packs ten times smaller at best; a bomb does a thousand times.
_RATIO: Final = 200
_MEDIA: Final[Mapping[str, str]] = {
    **dict.fromkeys(("mp3", "wav", "m4a", "ogg", "oga", "opus", "flac", "aac", "wma", "amr"), "audio"),
    **dict.fromkeys(("jpg", "jpeg", "png", "gif", "webp", "heic", "bmp", "tif", "tiff", "svg"), "image"),
    **dict.fromkeys(("mp4", "mov", "avi", "webm", "mkv", "mpg", "mpeg", "wmv", "3gp"), "video"),
}  # fmt: skip
_SENTENCES: Final = {
    "audio": _("this is a sound recording, and only text is read. Upload the transcript in writing."),
    "image": _("this is an image, and only text is read. Upload the conversation as text."),
    "video": _("this is a video, and only text is read. Upload the transcript in writing."),
}  # fmt: skip


class File(NamedTuple):
    """A file of which the text counts."""

    name: str
    raw: bytes


def ending_of(name: str) -> str:
    """The letters behind the last dot, small."""
    return name.rsplit(".", 1)[-1].lower() if "." in name else ""


def media_of(name: str, raw: bytes) -> str:
    """audio, image or video when the name or the first bytes say so, else ""."""
    return _MEDIA.get(ending_of(name), "") or _by_bytes(raw[:16])


def _by_bytes(head: bytes) -> str:
    if head[:4] == b"RIFF":
        return {b"WAVE": "audio", b"AVI ": "video", b"WEBP": "image"}.get(head[8:12], "")
    if (
        head[:3] == b"ID3"
        or head[:4] in (b"OggS", b"fLaC")
        or head[:2] in (b"\xff\xfb", b"\xff\xf3")
    ):
        return "audio"
    if head[:8] == b"\x89PNG\r\n\x1a\n" or head[:3] == b"\xff\xd8\xff" or head[:4] == b"GIF8":
        return "image"
    if head[4:8] == b"ftyp" or head[:4] == b"\x1aE\xdf\xa3":
        return "audio" if head[8:11] == b"M4A" else "video"
    return ""


def refuse_media(name: str, raw: bytes) -> None:
    """Refuse a picture, a recording or a video by what it is."""
    kind = media_of(name, raw)
    if kind:
        refuse(Place(name), _SENTENCES[kind])


def is_archive(raw: bytes) -> bool:
    """Whether this is a ZIP archive that is no workbook."""
    if not raw.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return False
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as packed:
            return "xl/workbook.xml" not in packed.namelist()
    except (zipfile.BadZipFile, OSError, NotImplementedError, ValueError):
        return False


def unpacked_files(raw: bytes, name: str) -> tuple[list[File], list[str]]:
    """The members that hold text of a kind that is read, and the names of those that are not."""
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as packed:
            members = [one for one in packed.infolist() if _counts(one)]
            if len(members) > MOST_MEMBERS:
                refuse(
                    Place(name), _("more than %(most)s files in one archive."), most=MOST_MEMBERS
                )
            wanted = [one for one in members if ending_of(one.filename) in TEXTS]
            left = [one.filename for one in members if ending_of(one.filename) not in TEXTS]
            allowance = 2 * LARGEST_FILE
            files = []
            for one in wanted:
                content = b"".join(_chunks(packed, one, f"{name}/{one.filename}"))
                allowance -= len(content)
                if allowance < 0:
                    refuse(Place(name), _("too large once it is unpacked."))
                files.append(File(f"{name}/{one.filename}", content))
            return files, left
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, OSError, EOFError,
            ValueError):  # fmt: skip
        refuse(
            Place(name), _("this archive cannot be opened: damaged, or protected by a password.")
        )


def _counts(member: zipfile.ZipInfo) -> bool:
    parts = member.filename.split("/")
    return not member.is_dir() and not any(part.startswith((".", "__MACOSX")) for part in parts)


def _chunks(packed: zipfile.ZipFile, member: zipfile.ZipInfo, place: str) -> Iterator[bytes]:
    """The bytes of a member, counted as they come: what an archive says of its sizes may be wrong."""
    size, most = 0, min(LARGEST_FILE, max(1_000_000, member.compress_size * _RATIO))
    with packed.open(member) as file:
        while chunk := file.read(256 * 1024):
            size += len(chunk)
            if size > most:
                refuse(Place(place), _("too large once it is unpacked."))
            yield chunk
