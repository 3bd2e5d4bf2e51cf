"""Questions in a file: one JSON object a line, and nothing lost on the way out and back (M1.22).

Plain values only. A line holds `uid`, `question`, `type`, `language`, `expected_answer`, `expects`,
`facts` [{quotation, exact_value, …}], `critical`, `control`, `source` {document, address,
heading_path, passage, …}, and, for questions on several passages, `more_sources` of the same form.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from core.fingerprint import fingerprint
from core.language import detect
from core.text import storable
from testsets.values import MAX_FACTS, Expects, QuestionType, located

_MOST_LINES: Final = 20_000
_TEXTS: Final = {"uid": 40, "expected_answer": 20_000, "purpose": 5_000, "topic": 200, "parent": 40}
_WRITER: Final = "Imported"


class Unusable(Exception):
    """The file cannot be taken over; the sentence names the line and what to do."""


@dataclass(frozen=True, slots=True)
class ImportedQuestion:
    """One line, checked: its frozen content, and who is said to have written it."""

    content: Mapping[str, Any]
    writer: str


def as_line(content: Mapping[str, Any], *, writer: str) -> dict[str, Any]:
    """The frozen content of a question as it stands in a file."""
    sources = [
        {
            "document": passage["document"],
            "address": passage["address"],
            "heading_path": passage["heading_path"],
            "passage": passage["text"],
            "content_hash": passage["content_hash"],
            "start": passage["start"],
            "end": passage["end"],
            "language": passage["language"],
        }
        for passage in content["passages"]
    ]
    return {
        "uid": content["uid"],
        "question": content["text"],
        "type": content["type"],
        "language": content["language"],
        "expected_answer": content["expected_answer"],
        "expects": content["expects"],
        "facts": content["facts"],
        "critical": content["critical"],
        "control": content["control"],
        "purpose": content["purpose"],
        "topic": content["topic"],
        "parent": content["parent_uid"],
        "writer": writer,
        "source": sources[0] if sources else None,
        **({"more_sources": sources[1:]} if len(sources) > 1 else {}),
    }


def read_questions(raw: bytes, *, name: str = "questions.jsonl") -> list[ImportedQuestion]:
    """The questions of a file. Raises Unusable at the first line that cannot be taken over.

    A question needs its text; an ordinary one also an expected answer. Facts are looked up in the
    passages given with them. Without facts the expected answer itself is the only fact.
    """
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Unusable(f"{name} is not in UTF-8. Save it in that encoding.") from None
    found: list[ImportedQuestion] = []
    lines: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        if len(found) == _MOST_LINES:
            raise Unusable(f"{name} holds more than {_MOST_LINES} questions.")
        question = _Line(name, number, line).read()
        uid = question.content["uid"]
        if uid in lines:
            raise Unusable(
                f"{name}: lines {lines[uid]} and {number} share the identifier “{uid}”. Each question"
                " needs one of its own."
            )
        lines[uid] = number
        found.append(question)
    if not found:
        raise Unusable(f"{name} holds no questions.")
    for question in found:
        parent = question.content["parent_uid"]
        if parent and parent not in lines:
            number = lines[question.content["uid"]]
            raise Unusable(
                f"{name}, line {number}: there is no question “{parent}” to be its parent."
            )
    return found


class _Line:
    """One line on its way in."""

    def __init__(self, name: str, number: int, line: str) -> None:
        self._where = f"{name}, line {number}"
        try:
            value = json.loads(line)
        except ValueError:
            raise Unusable(f"{self._where}: this is no JSON object.") from None
        if not isinstance(value, dict):
            raise Unusable(f"{self._where}: this is no JSON object.")
        self._value: dict[str, Any] = value

    def read(self) -> ImportedQuestion:
        text = self._text("question", required=True, longest=5_000)
        type_ = self._member("type", QuestionType, QuestionType.DIRECT)
        expects = self._member("expects", Expects, Expects.ANSWER)
        answers = expects is Expects.ANSWER
        answer = self._text("expected_answer", required=answers, longest=_TEXTS["expected_answer"])
        passages = [self._passage(source) for source in self._sources()]
        facts = self._facts(passages)
        if answers and not facts:
            facts = [self._fact({"quotation": answer}, passages)]
        content = {
            "uid": self._text("uid", longest=_TEXTS["uid"])
            or "q-"
            + fingerprint({"question": text, "evidence": [f["quotation"] for f in facts]})[:10],
            "type": type_.value,
            "language": self._text("language", longest=8) or detect(text).code,
            "text": text,
            "expected_answer": answer,
            "expects": expects.value,
            "critical": self._flag("critical"),
            "control": self._flag("control"),
            "purpose": self._text("purpose", longest=_TEXTS["purpose"]),
            "topic": self._text("topic", longest=_TEXTS["topic"]),
            "parent_uid": self._text("parent", longest=_TEXTS["parent"]),
            "facts": facts,
            "passages": passages,
        }
        return ImportedQuestion(content, self._text("writer", longest=200) or _WRITER)

    def _text(self, name: str, *, required: bool = False, longest: int) -> str:
        value = self._value.get(name)
        if value is None:
            value = ""
        if not isinstance(value, str):
            raise Unusable(f"{self._where}: “{name}” must be text.")
        value = storable(value)
        if required and not value.strip():
            raise Unusable(f"{self._where}: “{name}” is missing.")
        if len(value) > longest:
            raise Unusable(f"{self._where}: “{name}” is longer than {longest} characters.")
        return value

    def _flag(self, name: str) -> bool:
        value = self._value.get(name, False)
        if not isinstance(value, bool):
            raise Unusable(f"{self._where}: “{name}” must be true or false.")
        return value

    def _member(self, name: str, kind: Any, default: Any) -> Any:
        value = self._value.get(name, default.value)
        try:
            return kind(value)
        except ValueError:
            known = ", ".join(kind)
            raise Unusable(
                f"{self._where}: “{name}” is “{value}”, which is none of {known}."
            ) from None

    def _sources(self) -> list[Mapping[str, Any]]:
        first = self._value.get("source")
        more = self._value.get("more_sources", [])
        sources = ([] if first is None else [first]) + (more if isinstance(more, list) else [more])
        if not all(isinstance(source, dict) for source in sources):
            raise Unusable(f"{self._where}: “source” must be an object with a passage.")
        return sources

    def _passage(self, source: Mapping[str, Any]) -> dict[str, Any]:
        text = source.get("passage")
        if not isinstance(text, str) or not text.strip():
            raise Unusable(f"{self._where}: “source” holds no passage.")
        path = source.get("heading_path") or []
        if not isinstance(path, list) or not all(isinstance(part, str) for part in path):
            raise Unusable(f"{self._where}: “heading_path” must be a list of texts.")
        start, end = source.get("start", 0), source.get("end")
        end = start + len(text) if end is None and isinstance(start, int) else end
        if not isinstance(start, int) or not isinstance(end, int) or end - start != len(text):
            raise Unusable(f"{self._where}: “start” and “end” do not fit the passage.")
        return {
            "document": storable(str(source.get("document") or "")),
            "address": storable(str(source.get("address") or "")),
            "content_hash": storable(str(source.get("content_hash") or "")),
            "heading_path": [storable(part) for part in path],
            "text": storable(text),
            "start": start,
            "end": end,
            "language": str(source.get("language") or detect(text).code),
        }

    def _facts(self, passages: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        facts = self._value.get("facts") or []
        if not isinstance(facts, list) or not all(isinstance(fact, dict) for fact in facts):
            raise Unusable(f"{self._where}: “facts” must be a list of objects with a quotation.")
        if len(facts) > MAX_FACTS:
            raise Unusable(f"{self._where}: a question has at most {MAX_FACTS} key facts.")
        return [self._fact(fact, passages) for fact in facts]

    def _fact(
        self, fact: Mapping[str, Any], passages: Sequence[Mapping[str, Any]]
    ) -> dict[str, Any]:
        quotation, value = fact.get("quotation"), fact.get("exact_value") or ""
        if not isinstance(quotation, str) or not quotation.strip() or not isinstance(value, str):
            raise Unusable(f"{self._where}: a key fact needs a “quotation”, a text.")
        quotation, value = storable(quotation), storable(value)
        if value and located(value, quotation) is None:
            raise Unusable(f"{self._where}: the exact value “{value}” is not in “{quotation}”.")
        frozen: dict[str, Any] = {
            "quotation": quotation, "start": None, "end": None, "match": "",
            "exact_value": value, "passage": None,
        }  # fmt: skip
        named = fact.get("passage")
        order = sorted(range(len(passages)), key=lambda position: position != named)
        for position in order:
            found = located(quotation, passages[position]["text"])
            if found is not None:
                place = self._given_place(fact, passages[position], quotation) or (
                    found.start,
                    found.end,
                )
                frozen |= {"start": place[0], "end": place[1], "match": found.match}
                return frozen | {"passage": position}
        if passages:
            raise Unusable(
                f"{self._where}: the key fact “{quotation}” does not stand in its passage."
            )
        return frozen

    @staticmethod
    def _given_place(
        fact: Mapping[str, Any], passage: Mapping[str, Any], quotation: str
    ) -> tuple[int, int] | None:
        """The place that the file gives, where the quotation really stands there.

        A passage may hold the same words twice; the file knows which of them was meant.
        """
        start, end = fact.get("start"), fact.get("end")
        if not isinstance(start, int) or not isinstance(end, int):
            return None
        there = located(quotation, passage["text"][start:end])
        return (start, end) if there and (there.start, there.end) == (0, end - start) else None


def lines_of(contents: Sequence[tuple[Mapping[str, Any], str]]) -> Iterator[dict[str, Any]]:
    """The lines of a file for these contents and their writers."""
    for content, writer in contents:
        yield as_line(content, writer=writer)
