"""The page of a result, as it comes first and with what was refused."""

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any
from uuid import uuid4

from django.http import HttpResponseBase
from django.template.response import TemplateResponse

from core.access import WorkspaceRequest
from core.models import User, Workspace
from reviews import claims, queue_page
from reviews.errors import Overtaken
from reviews.forms import DecisionForm
from reviews.moving import addresses, decided_before
from reviews.presenting import buttons, confirming, shown_item
from reviews.queue_page import ShownRow
from reviews.values import Choice, Wanted
from runs.models import Answer


def item_page(
    request: WorkspaceRequest,
    answer: Answer,
    wanted: Wanted,
    *,
    form: DecisionForm | None = None,
    overtaken: Overtaken | None = None,
) -> HttpResponseBase:
    """The page of a result; a form that was refused comes back with everything typed into it."""
    shown = shown_item(answer, request.user)
    workspace = queue_of(request, wanted)
    nearby, before = queue_page.beside(workspace, wanted, answer, reader=request.user)
    context: dict[str, Any] = {
        "item": shown,
        "nearby": nearby,
        "before": before,
        "wanted": wanted,
        "parameters": queue_page.parameters(wanted),
        "filters": queue_page.address(wanted),
        "confirm": confirming(shown.label),
        "buttons": buttons(shown.label),
        "holder": _holder(answer, nearby, request.user),
        "reason": form["reason"].value() or "" if form else "",
        "problem": " ".join(map(str, form.errors.get("reason", []))) if form else "",
        "sends": _sends(form, shown.label),
        "unusable": bool(form and set(form.errors) - {"reason"}),
        "overtaken": str(overtaken) if overtaken else "",
        # What somebody tried to send is one attempt; the page that comes back is another.
        "key": uuid4(),
        "decided": decided_before(request, workspace),
    }
    status = HTTPStatus.CONFLICT if overtaken else status_of(form)
    return TemplateResponse(
        request, "reviews/item.html", context | addresses(workspace), status=status
    )


def _holder(answer: Answer, nearby: Sequence[ShownRow], reader: User) -> str:
    """Who else is on the result, as its row in the list beside it says; else asked for."""
    own = next((shown.row for shown in nearby if shown.row.pk == answer.pk), None)
    return claims.in_the_way(answer=answer, of=reader) if own is None else own.holder


def _sends(form: DecisionForm | None, label: str) -> str:
    """What the reason being typed is for: the choice refused without one, else confirming."""
    refused: Any = form["choice"].value() if form and "reason" in form.errors else None
    return refused or (Choice.CONFIRM.value if label else "")


def queue_of(request: WorkspaceRequest, wanted: Wanted) -> Workspace | None:
    """The workspace whose queue is worked through; None for that of all of them."""
    return None if wanted.across else request.workspace


def status_of(form: Any) -> int:
    """422 for a form that was refused."""
    return HTTPStatus.UNPROCESSABLE_ENTITY if form and form.errors else HTTPStatus.OK
