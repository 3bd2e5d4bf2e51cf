"""The queues of all workspaces together, for Caudals' own staff."""

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any, Concatenate, ParamSpec, cast

from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from core.models import Workspace
from reviews import queue_page, views_kept
from reviews.bulk_views import bar_of
from reviews.forms import wanted_from
from reviews.moving import addresses, decided_before, go_on, keep_view, number, reader
from reviews.values import Wanted

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]


def _staff(view: View[P]) -> View[P]:
    """For everybody else the page does not exist."""

    @wraps(view)
    def inside(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if not reader(request).is_staff:
            raise Http404
        return view(request, *args, **kwargs)

    return cast("View[P]", inside)


@require_GET
@_staff
def index(request: HttpRequest) -> HttpResponseBase:
    """The results that wait for a person in any workspace; the filters stand in the address."""
    wanted = _wanted(request, request.GET)
    context = queue_page.queue_context(
        None, wanted, after=number(request.GET.get("after")), reader=reader(request)
    )
    # In one workspace at a time: people, and what they may, are those of a workspace.
    if context["rows"] and wanted.workspace is not None:
        within = Workspace.objects.get(pk=wanted.workspace)
        context["bulk"] = bar_of(
            within, replace(wanted, across=False, workspace=None), reader=reader(request),
            matching=context["matching"], shown=len(context["rows"]),
        )  # fmt: skip
    htmx: Any = getattr(request, "htmx", None)
    fragment = bool(htmx) and not (htmx.boosted or htmx.history_restore_request)
    template = "reviews/_queue.html" if fragment else "reviews/triage.html"
    more = {"decided": decided_before(request, None), "fragment": fragment, "staff": True}
    return TemplateResponse(request, template, context | more | addresses(None))


@require_http_methods(["GET", "POST"])
@_staff
def following(request: HttpRequest) -> HttpResponseBase:
    """Take the next waiting result of any workspace and go to it."""
    if request.method == "GET":  # after signing in again
        return redirect("triage:index")
    after = number(request.POST.get("after"))
    return go_on(request, None, _wanted(request, request.POST), after=after)


@require_POST
@_staff
def keep(request: HttpRequest) -> HttpResponseBase:
    """Keep the filters as they stand under a name."""
    return keep_view(request, None, _wanted(request, request.POST))


@require_POST
@_staff
def forget(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Delete a view of one's own."""
    if not views_kept.forget(person=reader(request), workspace=None, pk=pk):
        raise Http404
    return redirect("triage:index")


def _wanted(request: HttpRequest, given: Any) -> Wanted:
    return wanted_from({**given.dict(), "across": "1"}, reader=reader(request), staff=True)
