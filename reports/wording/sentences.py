"""The sentences of a report: its figures in words."""

from reports.figures.values import Figures, Incompleteness, ReviewLevel, SetAside, Shortfall, Tally
from reports.statistics import Share
from reports.wording import names
from reports.wording.language import Wording


def headline(words: Wording, tally: Tally) -> str:
    """The headline is a count, with its denominator (M3.1)."""
    return count_of(words, tally.correct, tally.scored)


def count_of(words: Wording, correct: int, scored: int) -> str:
    """The headline from its two numbers, for pages that list reports in the reader's language."""
    if not scored:
        return words.gettext("No answer could be scored")
    sentence = words.ngettext(
        "%(correct)s of %(scored)s answer correct",
        "%(correct)s of %(scored)s answers correct",
        scored,
    )
    return sentence % {"correct": words.count(correct), "scored": words.count(scored)}


def interval(words: Wording, share: Share) -> str:
    """The bounds alone: "64.0% to 94.8%"."""
    return words.gettext("%(low)s to %(high)s") % {
        "low": words.percent(share.low),
        "high": words.percent(share.high),
    }


def pass_rate(words: Wording, tally: Tally) -> str:
    """The pass rate with its interval, and how to take it (M3.2)."""
    if tally.share is None:
        return words.gettext("Without a scored test there is no pass rate and no interval.")
    return words.gettext(
        "Pass rate %(rate)s, 95%% interval %(interval)s. A small sample is a signal, not a "
        "verdict: with many more questions of this kind the rate could settle anywhere in it."
    ) % {"rate": words.percent(tally.share.rate), "interval": interval(words, tally.share)}


def attempts(words: Wording, figures: Figures) -> str:
    """How repeated attempts are counted (M3.9); "" when each question was asked once."""
    asked = figures.methodology.repetitions
    if asked < 2:
        return ""
    return words.gettext(
        "Each of %(questions)s questions was asked %(asked)s times. All attempts are kept and "
        "counted, none is picked as the best. The interval rests on the number of questions, not "
        "on that of the attempts."
    ) % {"questions": words.count(figures.questions), "asked": words.count(asked)}


def quality(words: Wording, tally: Tally) -> str:
    if tally.quality is None:
        return words.gettext("No quality score: nothing was scored.")
    return words.gettext(
        "Quality score %(quality)s: a partly correct answer counts half (%(partly)s of %(scored)s)."
    ) % {
        "quality": words.percent(tally.quality),
        "partly": words.count(tally.partly),
        "scored": words.count(tally.scored),
    }


def coverage(words: Wording, tally: Tally) -> str:
    """Planned, run, scored and set aside, with the reasons (M3.3)."""
    aside = tally.planned - tally.scored
    sentence = words.gettext(
        "%(planned)s planned, %(run)s run, %(scored)s scored, %(aside)s set aside"
    ) % {
        "planned": words.count(tally.planned),
        "run": words.count(tally.run),
        "scored": words.count(tally.scored),
        "aside": words.count(aside),
    }
    reasons = [
        f"{names.set_aside(words, reason)} {words.count(tally.set_aside[reason])}"
        for reason in SetAside
        if tally.set_aside[reason]
    ]
    return f"{sentence} ({', '.join(reasons)})." if reasons else f"{sentence}."


def bounds(words: Wording, figures: Figures) -> str:
    """What the tests set aside could change at most; "" when none is."""
    if figures.bounds is None:
        return ""
    return words.gettext(
        "Had every test set aside been answered wrong, %(worst)s of all planned tests would be "
        "correct; had every one been right, %(best)s."
    ) % {
        "worst": words.percent(figures.bounds.worst),
        "best": words.percent(figures.bounds.best),
    }


def incompleteness(words: Wording, reason: Incompleteness, tally: Tally) -> str:
    """Why the report is marked Incomplete, in one sentence (M3.4)."""
    _ = words.gettext
    counts = {"scored": words.count(tally.scored), "planned": words.count(tally.planned)}
    if reason.shortfall is Shortfall.NOT_ENDED:
        return _("The run has not ended: questions are still to be asked or graded.")
    if reason.shortfall is Shortfall.NOTHING_SCORED:
        if not tally.planned:
            return _("No test was planned, so there is nothing to score.")
        return _("None of the %(planned)s planned tests could be scored.") % counts
    if reason.shortfall is Shortfall.TOO_FEW_SCORED:
        return (
            _("Only %(scored)s of %(planned)s planned tests could be scored; 90%% are needed.")
            % counts
        )
    sentence = words.ngettext(
        "A critical test could not be assessed: %(tests)s.",
        "%(count)s critical tests could not be assessed: %(tests)s.",
        len(reason.uids),
    )
    return sentence % {"count": words.count(len(reason.uids)), "tests": ", ".join(reason.uids)}


def level(words: Wording, figures: Figures) -> str:
    """What the review level means here, from the recorded decisions (M5.1)."""
    _ = words.gettext
    review = figures.review
    if review.level is ReviewLevel.EXPERT:
        return _(
            "Domain experts signed off all expected answers before the run and went through all "
            "failures after it."
        )
    if review.level is ReviewLevel.REVIEWED:
        return _("A person has checked every flagged result.")
    if not review.flagged:
        return _("Graded automatically. No result is flagged, and nobody has reviewed one.")
    sentence = words.ngettext(
        "Graded automatically. A person has checked %(checked)s of %(flagged)s flagged result.",
        "Graded automatically. A person has checked %(checked)s of %(flagged)s flagged results.",
        review.flagged,
    )
    return sentence % {
        "checked": words.count(review.flagged_checked),
        "flagged": words.count(review.flagged),
    }


def decisions(words: Wording, figures: Figures) -> str:
    """What people decided; "" when nobody did."""
    review = figures.review
    if not review.decisions:
        return ""
    sentence = words.ngettext(
        "A person decided %(decided)s result and changed the automated grade of %(changed)s.",
        "People decided %(decided)s results and changed the automated grade of %(changed)s.",
        review.decisions,
    )
    return sentence % {
        "decided": words.count(review.decisions),
        "changed": words.count(review.overturned),
    }


def exploratory(words: Wording) -> str:
    """What the mark Exploratory means (M1.5)."""
    return words.gettext(
        "Some questions have no passage of the material behind them. They are graded against the "
        "answer that was given with them, which nobody can trace to a source."
    )


def variants(words: Wording, figures: Figures) -> str:
    """How typos and keywords changed the outcome (M1.13); "" without such questions."""
    graded = [
        each
        for each in figures.variants
        if each.label is not None and each.parent_label is not None
    ]
    if not graded:
        return ""
    alike = sum(each.label is each.parent_label for each in graded)
    sentence = words.ngettext(
        "%(alike)s of %(count)s question in worse clothes (typos, keywords) got the same outcome "
        "as the question that it comes from.",
        "%(alike)s of %(count)s questions in worse clothes (typos, keywords) got the same outcome "
        "as the question that they come from.",
        len(graded),
    )
    return sentence % {"alike": words.count(alike), "count": words.count(len(graded))}
