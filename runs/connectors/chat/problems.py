"""The ways in which a conversation fails, each in a sentence that names its step."""

from urllib.parse import urlsplit

from django.utils.translation import gettext as _

from runs.connectors.chat.finishing import Lacking
from runs.connectors.chat.settings import StepName
from runs.values import FailureKind, TryFailed

_QUOTED = 200


def not_loaded(url: str, why: str) -> TryFailed:
    """The page did not come."""
    host = urlsplit(url).hostname or url
    if why:
        return TryFailed(
            FailureKind.CONNECTION, _("The page did not load: %(why)s.") % {"why": why.rstrip(".")}
        )
    return TryFailed(
        FailureKind.CONNECTION,
        _("The page did not load: no connection to %(host)s.") % {"host": host},
    )


def refused(status: int) -> TryFailed:
    """The page came as an error."""
    sentence = _("The page did not load: its server answered HTTP %(status)s.") % {"status": status}
    if status == 429:
        return TryFailed(FailureKind.RATE_LIMIT, sentence, status=status)
    if status >= 500:
        return TryFailed(FailureKind.SERVER_ERROR, sentence, status=status)
    if status in (401, 403, 407):
        return TryFailed(FailureKind.UNAUTHORISED, sentence, status=status)
    return TryFailed(FailureKind.REFUSED, sentence, status=status)


def not_found(step: StepName, why: str, *, windows: int) -> TryFailed:
    """An element of the chat was not there in time; `why` is a clause about its selector, if it has one."""
    sentence = {
        StepName.LAUNCHER: _("The button that opens the chat was not found"),
        StepName.INPUT: _("The field for the question was not found"),
        StepName.SEND: _("The button that sends the question was not found"),
    }[step]
    if why:
        sentence = f"{sentence}: {why}"
    else:
        sentence = (
            f"{sentence}: {_('nothing on the page looks like it; pick it or give its selector')}"
        )
    if windows:
        sentence += ". " + _(
            "The page opened another window, which was closed: if the chat is in there, give its address"
        )
    return TryFailed(FailureKind.TIMEOUT, f"{sentence}.")


def too_late(step: StepName, seconds: float) -> TryFailed:
    """The time was up in the middle of a step that has no better words."""
    sentence = {
        StepName.OPEN: _("The page did not load within %(seconds)s seconds."),
        StepName.CONSENT: _("The page stopped responding while its consent banner was looked for."),
        StepName.LAUNCHER: _("The page stopped responding while the chat was being opened."),
        StepName.INPUT: _(
            "The page stopped responding while the field for the question was looked for."
        ),
        StepName.SEND: _("The page stopped responding while the question was being sent."),
        StepName.REPLY: _("No reply within %(seconds)s seconds."),
    }[step]
    return TryFailed(FailureKind.TIMEOUT, sentence % {"seconds": f"{seconds:.0f}"})


def unfinished(
    lacking: Lacking, *, so_far: str, seconds: float, unsent: bool, typing: str, reply_selector: str
) -> TryFailed:
    """The time was up while the reply was waited for: what was seen is no answer."""
    given = {
        "seconds": f"{seconds:.0f}",
        "text": _short(so_far),
        "typing": _short(typing),
        "selector": reply_selector,
    }
    if lacking is Lacking.NOTHING and unsent:
        sentence = _(
            "No reply appeared within %(seconds)s seconds, and the question still stands in its field: "
            "it was not sent. Give the button that sends it."
        )
    elif lacking is Lacking.NOTHING and reply_selector:
        sentence = _(
            "No reply appeared within %(seconds)s seconds: nothing new matched “%(selector)s”."
        )
    elif lacking is Lacking.NOTHING:
        sentence = _("No reply appeared within %(seconds)s seconds.")
    elif lacking is Lacking.ONLY_WAITING:
        sentence = _(
            "Only a request for patience came (“%(text)s”), and no reply after it within %(seconds)s seconds."
        )
    elif lacking is Lacking.TYPING:
        sentence = _(
            "The reply was not finished within %(seconds)s seconds: what shows that somebody is typing "
            "(%(typing)s) did not go away. If it shows something else, give the right selector. "
            "Seen so far: “%(text)s”"
        )
    else:
        sentence = _(
            "The reply was not finished within %(seconds)s seconds: its text kept changing. "
            "Seen so far: “%(text)s”"
        )
    return TryFailed(FailureKind.TIMEOUT, sentence % given)


def too_large() -> TryFailed:
    """More text, or more of a page, than any reply has."""
    return TryFailed(
        FailureKind.TOO_LARGE,
        _("The chat shows more text than a reply can have, so none of it was kept."),
    )


def loads_too_much() -> TryFailed:
    """The page went on loading."""
    return TryFailed(
        FailureKind.TOO_LARGE, _("The page loads more than a page with a chat may, and was closed.")
    )


def not_taken(taken: int, given: int) -> TryFailed:
    """The input holds less than the question."""
    return TryFailed(
        FailureKind.REFUSED,
        _(
            "The field for the question took only %(taken)s of its %(given)s characters, "
            "so it was not sent."
        )
        % {"taken": taken, "given": given},
    )


def broke_down(step: StepName, why: str) -> TryFailed:
    """The page or the browser went away."""
    sentence = {
        StepName.OPEN: _("The browser broke down while the page was loading: %(why)s."),
        StepName.CONSENT: _("The page broke down before the chat was opened: %(why)s."),
        StepName.LAUNCHER: _("The page broke down while the chat was being opened: %(why)s."),
        StepName.INPUT: _("The page broke down before the question was typed: %(why)s."),
        StepName.SEND: _("The page broke down while the question was being sent: %(why)s."),
        StepName.REPLY: _("The page broke down while the reply was waited for: %(why)s."),
    }[step]
    return TryFailed(FailureKind.CONNECTION, sentence % {"why": _short(why).rstrip(".")})


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _QUOTED else f"{text[:_QUOTED]}…"
