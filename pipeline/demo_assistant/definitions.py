"""The terms that pages explain line by line, as a glossary does: "Proxy: a server that …"."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from core.text import normalise
from pipeline.demo_assistant.asking import matter
from pipeline.demo_assistant.library import Entry
from sources.reading import PassageKind

LONGEST_TERM: Final = 8
SHORTEST_MEANING: Final = 4
_LINE: Final = re.compile(r"^(?P<term>[^:\n]{2,90}?)\s*:\s+(?P<meaning>\S.*)$", re.MULTILINE)
_BRACKETS: Final = re.compile(r"\s*\(([^)]*)\)")
_EDGES: Final = " \t.,;:!?¿¡\"'«»“”„‚‘’()"
_ARTICLE: Final = re.compile(
    r"^(?:an?|the|un[ao]?|el|la|l[oa]s|de[rnsm]|die|das|eine?[nmrs]?|ett?|en)\s+", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Definition:
    """A term's line, and the passage that it stands in."""

    index: int
    line: str


class Glossary:
    """Every line of a library that explains a term."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._lines: dict[tuple[str, str], Definition] = {}
        for index, entry in enumerate(entries):
            if entry.question or entry.kind is PassageKind.TABLE:
                continue
            for found in _LINE.finditer(entry.text):
                words = len(found["meaning"].split())
                if len(found["term"].split()) <= LONGEST_TERM and words >= SHORTEST_MEANING:
                    for name in names(found["term"]):
                        key = (entry.language, name)
                        self._lines.setdefault(key, Definition(index, found[0]))

    def explain(self, question: str, languages: Iterable[str]) -> Definition | None:
        """The line for the term that a question asks about, in the first language that has one."""
        term = bare(matter(question))
        found = (self._lines.get((language, term)) for language in languages)
        return next((one for one in found if one is not None), None)


def names(term: str) -> list[str]:
    """A term with and without its brackets, and what stands in them: an abbreviation mostly."""
    inner = [bare(found[1]) for found in _BRACKETS.finditer(term)]
    return [name for name in (bare(term), bare(_BRACKETS.sub("", term)), *inner) if name]


def bare(term: str) -> str:
    """A term for comparison: without case, article, quotation marks and punctuation around it."""
    return _ARTICLE.sub("", normalise(term).strip(_EDGES)).strip(_EDGES)
