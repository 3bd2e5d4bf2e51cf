"""The page that the link of an invitation opens: it shows what is offered, and a button accepts."""

from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib import auth, messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from core import inviting
from core.errors import DomainError
from core.forms import JoinForm
from core.inviting import Standing
from core.models import Invitation, Membership, User


@never_cache
@login_not_required
@require_http_methods(["GET", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponseBase:
    """Show an invitation; only the button uses it up, because mail scanners open links."""
    try:
        found = inviting.find(token)
    except Invitation.DoesNotExist:
        sentence = _("This link leads to no invitation. Perhaps a newer one was sent to you.")
        return _page(request, "closed", HTTPStatus.NOT_FOUND, sentence=sentence)
    person = request.user if isinstance(request.user, User) else None
    if person is not None and _is_member(found, person):
        own = inviting.is_for(found, person)
        return _page(request, "member", HTTPStatus.OK, invitation=found, own=own)
    if (standing := inviting.standing_of(found)) is not Standing.OPEN:
        sentence = str(inviting.NotOpen(standing))
        return _page(request, "closed", HTTPStatus.GONE, invitation=found, sentence=sentence)
    if person is not None:
        if not inviting.is_for(found, person):
            return _page(request, "other", HTTPStatus.FORBIDDEN, invitation=found)
        return _accept(request, found, person)
    if inviting.person_with(found.email) is not None:
        return _page(request, "known", HTTPStatus.OK, invitation=found)
    return _make_account(request, found)


def _accept(request: HttpRequest, found: Invitation, person: User) -> HttpResponseBase:
    if request.method != "POST":
        return _page(request, "accept", HTTPStatus.OK, invitation=found)
    try:
        inviting.accept(invitation=found, by=person)
    except DomainError as refusal:
        return _page(
            request, "closed", HTTPStatus.CONFLICT, invitation=found, sentence=str(refusal)
        )
    return _welcome(request, found)


def _make_account(request: HttpRequest, found: Invitation) -> HttpResponseBase:
    form = JoinForm(request.POST or None, email=found.email)
    if request.method == "POST" and form.is_valid():
        try:
            made = inviting.accept_as_new(
                invitation=found, name=form.cleaned_data["name"],
                password=form.cleaned_data["password"],
                language=getattr(request, "LANGUAGE_CODE", ""),
            )  # fmt: skip
        except DomainError as refusal:
            return _page(
                request, "closed", HTTPStatus.CONFLICT, invitation=found, sentence=str(refusal)
            )
        auth.login(request, made, backend=settings.AUTHENTICATION_BACKENDS[0])
        return _welcome(request, found)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return _page(request, "new", status, invitation=found, form=form)


def _welcome(request: HttpRequest, found: Invitation) -> HttpResponseBase:
    messages.success(
        request,
        _("You are a member of %(workspace)s now.") % {"workspace": found.workspace.name},
    )
    return redirect("core:workspace", found.workspace.slug)


def _is_member(found: Invitation, person: User) -> bool:
    return Membership.objects.filter(workspace=found.workspace, user=person).exists()


def _page(request: HttpRequest, state: str, status: HTTPStatus, **context: Any) -> HttpResponseBase:
    return TemplateResponse(
        request, "core/invitation.html", {"state": state, **context}, status=status
    )
