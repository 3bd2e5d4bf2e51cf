"""Reading a PDF: its blocks with the page each begins on."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterator
from enum import Enum
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


class _NotRead(Enum):
    """Why a page gives nothing: no time or room was left for it, or its bytes are damaged."""

    LEFT_OUT = "left_out"
    DAMAGED = "damaged"


def extract(raw: bytes, budget: Budget) -> dict[str, Any]:
    """Plain values of everything read: title, language, blocks, margins, numbers of pages not read.

    Unopened when it is encrypted, broken, or holds pictures only.
    """
    # What pypdf thinks of a file is for nobody's log.
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    reader = _opened(raw)
    pages: list[list[Cell]] = []
    numbers: list[int] = []
    not_read: dict[_NotRead, list[int]] = {why: [] for why in _NotRead}
    turned: list[str] = []
    pictures = False
    for number, runs in enumerate(_pages(reader, budget), 1):
        if isinstance(runs, _NotRead):
            not_read[runs].append(number)
            continue
        text_runs = runs.runs
        artifacts = [run.text.strip() for run in text_runs if run.artifact]
        if sum(map(len, artifacts)) * 2 < sum(len(run.text) for run in text_runs):
            text_runs = [run for run in text_runs if not run.artifact]
            turned.extend(filter(None, artifacts))
        pages.append(cells_of(text_runs))
        numbers.append(number)
        turned.extend(filter(None, [runs.turned]))
        pictures = pictures or runs.pictures
    kept, margins = without_margins(pages)
    lines = [
        line
        for number, cells in zip(numbers, kept, strict=True)
        for line in lines_of(cells, number)
    ]
    blocks = blocks_of(lines)
    text = "".join(block.text for block in blocks)
    if not sum(map(str.isalnum, text)) or len(_NOTHING.findall(text)) > UNREADABLE_SHARE * len(
        text
    ):
        if not_read[_NotRead.LEFT_OUT] and not pages:
            raise Unopened(Unread.TOO_LONG)
        if pictures or text:
            raise Unopened(Unread.SCANNED)
        raise Unopened(Unread.BROKEN if not_read[_NotRead.DAMAGED] else Unread.NO_TEXT)
    return {
        "title": _title(reader),
        "language": _language(reader),
        "blocks": [
            [block.kind, _NOTHING.sub("", block.text), block.page, block.level, block.table]
            for block in blocks
        ],
        "margins": list(dict.fromkeys([*margins, *turned])),
        **{why.value: which for why, which in not_read.items()},
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


def _pages(reader: PdfReader, budget: Budget) -> Iterator[PageRuns | _NotRead]:
    """The runs of each page, one after the other, or why it gives none."""
    fonts = Fonts()
    chars = 0
    for number in range(len(reader.pages)):
        if number >= MOST_PAGES or chars > MOST_CHARS or budget.spent:
            yield _NotRead.LEFT_OUT
            continue
        try:
            with budget.running():
                found = runs_of(reader.pages[number], fonts)
        except TooLong:
            yield _NotRead.LEFT_OUT
            continue
        except MemoryError:
            raise
        except Exception:
            # A broken page costs itself only.
            yield _NotRead.DAMAGED
            continue
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
