"""Which further methods a test set is graded by besides the label, and how each is set."""

import math
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, Never, Self

from core.text import storable
from sources.marking import gettext_noop as _
from testsets.methods.unfit import Unfit

MEANING_PASS: Final = 50
# With the default embeddings, texts about something else came to at most 0.46 and the same thing in
# other words of the same language to at least 0.61.
SIMILARITY_PASS: Final = 0.6
FEWEST_LABELS: Final = 2
MOST_LABELS: Final = 8
LONGEST_TITLE: Final = 40
LONGEST_DESCRIPTION: Final = 500
LONGEST_INSTRUCTIONS: Final = 5_000
# M2.16, beside letters, digits and spaces.
_TITLE_PUNCTUATION: Final = frozenset("-_/&+.")
# An outcome of every method; a label of that name could not be told from it.
_TAKEN: Final = frozenset({"invalid", "not judged", "not_judged"})


class Method(StrEnum):
    """A way of looking at an answer besides its label."""

    GENERAL_QUALITY = "general_quality"
    COMPARE_MEANING = "compare_meaning"
    TOOL_USE = "tool_use"
    KEYWORD_MATCH = "keyword_match"
    TEXT_SIMILARITY = "text_similarity"
    EXACT_MATCH = "exact_match"
    STRUCTURED_ANSWER = "structured_answer"
    CUSTOM = "custom"


class KeywordsWanted(StrEnum):
    """How many of a question's keywords an answer must hold."""

    ANY = "any"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class CustomLabel:
    """One outcome of the tester's own method (M2.16)."""

    title: str
    description: str
    passes: bool


@dataclass(frozen=True, slots=True)
class Methods:
    """The chosen methods with their settings; those of a method that is not chosen do not count."""

    chosen: frozenset[Method] = frozenset()
    meaning_pass: int = MEANING_PASS
    similarity_pass: float = SIMILARITY_PASS
    keywords: KeywordsWanted = KeywordsWanted.ANY
    instructions: str = ""
    labels: tuple[CustomLabel, ...] = ()

    @property
    def listed(self) -> list[Method]:
        """The chosen methods in the order of `Method`."""
        return [method for method in Method if method in self.chosen]

    def settings_of(self, method: Method) -> dict[str, Any]:
        """What can be set about a method, as it is stored."""
        if method is Method.COMPARE_MEANING:
            return {"pass_score": self.meaning_pass}
        if method is Method.TEXT_SIMILARITY:
            return {"pass_score": self.similarity_pass}
        if method is Method.KEYWORD_MATCH:
            return {"match": self.keywords.value}
        if method is Method.CUSTOM:
            labels = [
                {"title": label.title, "description": label.description, "passes": label.passes}
                for label in self.labels
            ]
            return {"instructions": self.instructions, "labels": labels}
        return {}

    def as_json(self) -> dict[str, Any]:
        """{method: settings} as stored with a set and frozen with a version; {} for none."""
        return {method.value: self.settings_of(method) for method in self.listed}

    @classmethod
    def from_json(cls, stored: object) -> Self:
        """What `as_json` gave. Unfit for anything else."""
        if not isinstance(stored, Mapping):
            raise Unfit("methods", _("this must be an object with a method for each key."))
        unknown = [str(name) for name in stored if name not in set(Method)]
        if unknown:
            raise Unfit(
                "methods",
                _("“%(value)s” is none of %(known)s."),
                value=storable(unknown[0])[:80],
                known=", ".join(Method),
            )
        given = {Method(name): _object(value) for name, value in stored.items()}
        meaning = given.get(Method.COMPARE_MEANING, {}).get("pass_score", MEANING_PASS)
        similarity = given.get(Method.TEXT_SIMILARITY, {}).get("pass_score", SIMILARITY_PASS)
        wanted = given.get(Method.KEYWORD_MATCH, {}).get("match", KeywordsWanted.ANY.value)
        if wanted not in set(KeywordsWanted):
            raise Unfit("keywords", _("write any or all."))
        custom = given.get(Method.CUSTOM, {})
        made = cls(
            chosen=frozenset(given),
            meaning_pass=_score(meaning, "meaning_pass", whole=True),
            similarity_pass=_score(similarity, "similarity_pass", whole=False),
            keywords=KeywordsWanted(wanted),
            instructions=_text(custom.get("instructions", ""), "instructions"),
            labels=tuple(_label(label) for label in _list(custom.get("labels", []))),
        )
        made.refuse_unfit()
        return made

    def refuse_unfit(self) -> None:
        """Unfit when a setting of a chosen method is missing or out of bounds."""
        _score(self.meaning_pass, "meaning_pass", whole=True)
        _score(self.similarity_pass, "similarity_pass", whole=False)
        if Method.CUSTOM in self.chosen:
            refuse_custom(self.instructions, self.labels)


def refuse_custom(instructions: str, labels: Sequence[CustomLabel]) -> None:
    """Unfit when the tester's own method lacks something, or a label cannot be told from others."""
    if not instructions.strip():
        raise Unfit("instructions", _("Say what to look for in an answer."))
    if len(instructions) > LONGEST_INSTRUCTIONS:
        raise Unfit(
            "instructions",
            _("this is longer than %(most)s characters."),
            most=LONGEST_INSTRUCTIONS,
        )
    if len(labels) > MOST_LABELS:
        _refuse_number()
    seen: set[str] = set()
    for number, label in enumerate(labels, start=1):
        refuse_label(label, number)
        if label.title.casefold() in seen:
            raise Unfit(
                f"title_{number}", _("Another label is called “%(title)s” too."), title=label.title
            )
        seen.add(label.title.casefold())
    if len(labels) < FEWEST_LABELS:
        _refuse_number()


def _refuse_number() -> Never:
    raise Unfit(
        "labels",
        _("Give %(fewest)s to %(most)s labels."),
        fewest=FEWEST_LABELS,
        most=MOST_LABELS,
    )


def refuse_label(label: CustomLabel, number: int) -> None:
    """Unfit when the title holds other characters than M2.16 names, or the description is missing."""
    title = label.title
    if not title or len(title) > LONGEST_TITLE or not _titled(title):
        raise Unfit(
            f"title_{number}",
            _(
                "A title has 1 to %(most)s letters, digits, spaces and the signs - _ / & + . and no"
                " others."
            ),
            most=LONGEST_TITLE,
        )
    if title.casefold() in _TAKEN:
        raise Unfit(f"title_{number}", _("This title is an outcome of every method. Use another."))
    if not label.description.strip() or len(label.description) > LONGEST_DESCRIPTION:
        raise Unfit(
            f"description_{number}",
            _("Say in 1 to %(most)s characters when an answer gets this label."),
            most=LONGEST_DESCRIPTION,
        )


def _titled(title: str) -> bool:
    """Letters of any script with their marks, decimal digits, spaces and the named signs."""
    kinds = [unicodedata.category(char) for char in title]
    allowed = all(
        kind[0] in "LM" or kind == "Nd" or char == " " or char in _TITLE_PUNCTUATION
        for char, kind in zip(title, kinds, strict=True)
    )
    return allowed and title == title.strip() and any(kind[0] in "LN" for kind in kinds)


def _object(value: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise Unfit("methods", _("the settings of a method must be an object."))
    return value


def _list(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise Unfit("labels", _("labels must be a list of objects."))
    return value


def _text(value: object, field: str) -> str:
    if not isinstance(value, str):
        raise Unfit(field, _("this must be text."))
    return storable(value)


def _label(value: object) -> CustomLabel:
    if not isinstance(value, Mapping) or not isinstance(value.get("passes"), bool):
        raise Unfit("labels", _("a label needs a title, a description and passes, true or false."))
    return CustomLabel(
        _text(value.get("title", ""), "labels"),
        _text(value.get("description", ""), "labels"),
        value["passes"],
    )


def _score(value: object, field: str, *, whole: bool) -> Any:
    number = isinstance(value, int if whole else int | float) and not isinstance(value, bool)
    most = 100 if whole else 1
    if not number or not math.isfinite(value) or not 0 <= value <= most:  # type: ignore[arg-type, operator]  # a number by now
        raise Unfit(field, _("A pass score lies between 0 and %(most)s."), most=most)
    return value


NO_METHODS: Final = Methods()
