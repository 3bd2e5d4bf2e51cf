"""Picking the elements of a website chat."""

from django.http import Http404, HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from core.access import WorkspaceRequest, workspace_view
from core.permissions import Permission
from runs.assistant_forms import ChatAssistantForm
from runs.assistant_views import assistant_of, assistant_page
from runs.connectors.chat import PICKED, ChatSettings, Point, StepName
from runs.models import Assistant
from runs.picking import SCALE, Picking, show_page


@require_POST
@workspace_view(Permission.EDIT)
def assistant_pick(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Show the chat's page, or take what was picked there into the settings; nothing is saved."""
    found = assistant_of(request, pk)
    if found.connector != Assistant.Connector.CHAT:
        raise Http404
    form = ChatAssistantForm(request.POST, stored=found)
    try:
        what = StepName(request.POST.get("pick") or request.POST.get("picking", ""))
    except ValueError:
        raise Http404 from None
    if what not in PICKED:
        raise Http404
    if not form.is_valid():
        return assistant_page(request, form, found.connector, found)
    question = request.POST.get("pick_question", "").strip()[:1000] or _("What can you tell me?")
    if chosen := request.POST.get("choose", ""):
        picking = Picking(what=what.value, question=question, selector=chosen[:1000])
    else:
        picking = show_page(
            assistant=found,
            chat=ChatSettings(**form.configuration()),
            what=what,
            question=question,
            point=_point(request),
        )
    if picking.selector:
        typed = request.POST.copy()
        typed[what.value] = picking.selector
        form = ChatAssistantForm(typed, stored=found)
    return assistant_page(request, form, found.connector, found, picking=picking)


def _point(request: WorkspaceRequest) -> Point | None:
    """Where the picture was clicked, as browsers send it; None when it was only asked for."""
    try:
        return Point(int(request.POST["at.x"]) * SCALE, int(request.POST["at.y"]) * SCALE)
    except (KeyError, ValueError):
        return None
