"""Which types of question the writer of this installation can write, as a form offers them."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from testsets.drafting import configured_writer
from testsets.values import FAMILY_OF, VARIANTS, Family, QuestionType
from testsets.wording import FAMILIES, TYPES


@dataclass(frozen=True, slots=True)
class Offer:
    """The types to choose from, grouped by what they try, and a note on those that are missing."""

    choices: list[tuple[str | Promise, list[tuple[str, str | Promise]]]]
    note: str


def types_offered() -> Offer:
    """What can be chosen here; a type that the writer cannot honestly write is only named."""
    able = configured_writer()[0].types | VARIANTS
    note = _("None chosen: a battery of all of them, mostly of what customers ask most.")
    missing = [str(TYPES[type_]) for type_ in QuestionType if type_ not in able]
    if missing:
        note = f"{note} " + _("Without a language model there are none of: %(types)s.") % {
            "types": ", ".join(missing)
        }
    return Offer(
        choices=[
            (
                FAMILIES[family],
                [
                    (type_.value, TYPES[type_])
                    for type_ in QuestionType
                    if FAMILY_OF[type_] is family and type_ in able
                ],
            )
            for family in Family
        ],
        note=note,
    )
