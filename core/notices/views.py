"""The page of notices that everybody has for themselves."""

from typing import cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from core.forms import NoticesForm
from core.models import Notice, User
from core.notices import listing


@require_GET
def notices(request: HttpRequest) -> HttpResponseBase:
    """What the reader was told, newest first."""
    return _page(request, NoticesForm(initial={"notices": _person(request).notices}))


@require_GET
def notice(request: HttpRequest, pk: int) -> HttpResponseBase:
    """On to what a notice is about; it counts as read from here on."""
    try:
        found = listing.open_notice(_person(request), pk)
    except Notice.DoesNotExist:
        raise Http404 from None
    return HttpResponseRedirect(found.path)


@require_POST
def read_all(request: HttpRequest) -> HttpResponseBase:
    """Mark as read everything that was on screen or older."""
    newest = _number(request.POST.get("newest"))
    if newest is not None:
        listing.read_all(_person(request), up_to=newest)
    return redirect("core:notices")


@require_POST
def choose(request: HttpRequest) -> HttpResponseBase:
    """How often the reader wants mails."""
    form = NoticesForm(request.POST)
    if not form.is_valid():
        return _page(request, form)
    listing.choose_mails(_person(request), notices=form.cleaned_data["notices"])
    messages.success(request, _("Your choice is kept."))
    return redirect("core:notices")


@require_GET
def unread(request: HttpRequest) -> HttpResponseBase:
    """How many notices are unread, swapped into the top bar."""
    number = listing.unread_number(_person(request))
    return TemplateResponse(request, "core/_unread.html", {"number": number})


def _page(request: HttpRequest, form: NoticesForm) -> HttpResponseBase:
    only_unread = request.GET.get("show") == "unread"
    page = listing.notices_of(
        _person(request), unread=only_unread, before=_number(request.GET.get("before"))
    )
    context = {
        "page": page,
        "show": "unread" if only_unread else "",
        "unread": page.unread,
        "newest": page.rows[0].pk if page.rows else None,
        "form": form,
    }
    return TemplateResponse(
        request, "core/notices.html", context, status=422 if form.errors else 200
    )


def _person(request: HttpRequest) -> User:
    return cast("User", request.user)


def _number(value: str | None) -> int | None:
    given = value or ""
    return int(given) if given.isascii() and given.isdigit() and len(given) < 18 else None
