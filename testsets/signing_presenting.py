"""What the bench shows on which an expert signs off one question after the other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import uuid4

from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.agreement import Agreement
from core.models import User, Workspace
from testsets import neighbours, presenting
from testsets.agreeing import agreement_of
from testsets.authors import has_written
from testsets.counting import caught_up
from testsets.history import Event, history_of
from testsets.models import Question, SignOff, TestSet
from testsets.signing import COMPLETE, Standing, standings
from testsets.signing_off import can_settle, can_withdraw
from testsets.wording import sign_off_words

STATES: Final[Mapping[str, Promise]] = {
    "open": gettext_lazy("Open"),
    "half": gettext_lazy("You have decided"),
    "signed": gettext_lazy("Signed off"),
    "changes": gettext_lazy("Changes asked for"),
    "differ": gettext_lazy("Two people differ"),
    "void": gettext_lazy("Changed since"),
}
MOST_EVENTS: Final = 8


@dataclass(frozen=True, slots=True)
class Near:
    """A question in the list beside the one at hand, and how it stands to the reader."""

    pk: int
    number: int
    text: str
    state: str
    words: Promise | str
    marked: bool


@dataclass(frozen=True, slots=True)
class Done:
    """What the reader did just before, and what undoes it."""

    words: str
    about: str
    url: str
    fields: Mapping[str, str]


def bench(question: Question, *, reader: User, as_of: datetime | None = None) -> dict[str, Any]:
    """Everything on the page but the form; `as_of` is when an outdated page was made."""
    test_set = question.test_set
    numbers = caught_up(test_set, reader=reader)
    before, after = neighbours.around(question)
    standing = standings([question], reader=reader)[question.pk]
    (number,) = neighbours.numbered(test_set, [question])
    events = history_of(question, reader=reader)
    own = standing.of(reader)
    earlier = _earlier(standing, reader)
    return {
        "test_set": test_set,
        "question": presenting.shown_question(question, number, standing=standing),
        "near": _near(question, number, reader),
        "standing": standing,
        "settles": standing.state == "differ",
        "can_settle": can_settle(standing, test_set, reader),
        "apart": standing.wanted > 1 and standing.state not in COMPLETE,
        "own": has_written(question, reader),
        "mine": own if own is not None and can_withdraw(own, standing) else None,
        "signed": numbers.signed,
        "total": numbers.total,
        "waiting": numbers.waiting,
        "previous": before,
        "next": after,
        "events": events[:MOST_EVENTS],
        "more_events": max(0, len(events) - MOST_EVENTS),
        "since": _changes(events, earlier.at) if earlier is not None else [],
        "overtaken_by": _changes(events, as_of) if as_of is not None else [],
        "key": uuid4().hex,
        "now": timezone.now(),
    }


def _near(question: Question, number: int, reader: User) -> list[Near]:
    rows = neighbours.near(question)
    first = number - next((n for n, row in enumerate(rows) if row.pk == question.pk), 0)
    return [_one_near(row, first + n, reader) for n, row in enumerate(rows)]


def _one_near(row: Any, number: int, reader: User) -> Near:
    indexed = getattr(row, "indexed", None)
    state = indexed.sign_off_for.get(str(reader.pk), indexed.sign_off) if indexed else "open"
    return Near(row.pk, number, row.text, state, STATES[state], row.critical)


def _earlier(standing: Standing, reader: User) -> SignOff | None:
    """The last word on an earlier wording: the reader's own, else anybody's that they may see."""
    if standing.present:
        return None
    own = [word for word in standing.live if word.by_id == reader.pk]
    return own[-1] if own else standing.newest


def _changes(events: list[Event], since: datetime) -> list[Event]:
    return [event for event in events if event.changes and event.at > since]


def done(given: str, *, workspace: Workspace, reader: User) -> Done | None:
    """What an address says was done just before, as `sign-12` or `critical-3`; None for nothing."""
    kind, _dash, key = given.partition("-")
    if not (key.isascii() and key.isdigit() and len(key) < 19):
        return None
    slug = workspace.slug
    if kind == "sign":
        word = SignOff.objects.for_workspace(workspace).filter(pk=int(key), by=reader)
        return _said(slug, word.select_related("question__test_set", "question__parent").first())
    rows = Question.objects.for_workspace(workspace).filter(pk=int(key))
    question = rows.first()
    if question is None:
        return None
    if kind == "remove" and question.removed_at is not None:
        url = reverse("testsets:restore", args=[slug, question.pk])
        return Done(_("Removed"), question.text, url, {"to": "sign"})
    if kind in ("critical", "control") and question.removed_at is None:
        on = getattr(question, kind)
        said = {
            ("critical", True): _("Marked as critical"),
            ("critical", False): _("No longer critical"),
            ("control", True): _("Marked as control"),
            ("control", False): _("No longer control"),
        }
        url = reverse("testsets:mark", args=[slug, question.pk])
        return Done(said[kind, on], question.text, url, {"mark": kind if on else f"{kind} on"})
    return None


def _said(slug: str, word: SignOff | None) -> Done | None:
    if word is None or word.decision == SignOff.Decision.WITHDRAWN:
        return None
    standing = standings([word.question], reader=word.by)[word.question_id]
    live = word.pk in {one.pk for one in standing.live}
    url = reverse("testsets:take_back", args=[slug, word.pk])
    if not live or not can_withdraw(word, standing):
        url = ""
    return Done(sign_off_words(word), word.question.text, url, {})


@dataclass(frozen=True, slots=True)
class ShownAgreement:
    """How far two people agree on a set, with the word that most was said in."""

    figures: Agreement
    most_used: str
    total: int


def shown_agreement(test_set: TestSet) -> ShownAgreement | None:
    """The figures of a set whose questions two people sign off; None for any other."""
    if test_set.reviewers == 1:
        return None
    figures = agreement_of(test_set)
    words = dict(SignOff.Decision.choices)
    used = str(words[figures.shares[0][0]]) if figures.shares else ""
    return ShownAgreement(figures, used, figures.pairs + figures.left_out)
