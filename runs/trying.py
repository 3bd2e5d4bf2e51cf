"""One question asked outside any run, so that a mistake in the settings shows at once."""

import asyncio
import time
from dataclasses import dataclass
from uuid import uuid4

from core.credentials import decrypt
from runs.connections import connector_of
from runs.models import Assistant
from runs.values import Policy, Reply, TryFailed

QUOTED = 4000


@dataclass(frozen=True, slots=True)
class Tried:
    """What came back: a reply, or a sentence that says why there is none."""

    question: str
    reply: Reply | None
    problem: str
    seconds: float

    @property
    def raw_start(self) -> str:
        """The beginning of the reply as received."""
        return self.reply.raw[:QUOTED] if self.reply else ""


def try_assistant(*, assistant: Assistant, question: str) -> Tried:
    """Ask once and come back with whatever happened; nothing is stored."""
    clock = time.monotonic()
    try:
        reply = asyncio.run(_ask(assistant, question))
    except TryFailed as failure:
        return Tried(question, None, failure.detail, time.monotonic() - clock)
    except TimeoutError:
        limit = Policy().timeout_s
        return Tried(question, None, f"No reply within {limit:g} seconds.", limit)
    return Tried(question, reply, "", time.monotonic() - clock)


async def _ask(assistant: Assistant, question: str) -> Reply:
    connector = connector_of(
        assistant.connector,
        assistant.configuration,
        secret=decrypt(assistant.credentials),
        allowed_private_host=assistant.allowed_private_host,
        policy=Policy(concurrency=1),
    )
    try:
        async with asyncio.timeout(Policy().timeout_s):
            return await connector.ask(question, conversation=uuid4().hex)
    finally:
        await connector.close()
