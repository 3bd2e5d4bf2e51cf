"""The events of a stream put together to one reply."""

import json
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from runs.connectors.replies import (
    as_text,
    contexts_at,
    nothing_at,
    parsed,
    picked,
    printable,
    tools_at,
)
from runs.connectors.streams import Event, Pieces
from runs.values import FailureKind, Reply, TryFailed


def put_together(
    events: Sequence[Event],
    *,
    raw: str,
    pieces: Pieces,
    reply_path: str,
    contexts_path: str,
    tools_path: str,
) -> Reply:
    """The reply of a stream that ended in order; raises TryFailed when it holds none.

    Most events of most streams are about something else, so a path may lead nowhere in nearly all.
    """
    values = values_of(events)
    texts = [as_text(found) for value in values for found in picked(value, reply_path)]
    if not texts:
        raise reported(values) or nothing_at(reply_path, values[0])
    contexts = [contexts_at(value, contexts_path) for value in values]
    tools = [tools_at(value, tools_path) for value in values]
    return Reply(
        text=printable("".join(texts) if pieces is Pieces.APPEND else texts[-1]),
        raw=raw,
        contexts=_gathered(contexts, pieces),
        tools=_gathered(tools, pieces),
    )


def values_of(events: Sequence[Event]) -> list[Any]:
    """The JSON of every event; raises TryFailed where there is none, or an event tells of an error."""
    if not events:
        raise TryFailed(
            FailureKind.MALFORMED,
            _("The reply is a stream that ended without a single event in it."),
        )
    values = []
    for number, event in enumerate(events, start=1):
        if event.name == "error":
            raise _server_error(event.data)
        if not event.data.strip():
            continue
        try:
            values.append(parsed(event.data, media_type=""))
        except TryFailed as failure:
            raise failure.saying(
                _("Piece %(number)s of the stream can't be read. %(why)s")
                % {"number": number, "why": failure.detail}
            ) from None
    if not values:
        raise TryFailed(
            FailureKind.MALFORMED,
            _("The reply is a stream that ended without a single event in it."),
        )
    return values


def reported(values: Sequence[Any]) -> TryFailed | None:
    """The failure that a stream tells of inside itself: its status said success when it began."""
    for value in values:
        if isinstance(value, dict) and (error := value.get("error")):
            inside = error.get("message") if isinstance(error, dict) else None
            return _server_error(as_text(inside or error))
    return None


def _server_error(said: str) -> TryFailed:
    return TryFailed(
        FailureKind.SERVER_ERROR,
        _("The assistant's server failed in the middle of its reply. It said: %(text)s")
        % {"text": printable(" ".join(said.split())[:300])},
    )


def _gathered(found: Sequence[list[Any]], pieces: Pieces) -> list[Any]:
    """What several events brought: each once, or what the last one that brought any says."""
    if pieces is Pieces.LAST:
        return next((each for each in reversed(found) if each), [])
    unique = {json.dumps(item, sort_keys=True): item for each in found for item in each}
    return list(unique.values())
