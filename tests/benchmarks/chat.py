"""How many questions a minute a website chat is asked that replies in one second.

Run by `python -m tests.benchmarks.chat [--questions N]`. The page, its chat and its consent banner are those
of the tests, served on this machine; the chat replies one second after the question. Questions are
asked by the engine of runs: one window at a time, four windows of one browser, and four browsers with
a window each. Every reply is checked. The browser's start is part of the time.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import sys
import time
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from runs.connectors import ChatSettings
    from runs.engine import Outcome
    from runs.values import Reply
    from tests.fakes.http import Reply as Served
    from tests.fakes.http import Request

QUESTIONS: Final = 40
LEAST_A_MINUTE: Final = 10
REPLY_MS: Final = 1000
HEADER: Final = (
    "| browsers | windows at a time | questions | answered | seconds | a minute | CPU seconds a question |\n"
    "|---|---|---|---|---|---|---|"
)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--questions", type=int, default=QUESTIONS)
    wanted = parser.parse_args(arguments).questions
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "caudals.settings")
    import django

    django.setup()
    return measured(wanted)


def measured(wanted: int) -> int:
    """Ask in each way, print the table; 1 when a reply is wrong or a browser is too slow."""
    from tests.fakes.http import LocalServer
    from tests.runs.chats import serve_pages

    right = True
    sys.stdout.write(f"{HEADER}\n")
    with LocalServer() as server:
        serve_pages(server)
        server.route("/answer", _answer)
        for browsers, windows in ((1, 1), (1, 4), (4, 4)):
            count = wanted if windows > 1 else max(wanted // 4, 1)
            begun, worked = time.monotonic(), _cpu()
            outcomes = asyncio.run(_asked(server.url, server.host, count, browsers, windows))
            took = time.monotonic() - begun
            good = sum(_is_right(outcome) for outcome in outcomes)
            rate = good * 60 / took
            right &= good == count and rate / browsers >= LEAST_A_MINUTE
            sys.stdout.write(
                f"| {browsers} | {windows} | {count} | {good} | {took:.1f} | {rate:.1f} "
                f"| {(_cpu() - worked) / count:.2f} |\n"
            )
    return 0 if right else 1


def _answer(request: Request) -> Served:
    from tests.fakes.http import Reply

    asked = request.json()["question"]
    return Reply(
        [{"html": f"<p>You asked {len(asked)} letters: {asked[::-1]}</p>", "after": REPLY_MS}]
    )


def _is_right(outcome: Outcome) -> bool:
    from runs.engine import Answered

    asked = outcome.slot.question
    return isinstance(outcome, Answered) and outcome.reply.text == (
        f"You asked {len(asked)} letters: {asked[::-1]}"
    )


async def _asked(url: str, host: str, count: int, browsers: int, windows: int) -> list[Outcome]:
    from runs.connectors import ChatSettings
    from runs.engine import ask_all
    from runs.values import Policy, Slot

    chat = ChatSettings(
        url=f"{url}/plain.html",
        launcher=".open-chat",
        input=".ask textarea",
        reply=".bubble.bot",
        typing=".typing",
    )
    spread = _Spread(chat, host=host, browsers=browsers)
    outcomes: list[Outcome] = []

    async def record(outcome: Outcome) -> None:
        outcomes.append(outcome)

    slots = [Slot(n, f"q-{n}", f"Question number {n}?") for n in range(count)]
    policy = Policy(concurrency=windows, tries=1, timeout_s=60.0)
    await ask_all(slots, connector=spread, policy=policy, record=record, stop=lambda: False)
    await spread.close()
    return outcomes


class _Spread:
    """Several connectors, each with a browser of its own, asked in turn."""

    def __init__(self, chat: ChatSettings, *, host: str, browsers: int) -> None:
        from runs.connectors import ChatBrowser, ChatConnector

        self._all: list[Any] = [
            ChatConnector(chat, browser=ChatBrowser(allowed_private={host}), timeout_s=60.0)
            for _ in range(browsers)
        ]
        self._free = list(self._all)

    async def ask(self, question: str, *, conversation: str) -> Reply:
        """The reply of whichever browser has been idle longest."""
        one = self._free.pop(0) if len(self._all) > 1 else self._all[0]
        try:
            reply: Reply = await one.ask(question, conversation=conversation)
            return reply
        finally:
            if len(self._all) > 1:
                self._free.append(one)

    async def close(self) -> None:
        """End the browsers."""
        for one in self._all:
            await one.close()


def _cpu() -> float:
    """Seconds of processor time of this process and of those that it has ended."""
    own, ended = (
        resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return own.ru_utime + own.ru_stime + ended.ru_utime + ended.ru_stime


if __name__ == "__main__":
    sys.exit(main())
