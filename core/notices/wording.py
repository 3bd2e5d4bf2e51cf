"""What a notice says: one sentence for each kind, filled in with what is stored of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.models import Notice
from core.wording import LABELS

Params = Mapping[str, Any]
_LONGEST: Final = 200


@dataclass(frozen=True, slots=True)
class Saying:
    """The values a kind of notice needs, and its sentence. `by` is "" where nobody did it."""

    needs: frozenset[str]
    sentence: Callable[[str, Params], str]


def _assigned(by: str, values: Params) -> str:
    what, count = values["what"], values["count"]
    if what == "questions":
        said = ngettext(
            "%(by)s assigned %(count)s question of “%(test_set)s” to you.",
            "%(by)s assigned %(count)s questions of “%(test_set)s” to you.",
            count,
        )
    elif what == "results":
        said = ngettext(
            "%(by)s assigned %(count)s result of “%(test_set)s” to you.",
            "%(by)s assigned %(count)s results of “%(test_set)s” to you.",
            count,
        )
    else:
        said = _("%(by)s assigned the test set “%(test_set)s” to you.")
    return said % {**values, "by": by}


def _sign_off_void(by: str, values: Params) -> str:
    said = _(
        "%(by)s changed “%(question)s”. The sign-off by %(signer)s no longer holds; the question waits "
        "for a new one."
    )
    return said % {**values, "by": by}


def _changes_asked(by: str, values: Params) -> str:
    return _("%(by)s asks for changes to “%(question)s”: %(reason)s") % {**values, "by": by}


def _sent_back(by: str, values: Params) -> str:
    said = ngettext(
        "%(by)s sent back %(count)s question of “%(test_set)s”: %(reason)s",
        "%(by)s sent back %(count)s questions of “%(test_set)s”: %(reason)s",
        values["count"],
    )
    return said % {**values, "by": by}


def _mention(by: str, values: Params) -> str:
    return _("%(by)s mentioned you in a comment on “%(about)s”.") % {**values, "by": by}


def _run_finished(_by: str, values: Params) -> str:
    if values["stopped"]:
        said = _(
            "The run of “%(test_set)s” on %(assistant)s stopped: %(answered)s of %(planned)s answered."
        )
    else:
        said = _(
            "The run of “%(test_set)s” on %(assistant)s is finished: %(answered)s of %(planned)s answered."
        )
    return said % values


def _dispute_raised(by: str, values: Params) -> str:
    return _("%(by)s disputes the grade of “%(question)s”: %(words)s") % {**values, "by": by}


def _dispute_settled(by: str, values: Params) -> str:
    by = values.get("who") or by  # of two who decided together, the record has one
    if values["changed"]:
        said = _("%(by)s settled your dispute of “%(question)s”: the grade was changed.")
    else:
        said = _("%(by)s settled your dispute of “%(question)s”: the grade stays as it was.")
    return said % {**values, "by": by}


def _words_differ(_by: str, values: Params) -> str:
    said = _(
        "%(people)s judged “%(about)s” apart from each other and differ. One of them or an owner reads "
        "both and settles it."
    )
    return said % values


def _words_settled(by: str, values: Params) -> str:
    outcomes = {"signed": _("signed off"), "changes": _("changes asked for"), **LABELS}
    said = _("%(by)s settled “%(about)s”, on which you and another person differed: %(outcome)s.")
    return said % {**values, "by": by, "outcome": outcomes[values["outcome"]]}


def _regressed(_by: str, values: Params) -> str:
    said = ngettext(
        "The scheduled run of “%(test_set)s” on %(assistant)s got worse: %(worse)s question worse than "
        "before, %(better)s better, of %(pairs)s compared.",
        "The scheduled run of “%(test_set)s” on %(assistant)s got worse: %(worse)s questions worse than "
        "before, %(better)s better, of %(pairs)s compared.",
        values["worse"],
    )
    return said % values


def _schedule_paused(_by: str, values: Params) -> str:
    said = _(
        "The schedule of “%(test_set)s” on %(assistant)s is paused: its last two runs failed. "
        "Check the assistant, then resume the schedule."
    )
    return said % values


KINDS: Final[Mapping[str, Saying]] = {
    # what: "set", "questions" or "results"
    Notice.Kind.ASSIGNED.value: Saying(frozenset({"what", "count", "test_set"}), _assigned),
    Notice.Kind.SIGN_OFF_VOID.value: Saying(frozenset({"question", "signer"}), _sign_off_void),
    Notice.Kind.CHANGES_ASKED.value: Saying(frozenset({"question", "reason"}), _changes_asked),
    Notice.Kind.SENT_BACK.value: Saying(frozenset({"count", "test_set", "reason"}), _sent_back),
    Notice.Kind.MENTION.value: Saying(frozenset({"about"}), _mention),
    Notice.Kind.RUN_FINISHED.value: Saying(
        frozenset({"test_set", "assistant", "answered", "planned", "stopped"}), _run_finished
    ),
    Notice.Kind.DISPUTE_RAISED.value: Saying(frozenset({"question", "words"}), _dispute_raised),
    Notice.Kind.DISPUTE_SETTLED.value: Saying(
        frozenset({"question", "changed", "who"}), _dispute_settled
    ),
    Notice.Kind.WORDS_DIFFER.value: Saying(frozenset({"about", "people"}), _words_differ),
    # outcome: an outcome label, "signed" or "changes"
    Notice.Kind.WORDS_SETTLED.value: Saying(frozenset({"about", "outcome"}), _words_settled),
    Notice.Kind.REGRESSED.value: Saying(
        frozenset({"test_set", "assistant", "worse", "better", "pairs"}), _regressed
    ),
    Notice.Kind.SCHEDULE_PAUSED.value: Saying(
        frozenset({"test_set", "assistant"}), _schedule_paused
    ),
}


def shortened(params: Params) -> dict[str, Any]:
    """The values with long texts cut: a notice leads to the page that has them whole."""
    return {
        name: f"{value[:_LONGEST].rstrip()}…"
        if isinstance(value, str) and len(value) > _LONGEST
        else value
        for name, value in params.items()
    }


def sentence(notice: Notice) -> str:
    """What the notice says, in the language that is active."""
    by = notice.by_name or "Caudals"
    return KINDS[notice.kind].sentence(by, notice.params)
