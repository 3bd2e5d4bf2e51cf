"""From a kept question to its variant: other words, the parent's answer and facts."""

from __future__ import annotations

from dataclasses import replace

from core.text import normalise
from testsets.values import VARIANTS, Draft, Expects, QuestionType
from testsets.variants.keywords import as_keywords
from testsets.variants.typos import with_typos


def variant_of(parent: Draft, type_: QuestionType, *, uid: str) -> Draft | None:
    """The variant of a question whose identifier is `uid`; None where there is no honest one.

    A variant has no variants, and the premise of a question that must be corrected is not misspelt:
    what is made up there would no longer be told from a slip. ValueError for another type.
    """
    if type_ not in VARIANTS:
        raise ValueError(f"{type_} is no variant")
    if parent.type in VARIANTS or parent.expects is not Expects.ANSWER:
        return None
    if type_ is QuestionType.KEYWORDS:
        # Three words typed into a search box ask for no yes or no.
        yes_no = parent.type is QuestionType.YES_NO
        text = "" if yes_no else as_keywords(parent.question, parent.language)
    else:
        text = with_typos(parent.question, parent.language, seed=uid)
    if not text or normalise(text) == normalise(parent.question):
        return None
    return replace(parent, type=type_, question=text, parent=uid)
