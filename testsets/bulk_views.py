"""Changing several questions of a draft at once."""

from datetime import datetime
from functools import partial
from urllib.parse import urlencode

from django.http import Http404, HttpResponseBase, QueryDict
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from core.access import WorkspaceRequest, workspace_view
from core.bulk import Bar, Offer, Row, Shown, able, ask, bar, outcome_page
from core.models import User
from testsets import acting, counting, listing, selectors
from testsets.indexing import index_all
from testsets.listing_forms import ListForm
from testsets.models import TestSet
from testsets.trail import question_page


@require_http_methods(["GET", "POST"])
@workspace_view(acting.NEEDED)
def bulk(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Send back, assign or mark the questions that were chosen, or all that the filters match."""
    try:
        test_set = selectors.test_set(request.workspace, pk)
    except TestSet.DoesNotExist:
        raise Http404 from None
    slug, query = request.workspace.slug, request.GET.urlencode()
    page = reverse("testsets:detail", args=[slug, pk])
    offer = Offer(
        workspace=request.workspace,
        record=acting.RECORD,
        choices=acting.CHOICES,
        people=able(request.workspace, acting.NEEDED, pk),
        matching=partial(_matching, test_set, request.GET, request.user),
        back=f"{page}?{query}" if query else page,
        outcome=lambda key: reverse("testsets:bulk_outcome", args=[slug, key]),
        task=acting.act,
        task_name=acting.TASK,
        test_set=pk,
    )
    return ask(request, offer)


@require_http_methods(["GET", "POST"])
@workspace_view(acting.NEEDED)
def bulk_outcome(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """What came of it; a POST stops what is under way."""
    shown = Shown(
        record=acting.RECORD,
        titles=dict(acting.TITLES),
        url=lambda key: reverse("testsets:bulk_outcome", args=[request.workspace.slug, key]),
        path=lambda key: question_page(request.workspace, key),
        names=lambda keys: acting.names(request.workspace, keys),
    )
    return outcome_page(request, pk, shown)


def bar_of(request: WorkspaceRequest, test_set: TestSet, *, matching: int, shown: int) -> Bar:
    """The bar under the list that the address of the request asks for."""
    # The page itself is no filter: what is chosen may be more than what is on it.
    given = [(name, value) for name, value in request.GET.lists() if name != "page"]
    url = reverse("testsets:bulk", args=[request.workspace.slug, test_set.pk])
    return bar(
        url=f"{url}?{urlencode(given, doseq=True)}" if given else url,
        choices=acting.CHOICES,
        reader=request.user,
        people=able(request.workspace, acting.NEEDED, test_set.pk),
        matching=matching,
        shown=shown,
    )


def _matching(test_set: TestSet, query: QueryDict, reader: User, made: datetime) -> list[Row]:
    """All questions that the filters match, with their digests if they are as they were then."""
    index_all(test_set)
    kinds = counting.numbers(test_set).kinds
    form = ListForm(
        query,
        languages=[language for _type, language, _count in kinds],
        types=[type_ for type_, _language, _count in kinds],
        frozen=False,
        reader=reader.pk,
    )
    if form.errors:
        return []  # a filter that means nothing any more leaves out nothing: too much to change
    rows = listing.in_draft(test_set, form.wish, reader=reader)
    found = rows.values_list("pk", "changed_at", "indexed__digest")
    return [Row(pk, digest if changed_at <= made else "") for pk, changed_at, digest in found]
