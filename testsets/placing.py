"""Finding the passage that each key fact of a question stands in."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from django.utils.translation import gettext as _

from core.errors import DomainError
from testsets.models import Question
from testsets.question_text import FactNotInPassage, NewFact
from testsets.records import HOMELESS, Home
from testsets.values import MAX_FACTS, DraftFact, located

NOWHERE: Final[Mapping[str, tuple[DraftFact, Home]]] = {}


Placed = list[tuple[DraftFact, Home]]


def placed_in(
    facts: Sequence[NewFact],
    homes: Sequence[Home],
    *,
    must_stand: bool = True,
    there: Mapping[str, tuple[DraftFact, Home]] = NOWHERE,
) -> Placed:
    """Each fact with the passage it stands in: where it was `there`, else in the first that has it.

    FactNotInPassage when it stands in none of them and must.
    """
    if len(facts) > MAX_FACTS:
        raise DomainError(_("A question has at most %(most)s key facts.") % {"most": MAX_FACTS})
    placed: Placed = []
    for fact in facts:
        if fact.exact_value and located(fact.exact_value, fact.quotation) is None:
            raise DomainError(
                _("The exact value “%(value)s” is not part of its key fact.")
                % {"value": fact.exact_value}
            )
        if fact.quotation in there:
            stood, home = there[fact.quotation]
            placed.append((replace(stood, exact_value=fact.exact_value), home))
            continue
        for home in homes:
            found = located(fact.quotation, home.text, exact_value=fact.exact_value)
            if found is not None:
                placed.append((found, home))
                break
        else:
            if homes and must_stand:
                raise FactNotInPassage(fact.quotation)
            placed.append((DraftFact(fact.quotation, 0, 0, "", fact.exact_value), HOMELESS))
    return placed


def placed_now(question: Question, homes: Sequence[Home]) -> dict[str, tuple[DraftFact, Home]]:
    """Where the question's key facts stand now, by their words: a passage may hold those twice."""
    by_place = {(home.passage, home.carried): home for home in homes}
    return {
        row.quotation: (
            DraftFact(row.quotation, row.start, row.end, row.match),
            by_place[row.passage_id, row.carried],
        )
        for row in question.facts.all()
        if row.start is not None
    }


def carry_cited(question: Question, placed: Placed) -> Placed:
    """Have the question carry only those of its file's passages that a fact still stands in.

    Another passage was put in their place, and what it replaced is no evidence any more.
    """
    cited = sorted({home.carried for _fact, home in placed if home.carried is not None})
    question.carried = [question.carried[number] for number in cited]
    return [
        (
            fact,
            home if home.carried is None else home._replace(carried=cited.index(home.carried)),
        )
        for fact, home in placed
    ]
