"""What the frame around every page shows: the workspace and the journey through it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# Name of the step → (its words, the address of its first page).
JOURNEY: Final[Mapping[str, tuple[Promise, str]]] = {
    "sources": (_("Sources"), "sources:index"),
    "testsets": (_("Test sets"), "testsets:index"),
    "assistants": (_("Assistants"), "runs:assistants"),
    "runs": (_("Runs"), "runs:index"),
    "reviews": (_("Review"), "reviews:index"),
    "reports": (_("Reports"), "reports:index"),
}
# Pages of parts that have no step of their own belong to this one.
_STEP_OF_APP: Final[Mapping[str, str]] = {"grading": "runs"}


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the journey as the column shows it."""

    name: str
    words: Promise
    url: str
    current: bool


@dataclass(frozen=True, slots=True)
class Frame:
    """Everything the frame shows; without a workspace there is no journey."""

    workspace_name: str
    workspace_slug: str
    steps: tuple[Step, ...]
    page: str  # the name of the address, as in "core:members"; "" when there is none

    @property
    def has_workspace(self) -> bool:
        """True on the pages of a workspace."""
        return bool(self.workspace_slug)


def frame_for(request: HttpRequest | None) -> Frame:
    """The frame of the page that answers `request`; an empty one outside a workspace."""
    match = getattr(request, "resolver_match", None)
    page = match.view_name if match else ""
    workspace = getattr(request, "workspace", None)
    if workspace is None:
        return Frame("", "", (), page)
    here = _step_of(page)
    steps = tuple(
        Step(name, words, url, name == here)
        for name, (words, address) in JOURNEY.items()
        if (url := _address(address, workspace.slug))
    )
    return Frame(workspace.name, workspace.slug, steps, page)


def _step_of(page: str) -> str:
    app, _colon, name = page.partition(":")
    if app == "runs" and name.startswith("assistant"):
        return "assistants"
    return _STEP_OF_APP.get(app, app)


def _address(name: str, slug: str) -> str:
    # A portal may be installed without one of the parts; its step is then left out.
    try:
        return reverse(name, args=[slug])
    except NoReverseMatch:
        return ""
