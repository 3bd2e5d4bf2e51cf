"""The methodology of a report's page: names and values, nothing nested."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from reports.wording import Wording, names


@dataclass(frozen=True, slots=True)
class MethodPart:
    """One block of the methodology. `title` is "" for the first."""

    title: str
    rows: tuple[tuple[str, str], ...]


def method(
    document: Mapping[str, Any], words: Wording, *, shared: bool = False, named: bool = True
) -> tuple[MethodPart, ...]:
    """Everything that was fixed when the run started (M6.2).

    `shared` leaves out settings, which hold addresses of the customer's; not `named` also what the
    customer calls things.
    """
    _ = words.gettext
    told = document["methodology"]
    first = {
        _("Test set"): _("%(name)s, version %(number)s")
        % {"name": told["test_set"], "number": told["version"]},
        _("Digest of the version"): told["version_digest"],
        _("Questions"): words.count(told["questions"]),
        _("Attempts per question"): words.count(told["repetitions"]),
        _("Tries allowed per attempt"): words.count(told["tries_allowed"]),
        _("Weighting"): _("every scored test counts the same"),
        _("Questions written by"): names.makers(words, told["writer"]),
        _("Assistant"): told["assistant"],
        _("Graded by"): names.makers(words, told["grader"]),
        _("Fingerprint of the grader"): told["grader_fingerprint"],
        _("Embeddings"): told["embeddings"],
        _("Run started"): _moment(told["started_at"], words),
        _("Run ended"): _moment(told["ended_at"], words),
        _("Software"): told["software"],
    }
    if not named:
        first = {
            name: value
            for name, value in first.items()
            if name not in (_("Test set"), _("Assistant"))
        }
    if shared:
        return (MethodPart("", tuple((name, value) for name, value in first.items() if value)),)
    parts = [
        ("", first),
        (_("Settings of the assistant"), told["assistant_settings"]),
        (_("Settings of the grader"), told["grader_settings"]),
        (_("Settings of the run"), told["run_settings"]),
    ]
    return tuple(
        MethodPart(title, tuple((name, value) for name, value in rows.items() if value))
        for title, rows in parts
        if rows
    )


def _moment(value: str | None, words: Wording) -> str:
    return "" if value is None else words.moment(datetime.fromisoformat(value))
