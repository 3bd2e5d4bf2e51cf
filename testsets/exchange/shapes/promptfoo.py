"""promptfoo: variables and assertions, as a table or as objects."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from core.text import storable
from sources.marking import gettext_noop as _
from testsets.exchange.notes import Left, Notes
from testsets.exchange.problems import Place, refuse
from testsets.exchange.rows import Row
from testsets.exchange.shapes.values import QUESTION_NAMES, filled, named, texts_in
from testsets.values import MAX_FACTS

_EXPECTED: Final = re.compile(r"__expected\d*")
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
_BARE: Final = frozenset(_OTHERS.split())
_KNOWN: Final = _ANSWERS | _FACTS | _BARE
_CONTEXTS: Final = ("context", "contexts", "documents")


class Promptfoo:
    """One test: the variable that holds the question, and what its assertions say of the answer."""

    code = "promptfoo"
    foreign = True

    def __init__(self, *, flat: bool) -> None:
        self._flat = flat

    @staticmethod
    def fits(columns: Sequence[str]) -> bool:
        """Whether a file with these columns is promptfoo's."""
        return any(column.startswith("__") for column in columns) or "vars" in columns

    @staticmethod
    def columns(columns: Sequence[str]) -> dict[str, str]:
        """What this file calls our fields."""
        flat = "vars" not in columns
        question = named(dict.fromkeys(columns), QUESTION_NAMES)
        return {
            "question": question or "vars",
            "expected_answer": "__expected" if flat else "assert",
        }

    def lines(self, row: Row, notes: Notes) -> Iterator[dict[str, Any]]:
        """The test as our own objects: one for each value where a variable holds several."""
        variables, assertions, purpose = (
            self._cells(row, notes) if self._flat else self._object(row, notes)
        )
        key = _question_key(variables, row.place)
        answer, facts = _expected(assertions, notes)
        contexts: list[str] = []
        for name, value in variables.items():
            if name != key and name in _CONTEXTS:
                contexts += texts_in(value)
            elif name != key and filled(value):
                notes.leave(Left.VARIABLE, name[:80])
        questions = variables[key] if isinstance(variables[key], list) else [variables[key]]
        for question in questions:
            line: dict[str, Any] = {
                "question": question if question is None else storable(str(question)),
                "expected_answer": answer or "; ".join(facts),
                "facts": [{"quotation": fact, "column": "__expected"} for fact in facts],
                "purpose": purpose,
            }
            sources = [{"passage": text, "column": "context"} for text in contexts]
            if sources:
                line["source"], line["more_sources"] = sources[0], sources[1:]
            yield line

    @staticmethod
    def _cells(row: Row, notes: Notes) -> tuple[dict[str, Any], list[tuple[str, Any]], str]:
        variables: dict[str, Any] = {}
        assertions: list[tuple[str, Any]] = []
        purpose = ""
        for column, cell in row.value.items():
            if _EXPECTED.fullmatch(column):
                if cell.strip():
                    assertions.append(_assertion(cell, notes))
            elif column == "__description":
                purpose = cell
            elif not column.startswith("__"):
                variables[column] = cell
            elif filled(cell):
                notes.leave(Left.COLUMN, column[:80])
        return variables, assertions, purpose

    @staticmethod
    def _object(row: Row, notes: Notes) -> tuple[dict[str, Any], list[tuple[str, Any]], str]:
        value = row.value
        variables = value.get("vars")
        if not isinstance(variables, dict):
            refuse(
                row.place.at("vars"), _("this must be an object with the variables of the test.")
            )
        assertions: list[tuple[str, Any]] = []
        given = value.get("assert") or []
        for one in given if isinstance(given, list) else [given]:
            if not isinstance(one, dict) or not isinstance(one.get("type"), str):
                refuse(row.place.at("assert"), _("this must be a list of assertions with a type."))
            assertions.append((one["type"], one.get("value")))
            for extra in one:
                if extra not in ("type", "value") and filled(one[extra]):
                    notes.leave(Left.SETTING, f"assert.{extra}"[:80])
        for key, other in value.items():
            if key not in ("vars", "assert", "description") and filled(other):
                notes.leave(Left.SETTING, str(key)[:80])
        purpose = value.get("description")
        return variables, assertions, storable(purpose) if isinstance(purpose, str) else ""


def _question_key(variables: Mapping[str, Any], place: Place) -> str:
    key = named(variables, QUESTION_NAMES)
    if key is None and len([name for name in variables if name not in _CONTEXTS]) == 1:
        key = next(name for name in variables if name not in _CONTEXTS)
    if key is None:
        refuse(
            place,
            _("which of the variables (%(variables)s) is the question? Name it “question”."),
            variables=", ".join(str(name) for name in variables)[:200],
        )
    return key


def _assertion(cell: str, notes: Notes) -> tuple[str, Any]:
    """Type and value of an assertion written as a text; without a type it is an equality."""
    found = _ASSERTION.fullmatch(cell.strip())
    if found and found["type"].removeprefix("not-") in _KNOWN:
        if found["threshold"]:
            notes.leave(Left.SETTING, f"{found['type']}({found['threshold']})")
        return found["type"], found["value"].strip()
    if cell.strip().removeprefix("not-") in _BARE:
        return cell.strip(), ""
    return "equals", cell


def _expected(assertions: Sequence[tuple[str, Any]], notes: Notes) -> tuple[str, list[str]]:
    """The right answer and the key facts that the assertions give; the others are noted."""
    answer = ""
    facts: list[str] = []
    for type_, value in assertions:
        if type_ in _ANSWERS and isinstance(value, str) and value.strip() and not answer:
            answer = storable(value)
            continue
        found = _words(type_, value)
        facts += found[: MAX_FACTS - len(facts)] if found else []
        if not found or any(word not in facts for word in found):
            notes.leave(Left.ASSERTION, type_[:80])
    return answer, facts


def _words(type_: str, value: Any) -> list[str]:
    if type_ not in _FACTS:
        return []
    if isinstance(value, str) and type_.endswith("-all"):
        value = value.split(",")
    given = value if isinstance(value, list) else [value]
    return [storable(str(one)).strip() for one in given if filled(one) and str(one).strip()]
