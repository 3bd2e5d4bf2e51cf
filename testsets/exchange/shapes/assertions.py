"""What promptfoo asserts of an answer, as expected answer, key facts and methods of ours."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from core.text import storable
from testsets.exchange.notes import Left, Notes
from testsets.exchange.plain import filled, unpacked
from testsets.methods import Method, Needs, Unfit
from testsets.methods.needs import LONGEST_WORD, MOST_WORDS
from testsets.values import MAX_FACTS

_ASSERTION: Final = re.compile(
    r"(?P<type>[a-z][a-z0-9-]*)(?:\((?P<threshold>[\d.]+)\))?:(?P<value>.*)", re.DOTALL
)
# Assertions that compare with a right answer, and those that look for words an answer must hold.
_ANSWERS: Final = frozenset(
    {"equals", "iequals", "similar", "factuality", "levenshtein", "rouge-n"}
)
_FACTS: Final = frozenset({"contains", "icontains", "starts-with", "contains-all", "icontains-all"})
_OTHERS: Final = """
    contains-any icontains-any regex is-json contains-json is-sql contains-sql is-html contains-html
    is-xml contains-xml is-refusal javascript python ruby webhook fn eval grade file cost latency
    llm-rubric g-eval model-graded-closedqa answer-relevance context-faithfulness context-recall
    context-relevance conversation-relevance select-best classifier moderation perplexity bleu meteor
    gleu is-valid-openai-tools-call is-valid-openai-function-call tool-call-f1 pi search-rubric
    trajectory word-count finish-reason guardrails
    """
# What promptfoo takes for alike when a test does not say.
_SIMILAR: Final = 0.75
_ALL: Final = frozenset({"contains", "icontains", "contains-all", "icontains-all"})
_ANY: Final = frozenset({"contains-any", "icontains-any"})
_JSON: Final = frozenset({"is-json", "contains-json"})
_TOOLS: Final = frozenset({"tool-call-f1", "trajectory:tool-used"})
# They give the right answer, but no method here compares with it in their way.
_ONLY_ANSWERS: Final = frozenset({"iequals", "levenshtein", "rouge-n"})
_BARE: Final = frozenset(_OTHERS.split())
_KNOWN: Final = _ANSWERS | _FACTS | _BARE


class Assertion(NamedTuple):
    """One assertion of a test."""

    type: str
    value: Any
    threshold: Any = None

    @property
    def score(self) -> float | None:
        """The threshold as a share; None when there is none that could be one."""
        try:
            share = float(str(self.threshold))
        except ValueError:
            return None
        return share if 0 <= share <= 1 else None


@dataclass(slots=True)
class Wanted:
    """What the assertions of a test come to."""

    answer: str = ""
    facts: list[str] = field(default_factory=list)
    needs: dict[str, Any] = field(default_factory=dict)
    methods: dict[str, Any] = field(default_factory=dict)


def assertion_in(cell: str) -> Assertion:
    """An assertion written as a text; without a type it is an equality."""
    found = _ASSERTION.fullmatch(cell.strip())
    if found and found["type"].removeprefix("not-") in _KNOWN:
        return Assertion(found["type"], found["value"].strip(), found["threshold"])
    if cell.strip().removeprefix("not-") in _BARE:
        return Assertion(cell.strip(), "")
    return Assertion("equals", cell)


def read_assertions(assertions: Sequence[Assertion], notes: Notes) -> Wanted:
    """The right answer, the key facts and the methods that they give; everything else is noted."""
    wanted = Wanted()
    holds_all = any(one.type in _ALL and _words(one) for one in assertions)
    for one in assertions:
        used = _take(one, wanted, holds_all=holds_all)
        if not used:
            notes.leave(Left.ASSERTION, one.type[:80])
        if filled(one.threshold) and not (used and one.type == "similar" and one.score is not None):
            notes.leave(Left.SETTING, f"{one.type}({one.threshold})"[:80])
    reference = unpacked(wanted.answer)
    if "schema" in wanted.needs and isinstance(reference, dict):
        _need(wanted, "reference", reference)
    return wanted


def _take(one: Assertion, wanted: Wanted, *, holds_all: bool) -> bool:
    """Put into `wanted` what an assertion says, and tell whether that was all of it."""
    if one.type in _ANSWERS:
        return _take_answer(one, wanted)
    if one.type in _FACTS:
        words = _words(one)
        wanted.facts += words[: MAX_FACTS - len(wanted.facts)]
        kept = one.type not in _ALL or _take_keywords(words, wanted, "all")
        return bool(words) and kept and all(word in wanted.facts for word in words)
    if one.type in _ANY:
        # A question has one list of keywords.
        return not holds_all and _take_keywords(_words(one), wanted, "any")
    if one.type in _JSON:
        schema = unpacked(one.value)
        return isinstance(schema, dict) and bool(schema) and _take_schema(schema, wanted)
    if one.type in _TOOLS:
        return _take_tools(_words(one), wanted)
    return False


def _take_answer(one: Assertion, wanted: Wanted) -> bool:
    if not isinstance(one.value, str) or not one.value.strip():
        return False
    answer = storable(one.value)
    if wanted.answer and wanted.answer != answer:
        return False
    wanted.answer = answer
    if one.type == "equals":
        wanted.methods[Method.EXACT_MATCH.value] = {}
    elif one.type == "similar":
        score = _SIMILAR if one.score is None else one.score
        wanted.methods[Method.TEXT_SIMILARITY.value] = {"pass_score": score}
    return one.type not in _ONLY_ANSWERS


def _take_keywords(words: Sequence[str], wanted: Wanted, match: str) -> bool:
    if not _listed(wanted, "keywords", words):
        return False
    wanted.methods[Method.KEYWORD_MATCH.value] = {"match": match}
    return True


def _take_tools(names: Sequence[str], wanted: Wanted) -> bool:
    if not _listed(wanted, "tools", names):
        return False
    wanted.methods[Method.TOOL_USE.value] = {}
    return True


def _take_schema(schema: dict[str, Any], wanted: Wanted) -> bool:
    if "schema" in wanted.needs or not _need(wanted, "schema", schema):
        return False
    wanted.methods[Method.STRUCTURED_ANSWER.value] = {}
    return True


def _listed(wanted: Wanted, name: str, words: Sequence[str]) -> bool:
    """Add words to a list of needs, all or none of them."""
    found = list(dict.fromkeys([*wanted.needs.get(name, []), *words]))
    if not words or len(found) > MOST_WORDS or any(len(word) > LONGEST_WORD for word in found):
        return False
    wanted.needs[name] = found
    return True


def _need(wanted: Wanted, name: str, value: dict[str, Any]) -> bool:
    """Set a need that can be used as it is; a schema may be one that is not supported."""
    try:
        Needs.from_json({name: value})
    except Unfit:
        return False
    wanted.needs[name] = value
    return True


def _words(one: Assertion) -> list[str]:
    value = one.value
    if isinstance(value, str) and (one.type.endswith(("-all", "-any")) or one.type in _TOOLS):
        value = value.split(",")
    given = value if isinstance(value, list) else [value]
    plain = [word for word in given if isinstance(word, str | int | float)]
    if len(plain) < len(given):
        return []
    return [storable(str(word)).strip() for word in plain if filled(word) and str(word).strip()]
