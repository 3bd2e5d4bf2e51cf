"""`manage.py read FILE|FOLDER|URL …`: what Caudals reads."""

import json
import os
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from sources.inputs import results
from sources.reading.outline import as_outline, as_value
from sources.wording import SKIPPED


class Command(BaseCommand):
    """Shows documents as they are read; needs no database and stores nothing."""

    help = (
        "Show what Caudals reads of files, folders and pages: title, language, blocks, questions with "
        "answers, passages, and what is left out and why. Each document is read alone: the links of a "
        "page are not followed, and what stands on most pages of a site is not recognised as such. "
        "Addresses must be public, or be named by CAUDALS_ALLOW_PRIVATE_HOSTS. "
        "Exit status: 0 all was read, 1 something could not be read (the rest is shown)."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """What to read, and how to show it."""
        parser.add_argument(
            "documents", nargs="+", metavar="FILE|FOLDER|URL", help='"-" is standard input'
        )
        parser.add_argument("--json", action="store_true", help="one JSON object a line")
        parser.add_argument(
            "--name",
            default="standard input",
            help="what standard input is called, such as page.html",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Show every document; the exit status says whether all could be read."""
        try:
            missed = self._show(options)
        except BrokenPipeError:
            # Whoever reads along has seen enough; Python would complain once more when it ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(1)
        if missed:
            sys.exit(1)

    def _show(self, options: dict[str, Any]) -> bool:
        """Whether something could not be read."""
        missed = False
        found = results(
            options["documents"], standard_input=sys.stdin.buffer.read, name=options["name"]
        )
        for result in found:
            if result.problem:
                missed = True
                self.stderr.write(_printable(f"{result.source}: {result.problem}"))
            if result.document is None:
                continue
            if options["json"]:
                value = as_value(result.source, result.document)
                self.stdout.write(_printable(json.dumps(value, ensure_ascii=False)))
            else:
                outline = as_outline(result.source, result.document, SKIPPED)
                self.stdout.write(_printable(outline))
            self.stdout.flush()
        return missed


def _printable(text: str) -> str:
    """The text without what no output takes, such as a byte of a file's name that is no letter."""
    return text.encode("utf-8", "replace").decode("utf-8")
