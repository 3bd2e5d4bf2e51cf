"""Replies that come in pieces: server-sent events and JSON lines, from bytes to events."""

import codecs
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol

DONE: Final = "[DONE]"


class Arrival(StrEnum):
    """How a reply arrives."""

    WHOLE = "whole"
    EVENTS = "events"
    LINES = "lines"


class Pieces(StrEnum):
    """What the pieces of a stream are to each other."""

    APPEND = "append"  # each goes on where the one before ended
    LAST = "last"  # each is the whole text so far


@dataclass(frozen=True, slots=True)
class Event:
    """One piece of a stream."""

    data: str
    name: str = "message"

    @property
    def ends(self) -> bool:
        """Whether it says that nothing follows."""
        return self.data.strip() == DONE


class Reader(Protocol):
    """Takes a stream as it comes, cut anywhere."""

    def feed(self, data: bytes) -> Iterator[Event]:
        """The events that `data` completes."""
        ...

    def finish(self) -> Iterator[Event]:
        """What an orderly end of the stream completes."""
        ...


class _Lines:
    """Bytes cut anywhere to whole lines, whichever of the three line ends they use."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")("backslashreplace")
        # In parts, so that a long line which comes byte by byte is not copied for each of them.
        self._begun: list[str] = []
        self._held = ""

    def feed(self, data: bytes, *, final: bool = False) -> Iterator[str]:
        text = self._held + self._decoder.decode(data, final)
        # A carriage return at the end may be the first half of a line end.
        self._held = "\r" if text.endswith("\r") and not final else ""
        text = text[: len(text) - len(self._held)].replace("\r\n", "\n").replace("\r", "\n")
        first, *more = text.split("\n")
        self._begun.append(first)
        for line in more:
            yield "".join(self._begun)
            self._begun = [line]
        if final and (rest := "".join(self._begun)):
            self._begun = []
            yield rest


class EventReader:
    """Server-sent events, as the HTML standard has them."""

    def __init__(self) -> None:
        self._lines, self._data, self._name = _Lines(), list[str](), ""

    def feed(self, data: bytes) -> Iterator[Event]:
        """The events that `data` completes."""
        for line in self._lines.feed(data):
            yield from self._line(line)

    def finish(self) -> Iterator[Event]:
        """The last event too when its empty line is missing, which many servers leave out."""
        for line in self._lines.feed(b"", final=True):
            yield from self._line(line)
        yield from self._line("")

    def _line(self, line: str) -> Iterator[Event]:
        if not line:
            if self._data:
                yield Event("\n".join(self._data), self._name or "message")
            self._data, self._name = [], ""
            return
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "data":
            self._data.append(value)
        elif field == "event":
            self._name = value


class LineReader:
    """One JSON value a line; empty lines keep a connection open and mean nothing."""

    def __init__(self) -> None:
        self._lines = _Lines()

    def feed(self, data: bytes) -> Iterator[Event]:
        """The lines that `data` completes."""
        return (Event(line) for line in self._lines.feed(data) if line.strip())

    def finish(self) -> Iterator[Event]:
        """The last line, which may lack its end."""
        return (Event(line) for line in self._lines.feed(b"", final=True) if line.strip())


READERS: Final[dict[Arrival, type[EventReader | LineReader]]] = {
    Arrival.EVENTS: EventReader,
    Arrival.LINES: LineReader,
}
