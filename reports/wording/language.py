"""The language of a report: its catalogue, and how it writes numbers and dates.

Report text is made without Django, so that the same words stand on the page, in the PDF and in the
JSON. The catalogue is the app's own message file, read as it is: nothing has to be compiled for it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Final

from babel.dates import format_date, format_datetime
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

LANGUAGES: Final = ("en", "es")
_CATALOGUES: Final = Path(__file__).resolve().parent.parent / "locale"
_DAY: Final[Mapping[str, str]] = {"en": "d MMMM y", "es": "d 'de' MMMM 'de' y"}


@dataclass(frozen=True, slots=True)
class Wording:
    """Words, numbers and dates of one language. The English texts are the keys."""

    language: str
    messages: Mapping[str, tuple[str, ...]]

    def gettext(self, text: str) -> str:
        return self.messages.get(text, (text,))[0]

    def ngettext(self, one: str, many: str, count: int) -> str:
        """Both languages have two forms and use the first for exactly one."""
        forms = self.messages.get(one, (one, many))
        return forms[0] if count == 1 else forms[-1]

    def count(self, number: int) -> str:
        return format_decimal(number, locale=self.language)

    def percent(self, fraction: float) -> str:
        """With one decimal, like every percentage of a report."""
        return (
            f"{self.points(fraction)}\u00a0%"
            if self.language == "es"
            else f"{self.points(fraction)}%"
        )

    def whole_percent(self, fraction: float) -> str:
        """Without decimals, for what is an estimate and no count."""
        number = format_decimal(round(fraction * 100), format="#,##0", locale=self.language)
        return f"{number}\u00a0%" if self.language == "es" else f"{number}%"

    def points(self, fraction: float) -> str:
        """The percentage without its sign."""
        return format_decimal(percent_value(fraction), format="#,##0.0", locale=self.language)

    def day(self, moment: datetime) -> str:
        return format_date(moment.astimezone(UTC), format=_DAY[self.language], locale=self.language)

    def moment(self, moment: datetime) -> str:
        """Day and time, always in UTC and saying so: a report travels across time zones."""
        pattern = f"{_DAY[self.language]}, HH:mm 'UTC'"
        return format_datetime(moment.astimezone(UTC), format=pattern, locale=self.language)


def percent_value(fraction: float) -> float:
    """A fraction as the percentage that every form of the report gives, rounded once, here."""
    return round(fraction * 100, 1)


def wording(language: str) -> Wording:
    """The wording nearest to a language code; English where a report has no such language."""
    code = language.replace("_", "-").split("-")[0].lower()
    return _loaded(code if code in LANGUAGES else "en")


@lru_cache(maxsize=len(LANGUAGES))
def _loaded(code: str) -> Wording:
    path = _CATALOGUES / code / "LC_MESSAGES" / "django.po"
    if not path.exists():
        return Wording(code, {})
    messages: dict[str, tuple[str, ...]] = {}
    with path.open("rb") as file:
        for message in read_po(file, locale=code):
            key = message.id if isinstance(message.id, str) else message.id[0]
            told = message.string or ""
            forms = (told,) if isinstance(told, str) else tuple(told)
            if key and all(forms) and not message.fuzzy:
                messages[key] = forms
    return Wording(code, messages)
