"""promptfoo: variables and assertions, as a table or as objects."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from core.text import storable
from sources.marking import gettext_noop as _
from testsets.exchange.custom import keep
from testsets.exchange.notes import Left, Notes
from testsets.exchange.plain import filled
from testsets.exchange.problems import Place, refuse
from testsets.exchange.rows import Row
from testsets.exchange.shapes.assertions import Assertion, assertion_in, read_assertions
from testsets.exchange.shapes.values import QUESTION_NAMES, named, texts_in

_EXPECTED: Final = re.compile(r"__expected\d*")
_CONTEXTS: Final = ("context", "contexts", "documents")


# Variables, assertions and why the test is there.
_Test = tuple[dict[str, Any], list[Assertion], str]


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
        others: dict[str, Any] = {}
        variables, assertions, purpose = (
            self._cells(row, others, notes) if self._flat else self._object(row, others, notes)
        )
        key = _question_key(variables, row.place)
        wanted = read_assertions(assertions, notes)
        contexts: list[str] = []
        for name, value in variables.items():
            if name != key and name in _CONTEXTS:
                contexts += texts_in(value)
            elif name != key and filled(value):
                others[name] = value
        questions = variables[key] if isinstance(variables[key], list) else [variables[key]]
        for question in questions:
            line: dict[str, Any] = {
                "question": question if question is None else storable(str(question)),
                "expected_answer": wanted.answer or "; ".join(wanted.facts),
                "facts": [{"quotation": fact, "column": "__expected"} for fact in wanted.facts],
                "purpose": purpose,
                "needs": wanted.needs,
                "methods": wanted.methods,
            }
            sources = [{"passage": text, "column": "context"} for text in contexts]
            if sources:
                line["source"], line["more_sources"] = sources[0], sources[1:]
            keep(line, others, notes)
            yield line

    @staticmethod
    def _cells(row: Row, others: dict[str, Any], notes: Notes) -> _Test:
        variables: dict[str, Any] = {}
        assertions: list[Assertion] = []
        purpose = ""
        for column, cell in row.value.items():
            if _EXPECTED.fullmatch(column):
                if cell.strip():
                    assertions.append(assertion_in(cell))
            elif column == "__description":
                purpose = cell
            elif not column.startswith("__"):
                variables[column] = cell
            elif column.startswith("__metadata:") and filled(cell):
                others[column] = cell
            elif filled(cell):
                notes.leave(Left.COLUMN, column[:80])
        return variables, assertions, purpose

    @staticmethod
    def _object(row: Row, others: dict[str, Any], notes: Notes) -> _Test:
        value = row.value
        variables = value.get("vars")
        if not isinstance(variables, dict):
            refuse(
                row.place.at("vars"), _("this must be an object with the variables of the test.")
            )
        assertions: list[Assertion] = []
        given = value.get("assert") or []
        for one in given if isinstance(given, list) else [given]:
            if not isinstance(one, dict) or not isinstance(one.get("type"), str):
                refuse(row.place.at("assert"), _("this must be a list of assertions with a type."))
            assertions.append(Assertion(one["type"], one.get("value"), one.get("threshold")))
            for extra in one:
                if extra not in ("type", "value", "threshold") and filled(one[extra]):
                    notes.leave(Left.SETTING, f"assert.{extra}"[:80])
        for key, other in value.items():
            if key == "metadata" and filled(other):
                others[key] = other
            elif key not in ("vars", "assert", "description") and filled(other):
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
