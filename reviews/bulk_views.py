"""Changing several results at once, and the list of decided results from which they are sent back."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from urllib.parse import urlencode

from django.db.models import OuterRef, Subquery
from django.http import HttpResponseBase
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from core.access import WorkspaceRequest, workspace_view
from core.bulk import Bar, Offer, Row, Shown, able, ask, bar, outcome_page
from core.models import User, Workspace
from core.permissions import Permission
from core.wording import LABELS
from grading.models import Assessment
from reviews import acting, decided, queue, queue_page
from reviews.forms import wanted_from
from reviews.moving import number
from reviews.queue_page import Select
from reviews.trail import result_page
from reviews.values import Wanted


@require_http_methods(["GET", "POST"])
@workspace_view(acting.NEEDED)
def bulk(request: WorkspaceRequest) -> HttpResponseBase:
    """Assign, send back or ask for a look at the waiting results that were chosen, or all that match."""
    wanted = wanted_from(request.GET, reader=request.user)
    back = reverse("reviews:index", args=[request.workspace.slug]) + queue_page.address(wanted)
    return ask(request, _offer(request, back, partial(_waiting, request.workspace, wanted)))


@require_http_methods(["GET", "POST"])
@workspace_view(acting.NEEDED)
def bulk_decided(request: WorkspaceRequest) -> HttpResponseBase:
    """The same for decided results."""
    wish = _wish(request)
    back = reverse("reviews:decided", args=[request.workspace.slug]) + _query(wish)
    return ask(request, _offer(request, back, partial(_decided, request.workspace, wish)))


@require_http_methods(["GET", "POST"])
@workspace_view(acting.NEEDED)
def bulk_outcome(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """What came of it; a POST stops what is under way."""
    shown = Shown(
        record=acting.RECORD,
        titles=dict(acting.TITLES),
        url=lambda key: reverse("reviews:bulk_outcome", args=[request.workspace.slug, key]),
        path=lambda key: result_page(request.workspace, key),
        names=lambda keys: acting.names(request.workspace, keys),
    )
    return outcome_page(request, pk, shown)


@require_GET
@workspace_view(Permission.VIEW)
def decided_list(request: WorkspaceRequest) -> HttpResponseBase:
    """The results that people have decided; the filters stand in the address."""
    wish, before = _wish(request), number(request.GET.get("before"))
    rows = decided.decisions(request.workspace, wish)
    shown, following = decided.page(rows, before=before)
    total = rows.count()
    url = reverse("reviews:bulk_decided", args=[request.workspace.slug]) + _query(wish)
    context = {
        "rows": shown,
        "total": total,
        "narrowed": wish != decided.Wish(),
        "selects": _selects(request.workspace, wish),
        "next_page": _query(wish, before=following) if following else "",
        "first_page": (_query(wish) or "?") if before else "",
        "bulk": bar(
            url=url, choices=acting.CHOICES, reader=request.user,
            matching=total, shown=len(shown),
        )
        if shown and acting.NEEDED in request.permissions
        else None,
    }  # fmt: skip
    return TemplateResponse(request, "reviews/decided.html", context)


def bar_of(workspace: Workspace, wanted: Wanted, *, reader: User, matching: int, shown: int) -> Bar:
    """The bar under the waiting results of a workspace."""
    query = queue_page.address(wanted)
    return bar(
        url=reverse("reviews:bulk", args=[workspace.slug]) + query,
        choices=acting.CHOICES,
        reader=reader,
        matching=matching,
        shown=shown,
    )


def people(workspace: Workspace, reader: User) -> list[User]:
    """Who can be given results: whoever reviews there, and staff who are looking."""
    found = able(workspace, acting.NEEDED)
    return [*found, reader] if reader.is_staff and reader not in found else found


def _offer(
    request: WorkspaceRequest, back: str, matching: Callable[[datetime], list[Row]]
) -> Offer:
    slug = request.workspace.slug
    return Offer(
        workspace=request.workspace,
        record=acting.RECORD,
        choices=acting.CHOICES,
        people=people(request.workspace, request.user),
        matching=matching,
        back=back,
        outcome=lambda key: reverse("reviews:bulk_outcome", args=[slug, key]),
        task=acting.act,
        task_name=acting.TASK,
    )


def _waiting(workspace: Workspace, wanted: Wanted, made: datetime) -> list[Row]:
    """All waiting results that match; `seen` is 0, which never holds, where more was said since."""
    said_at = Assessment.objects.filter(pk=OuterRef("through")).values("at")
    rows = queue.queue(workspace, wanted).annotate(said_at=Subquery(said_at))
    found = rows.values_list("answer", "through", "said_at", "renewed_at")
    return [
        Row(answer, str(through) if (said or made) <= made and renewed <= made else "")
        for answer, through, said, renewed in found
    ]


def _decided(workspace: Workspace, wish: decided.Wish, made: datetime) -> list[Row]:
    rows = decided.with_newest(decided.decisions(workspace, wish))
    found = rows.values_list("answer", "newest", "newest_at")
    return [Row(answer, str(newest) if at <= made else "") for answer, newest, at in found]


def _wish(request: WorkspaceRequest) -> decided.Wish:
    given = request.GET
    label = given.get("label", "")
    return decided.Wish(
        person=number(given.get("person")),
        label=label if label in LABELS else "",
        run=number(given.get("run")),
    )


def _query(wish: decided.Wish, **more: object) -> str:
    given = {"person": wish.person, "label": wish.label, "run": wish.run, **more}
    query = urlencode({name: value for name, value in given.items() if value})
    return f"?{query}" if query else ""


def _selects(workspace: Workspace, wish: decided.Wish) -> list[Select]:
    by = [(str(key), name) for key, name in decided.deciders(workspace)]
    labels = [(code, str(words)) for code, words in LABELS.items() if code != "not_run"]
    return [
        _select("person", _("Decided by"), by, str(wish.person or "")),
        _select("label", _("Label"), labels, wish.label),
    ]


def _select(name: str, words: str, known: list[tuple[str, str]], chosen: str) -> Select:
    options = [(value, text, value == chosen) for value, text in known]
    return Select(name, words, [("", _("Any"), not chosen), *options])
