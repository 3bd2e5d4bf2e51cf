"""Reading files: those that people uploaded, and those in a folder of the operator's machine."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from django.utils.translation import gettext as _

from sources.excluding import excluded
from sources.models import PageVisit, Reading, Upload
from sources.reading import Unreadable
from sources.reading.archives import Part, read_each
from sources.storing import KnownTexts, store_page, store_visit
from sources.wording import excluded_by_hand, same_as, unreadable_sentence

MOST_FILES: Final = 5_000
LARGEST: Final = 20_000_000
# Files that stand beside the pages of a site and are none of them.
_NO_PAGES: Final = frozenset(
    (
        "license",
        "licence",
        "licenses",
        "copying",
        "notice",
        "robots",
        "sitemap",
        "humans",
        "security",
    )
)


def read_uploads(reading: Reading, stop: Callable[[], bool]) -> None:
    """Read the newest upload of every name."""
    newest: dict[str, int] = dict(
        Upload.objects.filter(source=reading.source).order_by("pk").values_list("name", "pk")
    )
    files = _Files(reading, planned=len(newest), stop=stop)
    for name, pk in newest.items():
        if stop():
            return
        if name not in files.done:
            upload = Upload.objects.get(pk=pk)
            files.take(name, bytes(upload.raw), media_type=upload.media_type)


def read_directory(reading: Reading, directory: Path, limit: int, stop: Callable[[], bool]) -> None:
    """Read the pages of a folder in the order of their names, up to the limit."""
    paths = list(files_below(directory))
    files = _Files(reading, planned=min(len(paths), limit), stop=stop, most=limit)
    for path in paths:
        if stop() or files.pages >= limit:
            return
        name = path.relative_to(directory).as_posix()
        if name not in files.done:
            files.take_path(directory, path, name)


def files_below(directory: Path) -> Iterator[Path]:
    """The files that may be pages in a folder and those below it, in the order of their names.

    Folders whose name begins with a dot or an underscore hold what sites are built from (`_static`,
    `_sources`, `_next`), often the pages once more: they are not entered.
    """
    for folder, folders, names in os.walk(directory, followlinks=False):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "_")))
        for name in sorted(names):
            if not name.startswith(".") and Path(name).stem.lower() not in _NO_PAGES:
                yield Path(folder, name)


class _Files:
    """The files of one reading: which are done, and how many pages they gave."""

    def __init__(
        self,
        reading: Reading,
        *,
        planned: int,
        stop: Callable[[], bool],
        most: int = MOST_FILES,
    ) -> None:
        self._reading = reading
        self._most = most
        self._planned = planned
        self._stop = stop
        self._opened: set[str] = set()
        self._texts = KnownTexts(reading)
        self._shut = excluded(reading.source).pages
        visits = PageVisit.objects.filter(reading=reading).values_list("address", "outcome")
        self.done = {address for address, _outcome in visits}
        self.pages = sum(outcome == PageVisit.Outcome.READ for _address, outcome in visits)
        Reading.objects.filter(pk=reading.pk).update(planned=planned)

    def take_path(self, directory: Path, path: Path, name: str) -> None:
        """Read a file of a folder, or store why not."""
        if not path.resolve().is_relative_to(directory.resolve()):
            detail = _("“%(name)s” leads out of the folder.") % {"name": name}
            self._refuse(name, PageVisit.Outcome.REFUSED, detail)
            return
        try:
            size = path.stat().st_size if path.is_file() else 0
            raw = path.read_bytes() if 0 < size <= LARGEST else b""
        except OSError as error:
            detail = _("“%(name)s” cannot be opened: %(why)s.")
            why = error.strerror
            self._refuse(name, PageVisit.Outcome.ERROR, detail % {"name": name, "why": why})
            return
        if size > LARGEST:
            detail = _("“%(name)s” is larger than %(limit)s MB.")
            limit = LARGEST // 1_000_000
            self._refuse(name, PageVisit.Outcome.TOO_LARGE, detail % {"name": name, "limit": limit})
            return
        self.take(name, raw)

    def take(self, name: str, raw: bytes, *, media_type: str = "") -> None:
        """Read the bytes of a file and store what came of it, or of each file of an archive."""
        if name in self._shut:
            self._refuse(name, PageVisit.Outcome.EXCLUDED, excluded_by_hand())
            return
        media = media_type or None
        try:
            for part in read_each(raw, name=name, media_type=media, without=self.done):
                if part.name != name:
                    self._plan(name)
                self._store(part, media_type if part.name == name else "")
                if self._stop() or self.pages >= self._most:
                    return
        except Unreadable as error:
            self._refuse(name, PageVisit.Outcome.NOT_TEXT, unreadable_sentence(error))

    def _plan(self, archive: str) -> None:
        """Count a file of an archive among those planned, where the archive counted as one."""
        self._planned += archive in self._opened
        self._opened.add(archive)
        Reading.objects.filter(pk=self._reading.pk).update(planned=self._planned)

    def _store(self, part: Part, media_type: str) -> None:
        if part.name in self._shut:
            self._refuse(part.name, PageVisit.Outcome.EXCLUDED, excluded_by_hand())
            return
        if part.document is None:
            detail = unreadable_sentence(part.error) if part.error else ""
            self._refuse(part.name, PageVisit.Outcome.NOT_TEXT, detail)
            return
        other = self._texts.first_address(part.document.text, part.name)
        if other:
            self._refuse(part.name, PageVisit.Outcome.DUPLICATE, same_as(other))
            return
        store_page(
            self._reading,
            address=part.name,
            raw=part.raw,
            media_type=media_type,
            document=part.document,
        )
        self.pages += bool(part.document.passages)

    def _refuse(self, name: str, outcome: str, detail: str) -> None:
        store_visit(self._reading, address=name, outcome=outcome, detail=detail)
