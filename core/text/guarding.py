"""Cells that a spreadsheet program would run or rewrite, written so that it does neither.

An apostrophe goes in front of a text that would be taken for a formula (Excel runs it) and, in CSV,
in front of one that would be taken for a number, a date or a truth value (Excel rewrites it: “0.50”
becomes “0.5”, “1-2” a day in January). Reading takes back exactly the apostrophes that writing gives:
“'tis” needs none and keeps its own, “'=1” gets a second one.
"""

import re
import unicodedata
from functools import cache
from typing import Final

from babel import Locale

_STARTS: Final = frozenset("=+-@\t\r\n＝＋－＠﹢﹣﹦﹫−")
# Shown as nothing, so whoever looks at the cell does not see that a formula stands behind them.
_INVISIBLE: Final = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp", "Mn", "Cn"})
_FILLERS: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800")

_LONGEST_NUMBER: Final = 300
_DIGIT: Final = re.compile(r"[0-9]")
_WORD: Final = re.compile(r"[^\W\d_]+")
_PLAIN: Final = re.compile(r"[\w\s.,:;/\\'’()%‰$€£¥₹₽₩₺#*^-]+\.?")
# Words beside a figure that still make a date, a time, an amount or a power of ten.
_UNITS: Final = """
    e am pm a p m h t z kr kč zł ft lei лв eur usd gbp chf sek nok dkk isk pln st nd rd th de
    """
_LANGUAGES: Final = ("en", "es", "de", "sv", "fr", "it", "nl", "pt", "da", "nb", "fi", "pl")
_TRUTH: Final = """
    true false wahr falsch verdadero falso sant falskt vrai faux vero waar onwaar verdadeiro sand falsk
    tosi epätosi prawda fałsz
    """
_EXCEL_ERROR: Final = re.compile(r"#[A-ZÄÖÜÁÉÍÓÚÑ0-9/_]+[!?]?\Z")


def runs(text: str) -> bool:
    """Whether a spreadsheet program could take the text for a formula."""
    for character in text:
        if character in _STARTS:
            return True
        hidden = character in _FILLERS or unicodedata.category(character) in _INVISIBLE
        if not hidden:
            return False
    return False


def rewritten(text: str) -> bool:
    """Whether opening a CSV file in a spreadsheet program could turn the text into another value."""
    bare = text.strip().casefold()
    if bare in _TRUTH.split() or _EXCEL_ERROR.match(text.strip()):
        return True
    if len(bare) > _LONGEST_NUMBER or not _DIGIT.search(bare) or not _PLAIN.fullmatch(bare):
        return False
    return _WORD.findall(bare) == [] or _date_words().issuperset(_WORD.findall(bare))


def guarded(text: str, *, csv: bool) -> str:
    """The text as it goes into a cell of a CSV file, or of a workbook whose cells are typed as text."""
    return f"'{text}" if _needs(text, csv=csv) else text


def unguarded(cell: str, *, csv: bool) -> str:
    """The text that `guarded` was given."""
    bare = cell[1:]
    return bare if cell.startswith("'") and _needs(bare, csv=csv) else cell


def _needs(text: str, *, csv: bool) -> bool:
    # With an apostrophe of its own in front it would be taken for a guarded one on the way back.
    bare = text.lstrip("'")
    return runs(bare) or (csv and rewritten(bare))


@cache
def _date_words() -> frozenset[str]:
    """The units, and the names and short forms of months where spreadsheets are used."""
    names = set(_UNITS.split())
    for language in _LANGUAGES:
        months = Locale.parse(language).months
        for context in months.values():
            for width in ("wide", "abbreviated"):
                names |= {
                    part
                    for name in context.get(width, {}).values()
                    for part in _WORD.findall(str(name).casefold())
                }
    return frozenset(names)
