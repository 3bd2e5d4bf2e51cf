"""Picking the elements of a website chat in a picture of its page."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from runs.chat_steps import as_address
from runs.connections import chat_browser
from runs.connectors.chat import PICKED, ChatSettings, Point, Sight, StepName, sight
from runs.connectors.chat.finding import Candidate
from runs.models import Assistant

# How much smaller than the page the stylesheet shows its picture.
SCALE: Final = 2


@dataclass(frozen=True, slots=True)
class Picking:
    """What the page shows of picking: what can be picked, and the picture to do it in."""

    what: str = ""
    question: str = ""
    picture: str = ""
    problem: str = ""
    found: Sequence[Candidate] = ()
    selector: str = ""  # what was picked; it stands in the settings

    @property
    def choices(self) -> list[tuple[str, str]]:
        """What can be picked, in words."""
        words = {
            StepName.CONSENT: _("Closes the consent banner"),
            StepName.LAUNCHER: _("Opens the chat"),
            StepName.INPUT: _("Field for the question"),
            StepName.SEND: _("Sends the question"),
            StepName.REPLY: _("Messages of the assistant"),
        }
        return [(step.value, words[step]) for step in PICKED]

    @property
    def label(self) -> str:
        """What is being picked, in words."""
        return dict(self.choices).get(self.what, "")


def show_page(
    *,
    assistant: Assistant,
    chat: ChatSettings,
    what: StepName,
    question: str,
    point: Point | None = None,
) -> Picking:
    """Open the page, go as far as the element is used, and look at it; at `point` something is picked."""
    seen = asyncio.run(_sight(assistant, chat, what, question, point))
    nothing = _("There is nothing at that place that could be named. Pick another.")
    return Picking(
        what=what.value,
        question=question,
        picture=as_address(seen.picture),
        problem=seen.problem or (nothing if point and not seen.selector else ""),
        found=seen.found,
        selector=seen.selector,
    )


async def _sight(
    assistant: Assistant, chat: ChatSettings, what: StepName, question: str, point: Point | None
) -> Sight:
    browser = chat_browser(chat, assistant.allowed_private_host)
    try:
        return await sight(chat, what, browser=browser, question=question, point=point)
    finally:
        await browser.close()
