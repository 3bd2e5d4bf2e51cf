"""The questions of a draft and of a version, each a page at a time."""

from __future__ import annotations

from typing import Any, Final

from django.db.models import QuerySet
from django.http import Http404, HttpResponseBase
from django.template.response import TemplateResponse
from django.views.decorators.http import require_GET

from core.access import WorkspaceRequest, workspace_view
from core.permissions import Permission
from testsets import (
    counting,
    drafting_presenting,
    listing,
    neighbours,
    presenting,
    selectors,
)
from testsets.acting import NEEDED
from testsets.authors import editors_of
from testsets.bulk_views import bar_of
from testsets.checks import Balance
from testsets.handing import with_hands
from testsets.listing_forms import ListForm
from testsets.methods_presenting import invalid_sentences, shown_methods
from testsets.methods_selectors import CONTRACT, invalid_in_set, invalid_in_version, methods_of
from testsets.models import TestSet, TestSetVersion
from testsets.outdated_selectors import outdated_in_version, outdated_number
from testsets.paging import PER_PAGE, Page
from testsets.signing import standings
from testsets.signing_presenting import shown_agreement
from testsets.version_presenting import why_exploratory
from testsets.wishes import Wish
from testsets.wording import check_words

_BARE: Final = Wish(only=("bare",))
_ONLY_BARE: Final = "?only=bare"
_ONLY_CONTRACT: Final = "?only=contract"
# Until a narrowed list is counted, it may have any number of pages.
_UNKNOWN: Final = 10**9


@require_GET
@workspace_view(Permission.VIEW)
def detail(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """The questions of a set beside their passages, and what the set is like as a whole."""
    try:
        test_set = selectors.test_set(request.workspace, pk)
    except TestSet.DoesNotExist:
        raise Http404 from None
    drafting = selectors.newest_drafting(test_set)
    shown = _draft(request, test_set)
    # Behind the list, which has the index caught up.
    invalid = invalid_in_set(test_set, whole=False)
    context = {
        "test_set": test_set,
        **shown,
        "removed": selectors.removed(test_set),
        "versions": selectors.versions(test_set),
        "outdated": outdated_number(test_set),
        "methods": shown_methods(methods_of(test_set)),
        "invalid": invalid_sentences(invalid),
        "contract_url": _ONLY_CONTRACT if any(one.lack in CONTRACT for one in invalid) else "",
        "bare_url": _ONLY_BARE,
        **(drafting_presenting.progress_context(drafting) if drafting else {"drafting": None}),
    }
    return TemplateResponse(request, "testsets/detail.html", context)


def _draft(request: WorkspaceRequest, test_set: TestSet) -> dict[str, Any]:
    numbers = counting.caught_up(test_set, reader=request.user)
    form = _form(request, numbers.kinds, frozen=False)
    total = numbers.left_by(form.wish)
    if total is None:
        rows = listing.in_draft(test_set, form.wish, reader=request.user)
        page, keys = _page(request, rows, None if form.narrows else numbers.total)
    else:
        page = Page.of(request, total)
        keys = list(numbers.keys(test_set, form.wish)[page.rows])
    questions = listing.with_these(test_set, keys)
    places = (
        neighbours.numbered(test_set, questions)
        if form.narrows
        else range(page.first, page.last + 1)
    )
    standing, editors = standings(questions, reader=request.user), editors_of(questions)
    return {
        "numbers": numbers,
        "agreement": shown_agreement(test_set),
        "why": why_exploratory(listing.untraced(listing.in_draft(test_set, _BARE)))
        if numbers.bare
        else [],
        "balance": Balance(numbers.yes, numbers.no, numbers.unclear),
        "types": presenting.type_numbers(numbers.kinds),
        "form": form,
        "page": page,
        "questions": with_hands(
            [
                presenting.shown_question(
                    question,
                    number,
                    notes=_warnings(question),
                    standing=standing[question.pk],
                    editors=editors[question.pk],
                )
                for number, question in zip(places, questions, strict=False)
            ]
        ),
        "bulk": bar_of(request, test_set, matching=page.total, shown=len(questions))
        if questions and NEEDED in request.permissions
        else None,
    }


@require_GET
@workspace_view(Permission.VIEW)
def version(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """A frozen version with its questions."""
    try:
        found = selectors.version(request.workspace, pk)
    except TestSetVersion.DoesNotExist:
        raise Http404 from None
    kinds = counting.kinds(listing.in_version(found))
    form = _form(request, kinds, frozen=True)
    rows = listing.in_version(found, form.wish)
    total = sum(count for _type, _language, count in kinds)
    page, keys = _page(request, rows, None if form.narrows else total)
    methods = methods_of(found)
    wrong: dict[str, list[dict[str, str]]] = {}
    for outcome in found.checker.get("wrong", []):
        wrong.setdefault(outcome["uid"], []).append(outcome)
    failing = found.questions.filter(uid__in=wrong).order_by("position") if wrong else []
    context = {
        "known_right": found.checker.get("known_answers", 0) - sum(map(len, wrong.values())),
        "wrong": [
            (presenting.shown_frozen(one), presenting.shown_outcomes(wrong[one.uid]))
            for one in failing
        ],
        "version": found,
        "total": total,
        "types": presenting.type_numbers(kinds),
        "form": form,
        "outdated": outdated_in_version(found),
        "questions": [
            presenting.shown_frozen(question, methods=methods)
            for question in found.questions.filter(pk__in=keys).order_by("position")
        ],
        "methods": shown_methods(methods),
        "invalid": invalid_sentences(invalid_in_version(found, whole=False)),
        "why": why_exploratory(listing.untraced(listing.in_version(found, _BARE)))
        if found.exploratory
        else [],
        "bare_url": _ONLY_BARE,
        "page": page,
    }
    return TemplateResponse(request, "testsets/version.html", context)


def _page(
    request: WorkspaceRequest, rows: QuerySet[Any], total: int | None
) -> tuple[Page, list[int]]:
    """The page that is asked for with the keys on it; `total` is None for what has to be counted."""
    if total is not None:
        page = Page.of(request, total)
        return page, list(rows.values_list("pk", flat=True)[page.rows])
    page = Page.of(request, _UNKNOWN)
    keys, total = listing.keys_on(rows, page.rows)
    if not keys and page.number > 1:
        keys, total = listing.keys_on(rows, slice(0, PER_PAGE))
    return Page.of(request, total), keys


def _form(
    request: WorkspaceRequest, kinds: list[tuple[str, str, int]], *, frozen: bool
) -> ListForm:
    return ListForm(
        request.GET,
        languages=[language for _type, language, _count in kinds],
        types=[type_ for type_, _language, _count in kinds],
        frozen=frozen,
        reader=request.user.pk,
    )


def _warnings(question: Any) -> list[str] | None:
    """What the index holds of a question, in words; None while it is behind."""
    indexed = getattr(question, "indexed", None)
    if indexed is None or indexed.changed_at != question.changed_at:
        return None
    return [check_words(code) for code in indexed.warnings]
