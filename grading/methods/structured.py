"""Structured answer: JSON held against a contract, in three findings kept apart (M2.17).

The schema says what form it has, the reference what stands in each field, and fields that quote must
quote what stands in the input and shows the right claim.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from core.text import find_quotation, fold, normalise
from grading.methods.values import Outcome, Scored
from testsets.methods import Needs
from testsets.methods.contracts import Violation, place, violations
from testsets.methods.lacking import field_of
from testsets.methods.needs import too_deep

VERSION: Final = "1"
_LONGEST: Final = 200_000
_DEEPEST: Final = 100
_MOST_PROBLEMS: Final = 20
_FENCE: Final = re.compile(r"\s*```(?:json)?[ \t]*\n(.*)\n[ \t]*```\s*", re.DOTALL | re.IGNORECASE)
# A quotation shows the claim when it is most of the reference's, or holds it without half the page.
_LEAST_PART: Final = 0.5
_MOST_TIMES: Final = 3


@dataclass(frozen=True, slots=True)
class Part:
    """One of the three findings; `holds` is None where there is nothing to look at."""

    holds: bool | None
    problems: tuple[Violation, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """As stored with the score."""
        return {"holds": self.holds, "problems": [asdict(one) for one in self.problems]}


def structured_answer(answer: str, needs: Needs, inputs: Sequence[str]) -> Scored:
    """Pass when schema, reference and quotations all hold.

    `inputs` are the texts that may be quoted. The question must have a schema and a reference.
    """
    if needs.schema is None or needs.reference is None:
        raise ValueError("a question without a schema and a reference is Invalid for this method")
    value, fault = _parsed(answer)
    if fault:
        broken = Part(False, (Violation(fault, ""),))
        parts = {"schema": broken, "reference": Part(None), "evidence": Part(None)}
    else:
        parts = {
            "schema": _part(violations(value, needs.schema)),
            "reference": _part(list(_differences(needs.reference, value, needs, inputs, ()))),
            "evidence": _evidence(needs, value, inputs),
        }
    holds = not fault and all(part.holds is not False for part in parts.values())
    detail = {name: part.as_json() for name, part in parts.items()}
    return Scored(Outcome.PASS if holds else Outcome.FAIL, None, detail)


def _part(problems: Sequence[Violation]) -> Part:
    return Part(not problems, tuple(problems[:_MOST_PROBLEMS]))


def _parsed(answer: str) -> tuple[Any, str]:
    """The JSON value, and "" or why there is none. A fence around all of it is formatting."""
    fenced = _FENCE.fullmatch(answer)
    text = fenced[1] if fenced else answer
    if not text.strip():
        return None, "empty"
    if len(text) > _LONGEST:
        return None, "too_long"
    try:
        value = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except (ValueError, RecursionError):
        return None, "not_json"
    return (None, "too_deep") if too_deep(value, _DEEPEST) else (value, "")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A field given twice says two things."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a field stands twice")
    return found


def _no_number(_name: str) -> Any:
    raise ValueError("NaN and Infinity are no JSON")


def _differences(
    right: Any, value: Any, needs: Needs, inputs: Sequence[str], path: tuple[Any, ...]
) -> Iterator[Violation]:
    """Where the value is not what the reference says; quotations are looked at elsewhere."""
    if isinstance(right, Mapping) and isinstance(value, Mapping):
        for name in right:
            if name in value:
                yield from _differences(right[name], value[name], needs, inputs, (*path, name))
            else:
                yield Violation("missing_field", place((*path, name)))
        for name in value:
            if name not in right:
                yield Violation("extra_field", place((*path, name)))
    elif isinstance(right, list) and isinstance(value, list):
        for number, (one, other) in enumerate(zip(right, value, strict=False)):
            yield from _differences(one, other, needs, inputs, (*path, number))
        for number in range(len(value), len(right)):
            yield Violation("missing_field", place((*path, number)))
        for number in range(len(right), len(value)):
            yield Violation("extra_field", place((*path, number)))
    elif not _quotes(path, value, needs) and not _same(right, value):
        said = _shown(value)
        known = any(find_quotation(normalise(said), normalise(text)) for text in inputs)
        yield Violation("other_value" if known else "invented_value", place(path), said)


def _quotes(path: Sequence[Any], value: Any, needs: Needs) -> bool:
    return isinstance(value, str) and field_of(path) in needs.quotations


def _same(right: Any, value: Any) -> bool:
    """Whether two single values are equal: 24 is 24.0, true is not 1, typography does not matter."""
    if isinstance(right, bool) or isinstance(value, bool):
        return right is value
    if isinstance(right, int | float) and isinstance(value, int | float):
        return right == value
    if isinstance(right, str) and isinstance(value, str):
        return fold(right).strip() == fold(value).strip()
    return type(right) is type(value) and bool(right == value)


def _evidence(needs: Needs, value: Any, inputs: Sequence[str]) -> Part:
    """Whether each field that quotes holds words of the input, and the right ones."""
    if not needs.quotations:
        return Part(None)
    problems = []
    for path, right in _quoting(needs.reference, needs.quotations):
        given = _at(value, path)
        if not isinstance(given, str) or not given.strip():
            problems.append(Violation("no_quotation", place(path)))
        elif not any(find_quotation(given, text) for text in inputs):
            problems.append(Violation("invented_evidence", place(path), given[:200]))
        elif not _shows(given, right):
            problems.append(Violation("other_evidence", place(path), given[:200]))
    return _part(problems)


def _quoting(
    reference: Any, names: Sequence[str], path: tuple[Any, ...] = ()
) -> Iterator[tuple[tuple[Any, ...], str]]:
    """The fields of the reference that quote, with their places."""
    if isinstance(reference, Mapping):
        for name, part in reference.items():
            yield from _quoting(part, names, (*path, name))
    elif isinstance(reference, list):
        for number, part in enumerate(reference):
            yield from _quoting(part, names, (*path, number))
    elif isinstance(reference, str) and field_of(path) in names:
        yield path, reference


def _at(value: Any, path: Sequence[Any]) -> Any:
    for part in path:
        if isinstance(part, int):
            if not isinstance(value, list) or part >= len(value):
                return None
        elif not isinstance(value, Mapping) or part not in value:
            return None
        value = value[part]
    return value


def _shows(given: str, right: str) -> bool:
    """Whether a quotation is the reference's, a good part of it, or holds it with little around."""
    said, wanted = len(fold(given).strip()), len(fold(right).strip())
    if find_quotation(given, right) is not None:
        return said >= _LEAST_PART * wanted
    return find_quotation(right, given) is not None and said <= _MOST_TIMES * wanted


def _shown(value: Any) -> str:
    return value[:200] if isinstance(value, str) else json.dumps(value, ensure_ascii=False)[:200]
