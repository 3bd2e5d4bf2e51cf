"""Where the installation requires it, staff sign in with a second factor or see nothing."""

from collections.abc import Callable
from typing import Final

from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import Resolver404, resolve, reverse
from django.utils.translation import gettext as _

# What it takes to set it up: the pages themselves, proving who one is, a confirmed address.
_ALLOWED: Final = frozenset(
    {
        "mfa_activate_totp",
        "mfa_reauthenticate",
        "account_reauthenticate",
        "account_request_reauthentication_code",
        "account_confirm_reauthentication_code",
        "account_email",
        "account_email_verification_sent",
        "account_confirm_email",
        "account_login",
        "account_logout",
        "core:language",
        "core:healthz",
    }
)


class StaffSecondFactorMiddleware:
    """Sends staff who have no second factor to the page that sets it up, from every other page.

    Who has one was asked for it when they signed in.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        if not settings.CAUDALS_STAFF_MFA:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not request.user.is_authenticated or not request.user.is_staff:
            return self.get_response(request)
        if _name_of(request.path_info) in _ALLOWED or is_mfa_enabled(request.user):
            return self.get_response(request)
        page = reverse("mfa_activate_totp")
        if request.headers.get("HX-Request"):
            response = HttpResponse(status=403)
            response.headers["HX-Redirect"] = page
            return response
        messages.info(request, _("Staff need a second factor here. Set it up to go on."))
        return redirect(page)


def _name_of(path: str) -> str:
    try:
        return resolve(path).view_name
    except Resolver404:
        return ""
