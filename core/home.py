"""The home of a workspace: fragments of the parts further right, by their address."""

from dataclasses import dataclass
from typing import Final

from django.urls import NoReverseMatch, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from core.models import Workspace

# Title, address of the fragment, the page that shows the same without it.
_PANELS: Final[tuple[tuple[Promise, str, str, Promise], ...]] = (
    (_("Needs a person now"), "reviews:attention", "reviews:index", _("Open the review queue")),
    (_("Latest report"), "reports:latest", "reports:index", _("All reports")),
    (_("Recent runs"), "runs:recent", "runs:index", _("All runs")),
)


@dataclass(frozen=True, slots=True)
class Panel:
    """One part of the home; it fetches `url` into itself."""

    title: Promise
    url: str
    page_url: str
    page_words: Promise


def panels_of(workspace: Workspace) -> list[Panel]:
    """The parts that this installation has, in the order in which they matter."""
    found = []
    for title, fragment, page, words in _PANELS:
        try:
            url, page_url = (reverse(name, args=[workspace.slug]) for name in (fragment, page))
        except NoReverseMatch:
            continue  # a portal may be installed without that part
        found.append(Panel(title, url, page_url, words))
    return found
