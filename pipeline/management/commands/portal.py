import os
import signal
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
from pipeline.portal.ports import refuse_taken_port, remembered_ports
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
        refuse_taken_port(host, port)
        # Inherited by the workers, which write mails with links to the web server.
        os.environ.setdefault("CAUDALS_URL", f"http://{host}:{port}")
        # SIGINT too: a shell that starts the portal in the background has it ignored.
        signal.signal(signal.SIGTERM, _interrupt)
        signal.signal(signal.SIGINT, _interrupt)
        children: list[Child] = []
        try:
            compile_translations(settings.LOCALE_PATHS)
            call_command("migrate", interactive=False, verbosity=0)
            call_command("schedules", verbosity=0)
            children.append(self._workers())
            children.append(self._web(host, port))
            accounts = "" if options["no_demo"] else self._demo(port, children)
            address = f"http://{host}:{port}/"
            self._wait_until_ready(f"{address}healthz", children)
            self._say(f"\nCaudals is at {address}\n{accounts}Ctrl-C stops it.")
            self._watch(children)
        except KeyboardInterrupt:
            self.stdout.write("\nStopping.")
        finally:
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, signal.SIG_IGN)
            for child in reversed(children):
                child.stop()
            connection.close()
            if not settings.DATABASE_URL:
                leave(settings.EMBEDDED_POSTGRES)

    def _demo(self, port: int, children: list[Child]) -> str:
        """Start the made-up company beside the portal and set up its workspace."""
        from pipeline.demo.setup import set_up_demo  # noqa: PLC0415  only when wanted

        site_port, assistant_port = remembered_ports(
            settings.VAR_DIR / "demo-ports.json", (port + 1, port + 2)
        )
        command = [
            sys.executable, "manage.py", "demo_company",
            "--site-port", str(site_port), "--port", str(assistant_port),
        ]  # fmt: skip
        children.append(start("demo company", command, quiet=True))
        site, assistant = (f"http://127.0.0.1:{number}" for number in (site_port, assistant_port))
        self._wait_until_ready(f"{site}/robots.txt", children)
        self._wait_until_ready(f"{assistant}/healthz", children)
        return set_up_demo(site_url=f"{site}/", assistant_url=f"{assistant}/", say=self._say)

    def _say(self, sentence: str) -> None:
        self.stdout.write(sentence)
        self.stdout.flush()

    def _workers(self) -> Child:
        return start("workers", [sys.executable, "manage.py", "qcluster"])

    def _web(self, host: str, port: int) -> Child:
        command = [
            sys.executable, "-m", "gunicorn", "caudals.wsgi:application", "--preload",
            "--bind", f"{host}:{port}", "--workers", "2", "--worker-class", "gthread",
            "--threads", "8", "--timeout", "60", "--log-level", "warning",
        ]  # fmt: skip
        return start("web", command)

    def _wait_until_ready(self, address: str, children: list[Child]) -> None:
        end = time.monotonic() + READY_WITHIN_SECONDS
        while time.monotonic() < end:
            _refuse_dead(children)
            try:
                if httpx.get(address, timeout=5).status_code == 200:
                    return
            except httpx.HTTPError:
                pass
            time.sleep(0.2)
        raise CommandError(
            f"The web server did not answer within {READY_WITHIN_SECONDS:.0f} seconds."
        )

    def _watch(self, children: list[Child]) -> None:
        watch = QueueWatch(settings.Q_CLUSTER["workers"])
        workers, looked = children[0], time.monotonic()
        while True:
            time.sleep(LOOK_EVERY_SECONDS)
            for child in children:
                if child.died():
                    self.stderr.write(f"The {child.name} process ended; starting it again.")
                    child.start_again()
            if time.monotonic() - looked > WATCH_EVERY_SECONDS:
                looked = time.monotonic()
                if watch.stuck():
                    self.stderr.write("Background work is stuck; starting the workers again.")
                    workers.start_again()
                connection.close()


def _interrupt(*_: Any) -> None:
    raise KeyboardInterrupt


def _refuse_dead(children: list[Child]) -> None:
    for child in children:
        if child.died():
            raise CommandError(f"The {child.name} process ended while starting; see above.")
