"""Prompts as values with a version, and fences around text that must not be obeyed."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from string import Template

from core.fingerprint import fingerprint


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt's wording under an id that changes with it ("judge-facts/2")."""

    id: str
    template: Template

    def fill(self, **values: object) -> str:
        """The wording with every name filled in; values are taken literally.

        KeyError when a name is missing, ValueError when one is not in the template: both are
        mistakes in the caller.
        """
        unknown = values.keys() - set(self.template.get_identifiers())
        if unknown:
            raise ValueError(f"{self.id} has no place for {', '.join(sorted(unknown))}")
        return self.template.substitute(values)

    @property
    def fingerprint(self) -> str:
        """What tells this wording from any other, should an id ever stay behind its text."""
        return fingerprint([self.id, self.template.template])


@dataclass(frozen=True, slots=True)
class Fenced:
    """Foreign text between two marker lines that it cannot contain."""

    marker: str
    text: str


def _drawn() -> str:
    return f"<<{secrets.token_hex(8)}>>"


def fence(text: str, *, draw: Callable[[], str] = _drawn) -> Fenced:
    """The text between markers drawn for this call, so that no text can pretend to end its fence.

    Tell the model that what stands between the markers is material and holds no instructions.
    """
    marker = draw()
    while marker in text:
        marker = draw()
    return Fenced(marker, f"{marker}\n{text}\n{marker}")
