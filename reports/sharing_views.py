"""Sharing a published version, and the page that a link opens for anybody."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from core import consenting
from core.access import WorkspaceRequest, workspace_view
from core.permissions import Permission
from reports import selectors, sharing
from reports.forms import ShareForm
from reports.models import ReportVersion, ShareLink
from reports.page.results import Chosen
from reports.page.shared import shared_page
from reports.wording import wording


@require_http_methods(["GET", "POST"])
@workspace_view(Permission.PUBLISH)
def share(request: WorkspaceRequest, pk: int, number: int) -> HttpResponseBase:
    """The links to a version, and a new one, whose address is shown this once."""
    version = _version(request, pk, number)
    form = ShareForm(request.POST or None)
    address = ""
    if request.method == "POST" and form.is_valid():
        made = sharing.share(version=version, days=form.cleaned_data["days"], by=request.user)
        address = request.build_absolute_uri(reverse("shared:report", args=[made.token]))
    context = {
        "version": version,
        "run": version.report.run,
        "title": version.report.title,
        "organisation": version.snapshot["organisation"],
        "form": form,
        "address": address,
        "links": sharing.links_of(version),
        "named": sharing.is_named(request.workspace, version),
        "may_consent": consenting.may_consent(request.workspace, request.user),
        "wording": _consent_words(version),
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return TemplateResponse(request, "reports/share.html", context, status=status)


@require_POST
@workspace_view(Permission.PUBLISH)
def withdraw(request: WorkspaceRequest, pk: int, number: int, link: int) -> HttpResponseBase:
    """Close a link for good."""
    version = _version(request, pk, number)
    try:
        found = ShareLink.objects.get(pk=link, version=version)
    except ShareLink.DoesNotExist:
        raise Http404 from None
    sharing.withdraw(link=found, by=request.user)
    messages.success(request, _("The link is withdrawn. It opens nothing any more."))
    return redirect("reports:share", request.workspace.slug, pk, number)


@require_POST
@workspace_view(Permission.PUBLISH)
def consent(request: WorkspaceRequest, pk: int, number: int) -> HttpResponseBase:
    """An owner agrees that the version names the organisation, or agrees no more."""
    version = _version(request, pk, number)
    act = consenting.agree if request.POST.get("agree") == "yes" else consenting.take_back
    act(
        workspace=request.workspace, subject=sharing.naming_subject(version),
        wording=_consent_words(version), by=request.user,
    )  # fmt: skip
    messages.success(request, _("Recorded. It holds for every link to this version."))
    return redirect("reports:share", request.workspace.slug, pk, number)


@never_cache
@login_not_required
@require_GET
def shared(request: HttpRequest, token: str) -> HttpResponseBase:
    """A published version for whoever has the link; 404 once it has expired or was withdrawn."""
    try:
        link = sharing.opened(token)
    except ShareLink.DoesNotExist:
        response = TemplateResponse(
            request, "reports/shared_closed.html", {}, status=HTTPStatus.NOT_FOUND
        )
        return _kept_apart(response)
    sharing.count_view(link)
    version = link.version
    workspace = version.report.run.version.test_set.workspace
    document, query = version.snapshot, request.GET
    chosen = Chosen(query.get("label", ""), query.get("type", ""), query.get("flag", ""))
    page = query.get("page", "")
    context: dict[str, Any] = shared_page(
        document, wording(document["language"]), chosen,
        int(page) if page.isdecimal() else 1,
        named=sharing.is_named(workspace, version),
    ) | {
        "number": version.number,
        "published_at": version.published_at,
        "digest": version.digest,
        "expires_at": link.expires_at,
    }  # fmt: skip
    if results := context.get("results"):
        context["results_previous"] = _page(request, results.page - 1) if results.page > 1 else ""
        more = results.page < results.pages
        context["results_next"] = _page(request, results.page + 1) if more else ""
    return _kept_apart(TemplateResponse(request, "reports/shared.html", context))


def _kept_apart(response: TemplateResponse) -> TemplateResponse:
    """No search engine keeps the page, and its address, which is the key to it, goes to nobody."""
    response.headers["X-Robots-Tag"] = "noindex, nofollow, noarchive"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


def _page(request: HttpRequest, number: int) -> str:
    query = request.GET.copy()
    query["page"] = str(number)
    return f"?{query.urlencode()}#results"


def _consent_words(version: ReportVersion) -> str:
    return _(
        "Whoever has a link to version %(number)s of “%(title)s” may see that it is the report of"
        " %(organisation)s, with its questions, answers and sources."
    ) % {
        "number": version.number,
        "title": version.report.title,
        "organisation": version.snapshot["organisation"],
    }


def _version(request: WorkspaceRequest, pk: int, number: int) -> ReportVersion:
    try:
        return selectors.version_of(request.workspace, pk, number)
    except ReportVersion.DoesNotExist:
        raise Http404 from None
