"""Where the browser is."""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
from pathlib import Path
from typing import Any, Final

from django.conf import settings

# Nothing listens there, and no name leads anywhere: what gets past whoever drives it gets no further.
NO_PROXY: Final = "http://127.0.0.1:9"
CLOSED_FLAGS: Final = (
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--dns-prefetch-disable",
    "--disable-quic",
    "--no-pings",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--disable-sync",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--mute-audio",
    "--js-flags=--max-old-space-size=512",
)
_NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def available() -> bool:
    """Whether pages can be opened in a browser here: the extra `browser` and a Chromium are there."""
    return importlib.util.find_spec("playwright") is not None and executable() is not None


def executable() -> str | None:
    """The Chromium to use: the one the operator names, one on the path, Playwright's own, or None."""
    named: str = settings.CAUDALS_CHROMIUM
    if named:
        return shutil.which(named)
    found = (shutil.which(name) for name in _NAMES)
    return next((path for path in found if path), None) or _playwrights_own()


def launch_options(*flags: str) -> dict[str, Any]:
    """How Playwright starts a Chromium without a network of its own, with further flags."""
    return {
        "executable_path": executable(),
        "args": [*CLOSED_FLAGS, *flags],
        "proxy": {"server": NO_PROXY, "bypass": "<-loopback>"},
        # Chromium refuses its sandbox to root; whoever runs the portal as root has none to lose.
        "chromium_sandbox": os.geteuid() != 0,
        "handle_sigint": False,
        "handle_sigterm": False,
        "handle_sighup": False,
    }


def _playwrights_own() -> str | None:
    """The newest Chromium that `playwright install chromium` put into its folder.

    Looked up here because asking Playwright itself starts its driver, which takes a second.
    """
    if chosen := os.environ.get("PLAYWRIGHT_BROWSERS_PATH"):
        folder = Path(chosen)
    elif sys.platform == "darwin":
        folder = Path.home() / "Library/Caches/ms-playwright"
    else:
        folder = Path.home() / ".cache/ms-playwright"
    inside = ("chrome-linux*/chrome", "chrome-mac*/*.app/Contents/MacOS/*")
    found = [path for pattern in inside for path in folder.glob(f"chromium-*/{pattern}")]
    return str(max(found, key=lambda path: path.stat().st_mtime)) if found else None
