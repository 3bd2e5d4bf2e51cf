"""Who wrote a question: a person or a writer, and the people who reworded it since."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from core.models import User
from testsets.models import Question
from testsets.values import BY_HAND, EDITED_BY

_LONGEST_NAME = 200
# What the history says of marking a question as critical or as control, which words nothing.
MARKED: Final = "marked"


def editors_of(questions: Iterable[Question]) -> dict[int, list[User]]:
    """The people who changed each question or its key facts after it was written, each once."""
    keys = [question.pk for question in questions]
    found: dict[int, dict[int, User]] = defaultdict(dict)
    removed: dict[int, datetime | None] = {}
    rows = Question.history.filter(id__in=keys).select_related("history_user")
    for row in rows.order_by("history_id"):
        # The first row is the writing; taking a question out or putting it back words nothing.
        marked = row.history_change_reason == MARKED
        same = row.id in removed and removed[row.id] == row.removed_at
        if same and not marked and row.history_user:
            found[row.id][row.history_user.pk] = row.history_user
        removed[row.id] = row.removed_at
    return {key: list(found[key].values()) if key in found else [] for key in keys}


def written_by(question: Question, editors: Sequence[User]) -> str:
    """Who wrote the question, and who edited it, as it is kept with a frozen version."""
    first = str(question.written_by) if question.written_by else question.writer or BY_HAND
    others = [str(person) for person in editors if person.pk != question.written_by_id]
    if not others:
        return first
    return f"{first}{EDITED_BY}{', '.join(others)}"[:_LONGEST_NAME]


def has_written(question: Question, person: User) -> bool:
    """Whether any of the question's present wording may be this person's own."""
    if question.written_by_id == person.pk:
        return True
    return person.pk in {editor.pk for editor in editors_of([question])[question.pk]}
