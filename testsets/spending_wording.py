"""The words for what a drafting takes in tokens, and for ending because that is used up."""

from collections.abc import Mapping

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.llm import Tokens
from testsets.wording import TYPES, check_words


def tokens_words(tokens: Tokens, limit: int | None) -> str:
    """How many tokens were used, of how many, and how many of them are an estimate; "" for none."""
    if not tokens.total and limit is None:
        return ""
    used = number_in_words(tokens.total)
    if limit is None:
        said = ngettext("%(used)s token used", "%(used)s tokens used", tokens.total) % {
            "used": used
        }
    else:
        said = ngettext(
            "%(used)s of %(limit)s token used", "%(used)s of %(limit)s tokens used", limit
        ) % {"used": used, "limit": number_in_words(limit)}
    if not tokens.estimated:
        return said
    if not tokens.reported:
        note = _("an estimate, as the language model's server reports none")
    else:
        note = _("%(estimated)s of them an estimate, as the server did not report them") % {
            "estimated": number_in_words(tokens.estimated)
        }
    return f"{said} ({note})"


def budget_spent(
    *,
    kept: int,
    wanted: int,
    limit: int,
    tokens: Tokens,
    types: Mapping[str, int],
    reasons: Mapping[str, int],
) -> str:
    """Why writing stopped before its end, with what was kept by type and rejected by reason."""
    sentences = [
        ngettext(
            "%(kept)s of %(wanted)s questions, because the budget of %(limit)s token is spent.",
            "%(kept)s of %(wanted)s questions, because the budget of %(limit)s tokens is spent.",
            limit,
        )
        % {"kept": kept, "wanted": wanted, "limit": number_in_words(limit)},
        tokens_words(tokens, None) + ".",
    ]
    if types:
        listed = _listed({str(TYPES.get(type_, type_)): count for type_, count in types.items()})
        sentences.append(_("Kept: %(types)s.") % {"types": listed})
    if reasons:
        listed = _listed({check_words(check): count for check, count in reasons.items()})
        sentences.append(_("Rejected: %(reasons)s.") % {"reasons": listed})
    return " ".join(sentences)


def number_in_words(number: int) -> str:
    """A whole number with its thousands apart, as the reader's language writes them."""
    return str(number_format(number, force_grouping=True))


def _listed(counts: Mapping[str, int]) -> str:
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{name} ({count})" for name, count in ordered)
