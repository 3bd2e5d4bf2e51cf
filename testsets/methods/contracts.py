"""JSON schemas that people write for structured answers, and what breaks them in a reply.

A schema is foreign text: it may not fetch anything, and neither its references nor its patterns may
keep a processor busy.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

import regex  # type: ignore[import-untyped]  # ships no types
from jsonschema import Draft202012Validator, SchemaError, ValidationError
from jsonschema.validators import extend
from referencing import Registry

from sources.marking import gettext_noop as _

MOST_NODES: Final = 5_000
_PATTERN_SECONDS: Final = 0.2
_MOST_VIOLATIONS: Final = 20
_REFUSED: Final = frozenset(
    {"patternProperties", "$dynamicRef", "$recursiveRef", "$dynamicAnchor", "$anchor",
     "unevaluatedProperties", "unevaluatedItems"}
)  # fmt: skip
_OF_NAMES: Final = frozenset({"properties", "$defs", "definitions", "dependentSchemas"})
_OF_LISTS: Final = frozenset({"allOf", "anyOf", "oneOf", "prefixItems"})
_ONE: Final = frozenset(
    {"items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"}
)


@dataclass(frozen=True, slots=True)
class Violation:
    """What is wrong at a place of the reply; `kind` is one of the codes that wording names."""

    kind: str
    path: str
    found: str = ""


class _TooLarge(Exception):
    """Following the references of the schema does not come to an end, or comes to it too late."""


def schema_problem(schema: Mapping[str, Any]) -> str:
    """Why the schema cannot be used, as a sentence to translate; "" when it can."""
    try:
        Draft202012Validator.check_schema(schema)
        _Size(schema).of(schema)
    except (SchemaError, RecursionError):
        return _("this is no valid JSON schema (draft 2020-12).")
    except _TooLarge:
        return _("the schema is too large, or refers to itself.")
    except ValueError:
        return _(
            "the schema uses patternProperties, unevaluated…, anchors or a reference outside itself,"
            " which are not supported."
        )
    return ""


def violations(value: object, schema: Mapping[str, Any]) -> list[Violation]:
    """Where the value breaks the schema, each place and kind once; at most twenty."""
    # The root's own address would only have references resolved against it.
    bare = {key: part for key, part in schema.items() if key not in ("$id", "$schema")}
    found: dict[tuple[str, str], Violation] = {}
    for error in _Bounded(bare, registry=Registry()).iter_errors(value):
        for violation in _violations(error):
            found.setdefault((violation.kind, violation.path), violation)
        if len(found) >= _MOST_VIOLATIONS:
            break
    return list(found.values())


def place(path: Iterator[Any] | list[Any] | tuple[Any, ...]) -> str:
    """A place in a JSON value as people write it: “claims[0].evidence”."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else str(part)
    return text


def _violations(error: ValidationError) -> Iterator[Violation]:
    here = list(error.absolute_path)
    keyword = error.validator
    if keyword == "required" and isinstance(error.instance, dict):
        for name in cast("list[str]", error.validator_value):
            if name not in error.instance:
                yield Violation("missing_field", place([*here, name]))
    elif keyword == "additionalProperties" and isinstance(error.instance, dict):
        known = error.schema.get("properties", {}) if isinstance(error.schema, dict) else {}
        extra = [name for name in error.instance if name not in known]
        for name in extra if error.validator_value is False else []:
            yield Violation("extra_field", place([*here, name]))
    elif keyword in ("enum", "const"):
        yield Violation("unknown_value", place(here), str(error.instance)[:200])
    elif keyword == "type":
        yield Violation("wrong_type", place(here), str(error.instance)[:200])
    else:
        yield Violation("against_schema", place(here), str(error.instance)[:200])


def _pattern(_validator: Any, pattern: str, value: object, _schema: Any) -> Iterator[Any]:
    """`pattern` with a time limit: a pattern that takes too long does not hold."""
    if not isinstance(value, str):
        return
    try:
        holds = regex.search(pattern, value, timeout=_PATTERN_SECONDS) is not None
    except (TimeoutError, regex.error):
        holds = False
    if not holds:
        yield ValidationError("does not match")


_Bounded: Final[Any] = extend(  # type: ignore[no-untyped-call]  # ships no types for it
    Draft202012Validator, {"pattern": _pattern}
)


class _Size:
    """How many subschemas looking at one value takes, references followed."""

    def __init__(self, root: Mapping[str, Any]) -> None:
        self._root = root
        self._known: dict[str, int] = {}
        self._open: set[str] = set()

    def of(self, schema: object) -> int:
        """The size; _TooLarge past the bound, ValueError for what is not supported."""
        if not isinstance(schema, Mapping):
            return 1
        if _REFUSED & schema.keys() or ("$id" in schema and schema is not self._root):
            raise ValueError
        size = 1 + sum(self.of(part) for part in _parts(schema))
        if "$ref" in schema:
            size += self._behind(schema["$ref"])
        if size > MOST_NODES:
            raise _TooLarge
        return size

    def _behind(self, reference: object) -> int:
        if not isinstance(reference, str) or not reference.startswith("#/"):
            raise ValueError
        if reference in self._open:
            raise _TooLarge
        if reference not in self._known:
            self._open.add(reference)
            self._known[reference] = self.of(self._at(reference))
            self._open.discard(reference)
        return self._known[reference]

    def _at(self, reference: str) -> object:
        found: Any = self._root
        for part in reference[2:].split("/"):
            name = part.replace("~1", "/").replace("~0", "~")
            if not isinstance(found, Mapping) or name not in found:
                raise ValueError
            found = found[name]
        return found


def _parts(schema: Mapping[str, Any]) -> Iterator[object]:
    """The subschemas that stand directly in a schema."""
    for key, value in schema.items():
        if key in _OF_NAMES and isinstance(value, Mapping):
            yield from value.values()
        elif key in _OF_LISTS and isinstance(value, list):
            yield from value
        elif key in _ONE:
            yield value
