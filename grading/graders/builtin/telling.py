"""The words that tell one thing from another, where the rest of two statements is alike."""

import re
from difflib import SequenceMatcher
from typing import Final

from core.text import words
from grading.graders.builtin.context import Context
from grading.graders.builtin.reading import Statement, coverage, stems

_LABEL: Final = re.compile(r"^\W*(?P<label>[^:\n]{2,60}?)[*_`]*:(?=\s)")
_QUOTED: Final = re.compile(r"[«“„\"](?P<term>[^»”“\"]{2,60})[»”“\"]")
_FEW: Final = 3
_NEAR_COPY: Final = 0.6
_LONGEST: Final = 120


def names_another(context: Context, part: Statement) -> bool:
    """True for "Private key: …" where the question asks about the public key.

    The label shares a word with what is asked about, lacks another, and has one of its own that
    neither the question nor the expected answer knows.
    """
    match = _LABEL.match(part.text)
    if match is None or context.other_language:
        return False
    label = stems(match["label"], context.case.language)
    asked = _asked_about(context)
    if not label or len(label) > _FEW or not 0 < len(asked) <= _FEW:
        return False
    known = asked.union(context.question.stems, *(each.stems for each in context.expected))
    lacks = any(not coverage({word}, label) for word in asked)
    strange = any(not coverage({word}, known) for word in label)
    return lacks and strange and bool(label & asked)


def _asked_about(context: Context) -> frozenset[str]:
    """The words of the term that the question puts in quotation marks, else all of its words."""
    quoted = _QUOTED.search(context.case.question)
    return stems(quoted["term"], context.case.language) if quoted else context.question.stems


def replaces_words(fact: Statement, given: Statement, language: str) -> bool:
    """True for a near copy of the fact with other words in the place of some of its own.

    They may be other words for the same, or for the opposite: words alone do not tell.
    """
    one, two = words(fact.text)[:_LONGEST], words(given.text)[:_LONGEST]
    if not one:
        return False
    steps = SequenceMatcher(None, one, two, autojunk=False).get_opcodes()
    same = sum(to - at for step, at, to, _, _ in steps if step == "equal")
    return same >= _NEAR_COPY * len(one) and any(
        step == "replace"
        and bool(stems(" ".join(one[at:to]), language) - given.stems)
        and bool(stems(" ".join(two[begin:end]), language) - fact.stems)
        for step, at, to, begin, end in steps
    )
