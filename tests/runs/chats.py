"""Pages with a made-up chat, served on this machine, and one browser to ask them in."""

import asyncio
import json
import time
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import runs.connectors.chat.conversing as conversing
from runs.connectors.chat import ChatBrowser, ChatConnector, ChatSettings, Step
from runs.values import Reply, TryFailed
from tests.fakes.http import LocalServer, Request
from tests.fakes.http import Reply as Served

PAGES = Path(__file__).parent / "chat_pages"
TYPES = {".js": "text/javascript", ".html": "text/html; charset=utf-8"}
AT_ONCE = 4
_reply_within: ContextVar[float | None] = ContextVar("reply_within", default=None)


@dataclass(frozen=True)
class Scene:
    """A question to a page, and what its chat does then: bubbles as HTML, or more (see chat.js)."""

    page: str = "/plain.html"
    settings: Mapping[str, Any] = field(default_factory=dict)
    events: Sequence[dict | str] = ("<p>It costs <b>12 euros</b>.</p>",)
    question: str = "What is the fee?"
    seconds: float = 40.0
    pictures: bool = False
    reply_within: float | None = None  # seconds after sending, where none is to come


@dataclass
class Outcome:
    """What came of a scene."""

    result: Reply | TryFailed
    steps: list[Step]


def serve_pages(server: LocalServer) -> None:
    """The three kinds of page, with what they load."""
    for file in PAGES.iterdir():
        kind = {"Content-Type": TYPES[file.suffix]}
        server.route(f"/{file.name}", Served(file.read_bytes(), headers=kind))
    for path in ("/cookies-no", "/cookies-yes", "/favicon.ico"):
        server.route(path, "")


def play(server: LocalServer, scenes: Mapping[str, Scene]) -> dict[str, Outcome]:
    """Ask each scene's page its question, a few at a time, all in one browser."""
    scripts = {}
    for name, scene in scenes.items():
        scripts[_asked_of(name, scene)] = [
            {"html": event} if isinstance(event, str) else event for event in scene.events
        ]

    def answer(request: Request) -> Served:
        return Served(scripts[request.json()["question"]])

    server.route("/answer", answer)

    async def together() -> dict[str, Outcome]:
        browser, slots = (
            ChatBrowser(allowed_private={server.host, "localhost"}),
            asyncio.Semaphore(AT_ONCE),
        )

        async def one(name: str, scene: Scene) -> Outcome:
            async with slots:
                steps: list[Step] = []
                _reply_within.set(scene.reply_within)
                url = scene.page if "://" in scene.page else server.url + scene.page
                setup = ChatSettings(url=url, **{"quiet_s": 0.4, **scene.settings})
                asked = ChatConnector(
                    setup,
                    browser=browser,
                    timeout_s=scene.seconds,
                    steps=steps if scene.pictures else None,
                )
                try:
                    result = await asked.ask(_asked_of(name, scene), conversation=name)
                except TryFailed as failure:
                    result = failure
                return Outcome(result, steps)

        try:
            outcomes = await asyncio.gather(*(one(*scene) for scene in scenes.items()))
        finally:
            await browser.close()
        return dict(zip(scenes, outcomes, strict=True))

    return asyncio.run(together())


def _asked_of(name: str, scene: Scene) -> str:
    """Each scene has a question of its own, so that the server knows which it is in."""
    return f"{scene.question} ({name})"


def questions_at(server: LocalServer) -> list[Request]:
    """The questions that reached the chat."""
    return [request for request in server.requests if request.path in ("/answer", "/stream")]


def impatient(patch) -> None:
    """Wait for what does not come no longer than a test must."""
    patch.setattr(conversing, "_FIND_SECONDS", 2.0)
    patch.setattr(conversing, "_GUESS_SECONDS", 3.0)
    patch.setattr(conversing, "_GREETING_SECONDS", 2.0)
    waited = conversing.Conversation._reply

    async def briefly(self, *given):
        # From the sending on, so that a busy machine takes nothing from the steps before it.
        if (most := _reply_within.get()) is not None:
            self._until = min(self._until, time.monotonic() + most)
        return await waited(self, *given)

    patch.setattr(conversing.Conversation, "_reply", briefly)


def raw_of(reply: Reply) -> dict:
    """What is kept of a reply beside its text."""
    return json.loads(reply.raw)
