"""Compiling the translations without a system tool."""

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


def compile_translations(folder: Path) -> list[Path]:
    """Write the .mo file beside every .po under `folder` that is newer; the files written come back.

    Raises babel.messages.pofile.PoFileError for a broken catalogue.
    """
    written = []
    for source in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
            continue
        with source.open("rb") as file:
            catalogue = read_po(file, locale=source.parent.parent.name, abort_invalid=True)
        draft = target.with_suffix(".mo.new")
        with draft.open("wb") as file:
            write_mo(file, catalogue)
        draft.replace(target)
        written.append(target)
    return written
