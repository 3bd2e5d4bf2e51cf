"""Reading a PDF: its blocks with the page each begins on."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterator
from typing import Any

from pypdf import PdfReader
from pypdf.errors import PyPdfError

from sources.reading.documents.budget import Budget, TooLong
from sources.reading.documents.opening import Unopened
from sources.reading.documents.pdf_blocks import blocks_of
from sources.reading.documents.pdf_cells import Cell, cells_of
from sources.reading.documents.pdf_fonts import Fonts
from sources.reading.documents.pdf_lines import lines_of
from sources.reading.documents.pdf_margins import without_margins
from sources.reading.documents.pdf_runs import PageRuns, runs_of
from sources.reading.unreadable import Unread

MOST_PAGES = 2_000
MOST_CHARS = 5_000_000
# More characters than this share that stand for nothing, and the font hides what it shows.
UNREADABLE_SHARE = 0.2
_NOTHING = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\ue000-\uf8ff\ufffd]")
_NO_TITLE = re.compile(r"^(?:untitled|\(anonymous\)|microsoft \w+ - .*|.*\.\w{2,5}|\W*)$", re.I)


def extract(raw: bytes, budget: Budget) -> dict[str, Any]:
    """Plain values of everything read: title, language, blocks, margins, pages left out.

    Unopened when it is encrypted, broken, or holds pictures only.
    """
    # What pypdf thinks of a file is for nobody's log.
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    reader = _opened(raw)
    pages: list[list[Cell]] = []
    turned: list[str] = []
    pictures = False
    left_out = 0
    for runs in _pages(reader, budget):
        if runs is None:
            left_out += 1
            continue
        text_runs = runs.runs
        artifacts = [run.text.strip() for run in text_runs if run.artifact]
        if sum(map(len, artifacts)) * 2 < sum(len(run.text) for run in text_runs):
            text_runs = [run for run in text_runs if not run.artifact]
            turned.extend(filter(None, artifacts))
        pages.append(cells_of(text_runs))
        turned.extend(filter(None, [runs.turned]))
        pictures = pictures or runs.pictures
    kept, margins = without_margins(pages)
    lines = [line for number, cells in enumerate(kept, 1) for line in lines_of(cells, number)]
    blocks = blocks_of(lines)
    text = "".join(block.text for block in blocks)
    if not sum(map(str.isalnum, text)) or len(_NOTHING.findall(text)) > UNREADABLE_SHARE * len(
        text
    ):
        if left_out and not pages:
            raise Unopened(Unread.TOO_LONG)
        raise Unopened(Unread.SCANNED if pictures or text else Unread.NO_TEXT)
    return {
        "title": _title(reader),
        "language": _language(reader),
        "blocks": [
            [block.kind, _NOTHING.sub("", block.text), block.page, block.level, block.table]
            for block in blocks
        ],
        "margins": list(dict.fromkeys([*margins, *turned])),
        "pages": len(pages) + left_out,
        "left_out": left_out,
    }


def _opened(raw: bytes) -> PdfReader:
    try:
        reader = PdfReader(io.BytesIO(raw))
        if reader.is_encrypted and not reader.decrypt(""):
            raise Unopened(Unread.ENCRYPTED)
        len(reader.pages)
    except (Unopened, TooLong, MemoryError):
        raise
    except Exception as error:
        # pypdf raises what the broken bytes happen to run into.
        encrypted = isinstance(error, PyPdfError) and "crypt" in str(error).lower()
        raise Unopened(Unread.ENCRYPTED if encrypted else Unread.BROKEN) from None
    return reader


def _pages(reader: PdfReader, budget: Budget) -> Iterator[PageRuns | None]:
    """The runs of each page; None for a page that no time or room was left for."""
    fonts = Fonts()
    chars = 0
    for number in range(len(reader.pages)):
        if number >= MOST_PAGES or chars > MOST_CHARS or budget.spent:
            yield None
            continue
        try:
            with budget.running():
                found = runs_of(reader.pages[number], fonts)
        except TooLong:
            yield None
            continue
        except MemoryError:
            raise
        except Exception:
            # A broken page costs itself only.
            found = PageRuns([], "", pictures=False)
        chars += sum(len(run.text) for run in found.runs)
        yield found


def _title(reader: PdfReader) -> str:
    """The title that the file names, unless a program put in something else."""
    try:
        title = " ".join(str((reader.metadata and reader.metadata.title) or "").split())
    except Exception:
        return ""
    return "" if _NO_TITLE.match(title) else title[:300]


def _language(reader: PdfReader) -> str:
    try:
        return str(reader.root_object.get("/Lang") or "")[:2].lower()
    except Exception:
        return ""
