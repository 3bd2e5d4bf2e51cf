"""The demo company's website, served over HTTP on this machine."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

SITE: Final = Path(__file__).parent / "site"
HOME: Final = "/en/index.html"
HOST: Final = "127.0.0.1"
# The address that the pages name as their own; replaced by where they are really served.
PUBLIC: Final = "https://www.costaclara.example"
MEDIA_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".xml": "application/xml; charset=utf-8",
}


class WebsiteServer(ThreadingHTTPServer):
    """Serves the pages; nothing outside their folder can be asked for."""

    daemon_threads = True

    def __init__(self, *, port: int = 0) -> None:
        super().__init__((HOST, port), WebsiteHandler)

    @property
    def url(self) -> str:
        """Where the website is reached, without a slash at the end."""
        return f"http://{HOST}:{self.server_address[1]}"

    @cached_property
    def files(self) -> dict[str, tuple[str, bytes]]:
        """Path on the website to media type and bytes."""
        return {
            f"/{path.relative_to(SITE).as_posix()}": (
                MEDIA_TYPES[path.suffix],
                path.read_text(encoding="utf-8").replace(PUBLIC, self.url).encode(),
            )
            for path in sorted(SITE.rglob("*"))
            if path.suffix in MEDIA_TYPES
        }


class WebsiteHandler(BaseHTTPRequestHandler):
    """GET and HEAD of the website's files."""

    server: WebsiteServer
    protocol_version = "HTTP/1.1"
    server_version = "CostaClara"
    timeout = 60.0
    wbufsize = -1

    def do_GET(self) -> None:
        """A page, a redirect from the front door to the English home page, or 404."""
        path = unquote(urlsplit(self.path).path)
        if path == "/":
            self.send_page(HTTPStatus.FOUND, "text/plain; charset=utf-8", b"", location=HOME)
        elif path in self.server.files:
            self.send_page(HTTPStatus.OK, *self.server.files[path])
        else:
            self.send_page(HTTPStatus.NOT_FOUND, MEDIA_TYPES[".html"], b"<h1>Page not found</h1>")

    do_HEAD = do_GET

    def send_page(self, status: int, media_type: str, body: bytes, location: str = "") -> None:
        """One reply; its body is left out when only the headers were asked for."""
        self.send_response(status)
        self.send_header("Content-Type", media_type)
        self.send_header("Content-Length", str(len(body)))
        if location:
            self.send_header("Location", location)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: pages of a demo are not worth a line each."""


@contextmanager
def serving_website(*, port: int = 0) -> Iterator[WebsiteServer]:
    """The website, served in this process for as long as the block lasts."""
    server = WebsiteServer(port=port)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
