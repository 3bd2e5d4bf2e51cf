"""What the pure parts report, in the language of the person or the workspace."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from sources.crawling import patterns
from sources.fetching import FetchError, Problem
from sources.fetching import problems as fetching
from sources.models import PageVisit
from sources.reading import SkipReason, Unreadable
from sources.reading import unreadable as reading

OUTCOMES = {
    Problem.TOO_LARGE: PageVisit.Outcome.TOO_LARGE,
    Problem.REDIRECTED_AWAY: PageVisit.Outcome.REDIRECTED,
    Problem.MEDIA_TYPE: PageVisit.Outcome.NOT_TEXT,
    Problem.SCHEME: PageVisit.Outcome.REFUSED,
    Problem.CREDENTIALS: PageVisit.Outcome.REFUSED,
    Problem.MALFORMED: PageVisit.Outcome.REFUSED,
    Problem.PORT: PageVisit.Outcome.REFUSED,
    Problem.NOT_PUBLIC: PageVisit.Outcome.REFUSED,
}


def problem_sentence(error: FetchError) -> str:
    """Why an address could not be fetched."""
    return gettext(fetching.SENTENCES[error.problem]) % {"detail": error.detail}


def unreadable_sentence(error: Unreadable) -> str:
    """Why a file could not be read."""
    return gettext(reading.SENTENCES[error.why]) % {"name": error.name}


def pattern_sentence(error: patterns.BadPattern) -> str:
    """What is wrong with a pattern."""
    return gettext(patterns.SENTENCES[error.fault]) % {"pattern": error.pattern}


def same_as(address: str) -> str:
    """Why a page or file was not stored: its text stands elsewhere."""
    return gettext("The same text as %(address)s.") % {"address": address}


def excluded_by_hand() -> str:
    """Why a page or file is not read: somebody keeps it out."""
    return gettext("Excluded by hand, so it is not read.")


def left_out_by(pattern: str) -> str:
    """Why an address was not visited: a pattern excludes it, or none includes it, which is ""."""
    if not pattern:
        return gettext("It fits none of the patterns to include.")
    return gettext("It fits the pattern %(pattern)s, which is excluded.") % {"pattern": pattern}


def outcome_of(error: FetchError) -> str:
    """The kind of visit that a problem makes."""
    return OUTCOMES.get(error.problem, PageVisit.Outcome.ERROR)


SKIPPED: Final[Mapping[str, Promise]] = {
    SkipReason.NAVIGATION: gettext_lazy("Menu or navigation"),
    SkipReason.NOTICE: gettext_lazy("Notice"),
    SkipReason.LINKS: gettext_lazy("Links to other pages"),
    SkipReason.CONTENTS: gettext_lazy("Table of contents"),
    SkipReason.COMMENTS: gettext_lazy("Comments of readers"),
    SkipReason.HIDDEN: gettext_lazy("Hidden on the page"),
    SkipReason.CODE: gettext_lazy("Code"),
    SkipReason.EMPTY_HEADING: gettext_lazy("Heading without text"),
    SkipReason.FRAGMENT: gettext_lazy("Too short to say anything"),
    SkipReason.SMALL_PRINT: gettext_lazy("Small print"),
    SkipReason.CITATION: gettext_lazy("List of references"),
    SkipReason.EXCLUDED: gettext_lazy("Excluded by hand"),
    SkipReason.REPEATED: gettext_lazy("On most pages of the site"),
    SkipReason.MARGIN: gettext_lazy("Header, footer or page number"),
    SkipReason.REVISION: gettext_lazy("Deleted or commented while editing"),
    SkipReason.LIMIT: gettext_lazy("Beyond what is read of one file"),
    SkipReason.DAMAGED: gettext_lazy("Damaged, so it could not be read"),
    SkipReason.COLUMN: gettext_lazy("Column beside questions and answers"),
    SkipReason.BESIDE: gettext_lazy("Beside the text of the article"),
}
