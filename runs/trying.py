"""One question asked outside any run, so that a mistake in the settings shows at once."""

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import uuid4

from django.utils.translation import gettext as _

from core.credentials import decrypt
from runs.authorising import refusal
from runs.chat_steps import ShownStep, shown_steps
from runs.connections import connector_of
from runs.connectors import Arrival, Seen, Step
from runs.connectors.leading import Value, values_in
from runs.models import Assistant
from runs.values import Policy, Reply, TryFailed

QUOTED: Final = 4000


@dataclass(frozen=True, slots=True)
class Tried:
    """What came back: a reply, or a sentence that says why there is none; and what was exchanged."""

    question: str
    reply: Reply | None
    problem: str
    seconds: float
    exchanges: Sequence[Seen] = ()
    values: Sequence[Value] = field(default=())
    steps: Sequence[ShownStep] = ()


def try_assistant(
    *,
    assistant: Assistant,
    question: str,
    configuration: Mapping[str, Any] | None = None,
    secret: str | None = None,
) -> Tried:
    """Ask once and come back with whatever happened; nothing is stored.

    `configuration` and `secret` stand in for the stored ones. No secret is in what comes back.
    """
    if said := refusal(assistant, question):
        return Tried(question, None, said, 0.0)
    settings = assistant.configuration if configuration is None else configuration
    seen: list[Seen] = []
    steps: list[Step] = []
    reply, problem, clock = None, "", time.monotonic()
    try:
        reply = asyncio.run(
            _ask(
                assistant,
                question,
                settings,
                decrypt(assistant.credentials) if secret is None else secret,
                seen,
                steps,
            )
        )
    except TryFailed as failure:
        problem = failure.detail
    except TimeoutError:
        problem = _("No reply within %(seconds)s seconds.") % {"seconds": f"{Policy().timeout_s:g}"}
    seconds = time.monotonic() - clock
    values: list[Value] = []
    # The last exchange is the question's, unless signing in already failed.
    if assistant.connector == Assistant.Connector.HTTP and seen:
        asked = seen[-1]
        if asked.status is not None and 200 <= asked.status < 300 and asked.asks:
            values = values_in(asked.reply, Arrival(settings.get("arrival", Arrival.WHOLE)))
    for exchange in seen:
        exchange.reply = exchange.reply[:QUOTED]
    return Tried(question, reply, problem, seconds, seen, values, shown_steps(steps))


async def _ask(
    assistant: Assistant,
    question: str,
    settings: Mapping[str, Any],
    secret: str,
    seen: list[Seen],
    steps: list[Step],
) -> Reply:
    connector = connector_of(
        assistant.connector,
        settings,
        secret=secret,
        allowed_private_host=assistant.allowed_private_host,
        policy=Policy(concurrency=1),
        seen=seen,
        steps=steps,
    )
    try:
        async with asyncio.timeout(Policy().timeout_s):
            return await connector.ask(question, conversation=uuid4().hex)
    finally:
        await connector.close()
