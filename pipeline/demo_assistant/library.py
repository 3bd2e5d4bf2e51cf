"""The passages of a folder of pages."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sources.reading import PassageKind, Unreadable
from sources.reading.archives import read_each

# Files that stand beside pages without being any; the portal passes them by too.
NOT_PAGES: Final = frozenset(
    [
        "licence",
        "license",
        "licenses",
        "copying",
        "notice",
        "robots",
        "sitemap",
        "humans",
        "security",
    ]
)
LARGEST_FILE: Final = 20_000_000


class UnusableFolder(Exception):
    """A folder that nothing can be answered from, with the sentence that says why."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One passage, and where it stands."""

    document: str
    heading_path: tuple[str, ...]
    question: str
    text: str
    language: str
    kind: PassageKind

    @property
    def label(self) -> str:
        """What the passage is about, in the page's own words."""
        return self.question or (self.heading_path[-1] if self.heading_path else self.document)


@dataclass(frozen=True, slots=True)
class Library:
    """All passages of a folder, in the order of its files."""

    entries: tuple[Entry, ...]
    documents: int


def read_folder(folder: Path) -> Library:
    """Every passage below the folder; what stands twice word for word is kept once.

    Hidden files are not pages, nor are those that cannot be read.
    """
    if not folder.exists():
        raise UnusableFolder(f"There is no folder {folder}.")
    if not folder.is_dir():
        raise UnusableFolder(f"{folder} is not a folder.")
    entries: dict[tuple[str, str], Entry] = {}
    documents = 0
    for path in page_files(folder):
        found = list(_entries(path))
        documents += bool(found)
        for entry in found:
            entries.setdefault((entry.question, entry.text), entry)
    if not entries:
        raise UnusableFolder(
            f"No page with usable text was found in {folder}. "
            "Put HTML, Markdown, text, PDF, Word, Excel or CSV files there."
        )
    return Library(tuple(entries.values()), documents)


def page_files(folder: Path) -> list[Path]:
    """The files of a folder that may be pages, in a fixed order."""
    return sorted(
        path
        for path in folder.rglob("*")
        if path.stem.lower() not in NOT_PAGES
        and not any(part.startswith(".") for part in path.relative_to(folder).parts)
        and path.is_file()
        and path.stat().st_size <= LARGEST_FILE
    )


def _entries(path: Path) -> Iterator[Entry]:
    try:
        parts = list(read_each(path.read_bytes(), name=path.name))
    except (Unreadable, OSError):
        return
    for document in (part.document for part in parts if part.document is not None):
        for passage in document.passages:
            yield Entry(
                document=document.title,
                heading_path=passage.heading_path,
                question=passage.question,
                text=passage.text,
                language=passage.language,
                kind=passage.kind,
            )
