"""Pages about reviewing: the queue, one result, decisions, disputes."""

from django.contrib import messages
from django.http import Http404, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from core.access import WorkspaceRequest, wants_fragment, workspace_view
from core.errors import DomainError
from core.permissions import Permission
from reviews import claims, queue, queue_page, selectors, services, views_kept, votes
from reviews.acting import NEEDED
from reviews.bulk_views import bar_of
from reviews.errors import Overtaken
from reviews.forms import DecisionForm, DisputeForm, WithdrawalForm, wanted_from
from reviews.item_page import item_page, queue_of, status_of
from reviews.moving import addresses, decided_before, go_on, keep_view, number
from reviews.places import place_of
from reviews.presenting import shown_item
from reviews.values import Wanted
from reviews.wording import REASONS
from runs.models import Answer


@require_GET
@workspace_view(Permission.VIEW)
def index(request: WorkspaceRequest) -> HttpResponseBase:
    """The results that wait for a person; the filters stand in the address."""
    wanted = wanted_from(request.GET, reader=request.user)
    context = queue_page.queue_context(
        request.workspace, wanted, after=number(request.GET.get("after")), reader=request.user
    )
    if context["rows"] and NEEDED in request.permissions:
        context["bulk"] = bar_of(
            request.workspace, wanted, reader=request.user,
            matching=context["matching"], shown=len(context["rows"]),
        )  # fmt: skip
    fragment = wants_fragment(request)
    template = "reviews/_queue.html" if fragment else "reviews/index.html"
    more = {"decided": decided_before(request, request.workspace), "fragment": fragment}
    return TemplateResponse(request, template, context | more | addresses(request.workspace))


@require_GET
@workspace_view(Permission.VIEW)
def attention(request: WorkspaceRequest) -> HttpResponseBase:
    """What needs a person now, for the home of the workspace."""
    found = queue.open_reasons(request.workspace)
    lines = [
        (str(words), found[code], queue_page.address(Wanted(reason=code)))
        for code, words in REASONS.items()
        if code in found
    ]
    context = {"total": queue.open_number(request.workspace), "lines": lines}
    return TemplateResponse(request, "reviews/_attention.html", context)


@require_GET
@workspace_view(Permission.VIEW)
def item(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """One result with everything that it takes to judge it."""
    return item_page(request, _answer(request, pk), _wanted(request))


@require_http_methods(["GET", "POST"])
@workspace_view(Permission.REVIEW)
def following(request: WorkspaceRequest) -> HttpResponseBase:
    """Take the next waiting result and go to it."""
    if request.method == "GET":  # after signing in again
        return redirect("reviews:index", request.workspace.slug)
    wanted = _wanted(request)
    after = number(request.POST.get("after"))
    return go_on(request, queue_of(request, wanted), wanted, after=after)


@require_POST
@workspace_view(Permission.VIEW)
def keep(request: WorkspaceRequest) -> HttpResponseBase:
    """Keep the filters as they stand under a name."""
    return keep_view(request, request.workspace, wanted_from(request.POST, reader=request.user))


@require_POST
@workspace_view(Permission.VIEW)
def forget(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Delete a view of one's own."""
    if not views_kept.forget(person=request.user, workspace=request.workspace, pk=pk):
        raise Http404
    return redirect("reviews:index", request.workspace.slug)


@require_POST
@workspace_view(Permission.REVIEW)
def hold(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Keep others from being sent to a result while it is open here; says who else has it open."""
    answer = _answer(request, pk)
    claims.hold(answer=answer, by=request.user)
    holder = claims.in_the_way(answer=answer, of=request.user)
    return TemplateResponse(request, "reviews/_holder.html", {"holder": holder})


@require_http_methods(["GET", "POST"])
@workspace_view(Permission.REVIEW)
def decide(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Record a decision and go on to the next result."""
    answer = _answer(request, pk)
    if request.method == "GET":  # after signing in again; what was typed is put back there
        return redirect("reviews:item", request.workspace.slug, pk)
    wanted, form = _wanted(request), DecisionForm(request.POST)
    if not form.is_valid():
        return item_page(request, answer, wanted, form=form)
    given = form.cleaned_data
    # As long as it is in the queue, where it stands takes one look.
    place = place_of(queue_of(request, wanted), pk)
    try:
        services.decide(
            answer=answer, by=request.user, choice=given["choice"], seen=given["seen"],
            key=str(given["key"]), reason=given["reason"], settles=given["settles"],
        )  # fmt: skip
    except Overtaken as refusal:
        return item_page(request, answer, wanted, form=form, overtaken=refusal)
    except DomainError as refusal:
        form.add_error("reason", str(refusal))
        return item_page(request, answer, wanted, form=form)
    return go_on(request, queue_of(request, wanted), wanted, after=place, decided=pk)


@require_POST
@workspace_view(Permission.REVIEW)
def reveal(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Show the machine's grade to somebody who has not judged yet; the decision will say so."""
    answer = _answer(request, pk)
    votes.reveal(answer=answer, by=request.user, now=timezone.now())
    back = reverse("reviews:item", args=[request.workspace.slug, pk])
    return redirect(back + queue_page.address(_wanted(request)))


@require_http_methods(["GET", "POST"])
@workspace_view(Permission.REVIEW)
def withdraw(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Take back the decision in force."""
    answer = _answer(request, pk)
    wanted = _wanted(request)
    back = reverse("reviews:item", args=[request.workspace.slug, pk]) + queue_page.address(wanted)
    form = WithdrawalForm(request.POST)
    if request.method == "POST" and form.is_valid():
        try:
            services.withdraw(
                answer=answer, by=request.user, seen=form.cleaned_data["seen"],
                key=str(form.cleaned_data["key"]),
            )  # fmt: skip
        except Overtaken as refusal:
            return item_page(request, answer, wanted, overtaken=refusal)
        messages.success(
            request, _("The decision is withdrawn. The machine’s grade is in force again.")
        )
    return redirect(back)


@require_http_methods(["GET", "POST"])
@workspace_view(Permission.VIEW)
def dispute(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Say that a grade is wrong; a page of its own, or a fragment inside a report."""
    answer = _answer(request, pk)
    form = DisputeForm(request.POST or None)
    back = _back(request) or reverse("reviews:item", args=[request.workspace.slug, pk])
    sent = False
    if request.method == "POST" and form.is_valid():
        try:
            services.raise_dispute(answer=answer, by=request.user, words=form.cleaned_data["words"])
            sent = True
        except DomainError as refusal:
            form.add_error("words", str(refusal))
    if sent and not wants_fragment(request):
        messages.success(request, _("Sent to review. The outcome will stand beside this grade."))
        return HttpResponseRedirect(back)
    context = {"item": shown_item(answer, request.user), "form": form, "back": back, "sent": sent}
    template = "reviews/_dispute.html" if wants_fragment(request) else "reviews/dispute.html"
    response = TemplateResponse(request, template, context, status=status_of(form))
    if sent:
        response.headers["HX-Trigger"] = "open-numbers-changed"
    return response


def _wanted(request: WorkspaceRequest) -> Wanted:
    given = request.POST if request.method == "POST" else request.GET
    return wanted_from(given, reader=request.user, staff=request.user.is_staff)


def _answer(request: WorkspaceRequest, pk: int) -> Answer:
    try:
        return selectors.answer_of(request.workspace, pk)
    except Answer.DoesNotExist:
        raise Http404 from None


def _back(request: WorkspaceRequest) -> str:
    wish = request.POST.get("next") or request.GET.get("next") or ""
    safe = url_has_allowed_host_and_scheme(
        wish, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wish if safe else ""
