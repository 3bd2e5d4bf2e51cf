"""What the methods need of one question: keywords, expected tools, a contract for structured answers."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Self

from core.text import storable
from sources.marking import gettext_noop as _
from testsets.methods.contracts import schema_problem
from testsets.methods.unfit import Unfit

MOST_WORDS: Final = 50
LONGEST_WORD: Final = 200
# Shorter than what a cell of a workbook holds.
LONGEST_JSON: Final = 30_000
DEEPEST_JSON: Final = 40
NAMES: Final = ("keywords", "tools", "schema", "reference", "quotations")


@dataclass(frozen=True, slots=True)
class Needs:
    """`quotations` names the fields of the reference that quote the input (“claims.evidence”).

    Places in a list are left out of such a name: it stands for the field of every item.
    """

    keywords: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    schema: Mapping[str, Any] | None = None
    reference: Mapping[str, Any] | None = None
    quotations: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Only what there is, as stored with a question and frozen with it."""
        values: dict[str, Any] = {
            "keywords": list(self.keywords),
            "tools": list(self.tools),
            "schema": None if self.schema is None else dict(self.schema),
            "reference": None if self.reference is None else dict(self.reference),
            "quotations": list(self.quotations),
        }
        return {name: value for name, value in values.items() if value not in (None, [])}

    @classmethod
    def stored(cls, values: Mapping[str, Any]) -> Self:
        """What `as_json` gave and was stored since: it was checked on its way in."""
        return cls(
            keywords=tuple(values.get("keywords", ())),
            tools=tuple(values.get("tools", ())),
            schema=values.get("schema"),
            reference=values.get("reference"),
            quotations=tuple(values.get("quotations", ())),
        )

    @classmethod
    def from_json(cls, stored: object) -> Self:
        """What `as_json` gave. Unfit for anything else, and for a schema that cannot be used."""
        if not isinstance(stored, Mapping):
            raise Unfit("needs", _("this must be an object."))
        unknown = [str(name) for name in stored if name not in NAMES]
        if unknown:
            raise Unfit(
                "needs",
                _("“%(value)s” is none of %(known)s."),
                value=storable(unknown[0])[:80],
                known=", ".join(NAMES),
            )
        schema = _contract(stored.get("schema"), "schema")
        problem = "" if schema is None else schema_problem(schema)
        if problem:
            raise Unfit("schema", problem)
        return cls(
            keywords=_words(stored.get("keywords", []), "keywords"),
            tools=_words(stored.get("tools", []), "tools"),
            schema=schema,
            reference=_contract(stored.get("reference"), "reference"),
            quotations=_words(stored.get("quotations", []), "quotations"),
        )


def _words(value: object, field: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        raise Unfit(field, _("this must be a list of texts."))
    words = tuple(dict.fromkeys(word for word in (storable(v).strip() for v in value) if word))
    if len(words) > MOST_WORDS or any(len(word) > LONGEST_WORD for word in words):
        raise Unfit(
            field,
            _("Give at most %(most)s entries of %(longest)s characters each."),
            most=MOST_WORDS,
            longest=LONGEST_WORD,
        )
    return words


def _contract(value: object, field: str) -> Mapping[str, Any] | None:
    if value is None:
        return None
    if not isinstance(value, Mapping):
        raise Unfit(field, _("this must be a JSON object."))
    try:
        text = json.dumps(value, allow_nan=False)
    except (ValueError, TypeError, RecursionError):
        raise Unfit(field, _("this must be a JSON object.")) from None
    if too_deep(value, DEEPEST_JSON):
        raise Unfit(field, _("this is nested more than %(most)s levels deep."), most=DEEPEST_JSON)
    if len(text) > LONGEST_JSON:
        raise Unfit(field, _("this is longer than %(most)s characters."), most=LONGEST_JSON)
    kept: Mapping[str, Any] = stable(value)
    return kept


def too_deep(value: object, most: int) -> bool:
    """Whether a JSON value is nested deeper than so many levels."""
    level: list[object] = [value]
    for _depth in range(most + 1):
        level = [
            part
            for whole in level
            if isinstance(whole, Mapping | list)
            for part in (whole.values() if isinstance(whole, Mapping) else whole)
        ]
        if not level:
            return False
    return True


def stable(value: Any) -> Any:
    """The JSON value as it comes back from the database: whole numbers as such, texts storable."""
    if isinstance(value, Mapping):
        return {storable(str(name)): stable(part) for name, part in value.items()}
    if isinstance(value, list):
        return [stable(part) for part in value]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return storable(value) if isinstance(value, str) else value


NO_NEEDS: Final = Needs()
