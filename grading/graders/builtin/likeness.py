"""What a text has in common with a fact that it may convey: numbers for a fitted model to weigh."""

import math
import re
from collections.abc import Collection, Mapping, Sequence
from typing import Final

import numpy as np

from core.embeddings import Vectors
from grading.graders.builtin import phrases
from grading.graders.builtin.meaning import Meaning
from grading.graders.builtin.polarity import lead, opposed
from grading.graders.builtin.reading import comparable, coverage
from grading.graders.builtin.texts import Text
from grading.rules.agreement import found, rivals

_NAME: Final = re.compile(r"\w[\w'’-]*")
# Limits that keep a long text from occupying a processor. Nothing that decides lies beyond them.
_MOST_WORDS: Final = (150, 300)
_MOST_STATEMENTS: Final = 60
_MOST_WANTED: Final = 8
_EMBEDDED: Final = 5
_LIKELIEST: Final = 3


def likeness(
    question: Text, wanted: Text, given: Text, *, meaning: Meaning, language: str
) -> dict[str, float]:
    """What `given`, an answer to the question or a stretch of one, has in common with `wanted`.

    All are in one language. The names are those of the fitted weights.
    """
    counted = {
        **_lengths(question, wanted, given),
        **_stems(question, wanted, given),
        **_words(wanted, given),
        **_names(question, wanted, given),
        **_values(question, wanted, given),
        **_manner(wanted, given, language),
    }
    return {name: float(value) for name, value in counted.items()} | _meanings(
        question, wanted, given, meaning
    )


def likeliest(wanted: Sequence[str], given: str) -> Sequence[str]:
    """The few of the texts that the given one shares most of their letters with.

    The same name often stands there in dozens of spellings.
    """
    held = Text(given, ()).grams
    return sorted(wanted, key=lambda text: -_share_held(Text(text, ()).grams, held))[:_LIKELIEST]


def _share_held(grams: Collection[str], held: frozenset[str]) -> float:
    return _share(sum(gram in held for gram in grams), grams)


def _lengths(question: Text, wanted: Text, given: Text) -> Mapping[str, float]:
    asked, long, short = (math.log1p(len(text.words)) for text in (question, wanted, given))
    return {
        "length of question": asked,
        "length of wanted": long,
        "length of given": short,
        "longer": short - long,
        "statements wanted": len(wanted.parts),
        "statements given": min(len(given.parts), 20),
        "no question": not question.words,
    }


def _stems(question: Text, wanted: Text, given: Text) -> Mapping[str, float]:
    new = wanted.stems - question.stems
    known = wanted.stems | question.stems
    covered = coverage(wanted.stems, given.stems)
    return {
        "stems": covered,
        "new stems": coverage(new, given.stems) if new else covered,
        "has new stems": bool(new),
        "stems of wanted in given": coverage(given.stems, wanted.stems),
        "known stems in given": coverage(given.stems, known),
        "stems of question": coverage(question.stems, given.stems),
        "strange stems": sum(not coverage({stem}, known) for stem in given.stems),
        "least stems of a statement": min(_by_statement(wanted, given), default=0.0),
        "mean stems of a statement": _mean(_by_statement(wanted, given)),
    }


def _by_statement(wanted: Text, given: Text) -> list[float]:
    """How much of each statement's stems the best single statement of the answer holds."""
    if len(wanted.parts) < 2:
        return [coverage(wanted.stems, given.stems)]
    return [
        max((coverage(part.stems, other.stems) for other in given.parts), default=0.0)
        for part in wanted.parts
        if part.stems
    ]


def _words(wanted: Text, given: Text) -> Mapping[str, float]:
    common = len(wanted.telling & given.telling)
    recall, precision = _share(common, wanted.telling), _share(common, given.telling)
    grams = len(wanted.grams & given.grams)
    row = _longest_common(wanted.words[: _MOST_WORDS[0]], given.words[: _MOST_WORDS[1]])
    one, two = f" {' '.join(wanted.words)} ", f" {' '.join(given.words)} "
    return {
        "words": recall,
        "words precisely": precision,
        "words f1": 2 * recall * precision / (recall + precision) if common else 0.0,
        "letters": _share(grams, wanted.grams),
        "letters precisely": _share(grams, given.grams),
        "letters dice": 2 * grams / max(1, len(wanted.grams) + len(given.grams)),
        "in order": row / max(1, len(wanted.words)),
        "in order precisely": row / max(1, len(given.words)),
        "contained": bool(comparable(wanted.text)) and one in two,
        "contains": bool(given.words) and two in one,
        "equal": wanted.in_short == given.in_short,
    }


def _names(question: Text, wanted: Text, given: Text) -> Mapping[str, float]:
    """Words in capitals: in most languages names, which answer most short questions."""
    names, asked = _capitals(wanted), {name.casefold() for name in _NAME.findall(question.text)}
    held = {name.casefold() for name in _NAME.findall(given.text)}
    return {
        "names": len(names & held) / len(names) if names else -1.0,
        "strange names": min(len(_capitals(given) - names - asked), 10),
    }


def _capitals(text: Text) -> set[str]:
    """What is written in capitals, but for the first word of a text that may be a sentence."""
    found_in = _NAME.findall(text.text)
    inside = {name.casefold() for name in found_in[1:] if name[0].isupper()}
    first = found_in[:1] if len(found_in) <= 4 else []
    return inside | {name.casefold() for name in first if name[0].isupper()}


def _values(question: Text, wanted: Text, given: Text) -> Mapping[str, float]:
    asked = question.values
    needed = [value for value in wanted.values if value.firm and not found(value, asked)]
    held = [bool(found(value, given.values)) for value in needed]
    return {
        "has values": bool(needed),
        "values": sum(held) / len(held) if held else -1.0,
        "other values": sum(
            not there and bool(list(rivals(value, given.values)))
            for value, there in zip(needed, held, strict=True)
        ),
        "strange values": min(
            5, sum(value.firm and not found(value, [*needed, *asked]) for value in given.values)
        ),
    }


def _manner(wanted: Text, given: Text, language: str) -> Mapping[str, float]:
    one, two = lead(wanted.text), lead(given.text)
    return {
        "denials wanted": min(wanted.denials, 3),
        "denials given": min(given.denials, 3),
        "only one denies": bool(wanted.denials) != bool(given.denials),
        "yes or no": 0.0 if one is None else 1.0 if one else -1.0,
        "same yes or no": 0.0 if None in (one, two) else 1.0 if one == two else -1.0,
        "opposed": any(
            opposed(first.text, second.text, language)
            for first in wanted.parts[:5]
            for second in given.parts[:8]
        ),
        "declines": given.says(phrases.DECLINES),
        "refers": given.says(phrases.REFERS),
        "wanted declines": wanted.says(phrases.DECLINES),
    }


def _meanings(question: Text, wanted: Text, given: Text, meaning: Meaning) -> dict[str, float]:
    """Nearness in meaning, of the whole and statement by statement.

    A whole is the mean of its statements: to embed it as well would take as long again.
    """
    said = _worth_embedding(question, wanted, given) or [given.text]
    parts = [part.text for part in wanted.parts if part.stems or part.values][:_MOST_WANTED]
    parts = parts or [wanted.text]
    vectors = meaning.vectors([*said, *parts])
    of_said, of_parts = vectors[: len(said)], vectors[len(said) :]
    whole = _unit(of_parts.mean(axis=0))
    grid = of_parts @ of_said.T
    nearest = grid.max(axis=1)
    return {
        "near": float(whole @ _unit(of_said.mean(axis=0))),
        "near a statement": float((of_said @ whole).max()),
        "mean near of statements": float(nearest.mean()),
        "least near of statements": float(nearest.min()),
        "mean near of given": float(grid.max(axis=0).mean()),
    }


def _unit(vector: Vectors) -> Vectors:
    length = float(np.linalg.norm(vector))
    return vector / length if length else vector


def _worth_embedding(question: Text, wanted: Text, given: Text) -> list[str]:
    """The statements with content that share most words with what is wanted, and with the question."""
    parts = [part for part in given.parts[:_MOST_STATEMENTS] if part.stems or part.values]
    parts.sort(
        key=lambda part: (
            -coverage(wanted.stems, part.stems) - 0.3 * coverage(question.stems, part.stems)
        )
    )
    return [part.text for part in parts[:_EMBEDDED]]


def _longest_common(one: Sequence[str], two: Sequence[str]) -> int:
    """The length of the longest common subsequence."""
    before = np.zeros(len(two) + 1, dtype=np.int32)
    for word in one:
        same = np.fromiter((word == other for other in two), dtype=bool, count=len(two))
        row = np.where(same, before[:-1] + 1, before[1:])
        before[1:] = np.maximum.accumulate(row)
    return int(before[-1])


def _share(count: int, of: Collection[str]) -> float:
    return count / len(of) if of else 0.0


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0
