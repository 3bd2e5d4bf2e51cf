"""Questions made from statements: a few safe patterns per language, and nothing beyond them."""

from testsets.writers.builtin.statements.making import statement_drafts

__all__ = ["statement_drafts"]
