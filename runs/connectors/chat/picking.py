"""Showing a page so that the elements of its chat can be pointed at."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from runs.connectors.chat.browser import ChatBrowser, ensure_available
from runs.connectors.chat.conversing import Conversation
from runs.connectors.chat.finding import Candidate, candidates, way_into
from runs.connectors.chat.scripts import AT_POINT, KIND_OF_TEXT, NAME
from runs.connectors.chat.settings import ChatSettings, StepName
from runs.values import TryFailed

if TYPE_CHECKING:
    from playwright.async_api import Page

SECONDS: Final = 40.0
_DEEPEST: Final = 8
PICKED: Final = (StepName.CONSENT, StepName.LAUNCHER, StepName.INPUT, StepName.SEND, StepName.REPLY)


@dataclass(frozen=True, slots=True)
class Point:
    """A place in the picture, in pixels of the page."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Sight:
    """The page when an element is to be picked: its picture, what it may be, and what was pointed at."""

    picture: bytes
    found: Sequence[Candidate] = ()
    selector: str = ""
    problem: str = ""


async def sight(
    settings: ChatSettings,
    what: StepName,
    *,
    browser: ChatBrowser,
    question: str,
    point: Point | None = None,
    seconds: float = SECONDS,
) -> Sight:
    """The page at the step in which `what` is used, and the selector of what stands at `point`.

    What led so far and failed is told in `problem`, with the picture of how the page stands then.
    """
    from playwright.async_api import Error

    loop = asyncio.get_running_loop()
    try:
        ensure_available()
        async with browser.window() as window:
            talk = Conversation(window, _without(settings, what), until=loop.time() + seconds - 5)
            problem, told = "", ""
            try:
                async with asyncio.timeout(seconds):
                    try:
                        told = await _led_to(talk, what, question)
                    except TryFailed as failure:
                        problem = failure.detail
                    picture = await window.picture()
                    selector = await _at(window.page, point, what) if point else ""
                    found = await _found(talk, window.page, what, told)
            except TimeoutError:
                return Sight(b"", problem=problem or talk.too_late().detail)
            except Error as error:
                return Sight(b"", problem=problem or talk.broke_down(error).detail)
            return Sight(picture, found, selector, problem)
    except TryFailed as failure:
        return Sight(b"", problem=failure.detail)


def _without(settings: ChatSettings, what: StepName) -> ChatSettings:
    """The settings without what is to be picked anew."""
    cleared: dict[str, Any] = {what.value: ""}
    return replace(settings, **cleared)


async def _led_to(talk: Conversation, what: StepName, question: str) -> str:
    """Go as far as `what` is used; the reply where that is what is to be picked."""
    await talk.load()
    if what is StepName.CONSENT:
        return ""
    await talk.agree()
    if what is StepName.LAUNCHER:
        return ""
    if what is StepName.INPUT:
        with suppress(TryFailed):
            # Perhaps it is not found for the very reason that it is to be picked.
            await talk.open_chat()
        return ""
    await talk.open_chat()
    if what is StepName.SEND:
        await talk.fill_in(question)
        return ""
    return (await talk.send(question)).text


async def _at(page: "Page", point: Point, what: StepName) -> str:
    """The selector of what stands at a point, through iframes."""
    frame, left, top = page.main_frame, 0.0, 0.0
    for _ in range(_DEEPEST):
        here = {"x": point.x - left, "y": point.y - top}
        element = (await frame.evaluate_handle(AT_POINT, here)).as_element()
        if element is None:
            return ""
        inner, box = await element.content_frame(), await element.bounding_box()
        if inner is None or box is None:
            way = await way_into(frame)
            name: str = await element.evaluate(NAME, what is StepName.REPLY)
            return (way or "") + name
        edge = await element.evaluate("el => [el.clientLeft, el.clientTop]")
        frame, left, top = inner, box["x"] + edge[0], box["y"] + edge[1]
    return ""


async def _found(
    talk: Conversation, page: "Page", what: StepName, told: str
) -> Sequence[Candidate]:
    """What may be meant, for those who can't point."""
    from playwright.async_api import Error

    if what in (StepName.LAUNCHER, StepName.INPUT, StepName.SEND):
        return await candidates(page, what.value)
    if what is not StepName.REPLY or not told:
        return []
    line = told.strip().splitlines()[-1].removeprefix("- ")
    found = []
    for frame in page.frames:
        with suppress(Error):
            kind = await frame.evaluate(KIND_OF_TEXT, line)
            way = await way_into(frame) if kind else None
            if way is not None:
                found.append(Candidate(way + kind, line[:80], 1))
    return found
