"""Pages of questions, by their number in the address."""

from dataclasses import dataclass
from math import ceil
from typing import Final, Self

from django.http import HttpRequest

# Each stands beside its passage and takes a third of a screen.
PER_PAGE: Final = 15
_AROUND: Final = 2


@dataclass(frozen=True, slots=True)
class Page:
    """One page of so many rows."""

    number: int
    total: int
    query: str = ""  # what else the address says, ready to be followed by the number

    @classmethod
    def of(cls, request: HttpRequest, total: int) -> Self:
        """The page that the address asks for, the first one for nonsense."""
        wanted = request.GET.get("page", "")
        number = int(wanted) if wanted.isascii() and wanted.isdigit() and len(wanted) < 6 else 1
        others = request.GET.copy()
        others.pop("page", None)
        query = f"{others.urlencode()}&" if others else ""
        return cls(number if 1 <= number <= max(1, ceil(total / PER_PAGE)) else 1, total, query)

    @property
    def rows(self) -> slice:
        """Which rows are on it."""
        return slice(self.first - 1, self.last)

    @property
    def first(self) -> int:
        """The number of its first row, from 1."""
        return (self.number - 1) * PER_PAGE + 1

    @property
    def last(self) -> int:
        """The number of its last row."""
        return min(self.number * PER_PAGE, self.total)

    @property
    def previous(self) -> int | None:
        """The page before, if there is one."""
        return self.number - 1 if self.number > 1 else None

    @property
    def next(self) -> int | None:
        """The page behind, if there is one."""
        return self.number + 1 if self.last < self.total else None

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return max(1, ceil(self.total / PER_PAGE))

    @property
    def near(self) -> list[int | None]:
        """The numbers of the first page, the last and those around this one; None for a gap."""
        around = range(self.number - _AROUND, self.number + _AROUND + 1)
        numbers = sorted({1, self.pages, *(n for n in around if 1 <= n <= self.pages)})
        found: list[int | None] = []
        for before, number in zip([0, *numbers], numbers, strict=False):
            if number - before == 2:
                found.append(number - 1)
            elif number - before > 2:
                found.append(None)
            found.append(number)
        return found


def page_with(place: int) -> int:
    """The page on which the row in this place, from 0, stands."""
    return place // PER_PAGE + 1
