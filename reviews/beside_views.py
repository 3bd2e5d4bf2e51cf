"""What stands beside a result: what happened to it, and what people said of it to each other."""

from django.http import Http404, HttpResponseBase
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods

from core.access import WorkspaceRequest, workspace_view
from core.commenting import Subject, commenting
from core.permissions import Permission
from reviews import selectors
from reviews.history import history_of
from reviews.trail import blinded_to
from runs.models import Answer


@require_http_methods(["GET", "POST"])
@workspace_view(Permission.VIEW)
def comments(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """What was said beside a result, and a word of one's own."""
    answer = _answer(request, pk)
    slug = request.workspace.slug
    subject = Subject(
        record=answer,
        url=reverse("reviews:comments", args=[slug, pk]),
        page=reverse("reviews:item", args=[slug, pk]),
        about=answer.question.text,
        test_set=answer.run.version.test_set_id,
        blinded=pk in blinded_to(request.user, [pk]),
    )
    return commenting(request, subject)


@require_GET
@workspace_view(Permission.VIEW)
def history(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Everything that happened to a result."""
    answer = _answer(request, pk)
    context = {
        "answer": answer,
        "events": history_of(answer, workspace=request.workspace, reader=request.user),
    }
    return TemplateResponse(request, "reviews/history.html", context)


def _answer(request: WorkspaceRequest, pk: int) -> Answer:
    try:
        return selectors.answer_of(request.workspace, pk)
    except Answer.DoesNotExist:
        raise Http404 from None
