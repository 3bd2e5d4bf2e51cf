"""What a reader must know beside the figures: limits, and peculiarities of this run."""

from reports.figures.values import Figures
from reports.wording.language import Wording


def limits(words: Wording) -> tuple[str, ...]:
    """The limits of every report, said plainly."""
    _ = words.gettext
    return (
        _("This report speaks of the questions in its test set, and of no others."),
        _("It describes the assistant on the day of the run. Assistants change."),
        _(
            "Expected answers are as current as the documents they were taken from. A test whose "
            "document turns out to be outdated is set aside for review."
        ),
        _("The grader can be wrong. Results that look doubtful are flagged, not hidden."),
        _("A likely cause of a failure is a hypothesis. It was not investigated."),
        _("Only text was tested: no speech, no images, no video."),
        _("When a score changes between two runs, the figures say what changed, never why."),
    )


def peculiarities(words: Wording, figures: Figures) -> tuple[str, ...]:
    """What was out of the ordinary in this run and bears on the figures."""
    notes = []
    allowed = figures.methodology.tries_allowed
    if figures.retried:
        sentence = words.ngettext(
            "%(count)s question was answered only after a failed try (at most %(allowed)s tries, "
            "fixed before the run): %(tests)s.",
            "%(count)s questions were answered only after a failed try (at most %(allowed)s tries, "
            "fixed before the run): %(tests)s.",
            len(figures.retried),
        )
        notes.append(
            sentence
            % {
                "count": words.count(len(figures.retried)),
                "allowed": words.count(allowed),
                "tests": _some(words, figures.retried),
            }
        )
    if figures.corrected:
        sentence = words.ngettext(
            "%(count)s answer was corrected by hand and is marked so, beside what was captured: "
            "%(tests)s.",
            "%(count)s answers were corrected by hand and are marked so, beside what was captured: "
            "%(tests)s.",
            len(figures.corrected),
        )
        notes.append(
            sentence
            % {
                "count": words.count(len(figures.corrected)),
                "tests": _some(words, figures.corrected),
            }
        )
    if figures.mixed_graders:
        notes.append(
            words.gettext(
                "The automated grades come from %(count)s different graders: %(graders)s. Grades "
                "of different graders are not strictly comparable."
            )
            % {
                "count": words.count(len(figures.graders)),
                "graders": ", ".join(
                    f"{used.fingerprint[:12]} ({words.count(used.grades)})"
                    for used in figures.graders
                ),
            }
        )
    method = figures.methodology
    if figures.graders and method.pinned_grader_fingerprint not in ("", method.grader_fingerprint):
        notes.append(
            words.gettext(
                "When the run started, the grader %(fixed)s was fixed; the grades shown here come "
                "from %(used)s."
            )
            % {
                "fixed": method.pinned_grader_fingerprint[:12],
                "used": method.grader_fingerprint[:12],
            }
        )
    return tuple(notes)


def _some(words: Wording, uids: tuple[str, ...], *, shown: int = 12) -> str:
    """The first identifiers, and how many more there are."""
    listed = ", ".join(uids[:shown])
    more = len(uids) - shown
    if more <= 0:
        return listed
    return words.ngettext("%(listed)s and %(more)s more", "%(listed)s and %(more)s more", more) % {
        "listed": listed,
        "more": words.count(more),
    }
