"""`manage.py demo_assistant`: an assistant to test on, answering from a folder of pages."""

import signal
import threading
from argparse import ArgumentParser
from pathlib import Path
from types import FrameType
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from core.embeddings import EmbeddingsUnavailable
from pipeline.demo_assistant.faults import FaultyAssistant
from pipeline.demo_assistant.library import UnusableFolder
from pipeline.demo_assistant.outcomes import Assistant
from pipeline.demo_assistant.retrieval import RetrievalAssistant
from pipeline.demo_assistant.server import serving

UNUSABLE = 2


class Command(BaseCommand):
    """Serves until it is interrupted; needs no database."""

    help = "Answer questions over HTTP from the pages of a folder, to have an assistant to test."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The folder, the port, and whether to plant faults."""
        parser.add_argument("--documents", type=Path, required=True, metavar="DIR")
        parser.add_argument("--port", type=int, required=True, help="0 takes any free port")
        parser.add_argument(
            "--faults",
            action="store_true",
            help="spoil a known share of the answers, the same ones every time",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Read the folder, say where the assistant listens, and answer until told to stop."""
        port = options["port"]
        if not 0 <= port <= 65_535:
            raise CommandError(f"{port} is not a port: give one from 0 to 65535.", returncode=2)
        try:
            honest = RetrievalAssistant.over(options["documents"])
        except (UnusableFolder, EmbeddingsUnavailable) as error:
            raise CommandError(str(error), returncode=UNUSABLE) from error
        assistant: Assistant = FaultyAssistant(honest) if options["faults"] else honest
        stopping = stop_event()
        try:
            with serving(assistant, port=port) as server:
                library = honest.library
                self.stdout.write(
                    f"Demo assistant ready at {server.url}/ "
                    f"({library.documents} documents, {len(library.entries)} passages)"
                )
                self.stdout.flush()
                stopping.wait()
        except OSError as error:
            raise CommandError(
                f"Port {port} cannot be used: {error.strerror}. Choose another with --port.",
                returncode=UNUSABLE,
            ) from error


def stop_event() -> threading.Event:
    """An event that is set when the process is asked to stop, by Ctrl-C or by a signal."""
    stopping = threading.Event()

    def stop(number: int, frame: FrameType | None) -> None:
        stopping.set()

    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, stop)
    return stopping
