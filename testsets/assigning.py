"""Who is assigned to which test sets; `core.reach` finds this module through the settings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping

from django.db import transaction
from django.urls import reverse

from core.models import Notice, User, Workspace
from core.notices import tell
from testsets.models import Assignment, TestSet


def assigned_to(workspace: Workspace, person: User) -> frozenset[int]:
    """The test sets of the workspace that are assigned to the person."""
    rows = Assignment.objects.filter(test_set__workspace=workspace, user=person)
    return frozenset(rows.values_list("test_set", flat=True))


def assigned(workspace: Workspace) -> Mapping[int, frozenset[int]]:
    """The test sets assigned to each person of the workspace, as far as the reader reaches them."""
    found: defaultdict[int, set[int]] = defaultdict(set)
    rows = Assignment.objects.for_workspace(workspace)
    for person, test_set in rows.values_list("user", "test_set"):
        found[person].add(test_set)
    return {person: frozenset(test_sets) for person, test_sets in found.items()}


def offered(workspace: Workspace) -> list[tuple[int, str]]:
    """The test sets of the workspace by name, as far as the reader reaches them."""
    return list(
        TestSet.objects.for_workspace(workspace).order_by("name", "pk").values_list("pk", "name")
    )


@transaction.atomic
def assign(
    *, workspace: Workspace, person: User, test_sets: Collection[int], by: User | None
) -> None:
    """Make these, and no others of the workspace, the test sets of the person, and tell of new ones.

    Those of another workspace are passed over.
    """
    # One change of a person's assignments at a time, so that two do not add up.
    User.objects.select_for_update().get(pk=person.pk)
    wanted = dict.fromkeys(test_sets)
    held = Assignment.objects.filter(test_set__workspace=workspace, user=person)
    for row in held:
        if row.test_set_id not in wanted:
            row._history_user = by
            row.delete()
    there = {row.test_set_id for row in held.all()}
    for test_set in TestSet.objects.filter(workspace=workspace, pk__in=wanted).exclude(
        pk__in=there
    ):
        made = Assignment(test_set=test_set, user=person, by=by)
        made._history_user = by  # type: ignore[attr-defined]  # read by simple-history
        made.save(force_insert=True)
        tell(
            workspace=workspace,
            people=[person],
            kind=Notice.Kind.ASSIGNED,
            params={"what": "test set", "count": 1, "test_set": test_set.name},
            path=reverse("testsets:detail", args=[workspace.slug, test_set.pk]),
            key=f"assignment:{made.pk}",
            by=by,
            test_set=test_set.pk,
        )
