"""Documents that tests make for themselves: PDF, Word, Excel, archives."""

from __future__ import annotations

import importlib
import io
import zipfile
from collections.abc import Callable, Sequence
from typing import Any

from docx import Document
from openpyxl import Workbook

from sources.reading import FileKind, ReadDocument, Unreadable, read
from sources.reading.documents.budget import Budget
from sources.reading.documents.opening import Unopened
from sources.reading.documents.worker import EXTRACTORS


def pdf(*pages: Callable[[Any], None], size: tuple[float, float] = (595, 842)) -> bytes:
    """A PDF whose pages are drawn by the given functions."""
    from reportlab.pdfgen.canvas import Canvas

    file = io.BytesIO()
    canvas = Canvas(file, pagesize=size)
    for draw in pages:
        draw(canvas)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def lines(
    *texts: str, x: float = 72, y: float = 760, font: str = "Helvetica", size: float = 10,
    leading: float = 13,
) -> Callable[[Any], None]:  # fmt: skip
    """Draws lines below each other."""

    def draw(canvas: Any) -> None:
        canvas.setFont(font, size)
        for number, text in enumerate(texts):
            canvas.drawString(x, y - number * leading, text)

    return draw


def together(*parts: Callable[[Any], None]) -> Callable[[Any], None]:
    """Draws several things on one page."""

    def draw(canvas: Any) -> None:
        for part in parts:
            part(canvas)

    return draw


def word(build: Callable[[Any], None]) -> bytes:
    """A Word document built by the function."""
    document = Document()
    build(document)
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


def workbook(**sheets: Sequence[Sequence[Any]]) -> bytes:
    """A workbook with the rows of each sheet."""
    book = Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
    return saved(book)


def saved(book: Workbook) -> bytes:
    """The bytes of a workbook."""
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def packed(members: dict[str, bytes], *, compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A ZIP archive of the given files."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", compression) as archive:
        for name, raw in members.items():
            archive.writestr(name, raw)
    return file.getvalue()


def texts(document: ReadDocument) -> list[str]:
    """The texts of a document's blocks."""
    return [block.text for block in document.blocks]


def read_pdf(*pages: Callable[[Any], None], name: str = "a.pdf") -> ReadDocument:
    """What is read of a PDF with these pages."""
    return read(pdf(*pages), name=name)


def opened_here(kind: FileKind, raw: bytes, *, name: str) -> dict[str, Any]:
    """What a file gives when this very process opens it, which is faster than one of its own."""
    module = importlib.import_module(f"sources.reading.documents.{EXTRACTORS[kind]}")
    try:
        return module.extract(raw, Budget(60))
    except Unopened as error:
        raise Unreadable(error.why, name=name) from None
