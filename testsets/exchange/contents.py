"""One entry of a file as the frozen content of a question, checked field by field."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Never

from core.fingerprint import fingerprint
from core.text import storable
from sources.marking import gettext_noop as _
from testsets.exchange.custom import custom_from
from testsets.exchange.problems import NOWHERE, Place, refuse
from testsets.methods import NO_METHODS, Methods, Needs, Unfit
from testsets.values import MAX_FACTS, DraftFact, Expects, QuestionType, located

_LONGEST: Final = {
    "uid": 40, "question": 5_000, "detail": 5_000, "expected_answer": 20_000, "purpose": 5_000, "topic": 200,
    "parent": 40, "writer": 200, "language": 8,
}  # fmt: skip
_LONGEST_VALUE: Final = 200
# Places count characters; a longer text than this is in no document.
_FARTHEST: Final = 2_000_000_000
WRITER: Final = "Imported"


@dataclass(frozen=True, slots=True)
class ImportedQuestion:
    """One entry, checked: its frozen content, and who is said to have written it."""

    content: Mapping[str, Any]
    writer: str
    place: Place = NOWHERE
    methods: Methods = NO_METHODS  # of the whole set, where its file names them beside this entry

    @property
    def complete(self) -> bool:
        """Whether it can be asked: a question that expects an answer comes with one."""
        answers = self.content["expects"] == Expects.ANSWER.value
        return not answers or bool(self.content["expected_answer"].strip())


class Entry:
    """One entry on its way in.

    `foreign` entries come from other tools: their expected answer may be missing, and need not
    stand word for word in the contexts that they cite. `columns` says what such a file calls our
    fields.
    """

    def __init__(
        self,
        value: Mapping[str, Any],
        place: Place,
        *,
        language_of: Callable[[str], str],
        foreign: bool = False,
        columns: Mapping[str, str] | None = None,
    ) -> None:
        self._value, self._place, self._foreign = value, place, foreign
        self._language_of = language_of
        self._columns = columns or {}

    def read(self) -> ImportedQuestion:
        """The question. Raises Unusable for the first field that cannot be taken over."""
        text = self._text("question", required=True)
        type_ = self._member("type", QuestionType, QuestionType.DIRECT)
        expects = self._member("expects", Expects, Expects.ANSWER)
        answers = expects is Expects.ANSWER
        answer = self._text("expected_answer", required=answers and not self._foreign)
        passages = [self._passage(source) for source in self._sources()]
        facts = self._facts(passages)
        if answers and answer.strip() and not facts:
            fact = {"quotation": answer, "column": "expected_answer"}
            facts = [self._fact(fact, passages, must_stand=not self._foreign)]
        content = {
            "uid": self._text("uid").strip()
            or "q-"
            + fingerprint({"question": text, "evidence": [f["quotation"] for f in facts]})[:10],
            "type": type_.value,
            "language": self._text("language").strip() or self._language_of(text),
            "text": text,
            "expected_answer": answer,
            "expects": expects.value,
            "critical": self._flag("critical"),
            "control": self._flag("control"),
            "detail": self._text("detail"),
            "purpose": self._text("purpose"),
            "topic": self._text("topic"),
            "needs": self._parsed("needs", Needs.from_json).as_json(),
            "parent_uid": self._text("parent"),
            "facts": facts,
            "passages": passages,
            "custom": self._parsed("custom", custom_from),
        }
        methods = self._parsed("methods", Methods.from_json)
        return ImportedQuestion(content, self._text("writer") or WRITER, self._place, methods)

    def _parsed(self, name: str, read: Callable[[object], Any]) -> Any:
        """What a reader of its own makes of a field; a field that is not there is empty."""
        value = self._value.get(name)
        try:
            return read({} if value is None else value)
        except Unfit as unfit:
            # A table has a column for each need, and one for all methods.
            column = f"{name}_{unfit.field}" if name == "needs" else name
            self._refuse(
                column if column in self._columns else name, unfit.sentence, **unfit.values
            )

    def _refuse(self, field: str, sentence: str, **values: object) -> Never:
        refuse(self._place.at(self._columns.get(field, field)), sentence, **values)

    def _text(self, name: str, *, required: bool = False) -> str:
        value = self._value.get(name)
        if value is None:
            value = ""
        if not isinstance(value, str):
            self._refuse(name, _("this must be text."))
        value = storable(value)
        if required and not value.strip():
            self._refuse(name, _("this is missing."))
        if len(value) > _LONGEST[name]:
            self._refuse(name, _("this is longer than %(most)s characters."), most=_LONGEST[name])
        return value

    def _flag(self, name: str) -> bool:
        value = self._value.get(name, False)
        if not isinstance(value, bool):
            self._refuse(name, _("this must be true or false."))
        return value

    def _member(self, name: str, kind: Any, default: Any) -> Any:
        value = self._value.get(name, default.value)
        if isinstance(value, str):
            value = value.strip() or default.value
        try:
            return kind(value)
        except ValueError:
            self._refuse(
                name,
                _("“%(value)s” is none of %(known)s."),
                value=storable(str(value))[:80],
                known=", ".join(kind),
            )

    def _sources(self) -> list[Mapping[str, Any]]:
        first, more = self._value.get("source"), self._value.get("more_sources", [])
        sources = ([] if first is None else [first]) + (more if isinstance(more, list) else [more])
        if not all(isinstance(source, dict) for source in sources):
            self._refuse("source", _("this must be an object with a passage."))
        return sources

    def _passage(self, source: Mapping[str, Any]) -> dict[str, Any]:
        column = source.get("column", "source")
        text = source.get("passage")
        if not isinstance(text, str) or not text.strip():
            self._refuse(column, _("this holds no passage."))
        path = source.get("heading_path") or []
        if not isinstance(path, list) or not all(isinstance(part, str) for part in path):
            self._refuse(column, _("the headings above a passage must be a list of texts."))
        text = storable(text)
        start: Any = source.get("start", 0)
        end = start + len(text) if _whole(start) and "end" not in source else source.get("end")
        if not _whole(start) or not _whole(end) or end - start != len(text):
            self._refuse(
                column,
                _("the passage is %(length)s characters long, which does not fit its place."),
                length=len(text),
            )
        return {
            "document": storable(str(source.get("document") or "")),
            "address": storable(str(source.get("address") or "")),
            "content_hash": storable(str(source.get("content_hash") or "")),
            "heading_path": [storable(part) for part in path],
            "text": text,
            "start": start,
            "end": end,
            "language": storable(str(source.get("language") or self._language_of(text))),
        }

    def _facts(self, passages: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        facts = self._value.get("facts") or []
        if not isinstance(facts, list) or not all(isinstance(fact, dict) for fact in facts):
            self._refuse("facts", _("this must be a list of objects with a quotation."))
        if len(facts) > MAX_FACTS:
            self._refuse("facts", _("a question has at most %(most)s key facts."), most=MAX_FACTS)
        return [self._fact(fact, passages, must_stand=not self._foreign) for fact in facts]

    def _fact(
        self, fact: Mapping[str, Any], passages: Sequence[Mapping[str, Any]], *, must_stand: bool
    ) -> dict[str, Any]:
        column = fact.get("column", "facts")
        quotation, value = fact.get("quotation"), fact.get("exact_value") or ""
        if not isinstance(quotation, str) or not quotation.strip() or not isinstance(value, str):
            self._refuse(column, _("a key fact needs a quotation, a text."))
        quotation, value = storable(quotation), storable(value)
        if value and located(value, quotation) is None:
            self._refuse(
                column, _("the exact value “%(value)s” is not in the key fact."), value=value[:200]
            )
        if len(value) > _LONGEST_VALUE:
            self._refuse(
                column,
                _("the exact value is longer than %(most)s characters."),
                most=_LONGEST_VALUE,
            )
        frozen: dict[str, Any] = {
            "quotation": quotation, "start": None, "end": None, "match": "",
            "exact_value": value, "passage": None,
        }  # fmt: skip
        if "passage" in fact and fact["passage"] is None:
            return frozen  # said to stand in none
        order = sorted(range(len(passages)), key=lambda number: number != fact.get("passage"))
        for number in order:
            found = located(quotation, passages[number]["text"])
            if found is not None:
                found = _given_place(fact, passages[number], quotation) or found
                place = {"start": found.start, "end": found.end, "match": found.match}
                return frozen | place | {"passage": number}
        if passages and must_stand:
            self._refuse(
                column,
                _("“%(quotation)s” does not stand in its passage. Copy the key fact from there."),
                quotation=quotation[:200],
            )
        return frozen


def _given_place(
    fact: Mapping[str, Any], passage: Mapping[str, Any], quotation: str
) -> DraftFact | None:
    """The place that the file gives, where the quotation really stands there.

    A passage may hold the same words twice; the file knows which of them was meant.
    """
    start, end = fact.get("start"), fact.get("end")
    if start is None or end is None or not _whole(start) or not _whole(end):
        return None
    there = located(quotation, passage["text"][start:end])
    if there is None or (there.start, there.end) != (0, end - start):
        return None
    return replace(there, start=start, end=end)


def _whole(value: Any) -> bool:
    """Whether this is a place in a text; true and false are no numbers."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _FARTHEST
