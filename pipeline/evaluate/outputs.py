"""The files that an evaluation leaves."""

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pipeline.evaluate.journey import Evaluated
from pipeline.evaluate.wish import Unusable


def refuse_unwritable(folder: Path) -> None:
    """Raise Unusable now rather than lose a report later."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise Unusable(f"--out: {folder} is a file, not a folder.") from None
    except OSError as error:
        raise Unusable(f"--out: the folder {folder} can't be made ({error.strerror}).") from None
    if not os.access(folder, os.W_OK):
        raise Unusable(f"--out: the folder {folder} can't be written to.")


def write_outputs(result: Evaluated, folder: Path) -> None:
    """Write the four files; each appears whole or not at all."""
    _write(folder / "report.json", _json(result.report).encode())
    _write(folder / "report.pdf", result.pdf)
    _write(folder / "questions.jsonl", _lines(result.questions))
    _write(folder / "answers.jsonl", _lines(result.answers))


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def _lines(rows: Iterable[Mapping[str, Any]]) -> bytes:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def _write(path: Path, content: bytes) -> None:
    draft = path.with_name(path.name + ".part")
    draft.write_bytes(content)
    draft.replace(path)
