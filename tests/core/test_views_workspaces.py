"""The pages on which people find, make and enter workspaces."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from core import selectors, services
from core.models import Membership, Workspace
from tests.world import client_for

pytestmark = pytest.mark.django_db


def test_somebody_with_one_workspace_lands_in_it(world):
    response = client_for(world.ada).get(reverse("core:home"))
    assert response.status_code == 302
    assert response.headers["Location"] == "/w/acme/"


def test_staff_land_on_the_list_of_all_workspaces(world):
    client = client_for(world.stella)
    assert client.get(reverse("core:home")).headers["Location"] == reverse("core:workspaces")
    html = client.get(reverse("core:workspaces")).content.decode()
    assert "Acme" in html
    assert "Other" in html


def test_a_stranger_is_asked_to_sign_in(world):
    response = client_for(None).get(reverse("core:workspaces"))
    assert response.status_code == 302
    assert response.headers["Location"].startswith(reverse("account_login"))


def test_the_list_holds_only_workspaces_that_the_reader_may_enter(world):
    html = client_for(world.vik).get(reverse("core:workspaces")).content.decode()
    assert "Acme" in html
    assert "Viewer" in html
    assert "Other" not in html
    menu = client_for(world.vik).get(reverse("core:switcher"), {"here": "acme"})
    assert "Other" not in menu.content.decode()


def test_a_long_list_goes_on_by_key(world, monkeypatch):
    monkeypatch.setattr(selectors, "WORKSPACES_PER_PAGE", 1)
    client = client_for(world.stella)
    first = client.get(reverse("core:workspaces")).content.decode()
    assert "?after=acme" in first
    assert "Other" not in first
    second = client.get(reverse("core:workspaces"), {"after": "acme"}).content.decode()
    assert "Other" in second
    assert 'rel="next"' not in second


def test_the_list_counts_every_member_and_not_only_the_reader(world):
    (row,) = selectors.workspaces_of(world.vik).rows
    assert (row.members, row.role) == (3, "Viewer")


def test_the_list_asks_the_database_as_often_for_nine_as_for_one(world):
    client = client_for(world.ada)

    def count() -> int:
        with CaptureQueriesContext(connection) as seen:
            client.get(reverse("core:workspaces"))
        return len(seen)

    few = count()
    assert few > 0
    for number in range(8):
        services.create_workspace(name=f"Team {number}", language="en", by=world.ada)
    assert count() == few


def test_whoever_makes_a_workspace_owns_it(world):
    response = client_for(world.vik).post(
        reverse("core:new_workspace"), {"name": "Nordholm Ferries", "language": "es"}
    )
    assert response.status_code == 302
    made = Workspace.objects.get(slug="nordholm-ferries")
    assert (made.language, made.plan) == ("es", "free")
    assert Membership.objects.get(workspace=made).user == world.vik
    assert made.history.get().history_user == world.vik


def test_a_customer_cannot_give_themselves_a_plan(world):
    client_for(world.vik).post(
        reverse("core:new_workspace"), {"name": "Mine", "language": "en", "plan": "pilot"}
    )
    assert Workspace.objects.get(slug="mine").plan == "free"


def test_a_workspace_without_a_name_comes_back_with_what_was_typed(world):
    response = client_for(world.ada).post(
        reverse("core:new_workspace"), {"name": " ", "language": "es"}
    )
    assert response.status_code == 422
    html = response.content.decode()
    assert 'aria-invalid="true"' in html
    assert '<option value="es" selected' in html


@pytest.mark.parametrize(
    ("name", "slugs"),
    [("Acme", ["acme-2", "acme-3"]), ("日本", ["workspace", "workspace-2"])],
)
def test_equal_names_get_addresses_of_their_own(world, name, slugs):
    made = [services.create_workspace(name=name, language="en", by=world.ada) for _slug in slugs]
    assert [workspace.slug for workspace in made] == slugs


def test_the_home_of_a_workspace_names_it_and_its_journey(world):
    html = client_for(world.vik).get("/w/acme/").content.decode()
    assert "<h1>Acme</h1>" in html
    assert 'aria-label="Journey"' in html
    assert reverse("core:open_numbers", args=["acme"]) in html


@pytest.mark.parametrize("name", ["core:workspace", "core:members", "core:open_numbers"])
def test_another_workspace_does_not_exist_for_its_strangers(world, name):
    address = reverse(name, args=["other"])
    assert client_for(world.ada).get(address).status_code == 404
    assert client_for(world.stella).get(address).status_code == 200


def test_open_numbers_come_from_the_parts_that_the_settings_name(world, settings):
    settings.CAUDALS_OPEN_NUMBERS = {"sources": f"{__name__}.three", "reviews": f"{__name__}.none"}
    html = client_for(world.vik).get(reverse("core:open_numbers", args=["acme"])).content.decode()
    assert 'id="open-sources" hx-swap-oob="true">3<span class="visually-hidden"> open' in html
    assert 'id="open-reviews" hx-swap-oob="true"></span>' in html


def three(workspace: Workspace) -> int:
    """A counter as another part would have one."""
    assert workspace.slug == "acme"
    return 3


def none(workspace: Workspace) -> int:
    """A counter of a step where nothing waits."""
    return 0
