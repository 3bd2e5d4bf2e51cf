"""A random check of the machine's grades in words."""

from reports.correction import Corrected
from reports.figures.values import Check
from reports.wording.language import Wording


def sentences(words: Wording, made: Check) -> tuple[str, ...]:
    """What was drawn and found, the corrected rate, and what more human grades would do."""
    found = made.corrected
    if found is None:
        return (_waiting(words, made),)
    return (
        words.gettext(
            "Corrected for the errors of the grader: pass rate %(rate)s, 95%% interval %(low)s to "
            "%(high)s. By the machine’s grades alone it is %(machine)s (%(passed)s of %(scored)s)."
        )
        % {
            "rate": words.percent(found.rate),
            "low": words.percent(found.low),
            "high": words.percent(found.high),
            "machine": words.percent(made.sample.passed / made.sample.total),
            "passed": words.count(made.sample.passed),
            "scored": words.count(made.sample.total),
        },
        words.ngettext(
            "People judged %(count)s result drawn at random: %(passes)s passed wrongly, %(fails)s "
            "failed wrongly. Method: prediction-powered inference.",
            "People judged %(count)s results drawn at random: %(passes)s passed wrongly, %(fails)s "
            "failed wrongly. Method: prediction-powered inference.",
            made.judged,
        )
        % {
            "count": words.count(made.judged),
            "passes": words.count(made.sample.false_passes),
            "fails": words.count(made.sample.false_fails),
        },
        _more(words, found),
    )


def _waiting(words: Wording, made: Check) -> str:
    if made.outgrown:
        return words.gettext(
            "Results were drawn at random for people to judge, but others were graded after the "
            "draw. The pass rate is therefore not corrected."
        )
    if not made.drawn:
        return words.gettext(
            "Every result that was drawn at random has been set aside. The pass rate is therefore "
            "not corrected."
        )
    sentence = words.ngettext(
        "%(drawn)s result was drawn at random for people to judge, and %(judged)s is judged. The "
        "corrected pass rate is shown once all are.",
        "%(drawn)s results were drawn at random for people to judge, and %(judged)s are judged. The "
        "corrected pass rate is shown once all are.",
        made.drawn,
    )
    return sentence % {"drawn": words.count(made.drawn), "judged": words.count(made.judged)}


def _more(words: Wording, found: Corrected) -> str:
    if found.more == 0:
        return words.gettext("The interval is within ±3 points.")
    if found.more is not None:
        sentence = words.ngettext(
            "About %(count)s more human grade would bring it to ±3 points.",
            "About %(count)s more human grades would bring it to ±3 points.",
            found.more,
        )
        return sentence % {"count": words.count(found.more)}
    floor = words.gettext(
        "No number of human grades brings it to ±3 points: so few questions leave ±%(floor)s points, "
        "even if people judge every answer."
    ) % {"floor": words.points(found.floor)}
    if not found.more_for_grader:
        return floor
    sentence = words.ngettext(
        "About %(count)s more human grade would bring what the grader’s errors add to ±3 points.",
        "About %(count)s more human grades would bring what the grader’s errors add to ±3 points.",
        found.more_for_grader,
    )
    return f"{floor} {sentence % {'count': words.count(found.more_for_grader)}}"
