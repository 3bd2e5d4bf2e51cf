"""`make bench-sources`: everything that reading sites and documents is measured by, one after another."""

from __future__ import annotations

import subprocess
import sys

# Each in a process of its own, so that none measures the memory or the warmed caches of another.
PARTS = ("main_text", "faq_pairs", "documents", "hostile", "crawl")


def main() -> int:
    """Run every part; 1 when one of them fails."""
    failed = [
        part
        for part in PARTS
        if subprocess.run(
            [sys.executable, "-m", f"tests.benchmarks.{part}"], check=False
        ).returncode
    ]
    if failed:
        sys.stderr.write(f"Failed: {', '.join(failed)}\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
