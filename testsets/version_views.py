"""Copying versions, comparing them, and the history of a question."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.views.decorators.http import require_GET, require_http_methods

from core.access import WorkspaceRequest, workspace_view
from core.errors import DomainError
from core.permissions import Permission
from testsets import selectors
from testsets.comparing import compare
from testsets.copying import copy_into, copy_into_new
from testsets.history import history_of
from testsets.indexing import catch_up
from testsets.models import Question, TestSet, TestSetVersion
from testsets.paging import Page
from testsets.version_forms import CopyForm
from testsets.version_presenting import copied_words, shown_differences


@require_http_methods(["GET", "POST"])
@workspace_view(Permission.EDIT)
def copy(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Copy a version into a new test set, or into the draft of one that is there."""
    version = _version(request, pk)
    form = CopyForm(request.POST or None, workspace=request.workspace, version=version)
    if request.method == "POST" and form.is_valid():
        into = form.cleaned_data["into"]
        try:
            if into is None:
                copied = copy_into_new(
                    version=version, name=form.cleaned_data["name"], by=request.user
                )
            else:
                copied = copy_into(version=version, test_set=into, by=request.user)
        except DomainError as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, copied_words(copied))
            return redirect("testsets:detail", request.workspace.slug, copied.test_set.pk)
    context = {"form": form, "version": version}
    return TemplateResponse(
        request, "testsets/copy.html", context, status=422 if form.errors else 200
    )


@require_GET
@workspace_view(Permission.VIEW)
def compared(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """What differs between two versions, or a version and the draft; the newest two unless asked."""
    test_set = _test_set(request, pk)
    versions = selectors.versions(test_set)
    sides: dict[str, TestSetVersion | TestSet] = {
        str(version.number): version for version in reversed(versions)
    }
    sides["draft"] = test_set
    names = list(sides)
    after = request.GET.get("to", "")
    after = after if after in sides else "draft"
    before = request.GET.get("from", "")
    before = before if before in sides else names[max(0, names.index(after) - 1)]
    context: dict[str, Any] = {
        "test_set": test_set,
        "sides": names,
        "before": before,
        "after": after,
    }
    if len(names) > 1:
        catch_up(test_set)
        found = compare(sides[before], sides[after])
        page = Page.of(request, len(found.differences))
        context |= {
            "page": page,
            "comparison": found,
            "differences": shown_differences(
                found.differences[page.rows], sides[before], sides[after]
            ),
            "counts": [found.count(kind) for kind in ("changed", "added", "removed")],
        }
    return TemplateResponse(request, "testsets/compare.html", context)


@require_GET
@workspace_view(Permission.VIEW)
def history(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Everything that happened to a question."""
    try:
        question = selectors.question(request.workspace, pk)
    except Question.DoesNotExist:
        raise Http404 from None
    context = {
        "question": question,
        "test_set": question.test_set,
        "events": history_of(question, reader=request.user),
    }
    return TemplateResponse(request, "testsets/history.html", context)


def _version(request: WorkspaceRequest, pk: int) -> TestSetVersion:
    try:
        return selectors.version(request.workspace, pk)
    except TestSetVersion.DoesNotExist:
        raise Http404 from None


def _test_set(request: WorkspaceRequest, pk: int) -> TestSet:
    try:
        return selectors.test_set(request.workspace, pk)
    except TestSet.DoesNotExist:
        raise Http404 from None
