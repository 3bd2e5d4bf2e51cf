"""How far a drafting job is and what it rejected, in words."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from testsets import selectors
from testsets.drafting import GAVE_UP
from testsets.models import Drafting, RejectedDraft
from testsets.spending_wording import budget_spent, tokens_words
from testsets.wording import check_words, shortage


@dataclass(frozen=True, slots=True)
class ShownRejection:
    """A rejected draft with its reasons in words."""

    question: str
    expected_answer: str
    facts: list[str]
    raw: str
    document: str
    reasons: list[tuple[str, str]]
    at: datetime


def shown_rejection(draft: RejectedDraft) -> ShownRejection:
    """A rejected draft as staff see it."""
    stored = draft.draft
    return ShownRejection(
        question=draft.question,
        expected_answer=stored.get("expected_answer", ""),
        facts=[fact["quotation"] for fact in stored.get("facts", [])],
        raw=stored.get("raw", ""),
        document=draft.passage.document.title if draft.passage else "",
        reasons=[(check_words(r["check"]), r["message"]) for r in draft.reasons],
        at=draft.at,
    )


def progress_context(drafting: Drafting) -> dict[str, Any]:
    """The state of a job with the sentence on its bar, and why it fell short."""
    state = selectors.progress(drafting)
    sentence = _("%(kept)s of %(wanted)s questions written") % {
        "kept": state.kept,
        "wanted": state.wanted,
    }
    if state.rejected:
        sentence += ", " + ngettext(
            "%(count)s draft rejected", "%(count)s drafts rejected", state.rejected
        ) % {"count": state.rejected}
    if state.stopping:
        sentence = _("Stopping after the question in hand")
    return {
        "drafting": drafting,
        "progress": state,
        "sentence": sentence,
        "shortage": _shortage(drafting, state),
        "time_left": _time_left(state.left) if state.live else "",
        "tokens": tokens_words(state.tokens, state.token_limit),
    }


def _shortage(drafting: Drafting, state: selectors.Progress) -> str:
    if state.token_limit is not None and state.budget_spent:
        return budget_spent(
            kept=state.kept,
            wanted=state.wanted,
            limit=state.token_limit,
            tokens=state.tokens,
            types=state.types,
            reasons=state.reasons,
        )
    if state.status != Drafting.Status.DONE:
        return ""
    return shortage(
        kept=state.kept,
        wanted=state.wanted,
        reasons=state.reasons,
        languages=selectors.passage_languages(drafting) if state.kept < state.wanted else {},
        asked=drafting.language,
        gave_up=state.reason == GAVE_UP,
    )


def _time_left(left: timedelta | None) -> str:
    if left is None:
        return ""
    minutes = round(left.total_seconds() / 60)
    if minutes < 1:
        return _("less than a minute left")
    return ngettext("about %(count)s minute left", "about %(count)s minutes left", minutes) % {
        "count": minutes
    }
