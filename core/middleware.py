"""What holds for every page: its language, its safety headers, and refusals in a sentence."""

from collections.abc import Callable

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.middleware import HtmxDetails

from core.errors import DomainError

Respond = Callable[[HttpRequest], HttpResponseBase]

# Nothing inline, nothing from elsewhere. htmx's own indicator style is switched off in its config.
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


class LanguageMiddleware:
    """The language of the session, else what the browser asks for."""

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        chosen = request.session.get("language") or request.COOKIES.get(
            settings.LANGUAGE_COOKIE_NAME
        )
        known = dict(settings.LANGUAGES)
        language = chosen if chosen in known else translation.get_language_from_request(request)
        with translation.override(language):
            request.LANGUAGE_CODE = language
            response = self.get_response(request)
        response.headers.setdefault("Content-Language", language)
        return response


class PageSafetyMiddleware:
    """A strict content policy, and pages with customers' data kept out of every cache."""

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        response.headers.setdefault(
            "Permissions-Policy", "camera=(), microphone=(), geolocation=()"
        )
        if request.user.is_authenticated:
            response.headers.setdefault("Cache-Control", "no-store")
        vary = response.headers.get("Vary", "")
        if "HX-Request" not in vary:
            response.headers["Vary"] = f"{vary}, HX-Request".strip(", ")
        if request.headers.get("HX-Request") and leads_to_sign_in(response):
            # Swapping the sign-in form into a table cell would lose what the person was doing.
            expired = HttpResponse(status=401)
            # Back to the page, not to the fragment, which may not even answer a GET.
            page = HtmxDetails(request).current_url_abs_path
            expired.headers["HX-Redirect"] = redirect_to_login(page or "/").url
            return expired
        return response


def leads_to_sign_in(response: HttpResponseBase) -> bool:
    """Whether the answer sends the person to sign in."""
    from django.urls import reverse  # noqa: PLC0415  the URL table is not ready at import

    if response.status_code != 302:
        return False
    return response.headers.get("Location", "").startswith(reverse(settings.LOGIN_URL))


class DomainErrorMiddleware:
    """Turns a refusal into its sentence: in place for a fragment, on the page one came from otherwise."""

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(
        self, request: HttpRequest, exception: Exception
    ) -> HttpResponseBase | None:
        """The answer to a `DomainError`; every other exception is left alone."""
        if not isinstance(exception, DomainError):
            return None
        request.refused = True  # type: ignore[attr-defined]  # a redirect alone does not tell
        if request.headers.get("HX-Request"):
            response = TemplateResponse(
                request,
                "components/_alert.html",
                {"sentence": str(exception), "kind": "error", "title": ""},
            )
            response.status_code = exception.status
            response.headers["HX-Retarget"] = "#messages"
            response.headers["HX-Reswap"] = "innerHTML"
            return response.render()
        messages.error(request, str(exception))
        back = request.headers.get("Referer", "")
        safe = url_has_allowed_host_and_scheme(
            back, allowed_hosts={request.get_host()}, require_https=request.is_secure()
        )
        return HttpResponseRedirect(back if safe else "/")
