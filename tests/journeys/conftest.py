"""A whole portal for the journeys: web, workers, database, demo, as `make run` starts them."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass(frozen=True)
class Portal:
    """Where it answers, where the demo company's website is, and who can sign in."""

    address: str
    site: str
    password: str

    def url(self, path: str) -> str:
        return f"{self.address}{path.lstrip('/')}"


@pytest.fixture(scope="package")
def portal() -> Iterator[Portal]:
    """The portal with its demo workspace, started once, on nothing, for all journeys."""
    home = tempfile.mkdtemp(prefix="caudals-", dir="/tmp")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, "manage.py", "portal", "--port", str(port)],
        cwd=ROOT,
        env={**os.environ, "CAUDALS_VAR_DIR": home, "CAUDALS_ALLOW_PRIVATE_HOSTS": "127.0.0.1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    said = ""
    for line in process.stdout:
        said += line
        if "Ctrl-C stops it" in line:
            break
    password = re.search(r"password for all: (\S+)\)", said)
    assert password, said
    try:
        site, _assistant = json.loads((Path(home) / "demo-ports.json").read_text())
        yield Portal(f"http://127.0.0.1:{port}/", f"http://127.0.0.1:{site}/", password[1])
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        time.sleep(0.5)
        shutil.rmtree(home, ignore_errors=True)


@pytest.fixture
def page(browser: "Browser") -> "Iterator[Page]":
    """A fresh window; what a page writes to the console as an error fails the test."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    opened = context.new_page()
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.on(
        "console",
        lambda message: errors.append(message.text) if message.type == "error" else None,
    )
    yield opened
    context.close()
    unexpected = [error for error in errors if "status of 4" not in error]
    assert unexpected == []
