"""Nobody gets into a workspace that is not theirs, by any address, as anybody."""

import pytest
from django.urls import reverse

from core.permissions import GRANTED_TO, Permission, Role
from tests.guards.urls import workspace_pages
from tests.world import client_for

PAGES = workspace_pages()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_page_of_a_workspace_names_the_permission_it_needs(page):
    assert isinstance(getattr(page.view, "requires", None), Permission)


def answers(client, url):
    """The statuses that any method gets."""
    return {client.get(url).status_code, client.post(url).status_code}


@pytest.mark.django_db
def test_a_stranger_gets_404_everywhere_whatever_the_method(world):
    otto = client_for(world.otto)
    wrong = {
        page.name: statuses
        for page in PAGES
        if not (statuses := answers(otto, page.url("acme"))) <= {404, 405} or 404 not in statuses
    }
    assert wrong == {}


@pytest.mark.django_db
def test_nobody_is_sent_to_sign_in_everywhere(world):
    anonymous = client_for(None)
    sign_in = reverse("account_login")
    wrong = []
    for page in PAGES:
        response = anonymous.get(page.url("acme"))
        if response.status_code != 302 or not response.headers["Location"].startswith(sign_in):
            wrong.append(page.name)
    assert wrong == []


@pytest.mark.django_db
def test_an_expired_session_answers_a_fragment_with_401_and_where_to_sign_in(world):
    response = client_for(None).get(
        reverse("core:workspace", args=["acme"]), headers={"HX-Request": "true"}
    )
    assert response.status_code == 401
    assert response.headers["HX-Redirect"].startswith(reverse("account_login"))


@pytest.mark.django_db
@pytest.mark.parametrize("role", list(Role))
def test_a_member_without_the_permission_gets_403_and_with_it_never_403(world, role):
    person = {Role.OWNER: world.ada, Role.EXPERT: world.rosa, Role.VIEWER: world.vik}[role]
    client = client_for(person)
    wrong = {}
    for page in PAGES:
        statuses = answers(client, page.url("acme"))
        allowed = page.view.requires in GRANTED_TO[role]
        if allowed == (403 in statuses):
            wrong[page.name] = statuses
    assert wrong == {}


@pytest.mark.django_db
def test_every_answer_carries_the_safety_headers(world):
    response = client_for(world.ada).get(reverse("core:workspace", args=["acme"]))
    policy = response.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["X-Frame-Options"] == "DENY"
    assert "HX-Request" in response.headers["Vary"]
