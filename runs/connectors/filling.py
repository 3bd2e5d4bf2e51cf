"""Request templates: text or JSON with marks for what differs from one request to the next."""

import re
from collections.abc import Mapping
from typing import Any, Final

QUESTION: Final = "{{question}}"
CONVERSATION: Final = "{{conversation}}"
SECRET: Final = "{{secret}}"  # noqa: S105  the mark, not a secret

_MARK: Final = re.compile("|".join(map(re.escape, (QUESTION, CONVERSATION, SECRET))))


def fill(template: Any, values: Mapping[str, str]) -> Any:
    """The template with its marks replaced inside strings: no value can break the JSON.

    In one pass, so that a question which contains a mark is sent as it is. A mark without a value stays.
    """
    if isinstance(template, str):
        return _MARK.sub(lambda found: values.get(found[0], found[0]), template)
    if isinstance(template, dict):
        return {key: fill(value, values) for key, value in template.items()}
    if isinstance(template, list):
        return [fill(value, values) for value in template]
    return template


def mentions(template: Any, mark: str) -> bool:
    """Whether the template sends what `mark` stands for."""
    if isinstance(template, str):
        return mark in template
    if isinstance(template, dict):
        return any(mentions(value, mark) for value in template.values())
    if isinstance(template, list):
        return any(mentions(value, mark) for value in template)
    return False


def as_fields(filled: Mapping[str, Any]) -> dict[str, str]:
    """A filled template as the fields of a form or a query; None is left out, as browsers do."""
    return {key: _field(value) for key, value in filled.items() if value is not None}


def _field(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
