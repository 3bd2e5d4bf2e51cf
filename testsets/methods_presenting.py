"""The further methods as pages show them: plain values, ready for a template."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from testsets.methods import Methods, Needs, lacks
from testsets.methods_selectors import InvalidFor
from testsets.methods_wording import METHODS, invalid_note, invalid_words, settings_words


@dataclass(frozen=True, slots=True)
class ShownMethod:
    """A chosen method with its settings in words."""

    name: str | Promise
    settings: str


@dataclass(frozen=True, slots=True)
class ShownNeed:
    """What a question holds for a method; `pre` when its lines matter."""

    name: str
    text: str
    pre: bool = False


def shown_methods(methods: Methods) -> list[ShownMethod]:
    """The chosen methods in their order."""
    return [ShownMethod(METHODS[each], settings_words(each, methods)) for each in methods.listed]


def invalid_sentences(found: Sequence[InvalidFor]) -> list[str]:
    """What questions lack, a sentence for each method and reason."""
    return [invalid_words(each.method, each.lack, each.count) for each in found]


def invalid_notes(content: Mapping[str, Any], methods: Methods) -> list[str]:
    """For which of the methods a question is Invalid, and why."""
    return [
        invalid_note(method, lack)
        for method in methods.listed
        for lack in lacks(method, content, methods)
    ]


def shown_needs(stored: Mapping[str, Any]) -> list[ShownNeed]:
    """What a question holds for the methods."""
    needs = Needs.stored(stored)
    shown = [
        ShownNeed(_("Keywords"), " · ".join(needs.keywords)),
        ShownNeed(_("Expected tools or topics"), " · ".join(needs.tools)),
        ShownNeed(_("JSON schema"), as_text(needs.schema), pre=True),
        ShownNeed(_("Reference"), as_text(needs.reference), pre=True),
        ShownNeed(_("Fields that quote the input"), " · ".join(needs.quotations)),
    ]
    return [need for need in shown if need.text]


def as_text(value: Mapping[str, Any] | None) -> str:
    """A JSON object as people read it; "" for none."""
    return "" if value is None else json.dumps(value, ensure_ascii=False, indent=2)
