"""Ways of grading that other tools name in words, as methods of ours."""

import re
from typing import Any, Final

from testsets.exchange.notes import Left, Notes
from testsets.exchange.shapes.values import squeezed
from testsets.methods import Method

_METHODS: Final = {
    "generalquality": Method.GENERAL_QUALITY,
    "comparemeaning": Method.COMPARE_MEANING,
    "textsimilarity": Method.TEXT_SIMILARITY,
    "similarity": Method.TEXT_SIMILARITY,
    "exactmatch": Method.EXACT_MATCH,
    "keywordmatch": Method.KEYWORD_MATCH,
    "partialmatch": Method.KEYWORD_MATCH,
    "tooluse": Method.TOOL_USE,
    "capabilityuse": Method.TOOL_USE,
    "capability": Method.TOOL_USE,
}
# What may stand in brackets behind a name: any, all, 70, 70 %, 0.7.
_NAMED: Final = re.compile(r"(?P<name>[^()]+?)\s*(?:\((?P<setting>[^()]*)\))?\s*")
_SCORE: Final = re.compile(r"(\d{1,3}(?:\.\d+)?)\s*(%?)")


def methods_named(text: str, notes: Notes) -> dict[str, Any]:
    """{method: settings} for the names in a cell; those that are no method of ours are noted."""
    found: dict[str, Any] = {}
    for part in re.split(r"[;,|\n]", text):
        if not part.strip():
            continue
        named = _NAMED.fullmatch(part.strip())
        method = _METHODS.get(squeezed(named["name"])) if named else None
        settings = None if method is None or named is None else _settings(method, named["setting"])
        if method is None or settings is None:
            notes.leave(Left.METHOD, part.strip()[:80])
        else:
            found[method.value] = settings
    return found


def _settings(method: Method, said: str | None) -> dict[str, Any] | None:
    """The settings that the words in brackets mean; None when nobody can tell."""
    word = (said or "").strip().casefold()
    if not word:
        return {}
    if method is Method.KEYWORD_MATCH:
        return {"match": word} if word in ("any", "all") else None
    score = _SCORE.fullmatch(word)
    if score is None or method not in (Method.COMPARE_MEANING, Method.TEXT_SIMILARITY):
        return None
    hundredths = float(score[1]) * (1 if score[2] or float(score[1]) > 1 else 100)
    if hundredths > 100:
        return None
    if method is Method.COMPARE_MEANING:
        return {"pass_score": round(hundredths)}
    return {"pass_score": round(hundredths / 100, 4)}
