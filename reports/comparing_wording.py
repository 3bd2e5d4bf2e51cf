"""Comparisons of two runs, in words."""

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from reports.comparing import FEWEST_PAIRS, Noise, Verdict
from reports.comparisons import Compared


def verdict_words(found: Compared) -> str:
    """What may be said of the difference, in one sentence."""
    p = found.flips.p
    values = {
        "pairs": found.flips.pairs,
        "fewest": FEWEST_PAIRS,
        "p": _p(p) if p is not None else "",
    }
    said = {
        Verdict.TOO_FEW: _(
            "Inconclusive: only %(pairs)s questions were scored in both runs; at least %(fewest)s are "
            "needed to tell a change from chance."
        ),
        Verdict.SAME: _("No question changed."),
        Verdict.NOISE: _(
            "Noise: no more changed than when the same setup is run twice with nothing changed."
        ),
        Verdict.CHANCE: _(
            "Inconclusive: a difference like this also comes about by chance (p %(p)s)."
        ),
        Verdict.REGRESSED: _("Worse than before, by more than chance explains (p %(p)s)."),
        Verdict.IMPROVED: _("Better than before, by more than chance explains (p %(p)s)."),
    }[found.verdict]
    return said % values


def noise_words(noise: Noise) -> str:
    """What was measured by running again with nothing changed."""
    runs = ngettext("%(n)s repetition", "%(n)s repetitions", noise.runs) % {"n": noise.runs}
    said = ngettext(
        "Measured noise: %(changed)s of %(pairs)s compared results changed with nothing changed, over "
        "%(runs)s.",
        "Measured noise: %(changed)s of %(pairs)s compared results changed with nothing changed, over "
        "%(runs)s.",
        noise.changed,
    )
    return said % {"changed": noise.changed, "pairs": noise.pairs, "runs": runs}


def _p(p: float) -> str:
    if p < 0.001:
        return "< " + number_format(0.001, decimal_pos=3)
    return "= " + number_format(round(p, 3), decimal_pos=3)
