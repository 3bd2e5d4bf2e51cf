import os
import signal
import socket
import sys
import time
from typing import Any

import httpx
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from core.postgres.embedded import leave
from core.translations import compile_translations
from pipeline.portal.processes import Child, start
from pipeline.portal.queue_watch import QueueWatch

READY_WITHIN_SECONDS = 60.0
LOOK_EVERY_SECONDS = 1.0
WATCH_EVERY_SECONDS = 15.0


class Command(BaseCommand):
    """Run the whole portal in the foreground: database, web server, background workers."""

    help = "Run the portal: database, web server and background workers, until Ctrl-C."

    def add_arguments(self, parser: CommandParser) -> None:
        """Where to listen, and whether to set up the demo."""
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=int(os.environ.get("PORT", "8000")))
        parser.add_argument(
            "--no-demo", action="store_true", help="Do not set up the demo workspace."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Start everything in order, wait, stop everything in the reverse order."""
        host, port = options["host"], options["port"]
        _refuse_taken_port(host, port)
        signal.signal(signal.SIGTERM, _interrupt)
        children: list[Child] = []
        try:
            for folder in settings.LOCALE_PATHS:
                compile_translations(folder)
            call_command("migrate", interactive=False, verbosity=0)
            call_command("schedules", verbosity=0)
            children.append(self._workers())
            children.append(self._web(host, port))
            accounts = "" if options["no_demo"] else self._demo()
            address = f"http://{host}:{port}/"
            self._wait_until_ready(address, children)
            self.stdout.write(f"\nCaudals is at {address}\n{accounts}Ctrl-C stops it.")
            self._watch(children)
        except KeyboardInterrupt:
            self.stdout.write("\nStopping.")
        finally:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            for child in reversed(children):
                child.stop()
            connection.close()
            if not settings.DATABASE_URL:
                leave(settings.EMBEDDED_POSTGRES)

    def _demo(self) -> str:
        from pipeline.demo.setup import set_up_demo  # noqa: PLC0415  only when wanted

        return set_up_demo(say=self.stdout.write)

    def _workers(self) -> Child:
        return start("workers", [sys.executable, "manage.py", "qcluster"], environment={})

    def _web(self, host: str, port: int) -> Child:
        command = [
            sys.executable, "-m", "gunicorn", "caudals.wsgi:application",
            "--bind", f"{host}:{port}", "--workers", "2", "--worker-class", "gthread",
            "--threads", "8", "--timeout", "60", "--log-level", "warning",
        ]  # fmt: skip
        return start("web", command, environment={})

    def _wait_until_ready(self, address: str, children: list[Child]) -> None:
        end = time.monotonic() + READY_WITHIN_SECONDS
        while time.monotonic() < end:
            _refuse_dead(children)
            try:
                if httpx.get(f"{address}healthz", timeout=5).status_code == 200:
                    return
            except httpx.HTTPError:
                pass
            time.sleep(0.2)
        raise CommandError(
            f"The web server did not answer within {READY_WITHIN_SECONDS:.0f} seconds."
        )

    def _watch(self, children: list[Child]) -> None:
        watch = QueueWatch(settings.Q_CLUSTER["workers"])
        looked = time.monotonic()
        while True:
            time.sleep(LOOK_EVERY_SECONDS)
            for place, child in enumerate(children):
                if child.died():
                    self.stderr.write(f"The {child.name} process ended; starting it again.")
                    children[place] = self._again(child)
            if time.monotonic() - looked > WATCH_EVERY_SECONDS:
                looked = time.monotonic()
                if watch.stuck():
                    self.stderr.write("Background work is stuck; starting the workers again.")
                    children[0].stop()
                    children[0] = self._workers()
                connection.close()

    def _again(self, child: Child) -> Child:
        child.stop()
        time.sleep(1)
        return start(child.name, [str(part) for part in child.process.args], environment={})  # type: ignore[union-attr]  # we always pass a list


def _interrupt(*_: Any) -> None:
    raise KeyboardInterrupt


def _refuse_taken_port(host: str, port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CommandError(
                f"Port {port} on {host} can't be used ({error.strerror}). Choose another with --port."
            ) from None


def _refuse_dead(children: list[Child]) -> None:
    for child in children:
        if child.died():
            raise CommandError(f"The {child.name} process ended while starting; see above.")
