"""What of a question may be changed: words; not names, codes and values."""

from __future__ import annotations

import re
from typing import Final

_TOKEN: Final = re.compile(r"[^\W_]+(?:[-'.,:/@%€$£+][^\W_]+)*[%€$£+]*|[€$£][\d.,]+")
_CAPITALS: Final = re.compile(r"[A-ZÀ-Þ].*[A-ZÀ-Þ]|[a-zà-þ].*[A-ZÀ-Þ]")


def tokens(text: str) -> list[str]:
    """The words, numbers, codes and addresses of a text as they are written."""
    return _TOKEN.findall(text)


def is_name_or_value(token: str) -> bool:
    """Whether a token holds a digit, several capitals or an address: misspelt it is another thing."""
    return (
        any(character.isdigit() for character in token)
        or "@" in token
        or "/" in token
        or bool(_CAPITALS.search(token))
    )


def spans(text: str) -> list[tuple[int, int]]:
    """The places of the tokens of a text."""
    return [match.span() for match in _TOKEN.finditer(text)]
