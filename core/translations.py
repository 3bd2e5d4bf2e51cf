"""Compiling the translations without a system tool."""

import os
from collections.abc import Iterable
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


def compile_translations(folders: Iterable[Path]) -> list[Path]:
    """Write the .mo file beside every newer .po in these locale folders; what was written comes back.

    Raises babel.messages.pofile.PoFileError for a broken catalogue.
    """
    written = []
    sources = [source for folder in folders for source in sorted(folder.glob("*/LC_MESSAGES/*.po"))]
    for source in sources:
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
            continue
        with source.open("rb") as file:
            catalogue = read_po(file, locale=source.parent.parent.name, abort_invalid=True)
        # Its own draft for each process: several may start at once.
        draft = target.with_name(f"{os.getpid()}.{target.name}")
        with draft.open("wb") as file:
            write_mo(file, catalogue)
        draft.replace(target)
        written.append(target)
    return written
