"""Tables that hold a message in each row, as Heap and chat histories write them."""

from collections.abc import Mapping, Sequence

from core.text import storable
from runs.connectors.replies import as_text
from runs.uploads.names import meant
from runs.uploads.pieces import bare, role_of
from runs.uploads.times import moment
from runs.uploads.values import Conversation, Remarks, Turn
from sources.marking import gettext_noop as _
from testsets.exchange import Left, Place
from testsets.exchange.problems import refuse
from testsets.exchange.rows import Row, Rows


def conversations_of(
    rows: Sequence[Row], names: Mapping[str, Sequence[str]], remarks: Remarks
) -> list[Conversation]:
    """The messages by conversation; in the order of their times where all have one."""
    grouped: dict[str, list[tuple[Place, Turn]]] = {}
    for row in rows:
        role = role_of(row.value.get(names["role"][0]))
        text = storable(as_text(row.value.get(names["text"][0])))
        if not role or not text.strip():
            if text.strip():
                said = str(row.value.get(names["role"][0]) or "")
                remarks.notes.leave(Left.ENTRY, said)
            continue
        told = row.value.get(names["at"][0]) if names["at"] else None
        at = moment(told)
        remarks.times_unread += told not in (None, "") and at is None
        key = as_text(row.value.get(names["conversation"][0])) if names["conversation"] else ""
        text = bare(text) if text.lstrip().startswith("<") else text
        grouped.setdefault(key, []).append((row.place, Turn(role, text, at)))
    if not grouped:
        refuse(
            Place(rows[0].place.file),
            _("no message is marked as the user's or the assistant's in column “%(column)s”."),
            column=names["role"][0],
        )
    return [_conversation(messages) for messages in grouped.values()]


def _conversation(messages: Sequence[tuple[Place, Turn]]) -> Conversation:
    turns = [turn for _place, turn in messages]
    if all(turn.at is not None for turn in turns):
        turns.sort(key=lambda turn: turn.at or 0.0)
    return Conversation(messages[0][0], turns)


def known_conversations(messages: Rows, conversations: Rows) -> Rows:
    """The messages of the conversations that the other table lists; others are noted."""
    own = meant(conversations.columns, {"id": ("source id", "conversation source id", "id")})["id"]
    link = meant(messages.columns, {"id": ("conversation source id", "conversation id")})["id"]
    if not own or not link:
        refuse(
            Place(conversations.rows[0].place.file if conversations.rows else ""),
            _(
                "messages.csv and conversations.csv have no column in common: source_id, and"
                " conversation_source_id."
            ),
        )
    listed = {as_text(row.value.get(own[0])) for row in conversations.rows}
    kept = [row for row in messages.rows if as_text(row.value.get(link[0])) in listed]
    for row in messages.rows:
        if as_text(row.value.get(link[0])) not in listed:
            messages.notes.leave(Left.ENTRY, as_text(row.value.get(link[0])))
    return Rows(kept, messages.columns, flat=True, notes=messages.notes)
