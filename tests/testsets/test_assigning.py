"""Experts see the test sets that are assigned to them, and no others."""

import pytest

from core.access import WorkspaceRequest, workspace_view
from core.models import Membership, Notice
from core.permissions import Permission
from tests.testsets.rereading import bicycle_set, read_again
from tests.world import client_for
from testsets import assigning, selectors
from testsets.models import Assignment, OutdatedMark, Question, TestSet
from testsets.services import create_test_set

pytestmark = pytest.mark.django_db


@pytest.fixture
def sets(world):
    return [
        create_test_set(workspace=world.acme, name=name, by=world.ada) for name in ("One", "Two")
    ]


def reached(rf, user, slug="acme"):
    """The workspace as the pages of this person get it."""
    request: WorkspaceRequest = rf.get("/")
    request.user = user
    return workspace_view(Permission.VIEW)(lambda request: request.workspace)(request, slug)


def assign(world, person, *test_sets):
    assigning.assign(
        workspace=world.acme, person=person, test_sets=[one.pk for one in test_sets], by=world.ada
    )


def test_only_experts_are_narrowed_and_without_an_assignment_they_see_nothing(rf, world, sets):
    everybody = [world.ada, world.vik, world.stella]
    assert [reached(rf, person).reach for person in everybody] == [None, None, None]
    assert reached(rf, world.rosa).reach == frozenset()
    assert not selectors.test_sets(reached(rf, world.rosa)).exists()
    page = client_for(world.rosa).get("/w/acme/testsets/").content.decode()
    assert "No test set is assigned to you yet" in page
    assign(world, world.rosa, sets[1])
    assert list(selectors.test_sets(reached(rf, world.rosa))) == [sets[1]]
    # Staff who are experts of a workspace remain staff.
    Membership.objects.create(workspace=world.acme, user=world.stella, role="expert")
    assert reached(rf, world.stella).reach is None


def test_assigning_says_all_sets_of_a_person_keeps_who_did_it_and_crosses_no_workspace(world, sets):
    foreign = create_test_set(workspace=world.other, name="Theirs", by=world.otto)
    assign(world, world.rosa, sets[0], foreign)
    kept = Assignment.objects.get()
    assert (kept.test_set, kept.user, kept.by) == (sets[0], world.rosa, world.ada)
    assign(world, world.rosa, *sets)
    assert Assignment.objects.get(test_set=sets[0]) == kept
    # Told of each once, and of the foreign one never.
    told = Notice.objects.filter(person=world.rosa, kind="assigned")
    assert sorted(told.values_list("test_set", flat=True)) == [one.pk for one in sets]
    assign(world, world.rosa, sets[1])
    assert assigning.assigned(world.acme) == {world.rosa.pk: {sets[1].pk}}
    removed = Assignment.history.get(id=kept.pk, history_type="-")
    assert removed.history_user == world.ada


def test_marks_of_outdated_questions_are_narrowed_though_their_way_is_by_the_source(rf, world):
    source, test_set, _question = bicycle_set(world.acme, world.ada)
    Assignment.objects.all().delete()
    from testsets.outdated import hold_questions_against

    hold_questions_against(read_again(source, luggage="Bicycles travel free of charge."))
    assert OutdatedMark.objects.for_workspace(reached(rf, world.ada)).exists()
    assert not OutdatedMark.objects.for_workspace(reached(rf, world.rosa)).exists()
    assert not Question.objects.for_workspace(reached(rf, world.rosa)).exists()
    assign(world, world.rosa, test_set)
    assert OutdatedMark.objects.for_workspace(reached(rf, world.rosa)).exists()
    assert TestSet.objects.for_workspace(reached(rf, world.rosa)).get() == test_set
