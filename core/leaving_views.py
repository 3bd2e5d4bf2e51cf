"""The page on which a person closes their own account."""

from typing import cast

from allauth.account.decorators import reauthentication_required
from django.contrib import auth, messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from core import leaving
from core.errors import DomainError
from core.models import User


@require_http_methods(["GET", "POST"])
@reauthentication_required  # type: ignore[untyped-decorator]  # allauth has no type hints
def close_account(request: HttpRequest) -> HttpResponseBase:
    """Erase one's own account, after proving once more who one is."""
    refusal = ""
    if request.method == "POST":
        person = cast("User", request.user)
        try:
            leaving.erase(person=person, by=person)
        except DomainError as error:
            refusal = str(error)
        else:
            auth.logout(request)
            messages.success(
                request, _("Your account is closed. What you decided keeps your name.")
            )
            return redirect("account_login")
    return TemplateResponse(
        request, "core/close_account.html", {"refusal": refusal}, status=422 if refusal else 200
    )
