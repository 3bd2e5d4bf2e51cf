"""Files into one ZIP that is the same whenever it is packed, and back."""

import io
import zipfile
import zlib
from collections.abc import Mapping
from typing import Final

from reports.bundle.verify import SUMS, sums_of

# A ZIP knows no earlier day; the day of packing would make each one different.
_DAY: Final = (1980, 1, 1, 0, 0, 0)


def packed(files: Mapping[str, bytes]) -> bytes:
    """The files with the list of their digests."""
    every = {**files, SUMS: sums_of(files)}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in sorted(every):
            entry = zipfile.ZipInfo(name, _DAY)
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            archive.writestr(entry, every[name], zipfile.ZIP_DEFLATED, compresslevel=9)
    return out.getvalue()


def unpacked(raw: bytes) -> dict[str, bytes]:
    """The files of a ZIP; `zipfile.BadZipFile` where it is damaged."""
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            return {name: archive.read(name) for name in archive.namelist()}
    except (zlib.error, NotImplementedError, RuntimeError, ValueError, EOFError) as error:
        raise zipfile.BadZipFile(str(error)) from error
