"""From what selectors give to what the pages show: plain values, no query left to run."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from core.models import User
from testsets.authors import editors_of, written_by
from testsets.checks import notes_on
from testsets.evidence import content_of, frozen_content
from testsets.material import as_material
from testsets.methods import NO_METHODS, Methods
from testsets.methods_presenting import ShownNeed, invalid_notes, shown_needs
from testsets.methods_selectors import methods_of
from testsets.methods_wording import method_words, outcome_words
from testsets.models import FrozenQuestion, Question
from testsets.records import as_draft, passages_of
from testsets.signing import Standing
from testsets.values import Expects
from testsets.wording import (
    ALTERATIONS,
    EXPECTS,
    TYPES,
    author_words,
    check_words,
    language_words,
)


@dataclass(frozen=True, slots=True)
class ShownFact:
    """A key fact, and whether it stands in a passage letter for letter, nearly so, or nowhere."""

    quotation: str
    exact_value: str
    match: str


@dataclass(frozen=True, slots=True)
class ShownPassage:
    """A passage with its quotations marked, and where it comes from."""

    key: int | None
    document: str
    address: str
    web: bool
    path: str
    carried: bool  # only a file brought it
    parts: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class ShownQuestion:
    """A question beside its evidence."""

    pk: int
    number: int
    uid: str
    text: str
    type: str
    language: str
    expected_answer: str
    behaviour: str
    critical: bool
    control: bool
    written_by: str
    facts: list[ShownFact]
    passages: list[ShownPassage]
    notes: list[str]
    needs: list[ShownNeed]
    invalid: list[str]  # for which methods, and why
    custom: list[tuple[str, str]]  # its owner's own columns
    sign_off: Standing | None = None
    digest: str = ""
    changed_at: datetime | None = None
    assigned: str = ""  # to whom
    marked: str = ""  # for attention, by whom


def shown_question(
    question: Question,
    number: int,
    *,
    notes: Sequence[str] | None = None,
    standing: Standing | None = None,
    editors: Sequence[User] | None = None,
) -> ShownQuestion:
    """A question of a draft with what the checks say of it: `notes`, or worked out here when None."""
    if editors is None:
        editors = editors_of([question])[question.pk]
    content = frozen_content(question)
    rows = zip(content["facts"], question.facts.all(), strict=True)
    keys = {fact["passage"]: row.passage_id for fact, row in rows if row.passage_id}
    return ShownQuestion(
        pk=question.pk,
        number=number,
        uid=question.uid,
        text=question.text,
        type=str(TYPES[question.type]),
        language=language_words(question.language),
        expected_answer=question.expected_answer,
        behaviour=_behaviour(question.expects),
        critical=question.critical,
        control=question.control,
        written_by=author_words(written_by(question, editors)),
        facts=_facts(content),
        passages=_passages(content, keys),
        notes=_notes(question) if notes is None else list(notes),
        needs=shown_needs(question.needs),
        invalid=invalid_notes(content, methods_of(question.test_set)),
        custom=_custom(question.custom),
        sign_off=standing,
        changed_at=question.changed_at,
    )


def shown_frozen(question: FrozenQuestion, *, methods: Methods = NO_METHODS) -> ShownQuestion:
    """A question of a version, as it was frozen."""
    content = content_of(question)
    return ShownQuestion(
        pk=question.pk,
        number=question.position,
        uid=question.uid,
        text=question.text,
        type=str(TYPES[question.type]),
        language=language_words(question.language),
        expected_answer=question.expected_answer,
        behaviour=_behaviour(question.expects),
        critical=question.critical,
        control=question.control,
        written_by=author_words(question.written_by),
        facts=_facts(content),
        passages=_passages(content, {}),
        notes=[],
        needs=shown_needs(question.needs),
        invalid=invalid_notes(content, methods),
        custom=_custom(question.custom),
        digest=question.digest,
    )


def _custom(stored: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [
        (name, value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))
        for name, value in stored.items()
    ]


def _behaviour(expects: str) -> str:
    return "" if expects == Expects.ANSWER.value else str(EXPECTS[expects])


def _facts(content: Mapping[str, Any]) -> list[ShownFact]:
    return [
        ShownFact(fact["quotation"], fact["exact_value"], fact["match"])
        for fact in content["facts"]
    ]


def _passages(content: Mapping[str, Any], keys: Mapping[int, int]) -> list[ShownPassage]:
    return [
        ShownPassage(
            key=keys.get(position),
            document=passage["document"] or passage["address"],
            address=passage["address"],
            web=passage["address"].startswith(("http://", "https://")),
            path=_path(passage),
            carried=position in content["carried"],
            parts=marked_parts(
                passage["text"],
                [
                    (fact["start"], fact["end"])
                    for fact in content["facts"]
                    if fact["passage"] == position
                ],
            ),
        )
        for position, passage in enumerate(content["passages"])
    ]


def _path(passage: Mapping[str, Any]) -> str:
    """The headings above a passage, without the one that only repeats the title."""
    headings = list(passage["heading_path"])
    if headings and headings[0] == passage["document"]:
        headings = headings[1:]
    return " › ".join(headings)


def marked_parts(text: str, spans: Iterable[tuple[int, int]]) -> list[tuple[str, str]]:
    """The text in parts, those inside a span as a quotation; overlapping spans become one."""
    parts: list[tuple[str, str]] = []
    position = 0
    for start, end in sorted(spans):
        if end <= position:
            continue
        start = max(start, position)
        if start > position:
            parts.append((text[position:start], ""))
        parts.append((text[start:end], "quotation"))
        position = end
    if position < len(text):
        parts.append((text[position:], ""))
    return parts


def _notes(question: Question) -> list[str]:
    material = {p.pk: as_material(p) for p in passages_of(question)}
    found = notes_on(as_draft(question), material=material)
    return [check_words(rejection.check) for rejection in found]


def type_numbers(kinds: Iterable[tuple[str, str, int]]) -> list[tuple[str, int]]:
    """The types in words with their numbers of questions, most first."""
    counted: Counter[str] = Counter()
    for type_, _language, count in kinds:
        counted[type_] += count
    return [(str(TYPES[type_]), count) for type_, count in counted.most_common()]


@dataclass(frozen=True, slots=True)
class ShownOutcome:
    """A known answer with the label it got and the one that is right."""

    words: str
    text: str
    label: str
    right: str
    method: str = ""  # whose outcomes these are, where they are no labels


def shown_outcomes(outcomes: Iterable[Mapping[str, Any]]) -> list[ShownOutcome]:
    """Those of the known answers that got another label than the right one."""
    return [
        ShownOutcome(
            words=str(ALTERATIONS.get(outcome["alteration"], outcome["alteration"])),
            text=outcome["text"],
            label=outcome_words(outcome["label"]) if "method" in outcome else outcome["label"],
            right=outcome_words(outcome["right"]) if "method" in outcome else outcome["right"],
            method=method_words(outcome["method"]) if "method" in outcome else "",
        )
        for outcome in outcomes
        if outcome["label"] != outcome["right"]
    ]
