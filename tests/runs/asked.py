"""One question put to a connector, without a run around it."""

import asyncio
from contextlib import asynccontextmanager

import httpx

from core.net import Lanes
from runs.connectors import HttpConnector, HttpSettings, Wire


def http(url, *, secrets=None, seen=None, sign_in=None, secret="", **settings):
    """A connector for an address; `sign_in` is made with its wire."""
    wire = Wire(
        httpx.AsyncClient(transport=Lanes(allowed_private={"127.0.0.1"})),
        secrets=secrets,
        seen=seen,
    )
    return HttpConnector(
        HttpSettings(url=url, **settings), wire=wire, secret=secret,
        sign_in=sign_in(wire) if sign_in else None,
    )  # fmt: skip


@asynccontextmanager
async def closing(connector):
    """The connector, closed at the end."""
    try:
        yield connector
    finally:
        await connector.close()


def ask(connector, question="Open on Sunday?"):
    """What it replies to one question."""

    async def once():
        async with closing(connector):
            return await connector.ask(question, conversation="c-1")

    return asyncio.run(once())
