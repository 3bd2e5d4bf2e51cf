"""CSV files that a spreadsheet program neither runs nor rewrites."""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from core.text.guarding import guarded

Cell: TypeAlias = "str | int | float"

_MARK: Final = "\ufeff"


def write_csv(columns: Sequence[str], rows: Iterable[Sequence[Cell]], *, mark: bool) -> bytes:
    """The rows under their header, as UTF-8; with a byte-order mark Excel tells the encoding.

    Texts are guarded, numbers stay numbers.
    """
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    for row in [columns, *rows]:
        writer.writerow(
            [guarded(cell, csv=True) if isinstance(cell, str) else cell for cell in row]
        )
    return ((_MARK if mark else "") + out.getvalue()).encode()
