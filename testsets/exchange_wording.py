"""The words shown for what a file holds and for what is wrong with it."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from testsets.exchange import Left, Notes, Problem

SHAPES: Final[Mapping[str, Promise]] = {
    "caudals": gettext_lazy("Our own columns"),
    "copilot": gettext_lazy("Test set template of Copilot Studio"),
    "promptfoo": gettext_lazy("Tests of promptfoo"),
    "deepeval": gettext_lazy("Goldens of DeepEval"),
    "langfuse": gettext_lazy("Dataset items of Langfuse"),
    "ragas": gettext_lazy("Test set of Ragas"),
    "giskard": gettext_lazy("Test set of Giskard"),
    "inspect": gettext_lazy("Samples of Inspect"),
    "alpaca": gettext_lazy("Instructions with outputs (Alpaca)"),
    "other": gettext_lazy("A table with a question and an answer"),
}

LEFT: Final[Mapping[Left, Promise]] = {
    Left.COLUMN: gettext_lazy("Column “%(name)s”"),
    Left.UNNAMED: gettext_lazy("A column without a title"),
    Left.VARIABLE: gettext_lazy("Variable “%(name)s”"),
    Left.ASSERTION: gettext_lazy("Assertion “%(name)s”"),
    Left.METHOD: gettext_lazy("Testing method “%(name)s”"),
    Left.SETTING: gettext_lazy("Setting “%(name)s”"),
    Left.SHEET: gettext_lazy("Sheet “%(name)s”"),
    Left.ENTRY: gettext_lazy("Entries that are “%(name)s”"),
    Left.CONTROL_CHARACTERS: gettext_lazy("Control characters replaced in column “%(name)s”"),
    Left.LONG_CELLS: gettext_lazy("Cells cut after 32,767 characters in column “%(name)s”"),
}


def problem_words(problem: Problem) -> tuple[str, str]:
    """Where something is wrong and what, in the reader's language."""
    return problem.place.said(_), _(problem.sentence) % problem.values


def left_words(notes: Notes) -> list[tuple[str, int]]:
    """What is not carried over, each with how often it was met."""
    return [(str(LEFT[kind]) % {"name": name}, count) for kind, name, count in notes.listed()]
