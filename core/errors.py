"""Refusals that a person can meet."""


class DomainError(Exception):
    """A refusal whose text is the sentence shown to the person: what is wrong and what to do."""

    status = 422


class Conflict(DomainError):
    """Somebody else changed the same thing first; nothing was overwritten."""

    status = 409
