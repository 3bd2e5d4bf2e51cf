"""The fields of a question that further methods ask for."""

import json
from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from testsets.methods import Method, Methods, Needs, Unfit
from testsets.methods.needs import LONGEST_JSON, LONGEST_WORD, MOST_WORDS
from testsets.methods_presenting import as_text
from testsets.methods_wording import unfit_words

_PREFIX: Final = "needs_"
_WORDS: Final = ("keywords", "tools", "quotations")
_CONTRACTS: Final = ("schema", "reference")
# Which fields a method asks for.
_OF_METHOD: Final[Mapping[Method, tuple[str, ...]]] = {
    Method.KEYWORD_MATCH: ("keywords",),
    Method.TOOL_USE: ("tools",),
    Method.STRUCTURED_ANSWER: ("schema", "reference", "quotations"),
}
_LABELS: Final = {
    "keywords": gettext_lazy("Keywords"),
    "tools": gettext_lazy("Expected tools or topics"),
    "schema": gettext_lazy("JSON schema"),
    "reference": gettext_lazy("Reference"),
    "quotations": gettext_lazy("Fields that quote the input"),
}
_HELP: Final = {
    "keywords": gettext_lazy("One keyword or phrase on each line."),
    "tools": gettext_lazy("One name on each line, as the assistant reports it."),
    "schema": gettext_lazy("What a structured answer must look like (draft 2020-12)."),
    "reference": gettext_lazy("The right answer as a JSON object, with every field."),
    "quotations": gettext_lazy(
        "One name on each line, such as claims.evidence. They must quote the question or a passage."
    ),
}


class NeedsFields:
    """Adds the fields to a form and reads them; a form shows only what its set's methods ask for.

    What a question holds already is shown too, so that nothing is dropped unseen.
    """

    fields: dict[str, forms.Field]
    asked: list[str]

    def add_needs(self, methods: Methods, needs: Needs) -> dict[str, str]:
        """Add the fields; what stands in them at first comes back."""
        asked = {name for method in methods.listed for name in _OF_METHOD.get(method, ())}
        asked |= set(needs.as_json())
        self.asked = [name for name in (*_WORDS[:2], *_CONTRACTS, _WORDS[2]) if name in asked]
        for name in self.asked:
            words = name in _WORDS
            self.fields[_PREFIX + name] = forms.CharField(
                label=_LABELS[name],
                help_text=_HELP[name],
                required=False,
                max_length=MOST_WORDS * (LONGEST_WORD + 2) if words else 2 * LONGEST_JSON,
                widget=forms.Textarea(attrs={"rows": 3 if words else 8, "spellcheck": "false"}),
            )
        filled = {
            "keywords": "\n".join(needs.keywords),
            "tools": "\n".join(needs.tools),
            "schema": as_text(needs.schema),
            "reference": as_text(needs.reference),
            "quotations": "\n".join(needs.quotations),
        }
        return {_PREFIX + name: filled[name] for name in self.asked}

    @property
    def needs_fields(self) -> list[forms.BoundField]:
        """The fields in their order."""
        return [self[_PREFIX + name] for name in self.asked]  # type: ignore[index]  # a form

    @property
    def needs_faulty(self) -> bool:
        """Whether anything is wrong with them."""
        return any(field.errors for field in self.needs_fields)

    def read_needs(self, data: Mapping[str, Any]) -> Needs:
        """What was typed; errors are put to their fields, and then what comes back is empty."""
        stored: dict[str, Any] = {}
        for name in self.asked:
            text = data.get(_PREFIX + name, "").strip()
            if name in _WORDS:
                stored[name] = text.splitlines()
            elif text:
                try:
                    stored[name] = json.loads(text)
                except json.JSONDecodeError as error:
                    where = {"line": error.lineno, "column": error.colno}
                    sentence = _("This is no JSON: see line %(line)s, column %(column)s.") % where
                    self._needs_error(name, sentence)
                except (ValueError, RecursionError):
                    self._needs_error(name, _("This is no JSON."))
        try:
            return Needs.from_json(stored)
        except Unfit as unfit:
            self._needs_error(unfit.field, unfit_words(unfit))
            return Needs()

    def _needs_error(self, name: str, sentence: str) -> None:
        self.add_error(_PREFIX + name, sentence)  # type: ignore[attr-defined]  # a form
