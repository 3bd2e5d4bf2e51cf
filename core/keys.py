"""Secrets that an installation makes for itself when none are given."""

import os
import secrets
from pathlib import Path


def stored_key(path: Path) -> str:
    """The key in the file at `path`, made on first use and readable by its owner only.

    Two processes that start together agree on one key: the file appears whole or not at all.
    """
    try:
        return path.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        pass
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(50))
    try:
        os.link(draft, path)
    except FileExistsError:
        pass  # another process was first; its key is the one that counts
    finally:
        draft.unlink()
    return path.read_text(encoding="ascii").strip()
