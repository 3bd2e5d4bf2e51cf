"""Pages on which a document is looked at, and parts of it are kept out of passages."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponseBase, QueryDict
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from core.access import WorkspaceRequest, workspace_view
from core.errors import DomainError
from core.permissions import Permission
from sources import document_selectors as selectors
from sources import excluding
from sources.document_presenting import PASSAGES, STRUCTURE, Wish, document_context
from sources.models import Document
from sources.preview import structure_of
from sources.views import find_source


@require_GET
@workspace_view(Permission.VIEW)
def document(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """One document: its blocks with the passages they make, and what was left out."""
    found = _document(request, pk)
    passages = selectors.passages(found)
    exclusions = selectors.shutting_out(found)
    structure = structure_of(
        found, passages, exclusions=exclusions, once_excluded=selectors.once_excluded(found)
    )
    wish = Wish(
        shown_as=PASSAGES if request.GET.get("as") == PASSAGES else STRUCTURE,
        part=_number(request.GET, "part") or 1,
        block=_number(request.GET, "block"),
        passage=_number(request.GET, "passage"),
    )
    context = document_context(
        found, passages, structure,
        exclusions=exclusions, versions=selectors.versions(found), wish=wish,
    )  # fmt: skip
    return TemplateResponse(request, "sources/document.html", context)


@require_POST
@workspace_view(Permission.EDIT)
def exclude(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Keep the page out of passages, or one block of it.

    `block` is the number of a block to keep out of this page, `everywhere` of one to keep out of every
    page of the source; without either it is the whole page.
    """
    found = _document(request, pk)
    everywhere = "everywhere" in request.POST
    if not everywhere and "block" not in request.POST:
        excluding.exclude_page(document=found, by=request.user)
        return _back(request, found)
    number = _number(request.POST, "everywhere" if everywhere else "block")
    try:
        excluding.exclude_block(
            document=found,
            number=-1 if number is None else number,
            by=request.user,
            everywhere=everywhere,
        )
    except DomainError as refusal:
        messages.warning(request, str(refusal))
    return _back(request, found, number)


@require_POST
@workspace_view(Permission.EDIT)
def take_back(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Take an exclusion of the source back; back to the document where that was asked for."""
    source = find_source(request, pk)
    exclusion, shown = _number(request.POST, "exclusion"), _number(request.POST, "document")
    taken = exclusion is not None and excluding.take_back(
        source=source, exclusion_id=exclusion, by=request.user
    )
    if shown is not None:
        return _back(request, _document(request, shown), _number(request.POST, "block"))
    if taken:
        messages.info(request, _("Taken back. What it kept out can be drawn from again."))
    return redirect("sources:detail", request.workspace.slug, pk)


def _document(request: WorkspaceRequest, pk: int) -> Document:
    try:
        return selectors.document(request.workspace, pk)
    except Document.DoesNotExist:
        raise Http404 from None


def _number(given: QueryDict, name: str) -> int | None:
    """A number that was sent, None for anything else."""
    text = given.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else None


def _back(request: WorkspaceRequest, found: Document, block: int | None = None) -> HttpResponseBase:
    """To the document as it was shown, at the block."""
    address = reverse("sources:document", args=[request.workspace.slug, found.pk])
    if request.POST.get("as") == PASSAGES:
        address += f"?as={PASSAGES}"
    elif block is not None:
        address += f"?block={block}#block-{block}"
    return redirect(address)
