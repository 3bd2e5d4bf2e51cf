"""Sentences of modules without Django, marked so that the catalogue of translations finds them."""

from __future__ import annotations


def gettext_noop(sentence: str) -> str:
    """The sentence itself. Whoever shows it translates it."""
    return sentence
