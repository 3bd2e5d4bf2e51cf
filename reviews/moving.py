"""The way through a queue, that of one workspace or that of all of them, and the views kept of it."""

from typing import Final, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from core.models import User, Workspace
from reviews import claims, queue, queue_page, selectors, views_kept
from reviews.forms import ViewForm
from reviews.places import Place
from reviews.values import Wanted

# What templates call a page of the queue → what its address is called, here and across workspaces.
_HELD: Final = gettext_noop(
    "What waits here is open with somebody else, or you have judged it already. Open any of it from "
    "the list."
)
_PAGES: Final = {"queue": "index", "next": "next", "keep": "keep"}


def addresses(workspace: Workspace | None) -> dict[str, str]:
    """Where the queue, the way into it and its kept views are: of a workspace, or of all."""
    if workspace is None:
        return {f"{name}_url": reverse(f"triage:{to}") for name, to in _PAGES.items()}
    slug = workspace.slug
    return {f"{name}_url": reverse(f"reviews:{to}", args=[slug]) for name, to in _PAGES.items()}


def go_on(
    request: HttpRequest,
    workspace: Workspace | None,
    wanted: Wanted,
    *,
    after: int | Place | None,
    decided: int | None = None,
) -> HttpResponseBase:
    """Claim the next result that is wanted and go to it; back to the queue when there is none."""
    found = claims.claim_next(workspace=workspace, by=reader(request), wanted=wanted, after=after)
    more = {"decided": decided} if decided else {}
    if found is None:
        if decided is None:
            left = queue.queue(workspace, wanted).exists()
            messages.info(request, _(_HELD) if left else _("No other result waits for you here."))
        return redirect(addresses(workspace)["queue_url"] + queue_page.address(wanted, **more))
    slug = workspace.slug if workspace else selectors.workspace_of(found)
    return redirect(
        reverse("reviews:item", args=[slug, found]) + queue_page.address(wanted, **more)
    )


def keep_view(
    request: HttpRequest, workspace: Workspace | None, wanted: Wanted
) -> HttpResponseBase:
    """Keep the filters of a queue under the name that was sent, and go back to the queue."""
    form, query = ViewForm(request.POST), queue_page.address(wanted)
    if form.is_valid():
        name = form.cleaned_data["name"]
        views_kept.keep(person=reader(request), workspace=workspace, name=name, query=query)
        messages.success(request, _("The view “%(name)s” is kept.") % {"name": name})
    else:
        messages.error(request, _("Give the view a name of at most 60 characters."))
    return redirect(addresses(workspace)["queue_url"] + query)


def decided_before(
    request: HttpRequest, workspace: Workspace | None
) -> selectors.LastDecision | None:
    """The result that was decided just before, so that it can be looked at again."""
    key = number(request.GET.get("decided"))
    if not key:
        return None
    return selectors.newest_word(workspace, key, reader=reader(request))


def reader(request: HttpRequest) -> User:
    """Who is signed in; every page here needs that."""
    return cast("User", request.user)


def number(value: str | None) -> int | None:
    """A positive key of an address; None for nonsense."""
    given = value or ""
    return int(given) if given.isascii() and given.isdigit() and len(given) < 18 else None
