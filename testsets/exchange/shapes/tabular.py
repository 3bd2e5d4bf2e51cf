"""Shapes in which each of our fields is one field of theirs."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from sources.marking import gettext_noop as _
from testsets.exchange.custom import keep
from testsets.exchange.notes import Left, Notes
from testsets.exchange.plain import filled
from testsets.exchange.problems import refuse
from testsets.exchange.rows import Row
from testsets.exchange.shapes.naming import methods_named
from testsets.exchange.shapes.values import (
    ANSWER_NAMES,
    QUESTION_NAMES,
    kept_id,
    named,
    squeezed,
    text_in,
    texts_in,
    tools_in,
)

Names = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tabular:
    """A tool's table of questions. `question` and `answer` are the names that those two go by."""

    code: str
    question: Names
    answer: Names
    needs: Names = ()  # it is this tool's when it has the question and one of these
    id: Names = ()
    contexts: Names = ()
    document: Names = ()
    purpose: Names = ()
    topic: Names = ()
    tools: Names = ()  # that an assistant should use, parted by semicolons in one cell
    method: Names = ()  # ways of grading, named by its value
    keywords: Names = ()  # that an answer should hold
    separator: str = ""  # between contexts in one cell
    archived: Mapping[str, str] = field(default_factory=dict)  # field: value of entries out of use
    foreign: bool = True

    def fits(self, columns: Sequence[str]) -> bool:
        """Whether a file with these columns is this tool's."""
        has = {squeezed(column) for column in columns}
        return any(squeezed(name) in has for name in self.question) and (
            not self.needs or any(squeezed(name) in has for name in self.needs)
        )

    def columns(self, columns: Sequence[str]) -> dict[str, str]:
        """What this file calls our fields."""
        there = dict.fromkeys(columns)
        ours = {"question": self.question, "expected_answer": self.answer, "uid": self.id}
        return {key: named(there, names) or names[0] for key, names in ours.items() if names}

    def lines(self, row: Row, notes: Notes) -> Iterator[dict[str, Any]]:
        """The entry as our own object; what has no place there is noted."""
        value = row.value
        for name, state in self.archived.items():
            key = named(value, (name,))
            if key and str(value[key]).casefold() == state:
                notes.leave(Left.ENTRY, state)
                return
        used: set[str] = set()
        line: dict[str, Any] = {
            "question": self._text(row, self.question, QUESTION_NAMES, used),
            "expected_answer": self._text(row, self.answer, ANSWER_NAMES, used),
            "purpose": self._text(row, self.purpose, (), used),
            "topic": self._text(row, self.topic, (), used),
        }
        key = self._take(value, self.id, used)
        line["uid"] = kept_id(value[key], notes) if key else ""
        document = self._text(row, self.document, (), used)
        key = self._take(value, self.contexts, used)
        contexts = texts_in(value[key], separator=self.separator) if key else []
        sources = [{"passage": text, "document": document, "column": key} for text in contexts]
        if sources:
            line["source"], line["more_sources"] = sources[0], sources[1:]
        key = self._take(value, self.tools, used)
        tools = tools_in(value[key], str(key), notes) if key else []
        key = self._take(value, self.keywords, used)
        keywords = tools_in(value[key], str(key), notes) if key else []
        needs = {"tools": tools, "keywords": keywords}
        line["needs"] = {name: found for name, found in needs.items() if found}
        key = self._take(value, self.method, used)
        if key:
            line["methods"] = methods_named(str(value[key] or ""), notes)
        others = {str(key): other for key, other in value.items() if key not in used}
        keep(line, {key: other for key, other in others.items() if filled(other)}, notes)
        yield line

    @staticmethod
    def _take(value: Mapping[str, Any], names: Names, used: set[str]) -> str | None:
        key = named(value, names)
        if key is not None:
            used.add(key)
        return key

    def _text(self, row: Row, names: Names, inner: Names, used: set[str]) -> str:
        key = self._take(row.value, names, used)
        return text_in(row.value[key], row.place.at(key), inner) if key is not None else ""


COPILOT: Final = Tabular(
    "copilot", question=("question",), answer=("expected response",), needs=("expected response",),
    method=("testing method", "test method", "test methods", "testing methods"),
    keywords=("expected keywords", "keywords"), tools=("expected tools", "expected capabilities"),
)  # fmt: skip
LANGFUSE: Final = Tabular(
    "langfuse", question=("input",), answer=("expected output",), id=("id",),
    needs=("source trace id", "source observation id", "dataset id", "dataset name"),
    archived={"status": "archived"},
)  # fmt: skip
RAGAS: Final = Tabular(
    "ragas", question=("user input",), answer=("reference",), id=("id",),
    contexts=("reference contexts",),
)  # fmt: skip
DEEPEVAL: Final = Tabular(
    "deepeval", question=("input",), answer=("expected output",),
    needs=("expected output", "actual output", "retrieval context", "expected tools"),
    contexts=("context",), document=("source file",), purpose=("comments",), id=("name",),
    tools=("expected tools",), separator="|",
)  # fmt: skip
GISKARD: Final = Tabular(
    "giskard", question=("question",), answer=("reference answer",), needs=("reference answer",),
    id=("id",), contexts=("reference context",),
)  # fmt: skip
INSPECT: Final = Tabular(
    "inspect", question=("input",), answer=("target",), needs=("target",), id=("id",)
)  # fmt: skip
ALPACA: Final = Tabular(
    "alpaca", question=("instruction",), answer=("output",), needs=("output",), id=("id",)
)
OTHER: Final = Tabular(
    "other", question=QUESTION_NAMES, answer=ANSWER_NAMES, needs=ANSWER_NAMES,
    id=("uid", "id", "query id"), topic=("topic",), purpose=("purpose",),
    contexts=("contexts", "context", "passage"),
)  # fmt: skip


def refuse_dialogues(columns: Sequence[str], row: Row) -> None:
    """Unusable for a set of simulated dialogues."""
    has = {squeezed(column) for column in columns}
    if "scenario" in has and "input" not in has:
        refuse(
            row.place,
            _("dialogues can't be taken over: a question is one message of the user."),
        )
