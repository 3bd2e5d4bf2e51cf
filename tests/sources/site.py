"""A small website and its reading, as several tests need them."""

from pathlib import Path

from core.models import User, Workspace
from sources import readings, services
from sources.models import Reading, Source
from tests.fakes.http import LocalServer

MENU = '<nav><a href="/">Home</a> <a href="/fees">Fees</a> <a href="/hours">Hours</a></nav>'
FOOT = "<p>Call us at 555 0100 whenever you have a question that these pages leave open.</p>"


def page(title: str, body: str) -> str:
    head = f"<title>{title} | Ferry Line</title>"
    return (
        f"<html lang=en><head>{head}</head><body>{MENU}<h1>{title}</h1>{body}{FOOT}</body></html>"
    )


def ferry_site(server: LocalServer) -> str:
    """Three pages with text, one without, one that is no page, one that robots.txt closes."""
    server.route("/", page("Ferry Line", "<p>We sail to the islands every day of the year.</p>"
                                         '<a href="/empty">x</a> <a href="/list.pdf">y</a>'))  # fmt: skip
    server.route(
        "/fees", page("Fees", "<h2>What does a crossing cost?</h2><p>It costs 12 euros.</p>")
    )
    server.route("/hours", page("Hours", "<p>The office is open from 9 to 17 on weekdays.</p>"
                                         '<a href="/private/x">z</a>'))  # fmt: skip
    server.route("/empty", f"<html><body>{MENU}</body></html>")
    server.route("/robots.txt", "User-agent: *\nDisallow: /private\n")
    return server.url


def site_source(
    workspace: Workspace, by: User | None, server: LocalServer, **more: object
) -> Source:
    return services.add_site(
        workspace=workspace,
        start_address=server.url,
        by=by,
        allowed_private_host=server.host,
        **more,
    )


def read_now(source: Source, by: User | None = None) -> Reading:
    """Start a reading and carry it out here, without the queue."""
    reading = services.start_reading(source=source, by=by, queue=False)
    readings.run_reading(reading.pk)
    reading.refresh_from_db()
    return reading


def write(folder: Path, **files: str | bytes) -> Path:
    for name, content in files.items():
        path = folder / name.replace("__", "/").replace("_dot_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder
