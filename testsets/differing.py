"""What two wordings of a question differ in, field by field, with the words marked (M1.10)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from sources.reading.comparing import marked_changes
from testsets.wording import EXPECTS, TYPES, language_words

Parts = list[tuple[str, str]]

FIELDS: Final[Mapping[str, Promise]] = {
    "text": gettext_lazy("Question"),
    "expected_answer": gettext_lazy("Expected answer"),
    "facts": gettext_lazy("Key facts"),
    "passages": gettext_lazy("Passages"),
    "expects": gettext_lazy("Right behaviour"),
    "type": gettext_lazy("Type"),
    "language": gettext_lazy("Language"),
    "critical": gettext_lazy("Critical"),
    "control": gettext_lazy("Control"),
    "detail": gettext_lazy("Made-up detail"),
    "purpose": gettext_lazy("Why it is asked"),
    "topic": gettext_lazy("Topic"),
    "parent_uid": gettext_lazy("Variant of"),
    "needs": gettext_lazy("What the methods need"),
}


@dataclass(frozen=True, slots=True)
class FieldChange:
    """A field before and after, in parts of which those that differ are marked."""

    name: str
    before: Parts
    after: Parts


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[FieldChange]:
    """The fields in which the two contents differ, in the order in which a question is read.

    A field that one of them lacks is not compared.
    """
    found = []
    for name, words in FIELDS.items():
        if name not in before or name not in after:
            continue
        old, new = _text(name, before[name]), _text(name, after[name])
        if old != new:
            found.append(FieldChange(str(words), *marked_changes(old, new)))
    return found


def _text(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return _("Yes") if value else _("No")
    if name == "facts":
        return "\n".join(_fact(fact) for fact in value)
    if name == "passages":
        return "\n\n".join(f"{one['document'] or one['address']}: {one['text']}" for one in value)
    if name == "needs":
        return json.dumps(value, ensure_ascii=False, indent=2, sort_keys=True) if value else ""
    if name == "type":
        return str(TYPES.get(value, value))
    if name == "expects":
        return str(EXPECTS.get(value, value))
    if name == "language":
        return language_words(value)
    return str(value)


def _fact(fact: Mapping[str, Any]) -> str:
    value = fact.get("exact_value", "")
    return f"{fact['quotation']} ({value})" if value else str(fact["quotation"])
