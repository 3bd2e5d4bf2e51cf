"""One list of methods for a set whose file, another tool's, names them test by test."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final, TypeVar

from testsets.exchange.contents import ImportedQuestion
from testsets.exchange.notes import Left, Notes
from testsets.methods import NO_METHODS, Method, Methods

V = TypeVar("V")
_NAMES: Final = {
    Method.COMPARE_MEANING: "compare meaning",
    Method.TEXT_SIMILARITY: "text similarity",
    Method.KEYWORD_MATCH: "keyword match",
}


def with_one_list(questions: Sequence[ImportedQuestion], notes: Notes) -> list[ImportedQuestion]:
    """The same questions, the first with every method that any of them names.

    Where their settings differ, that of most tests counts, the stricter of two as frequent ones; the
    others are noted.
    """
    naming = [question for question in questions if question.methods.chosen]
    if not naming:
        return list(questions)
    # One keyword is any and all of them alike, so such a question has no say.
    several = [one for one in naming if len(one.content["needs"].get("keywords", ())) > 1]
    merged = Methods(
        chosen=frozenset(method for one in naming for method in one.methods.chosen),
        meaning_pass=_most(naming, Method.COMPARE_MEANING, lambda one: one.meaning_pass, notes),
        similarity_pass=_most(
            naming, Method.TEXT_SIMILARITY, lambda one: one.similarity_pass, notes
        ),
        keywords=_most(several or naming, Method.KEYWORD_MATCH, lambda one: one.keywords, notes),
    )
    bare = [replace(question, methods=NO_METHODS) for question in questions]
    return [replace(bare[0], methods=merged), *bare[1:]]


def _most(
    questions: Iterable[ImportedQuestion],
    method: Method,
    setting: Callable[[Methods], V],
    notes: Notes,
) -> V:
    said = Counter(setting(one.methods) for one in questions if method in one.methods.chosen)
    if not said:
        return setting(NO_METHODS)
    # “any” is the looser word and sorts behind “all”, a lower score before a higher one.
    strict = sorted(said, key=str, reverse=method is not Method.KEYWORD_MATCH)
    chosen = max(strict, key=lambda value: said[value])
    for value, count in said.items():
        if value != chosen:
            notes.leave(Left.SETTING, f"{_NAMES[method]}: {value}", count)
    return chosen
