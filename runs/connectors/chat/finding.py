"""From a selector to an element of a page, through iframes."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext as _

from runs.connectors.chat.scripts import CANDIDATES, DISMISS, NAME
from runs.values import FailureKind, TryFailed

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Frame, Page

INTO: Final = ">>"
_MOST_FRAMES: Final = 30
# Below this a guess is worse than saying that nothing was found.
_LEAST: Final = {"launcher": 4, "input": 3, "send": 3}


@dataclass(frozen=True, slots=True)
class Candidate:
    """An element that may be what is looked for."""

    selector: str
    words: str
    score: int


def hops(selector: str) -> list[str]:
    """The parts of a selector: iframes first, the element last."""
    return [part.strip() for part in selector.split(INTO)]


async def frame_of(page: "Page", selector: str) -> "Frame | None":
    """The frame that the element of a selector stands in; None while an iframe on the way is missing."""
    frame = page.main_frame
    for part in hops(selector)[:-1]:
        holder = await _first(frame, part)
        inner = await holder.content_frame() if holder else None
        if inner is None:
            return None
        frame = inner
    return frame


async def shown(page: "Page", selector: str) -> "ElementHandle | None":
    """The first element of a selector that is shown; TryFailed when it is no selector."""
    frame = await frame_of(page, selector)
    return await _first(frame, hops(selector)[-1], seen=True) if frame else None


async def on_all(page: "Page", selector: str, script: str, given: Any = None) -> Any:
    """What a script says of all elements of a selector; None while its iframe is missing."""
    frame = await frame_of(page, selector)
    if frame is None:
        return None
    css = hops(selector)[-1]
    try:
        return await frame.eval_on_selector_all(f"css={css}", script, given)
    except Exception as error:
        raise _not_css(css, error) from error


async def missing(page: "Page", selector: str) -> str:
    """Why an element is not found, in a sentence."""
    frame = page.main_frame
    for part in hops(selector)[:-1]:
        holder = await _first(frame, part)
        if holder is None:
            return _("no iframe of the page matches “%(selector)s”") % {"selector": part}
        inner = await holder.content_frame()
        if inner is None:
            return _("“%(selector)s” matches something that is no iframe") % {"selector": part}
        frame = inner
    last = hops(selector)[-1]
    if await _first(frame, last) is None:
        return _("nothing on the page matches “%(selector)s”") % {"selector": last}
    return _("what “%(selector)s” matches is hidden") % {"selector": last}


async def _first(frame: "Frame", css: str, *, seen: bool = False) -> "ElementHandle | None":
    try:
        found = await frame.query_selector_all(f"css={css}")
    except Exception as error:
        raise _not_css(css, error) from error
    for element in found[:50]:
        if not seen or await element.is_visible():
            return element
    return None


def _not_css(css: str, error: Exception) -> Exception:
    """A wrong selector is the settings' mistake; anything else is the page's and stays what it is."""
    told = str(error)
    if "selector" not in told or not any(
        word in told for word in ("parsing", "not a valid", "Unexpected", "Unknown")
    ):
        return error
    return TryFailed(
        FailureKind.MALFORMED,
        _("“%(selector)s” is not a CSS selector. Correct it in the settings.") % {"selector": css},
    )


async def candidates(page: "Page", what: str) -> Sequence[Candidate]:
    """What may be the launcher, input or send button of the page, the likeliest first."""
    from playwright.async_api import Error

    found: list[Candidate] = []
    for frame in page.frames[:_MOST_FRAMES]:
        try:
            rows = await frame.evaluate(CANDIDATES, what)
            if not rows:
                continue
            way = await way_into(frame)
            if way is None:
                continue
        except Error:
            continue  # a frame that went away, or may not be looked into, has no chat for us
        # A chat in an iframe of its own is rarely anything else.
        extra = 2 if frame is not page.main_frame else 0
        found += [
            Candidate(way + row["selector"], row["words"], row["score"] + extra) for row in rows
        ]
    likely = [one for one in found if one.score >= _LEAST[what]]
    return sorted(likely, key=lambda one: -one.score)[:6]


async def way_into(frame: "Frame") -> str | None:
    """The part of a selector that leads into a frame; None when an iframe on the way is hidden."""
    way = ""
    while frame.parent_frame is not None:
        holder = await frame.frame_element()
        if not await holder.is_visible():
            return None
        way = f"{await holder.evaluate(NAME, False)} {INTO} {way}"
        frame = frame.parent_frame
    return way


async def dismiss(page: "Page", selector: str) -> str:
    """Press away a consent banner; what was pressed, or "" when there is none."""
    from playwright.async_api import Error

    if selector:
        try:
            element = await shown(page, selector)
            if element is None:
                return ""
            await element.evaluate("el => el.click()")
        except Error:
            return ""
        return selector
    for frame in page.frames[:_MOST_FRAMES]:
        try:
            async with asyncio.timeout(2):
                pressed: str = await frame.evaluate(DISMISS)
        except (Error, TimeoutError):
            continue
        if pressed:
            return pressed
    return ""
