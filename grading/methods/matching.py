"""Methods that compare words: exact match, keyword match, tool use."""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from core.text import find_quotation, normalise
from grading.methods.values import Scored, WhyNotJudged, decided, not_judged
from testsets.methods import KeywordsWanted

VERSION: Final = "1"
# Where an assistant names what it used: the call itself, or an object in it.
_NAMED: Final = ("name", "tool", "topic", "function", "id")
_DEEP: Final = 4


def exact_match(answer: str, expected: str) -> Scored:
    """Pass when every character is the same; how a character is composed does not matter."""
    same = unicodedata.normalize("NFC", answer) == unicodedata.normalize("NFC", expected)
    return decided(passes=same)


def keyword_match(answer: str, keywords: Sequence[str], wanted: KeywordsWanted) -> Scored:
    """Pass when any or all of the keywords stand in the answer as whole words.

    Case and typography do not matter; "11" does not stand in "711".
    """
    said = normalise(answer)
    found = [word for word in keywords if find_quotation(normalise(word), said) is not None]
    missing = [word for word in keywords if word not in found]
    passes = bool(found) if wanted is KeywordsWanted.ANY else not missing
    return decided(passes=passes, found=found, missing=missing, match=wanted.value)


def tool_use(tools: Sequence[Any] | None, expected: Sequence[str]) -> Scored:
    """Pass when every expected tool or topic was used, whatever else was used too.

    Not judged when the connector does not capture what was used.
    """
    if tools is None:
        return not_judged(WhyNotJudged.NO_TOOLS_CAPTURED)
    used = list(dict.fromkeys(name for call in tools for name in _names(call)))
    known = {normalise(name).strip() for name in used}
    missing = [name for name in expected if normalise(name).strip() not in known]
    return decided(passes=not missing, used=used[:100], missing=missing)


def _names(call: Any, depth: int = 0) -> Iterator[str]:
    """What a captured call says was used: a bare name, or the name in any usual shape of a call."""
    if isinstance(call, str) and call.strip():
        yield call.strip()[:200]
    elif isinstance(call, Mapping) and depth < _DEEP:
        # An identifier only names something where nothing else does.
        for key in _NAMED:
            named = list(_names(call.get(key), depth + 1))
            if named:
                yield from named
                return
