"""A site of made-up pages of 50 KB each, all different, and a small fast server for it.

Pages look like those of organisations: a menu, scripts, a long article with links, a table, a list,
questions with answers, related links and a footer. The same seed gives the same site.
"""

from __future__ import annotations

import asyncio
import hashlib
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

PAGE_BYTES: Final = 50_000
PER_HUB: Final = 50


def _listed(words: str) -> list[str]:
    """Parts of a text, parted by bars where there are any, by space otherwise."""
    return words.strip().replace("\n", "|").split("|") if "|" in words else words.split()


_THINGS: Final = _listed(
    """
ferry crossing ticket timetable island harbour luggage bicycle vehicle trailer reservation passenger
discount membership invoice deposit refund insurance payment account password delivery package warehouse
contract notice tariff meter heating water rent apartment repair inspection permit licence application
office counter appointment passport certificate school lesson teacher library loan catalogue exhibition
museum garden kitchen allergy menu breakfast room key balcony parking garage charger battery cable router
subscription channel device update backup printer report survey clinic nurse prescription vaccine dentist
"""
)
_KINDS: Final = _listed(
    """
annual monthly regular early late personal digital printed local regional seasonal valid open shared small
large free reduced written separate complete final temporary public private covered heated guided standard
flexible northern southern central former current additional missing damaged registered confirmed
"""
)
_DEEDS: Final = _listed(
    """
book cancel change collect return extend register confirm report check order renew transfer print repair
request cover replace measure inspect deliver store charge declare present share combine postpone
"""
)
_PLACES: Final = _listed(
    """
the main office|the north quay|the customer portal|the second floor|the old town|platform four|the front desk
the service centre|your own account|the information desk|the car deck|the app|the ticket hall|any branch
"""
)
_TIMES: Final = _listed(
    """
within fourteen days|before the end of the month|on weekdays from nine to five|at least two hours earlier
by the first of June|during the summer season|no later than the day before|after the second reminder
at any time of the year|between October and March|once every twelve months|as soon as it arrives
"""
)
_SENTENCES: Final = (
    "You can {deed} the {kind} {thing} at {place} {time} – even the café’s “{thing2}” card.",
    "A {kind} {thing} costs {number} euros and includes the {thing2} as well as one {kind2} {thing3}.",
    "If the {thing} is {kind}, our staff will {deed} it for you {time}.",
    "Please {deed} your {thing} {time}, because the {kind} {thing2} is handed on to {place}.",
    "The {thing} and the {kind} {thing2} are kept at {place} for {number} days.",
    "Whoever wants to {deed} more than {number} {thing}s needs a {kind} {thing2}.",
    "We {deed} every {kind} {thing} {time}, and you hear from us when the {thing2} is ready.",
    "Without a {kind} {thing}, the {thing2} cannot be changed at {place}.",
    "Since last year the {kind} {thing} has replaced the {thing2} that people knew from {place}.",
    "Bring the {thing} with you when you come to {place}, and leave the {kind} {thing2} at home.",
    "Children under {number} years do not need a {thing} of their own, only a {kind} {thing2}.",
    "The fee of {number} euros is due {time} and is paid at {place} or with the {kind} {thing}.",
)
_QUESTIONS: Final = (
    "How do I {deed} a {kind} {thing}?",
    "What does a {kind} {thing} cost in {place}?",
    "When may I {deed} the {thing} with a {kind} {thing2}?",
    "Can I {deed} my {thing} without a {kind} {thing2}?",
    "Where is the {kind} {thing} kept?",
)


class _Writer:
    """Writes the parts of one page."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)

    def filled(self, pattern: str) -> str:
        pick = self._random.choice
        return pattern.format(
            thing=pick(_THINGS), thing2=pick(_THINGS), thing3=pick(_THINGS), kind=pick(_KINDS),
            kind2=pick(_KINDS), deed=pick(_DEEDS), place=pick(_PLACES), time=pick(_TIMES),
            number=self._random.randrange(2, 990),
        )  # fmt: skip

    def sentences(self, least: int, most: int) -> str:
        count = self._random.randint(least, most)
        return " ".join(self.filled(self._random.choice(_SENTENCES)) for _ in range(count))

    def title(self) -> str:
        return self.filled("{kind} {thing} and {kind2} {thing2}").capitalize()

    def question(self) -> str:
        return self.filled(self._random.choice(_QUESTIONS))

    def linked(self, text: str, address: str) -> str:
        first, _, rest = text.partition(" the ")
        word, _, rest = rest.partition(" ")
        return f'{first} the <a class="link link--inline" href="{address}">{word}</a> {rest}'


def page(number: int, count: int) -> bytes:
    """The page with this number of a site of `count`, about 50 KB."""
    write = _Writer(f"page {number}")
    title = write.title()
    body = "".join(_section(write, number, count, at) for at in range(9))
    head = (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title} {number} | '
        f'Harbour Services</title><meta name="description" content="{write.sentences(1, 1)}">'
        f'<link rel="canonical" href="/page/{number}.html"></head><body class="page">'
    )
    tail = (
        f"{_faq(write)}{_table(write)}{_list(write)}</article></main>{_related(write, number, count)}"
        f"{_footer()}</body></html>"
    )
    opening = f'<main id="content"><article class="article"><h1>{title} {number}</h1>'
    whole = f"{head}{_menu()}{opening}{body}{tail}"
    script = _script(write, PAGE_BYTES - len(whole.encode()) - 40)
    return f"{head}<script>{script}</script>{_menu()}{opening}{body}{tail}".encode()


def _menu() -> str:
    items = "".join(
        f'<li class="menu__item menu__item--level-1"><a class="menu__link" href="/hub/{n}.html">'
        f"Services for {_THINGS[n % len(_THINGS)]}s</a></li>"
        for n in range(30)
    )
    return (
        '<header class="site-header"><a href="/" class="logo">Harbour Services</a><nav class="menu" '
        f'aria-label="Main"><ul class="menu__list">{items}</ul></nav></header>'
    )


def _section(write: _Writer, number: int, count: int, at: int) -> str:
    target = f"/page/{(number * 7 + at * 13 + 1) % count}.html"
    paragraphs = [write.sentences(3, 5) for _ in range(3)]
    paragraphs[1] = write.linked(paragraphs[1], target)
    shown = "".join(f'<p class="text text--body">{text}</p>' for text in paragraphs)
    return (
        f'<section class="section section--text" id="s{at}"><div class="section__inner"><h2 '
        f'class="heading heading--2">{write.title()}</h2>{shown}</div></section>'
    )


def _faq(write: _Writer) -> str:
    pairs = "".join(
        f'<details class="faq__item"><summary class="faq__question">{write.question()}</summary>'
        f'<div class="faq__answer"><p>{write.sentences(2, 4)}</p></div></details>'
        for _ in range(6)
    )
    return f'<section class="faq"><h2>Questions and answers</h2>{pairs}</section>'


def _table(write: _Writer) -> str:
    rows = "".join(
        f'<tr class="row"><td>{write.title()}</td><td>{write.filled("{number} euros")}</td>'
        f"<td>{write.filled('{time}')}</td></tr>"
        for _ in range(8)
    )
    return (
        '<table class="table"><thead><tr><th>Service</th><th>Price</th><th>When</th></tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )


def _list(write: _Writer) -> str:
    items = "".join(f'<li class="list__item">{write.sentences(1, 1)}</li>' for _ in range(7))
    return f'<p class="text">What to keep in mind:</p><ul class="list">{items}</ul>'


def _related(write: _Writer, number: int, count: int) -> str:
    links = "".join(
        f'<li><a href="/page/{(number + step) % count}.html">{write.title()}</a></li>'
        for step in (1, 2, 3, 5, 8, 13)
    )
    return f'<aside class="related"><h2>Related</h2><ul>{links}</ul></aside>'


def _footer() -> str:
    links = "".join(f'<li><a href="/hub/{n}.html">Information {n}</a></li>' for n in range(20))
    return (
        f'<footer class="footer"><ul>{links}</ul><p>Harbour Services, 1 Quay Street. All rights '
        "reserved.</p></footer>"
    )


def _script(write: _Writer, size: int) -> str:
    """What pages carry for their programs, of a given size."""
    parts: list[str] = []
    length = 0
    while length < size:
        parts.append(f'window.__state["{write.filled("{thing}-{number}")}"]={{"seen":false}};')
        length += len(parts[-1])
    return "".join(parts)[: max(size, 0)]


def files(count: int) -> Iterator[tuple[str, bytes]]:
    """Path and bytes of everything on the site: the start, hubs that lead to all pages, the pages."""
    hubs = range(-(-count // PER_HUB))
    yield "/", _index("Harbour Services", [f"/hub/{n}.html" for n in hubs])
    for hub in range(max(len(hubs), 30)):
        numbers = range(hub * PER_HUB, min((hub + 1) * PER_HUB, count))
        yield (
            f"/hub/{hub}.html",
            _index(f"Services, part {hub}", [f"/page/{n}.html" for n in numbers]),
        )
    for number in range(count):
        yield f"/page/{number}.html", page(number, count)


def _index(title: str, links: list[str]) -> bytes:
    items = "".join(f'<li><a href="{link}">{link}</a></li>' for link in links)
    return (
        f"<!doctype html><html lang=en><head><title>{title}</title></head><body>{_menu()}<main>"
        f"<h1>{title}</h1><p>Here is all that {title} has to say about its many services.</p>"
        f"<ul>{items}</ul></main></body></html>"
    ).encode()


def write_site(folder: Path, count: int) -> None:
    """Write the site into a folder, one file per path."""
    for path, body in files(count):
        (folder / _file_name(path)).write_bytes(body)


def _file_name(path: str) -> str:
    return path.strip("/").replace("/", "_") or "index"


async def serve(folder: Path) -> None:
    """Serve a folder that `write_site` filled, with ETags; the port is the first line printed."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                writer.write(_reply(folder, head))
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    sys.stdout.write(f"{server.sockets[0].getsockname()[1]}\n")
    sys.stdout.flush()
    async with server:
        await server.serve_forever()


def _reply(folder: Path, head: bytes) -> bytes:
    path = head.split(b" ", 2)[1].decode("ascii", "replace")
    name = _file_name(path)
    file = folder / name
    if "/" in name or not file.is_file():
        return b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
    body = file.read_bytes()
    etag = f'"{hashlib.sha1(body, usedforsecurity=False).hexdigest()}"'
    if f"If-None-Match: {etag}".lower().encode() in head.lower():
        return f"HTTP/1.1 304 Not Modified\r\nETag: {etag}\r\n\r\n".encode()
    return (
        f"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nETag: {etag}\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    ).encode() + body


if __name__ == "__main__":
    asyncio.run(serve(Path(sys.argv[1])))
