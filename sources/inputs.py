"""What a person names on the command line, read: files, folders, addresses, standard input.

Nothing here asks the database.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from django.conf import settings
from django.utils.translation import gettext as _

from sources.fetching import FetchError, fetch_now
from sources.files import LARGEST, files_below
from sources.reading import ReadDocument, Unreadable
from sources.reading.archives import read_each
from sources.wording import problem_sentence, unreadable_sentence

STANDARD_INPUT: Final = "-"


@dataclass(frozen=True, slots=True)
class Result:
    """A document that was named and read, or the sentence that says why it was not.

    A page that needs a browser has both: what stands in it without one, and the sentence.
    """

    source: str
    document: ReadDocument | None
    problem: str = ""


def results(
    named: Sequence[str], *, standard_input: Callable[[], bytes], name: str
) -> Iterator[Result]:
    """Every document named, in order, each read alone.

    `name` is what standard input, named "-", is called, so that its kind can be told from it.
    """
    for one in named:
        if one == STANDARD_INPUT:
            yield from _read(name, standard_input(), name=name)
        elif "://" in one:
            yield from _address(one)
        elif Path(one).is_dir():
            yield from _folder(Path(one))
        else:
            yield from _file(Path(one))


def _address(url: str) -> Iterator[Result]:
    private = frozenset(settings.CAUDALS_ALLOW_PRIVATE_HOSTS)
    try:
        fetched = fetch_now(url, allowed_private=private)
    except FetchError as error:
        yield Result(url, None, problem_sentence(error))
        return
    yield from _read(
        url, fetched.body, name=url, media_type=fetched.media_type, encoding=fetched.charset or None
    )


def _folder(folder: Path) -> Iterator[Result]:
    found = False
    for path in files_below(folder):
        found = True
        yield from _file(path)
    if not found:
        yield Result(str(folder), None, _("There is nothing to read here."))


def _file(path: Path) -> Iterator[Result]:
    source = str(path)
    try:
        size = path.stat().st_size
        raw = path.read_bytes() if path.is_file() and size <= LARGEST else b""
    except OSError as error:
        sentence = _("“%(name)s” cannot be opened: %(why)s.")
        yield Result(source, None, sentence % {"name": path.name, "why": error.strerror})
        return
    if not path.is_file():
        # A device or a pipe may have no end.
        yield Result(source, None, _("“%(name)s” is no file.") % {"name": path.name})
        return
    if size > LARGEST:
        sentence = _("“%(name)s” is larger than %(limit)s MB.")
        yield Result(source, None, sentence % {"name": path.name, "limit": LARGEST // 1_000_000})
        return
    yield from _read(source, raw, name=path.name)


def _read(
    source: str,
    raw: bytes,
    *,
    name: str,
    media_type: str | None = None,
    encoding: str | None = None,
) -> Iterator[Result]:
    """What the bytes hold. Their `name` is what a document without a title is called by."""
    try:
        for part in read_each(raw, name=name, media_type=media_type, declared_encoding=encoding):
            problem = unreadable_sentence(part.error) if part.error else ""
            if part.document is not None and part.document.needs_browser:
                problem = _(
                    "The page is empty until its programs have run in a browser. The portal can open"
                    " such pages in one."
                )
            # A file of an archive is named below the archive.
            yield Result(source + part.name.removeprefix(name), part.document, problem)
    except Unreadable as error:
        yield Result(source, None, unreadable_sentence(error))
