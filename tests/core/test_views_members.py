"""Who is in a workspace, and who may change that."""

import pytest
from django.urls import reverse

from core import services
from core.errors import DomainError
from core.models import Membership
from core.permissions import Role
from core.services import AlreadyMember, LastOwner
from tests.world import client_for

pytestmark = pytest.mark.django_db


def membership(workspace, user):
    return Membership.objects.get(workspace=workspace, user=user)


def address(name, member):
    return reverse(f"core:{name}", args=[member.workspace.slug, member.pk])


def test_every_member_sees_the_members_and_only_owners_can_change_them(world):
    page = reverse("core:members", args=["acme"])
    seen = client_for(world.vik).get(page).content.decode()
    assert "rosa@example.org" in seen
    assert "otto@example.org" not in seen
    assert "<select" not in seen
    assert "<select" in client_for(world.ada).get(page).content.decode()


def test_an_owner_changes_a_role_and_the_change_has_an_author(world):
    vik = membership(world.acme, world.vik)
    response = client_for(world.ada).post(address("change_role", vik), {"role": "expert"})
    assert response.status_code == 302
    vik.refresh_from_db()
    assert vik.role == "expert"
    assert vik.history.latest().history_user == world.ada


@pytest.mark.parametrize("name", ["change_role", "remove_member"])
def test_members_are_not_changed_by_experts_viewers_or_get_requests(world, name):
    rosa = membership(world.acme, world.rosa)
    for person in (world.rosa, world.vik):
        response = client_for(person).post(address(name, rosa), {"role": "owner"})
        assert response.status_code == 403
    assert client_for(world.ada).get(address(name, rosa)).status_code == 405
    rosa.refresh_from_db()
    assert rosa.role == "expert"


def test_an_owner_does_not_reach_members_of_another_workspace(world):
    otto = membership(world.other, world.otto)
    foreign = reverse("core:change_role", args=["acme", otto.pk])
    assert client_for(world.ada).post(foreign, {"role": "viewer"}).status_code == 404
    assert client_for(world.ada).post(address("remove_member", otto)).status_code == 404
    assert membership(world.other, world.otto).role == "owner"


def test_a_role_that_does_not_exist_is_refused(world):
    vik = membership(world.acme, world.vik)
    response = client_for(world.ada).post(address("change_role", vik), {"role": "king"})
    assert response.status_code == 422
    assert membership(world.acme, world.vik).role == "viewer"


def test_a_removed_member_is_a_stranger(world):
    vik = membership(world.acme, world.vik)
    assert client_for(world.ada).post(address("remove_member", vik)).status_code == 302
    assert client_for(world.vik).get("/w/acme/").status_code == 404
    assert Membership.history.filter(id=vik.pk, history_type="-").get().history_user == world.ada


def test_the_last_owner_can_neither_leave_nor_step_down(world):
    ada = membership(world.acme, world.ada)
    with pytest.raises(LastOwner):
        services.remove_member(membership=ada, by=world.ada)
    with pytest.raises(LastOwner):
        services.change_role(membership=ada, role=Role.VIEWER, by=world.ada)
    rosa = membership(world.acme, world.rosa)
    services.change_role(membership=rosa, role=Role.OWNER, by=world.ada)
    services.change_role(membership=ada, role=Role.VIEWER, by=world.ada)
    assert membership(world.acme, world.ada).role == "viewer"


def test_the_refusal_is_a_sentence_on_the_page_one_came_from(world):
    ada = membership(world.acme, world.ada)
    client = client_for(world.ada)
    page = reverse("core:members", args=["acme"])
    response = client.post(
        address("remove_member", ada), HTTP_REFERER=f"http://testserver{page}", follow=True
    )
    assert "keeps at least one owner" in response.content.decode()


def test_the_refusal_of_a_fragment_goes_to_the_message_region(world):
    ada = membership(world.acme, world.ada)
    response = client_for(world.ada).post(
        address("remove_member", ada), headers={"HX-Request": "true"}
    )
    assert response.status_code == 422
    assert response.headers["HX-Retarget"] == "#messages"
    assert "keeps at least one owner" in response.content.decode()


def test_two_removals_of_one_member_end_in_a_sentence(world):
    vik = membership(world.acme, world.vik)
    services.remove_member(membership=membership(world.acme, world.vik), by=world.ada)
    with pytest.raises(DomainError, match="no longer a member"):
        services.remove_member(membership=vik, by=world.ada)


def test_only_staff_add_people_by_address(world):
    page = reverse("core:members", args=["acme"])
    typed = {"email": "OTTO@example.org", "role": "viewer"}
    assert client_for(world.ada).post(page, typed).status_code == 404
    assert client_for(world.stella).post(page, typed).status_code == 302
    assert membership(world.acme, world.otto).role == "viewer"
    with pytest.raises(AlreadyMember):
        services.add_member(
            workspace=world.acme, user=world.otto, role=Role.EXPERT, by=world.stella
        )


def test_an_address_without_an_account_is_refused_and_kept_in_the_form(world):
    page = reverse("core:members", args=["acme"])
    response = client_for(world.stella).post(page, {"email": "new@example.org", "role": "expert"})
    assert response.status_code == 422
    assert 'value="new@example.org"' in response.content.decode()
