"""Recognising whose questions a file holds, by the names of its columns."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, Never, Protocol

from sources.marking import gettext_noop as _
from testsets.exchange.notes import Notes
from testsets.exchange.problems import Place, refuse
from testsets.exchange.rows import Row, Rows
from testsets.exchange.shapes.native import Native, ours
from testsets.exchange.shapes.promptfoo import Promptfoo
from testsets.exchange.shapes.tabular import (
    ALPACA,
    COPILOT,
    DEEPEVAL,
    GISKARD,
    INSPECT,
    LANGFUSE,
    OTHER,
    RAGAS,
    refuse_dialogues,
)
from testsets.exchange.shapes.values import ANSWER_NAMES, QUESTION_NAMES, squeezed

_MEANT: Final = frozenset(squeezed(name) for name in (*QUESTION_NAMES, *ANSWER_NAMES))


class Shape(Protocol):
    """The way in which a tool writes its questions down."""

    @property
    def code(self) -> str:
        """Which tool it is."""

    @property
    def foreign(self) -> bool:
        """Whether it is another tool than ours."""

    def fits(self, columns: Sequence[str]) -> bool:
        """Whether a file with these columns is this tool's."""

    def columns(self, columns: Sequence[str]) -> dict[str, str]:
        """What this file calls our fields."""

    def lines(self, row: Row, notes: Notes) -> Iterator[dict[str, Any]]:
        """The entry as our own objects, most often one."""


def known_columns(titles: Sequence[str]) -> int:
    """How many of these titles mean something to any shape."""
    return sum(
        bool(ours(title.strip())) or squeezed(title) in _MEANT or title.startswith("__")
        for title in titles
    )


def shape_of(found: Rows, name: str) -> Shape:
    """Whose file it is. Unusable when the names of its columns tell nothing."""
    columns = found.columns
    if found.rows:
        refuse_dialogues(columns, found.rows[0])
    langfuse = LANGFUSE.fits(columns) or {"input", "expectedOutput"} <= set(columns)
    if Promptfoo.fits(columns):
        return Promptfoo(flat=found.flat)
    if COPILOT.fits(columns):
        return COPILOT
    if langfuse:
        return LANGFUSE
    for shape in (RAGAS, DEEPEVAL, GISKARD, INSPECT, ALPACA):
        if shape.fits(columns):
            return shape
    if Native.fits(columns):
        return Native(flat=found.flat)
    if OTHER.fits(columns):
        return OTHER
    return _refuse_unknown(columns, name)


def _refuse_unknown(columns: Sequence[str], name: str) -> Never:
    has = {squeezed(column) for column in columns}
    asks = any(squeezed(one) in has for one in QUESTION_NAMES)
    there = ", ".join(column for column in columns if column)[:300]
    if asks:
        refuse(
            Place(name),
            _("no column holds the expected answer. It may be called %(names)s. The file has: %(there)s."),
            names=", ".join(ANSWER_NAMES), there=there,
        )  # fmt: skip
    refuse(
        Place(name),
        _("no column holds the question. It may be called %(names)s. The file has: %(there)s."),
        names=", ".join(QUESTION_NAMES), there=there,
    )  # fmt: skip
