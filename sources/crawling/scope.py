"""Which addresses belong to a site, and which of those are worth a visit."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import parse_qsl, quote, unquote, urlencode, urljoin, urlsplit, urlunsplit

from sources.fetching import Address, FetchError, parse_address

# Parameters that tell where a visitor came from, not which page is shown.
_TRACKING = re.compile(
    r"^(?:utm_\w+|gclid|fbclid|msclkid|mc_[ce]id|_ga|ref_src|sessionid|sid|phpsessid|jsessionid)$",
    re.IGNORECASE,
)
_ASSETS = frozenset(
    (
        *("png", "jpg", "jpeg", "gif", "webp", "avif", "ico", "svg", "bmp", "tif", "tiff"),
        *("mp3", "mp4", "m4a", "wav", "ogg", "webm", "avi", "mov"),
        *("css", "js", "mjs", "map", "woff", "woff2", "ttf", "eot"),
        *("zip", "gz", "tgz", "rar", "7z", "exe", "dmg", "iso", "apk"),
    )
)
_SAFE = "/%:@!$&'()*+,;=~-._"
QUERIES_PER_PATH = 20
DEEPEST_PATH = 16


@dataclass(frozen=True, slots=True)
class Scope:
    """One host, with or without "www.", on the port of the start address."""

    host: str
    port: int
    folder: str

    def holds(self, address: Address) -> bool:
        return _bare(address.host) == self.host and (
            address.port == self.port or {address.port, self.port} == {80, 443}
        )

    def is_near(self, url: str) -> bool:
        """Whether an address lies in the folder that the crawl started in, or below it."""
        return urlsplit(url).path.startswith(self.folder)


def scope_of(start: Address) -> Scope:
    folder = urlsplit(start.url).path.rpartition("/")[0] + "/"
    return Scope(_bare(start.host), start.port, folder)


def _bare(host: str) -> str:
    return host.removeprefix("www.")


def tidy_address(href: str, *, base: str) -> Address | None:
    """The address that a link leads to, in one spelling; None for what is no page address."""
    href = href.strip()
    if href.startswith("/") and not href.startswith("//"):
        # The same menu stands on all pages of a site: what it links to is worked out once.
        return _tidied("/".join(base.split("/", 3)[:3]) + "/", href)
    return _tidied(base, href)


@lru_cache(maxsize=4096)
def _tidied(base: str, href: str) -> Address | None:
    try:
        joined = urljoin(base, href)
        if not joined.startswith(("http://", "https://")):
            return None
        parts = urlsplit(joined)
        path = quote(unquote(parts.path), safe=_SAFE) if "%" not in parts.path else parts.path
        kept = [(key, value) for key, value in parse_qsl(parts.query, keep_blank_values=True)
                if not _TRACKING.match(key)]  # fmt: skip
        query = (
            urlencode(kept)
            if len(kept) != len(parse_qsl(parts.query, keep_blank_values=True))
            else parts.query
        )
        return parse_address(urlunsplit((parts.scheme, parts.netloc, path, query, "")))
    except (ValueError, FetchError):
        return None


def is_asset(url: str) -> bool:
    """Whether the ending of an address says image, script, archive or recording."""
    name = urlsplit(url).path.rpartition("/")[2].lower()
    return "." in name and name.rpartition(".")[2] in _ASSETS


@lru_cache(maxsize=4096)
def identity(url: str) -> str:
    """What two addresses share when they surely show the same page: scheme and "www." aside."""
    parts = urlsplit(url)
    host = _bare(parts.netloc)
    path = re.sub(r"/(?:index|default)\.(?:html?|php|aspx?)$", "/", parts.path)
    return f"{host}{path or '/'}?{parts.query}"
