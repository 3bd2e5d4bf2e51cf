"""CSV files that a spreadsheet program neither runs nor rewrites."""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Final

from core.text.guarding import guarded

_MARK: Final = "\ufeff"


def write_csv(columns: Sequence[str], rows: Iterable[Sequence[str]], *, mark: bool) -> bytes:
    """The rows under their header, as UTF-8; with a byte-order mark Excel tells the encoding."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    for row in [columns, *rows]:
        writer.writerow([guarded(cell, csv=True) for cell in row])
    return ((_MARK if mark else "") + out.getvalue()).encode()
