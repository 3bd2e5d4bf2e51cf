"""What is fixed when a run starts (M6.2), part of it said by parts that stand on `runs`."""

import subprocess
from collections.abc import Callable
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from django.conf import settings

# Name in the pinned record → what says its value now; filled by apps when they load.
PINNED_AT_START: dict[str, Callable[[], Any]] = {}


def pin(name: str, value: Callable[[], Any]) -> None:
    """Have `value()` recorded under `name` with every run that starts."""
    PINNED_AT_START[name] = value


def pinned_now() -> dict[str, Any]:
    """What all the registered parts say at this moment, and which code is running."""
    return {
        "code": code_version(),
        **{name: value() for name, value in sorted(PINNED_AT_START.items())},
    }


@cache
def code_version() -> str:
    """The commit of the checkout, else the installed version of the package."""
    try:
        found = subprocess.run(  # noqa: S603  nothing in it comes from outside
            ["git", "-C", str(settings.BASE_DIR), "rev-parse", "HEAD"],  # noqa: S607  git of the PATH
            capture_output=True, text=True, timeout=5, check=True,
        )  # fmt: skip
        return found.stdout.strip()
    except (OSError, subprocess.SubprocessError):
        pass
    try:
        return version("caudals")
    except PackageNotFoundError:
        return "unknown"
