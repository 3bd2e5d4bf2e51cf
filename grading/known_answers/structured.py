"""Structured answers whose outcome is known: the reference itself, and what is altered in it (M2.17)."""

import copy
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from core.text import find_quotation, sentences
from grading.known_answers.values import Alteration, KnownOutcome
from grading.methods import Outcome
from testsets.methods import Needs
from testsets.methods.lacking import field_of, leaves

_INVENTED: Final = "zzyzx-4711"
_UNKNOWN: Final = "no-such-value"
_FIELD: Final = "no_such_field"


def known_structured(needs: Needs, inputs: Sequence[str]) -> list[KnownOutcome]:
    """The reference, which must pass, and at least seven alterations of it, which must fail.

    `inputs` are the texts that may be quoted. The question must not be Invalid for the method.
    """
    reference: Any = needs.reference
    found = [
        KnownOutcome(Alteration.OWN, _json(reference), Outcome.PASS),
        KnownOutcome(Alteration.REORDERED, _json(_turned(reference), indent=2), Outcome.PASS),
    ]
    for alteration, text in _altered(reference, needs, inputs):
        found.append(KnownOutcome(alteration, text, Outcome.FAIL))
    return found


def _altered(
    reference: Any, needs: Needs, inputs: Sequence[str]
) -> Iterator[tuple[Alteration, str]]:
    whole = _json(reference)
    yield Alteration.EMPTY, ""
    yield Alteration.UNPARSABLE, whole[:-1]
    yield Alteration.PROSE_AROUND, f"JSON: {whole}"
    yield Alteration.EXTRA_FIELD, _json({**reference, _FIELD: 1})
    yield Alteration.LISTED, _json([reference])
    places = [path for path, _value in leaves(reference) if path]
    values = [path for path in places if field_of(path) not in needs.quotations]
    if places:
        yield Alteration.MISSING_FIELD, _json(_without(reference, places[0]))
    changed = next(iter(values), None)
    if changed is not None:
        yield (
            Alteration.INVENTED_VALUE,
            _json(_with(reference, changed, _other(reference, changed))),
        )
        yield Alteration.WRONG_TYPE, _json(_with(reference, changed, [_at(reference, changed)]))
    limited = next((path for path in places if _has_choice(needs.schema, path)), None)
    if limited is not None:
        yield Alteration.UNKNOWN_STATUS, _json(_with(reference, limited, _UNKNOWN))
    quoting = next((path for path in places if field_of(path) in needs.quotations), None)
    if quoting is not None:
        yield Alteration.INVENTED_EVIDENCE, _json(_with(reference, quoting, _INVENTED))
        elsewhere = _another_quotation(_at(reference, quoting), inputs)
        if elsewhere:
            yield Alteration.OTHER_EVIDENCE, _json(_with(reference, quoting, elsewhere))


def _json(value: Any, *, indent: int | None = None) -> str:
    return json.dumps(value, ensure_ascii=False, indent=indent)


def _turned(value: Any) -> Any:
    """The same value with its fields in the opposite order."""
    if isinstance(value, Mapping):
        return {name: _turned(part) for name, part in reversed(list(value.items()))}
    return [_turned(part) for part in value] if isinstance(value, list) else value


def _at(value: Any, path: Sequence[Any]) -> Any:
    for part in path:
        value = value[part]
    return value


def _with(reference: Any, path: Sequence[Any], value: Any) -> Any:
    made = copy.deepcopy(reference)
    _at(made, path[:-1])[path[-1]] = value
    return made


def _without(reference: Any, path: Sequence[Any]) -> Any:
    made = copy.deepcopy(reference)
    del _at(made, path[:-1])[path[-1]]
    return made


def _other(reference: Any, path: Sequence[Any]) -> Any:
    """Another value of the same kind, which the input does not hold."""
    value = _at(reference, path)
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 4711
    return _INVENTED


def _has_choice(schema: Any, path: Sequence[Any]) -> bool:
    """Whether the schema lists what may stand at a place; references are not followed."""
    for part in path:
        if not isinstance(schema, Mapping):
            return False
        schema = (
            schema.get("items") if isinstance(part, int) else schema.get("properties", {}).get(part)
        )
    return isinstance(schema, Mapping) and ("enum" in schema or "const" in schema)


def _another_quotation(right: str, inputs: Sequence[str]) -> str:
    """A sentence of the input that has nothing to do with the right quotation; "" when there is none."""
    for text in inputs:
        for span in sentences(text):
            sentence = text[span.start : span.end].strip()
            apart = find_quotation(right, sentence) is None
            if len(sentence) > 3 and apart and find_quotation(sentence, right) is None:
                return sentence
    return ""
