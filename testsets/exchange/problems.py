"""What is wrong with a file, and where: values first, so that a page can say it in any language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Never

from sources.marking import gettext_noop as _

# More sentences than this help nobody: the file is mended and given again.
MOST_PROBLEMS: Final = 20

_LINE: Final = _("line %(line)s")
_ROW: Final = _("row %(line)s")
_ENTRY: Final = _("entry %(line)s")
_SHEET: Final = _("sheet “%(sheet)s”")
_COLUMN: Final = _("column “%(column)s”")


def _as_it_is(sentence: str) -> str:
    return sentence


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a file: `line` counts from 1, 0 for the whole file; `unit` is what is counted."""

    file: str
    line: int = 0
    sheet: str = ""
    column: str = ""
    unit: str = "line"  # or "row" of a sheet, or "entry" of a list whose lines are not known

    def at(self, column: str) -> Place:
        """The same place, in this column."""
        return replace(self, column=column)

    def said(self, translate: Callable[[str], str] = _as_it_is) -> str:
        """Such as “questions.xlsx, sheet “Questions”, row 3, column “type””."""
        parts = [self.file]
        if self.sheet:
            parts.append(translate(_SHEET) % {"sheet": self.sheet})
        if self.line:
            unit = {"row": _ROW, "entry": _ENTRY}.get(self.unit, _LINE)
            parts.append(translate(unit) % {"line": self.line})
        if self.column:
            parts.append(translate(_COLUMN) % {"column": self.column})
        return ", ".join(parts)


# The place of what was in no file.
NOWHERE: Final = Place("")


@dataclass(frozen=True, slots=True)
class Problem:
    """One sentence about one place; the sentence is marked for translation, its values are not in it."""

    place: Place
    sentence: str
    values: Mapping[str, object] = field(default_factory=dict)

    def said(self, translate: Callable[[str], str] = _as_it_is) -> str:
        """The place and what is wrong there."""
        return f"{self.place.said(translate)}: {translate(self.sentence) % self.values}"


class Unusable(Exception):
    """The file cannot be taken over, and nothing of it is; each problem says where and what to do."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(problem.said() for problem in self.problems))


def refuse(place: Place, sentence: str, **values: object) -> Never:
    """Raise Unusable for one problem."""
    raise Unusable([Problem(place, sentence, values)])
