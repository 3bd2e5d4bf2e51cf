"""A question never points at its source: whoever asks has not seen it (M1.16)."""

import re
from typing import Final

from core.text import fold
from testsets.checks.context import Context
from testsets.checks.source_words import PHRASES_WITHOUT_SPACES, POINTING, Pointing
from testsets.values import Draft, Rejection


def _pattern(pointing: Pointing) -> re.Pattern[str]:
    between = r"(?:same |whole |new |short |brief )?"
    alternatives = (
        rf"(?:{pointing.this}) {between}(?:{pointing.nouns})",
        rf"(?:{pointing.the}) {between}(?:{pointing.texts})",
        *pointing.phrases,
    )
    return re.compile(
        "|".join(rf"(?<![\w-])(?:{alternative})(?![\w-])" for alternative in alternatives),
        re.IGNORECASE,
    )


_PATTERNS: Final[dict[str, re.Pattern[str]]] = {
    **{code: _pattern(pointing) for code, pointing in POINTING.items()},
    **{code: re.compile(phrases) for code, phrases in PHRASES_WITHOUT_SPACES.items()},
}


def source_pointer(question: str, language: str) -> str | None:
    """The words of the question that point at its source; None when none do."""
    text = fold(question)
    # English is read along: it stands in questions of every language ("according to the FAQ").
    for code in dict.fromkeys((language, "en")):
        pattern = _PATTERNS.get(code)
        found = pattern.search(text) if pattern else None
        if found:
            return found.group().strip()
    return None


def points_at_source(draft: Draft, context: Context) -> Rejection | None:
    """M1.16: the question must not mention “this document”, “the passage above” and the like."""
    pointer = source_pointer(draft.question, draft.language)
    if pointer is None:
        return None
    return Rejection(
        "points_at_source",
        f"“{pointer}” points at the source, which the person asking has not seen.",
    )
