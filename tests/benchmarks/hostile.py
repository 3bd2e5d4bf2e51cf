"""Ask every hostile address, answer, page and site of the tests, and count what held.

Part of `make bench-sources`; the tables are those of the tests, and so are the limits.
"""

import sys
from collections import Counter
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent.parent / "sources"
# What the files and functions of the tests are about, in the order of the table.
PARTS = {
    "addresses by their spelling or where they lead": "test_an_address_is_refused",
    "names that resolve to private addresses": "test_a_name_",
    "redirects": "redirect",
    "answers": "test_hostile_bodies",
    "proxies and headers that lead elsewhere": "test_hostile.py",
    "pages that cost much to read": "test_a_hostile_page",
    "pages that are none": "test_a_page_that_is_none",
    "sitemaps, robots.txt and sites without an end": "test_hostile_sites",
    "pages in a browser": "test_rendering",
}


class Counting:
    """A pytest plugin that counts outcomes by part."""

    def __init__(self) -> None:
        self.held: Counter[str] = Counter()
        self.all: Counter[str] = Counter()
        self.skipped = 0

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.skipped:
            self.skipped += 1
        elif report.when == "call" or report.failed:
            part = next(part for part, sign in PARTS.items() if sign in report.nodeid)
            self.all[part] += report.when == "call"
            self.held[part] += 1 if report.passed else 0


def main() -> int:
    """Print the table; 1 when one did not hold or could not be asked."""
    counting = Counting()
    files = sorted(str(path) for path in TESTS.glob("test_hostile*.py"))
    files.append(str(TESTS / "test_rendering.py"))
    status = pytest.main(["-q", "--no-header", "--no-summary", *files], plugins=[counting])
    sys.stdout.write("\n| hostile | held |\n|---|---|\n")
    for part in PARTS:
        sys.stdout.write(f"| {part} | {counting.held[part]} of {counting.all[part]} |\n")
    held, asked = counting.held.total(), counting.all.total()
    sys.stdout.write(f"| **all** | {held} of {asked} |\n")
    return 1 if status or counting.skipped else 0


if __name__ == "__main__":
    sys.exit(main())
