"""`manage.py demo_company`: the demo company's website and its faulty assistant."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from core.embeddings import EmbeddingsUnavailable
from pipeline.demo.behaviours import demo_assistant
from pipeline.demo.website import serving_website
from pipeline.demo_assistant.server import serving
from pipeline.management.commands.demo_assistant import UNUSABLE, stop_event


class Command(BaseCommand):
    """Serves until it is interrupted; needs no database."""

    help = "Serve the demo company's website, and its assistant with planted faults."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The two ports."""
        parser.add_argument("--site-port", type=int, default=0, help="0 takes any free port")
        parser.add_argument("--port", type=int, default=0, help="the assistant's; 0 takes any")

    def handle(self, *args: Any, **options: Any) -> None:
        """Say where the two listen, and serve until told to stop."""
        stopping = stop_event()
        try:
            with (
                serving_website(port=options["site_port"]) as website,
                serving(demo_assistant(), port=options["port"]) as assistant,
            ):
                self.stdout.write(f"Demo website ready at {website.url}/")
                self.stdout.write(f"Demo assistant ready at {assistant.url}/")
                self.stdout.flush()
                stopping.wait()
        except EmbeddingsUnavailable as error:
            raise CommandError(str(error), returncode=UNUSABLE) from error
        except (OSError, OverflowError) as error:
            raise CommandError(
                f"A port cannot be used: {error}. Choose others with --port and --site-port.",
                returncode=UNUSABLE,
            ) from error
