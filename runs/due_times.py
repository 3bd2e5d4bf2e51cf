"""When something that happens every week or month is due."""

from calendar import monthrange
from datetime import datetime, timedelta


def due_after(moment: datetime, *, first: datetime, every: str) -> datetime:
    """The first due time after `moment`, counted from `first` every "week" or "month".

    Of a month without that day it is the last day; the month after has the day again. What was missed
    meanwhile is not made up for.
    """
    if every == "week":
        weeks = max(0, (moment - first) // timedelta(weeks=1) + 1)
        return first + timedelta(weeks=weeks)
    months = max(0, (moment.year - first.year) * 12 + moment.month - first.month)
    found = _months_on(first, months)
    return found if found > moment else _months_on(first, months + 1)


def _months_on(first: datetime, months: int) -> datetime:
    year, month = divmod(first.month - 1 + months, 12)
    year, month = first.year + year, month + 1
    return first.replace(year=year, month=month, day=min(first.day, monthrange(year, month)[1]))
