"""Our own files, and tables that people write in the same columns."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

from testsets.exchange.custom import COLUMN, is_custom, keep
from testsets.exchange.notes import Notes
from testsets.exchange.plain import filled
from testsets.exchange.rows import Row
from testsets.exchange.shapes.values import kept_id, squeezed
from testsets.exchange.tables import LISTS, OBJECTS, PLAIN, is_ours, line_from

_OBJECTS: Final = ("facts", "source", "more_sources", "needs")
# What other people call an identifier; ours goes first where a file has both.
_IDS: Final = ("id", "questionid")
_BY_NAME: Final = {squeezed(name): name for name in (*PLAIN, *LISTS, *OBJECTS, *_OBJECTS, COLUMN)}


@lru_cache(maxsize=2_000)
def ours(column: str) -> str:
    """Our name of a column that is called so or nearly so, "" for any other."""
    return column if is_ours(column) else _BY_NAME.get(squeezed(column), "")


class Native:
    """One column for each field, and numbered ones for key facts and passages."""

    code = "caudals"
    foreign = False

    def __init__(self, *, flat: bool) -> None:
        self._flat = flat

    @staticmethod
    def fits(columns: Sequence[str]) -> bool:
        """Whether a file with these columns is our own."""
        known = {ours(column) for column in columns} - {""}
        return "question" in known and len(known) > 1

    @staticmethod
    def columns(columns: Sequence[str]) -> dict[str, str]:
        """What this file calls our fields."""
        return {name: column for column, name in _meant(tuple(columns)).items()}

    def lines(self, row: Row, notes: Notes) -> Iterator[dict[str, Any]]:
        """The entry as our own object."""
        line: dict[str, Any] = {}
        others: dict[str, Any] = {}
        meant = _meant(tuple(row.value))
        for key, value in row.value.items():
            name = meant.get(key, "")
            elsewhere = name in _OBJECTS if self._flat else is_custom(name)
            if name and not elsewhere:
                line[name] = kept_id(value, notes) if squeezed(key) in _IDS else value
            elif filled(value):
                others[key] = value
        line = line_from(line, row.place) if self._flat else line
        keep(line, others, notes)
        yield line


@lru_cache(maxsize=200)
def _meant(columns: tuple[str, ...]) -> dict[str, str]:
    """Our name of each column that has one; of two for one name, the one that is called exactly so."""
    found: dict[str, str] = {}
    exact = {column: ours(column) for column in columns if ours(column) == column}
    near = {column: ours(column) for column in columns if ours(column) and column not in exact}
    ids = {column: "uid" for column in columns if squeezed(column) in _IDS}
    for column, name in (*exact.items(), *near.items(), *ids.items()):
        if name not in found.values():
            found[column] = name
    return found
