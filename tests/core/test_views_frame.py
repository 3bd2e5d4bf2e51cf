"""The frame of every page, the language it is in, and the pages of refusals."""

import json
import logging
import re

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.template.response import SimpleTemplateResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.world import client_for

pytestmark = pytest.mark.django_db


def found(pattern: str, html: str) -> str:
    """What the group of `pattern` stands for in `html`."""
    match = re.search(pattern, html)
    assert match is not None
    return match[1]


def test_nothing_on_a_page_is_inline(world):
    """The content policy allows neither inline styles nor inline scripts."""
    for client, address in (
        (client_for(world.ada), "/w/acme/"),
        (client_for(world.stella), reverse("core:members", args=["acme"])),
        (client_for(None), reverse("account_login")),
    ):
        html = client.get(address).content.decode()
        assert not re.search(r"\sstyle=|<style|\son[a-z]+=|javascript:|hx-on", html)
        assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", html))


PAGES = ["/w/acme/", "/w/acme/members/", "/workspaces/", "/workspaces/new/"]


@pytest.mark.parametrize("address", PAGES)
def test_templates_ask_for_nothing_that_views_do_not_give(world, address, caplog):
    caplog.set_level(logging.DEBUG, "django.template")
    client_for(world.stella).get(address)
    # Django's own templates of form fields ask for attributes that a field may lack.
    ours = [r for r in caplog.records if "django/forms/" not in r.getMessage()]
    assert [record.getMessage() for record in ours] == []


@pytest.mark.parametrize("address", PAGES)
def test_templates_ask_the_database_nothing(world, address, monkeypatch):
    queries = []
    usual = SimpleTemplateResponse.rendered_content.fget

    def counted(response):
        with CaptureQueriesContext(connection) as seen:
            html = usual(response)
        queries.append([query["sql"] for query in seen])
        return html

    monkeypatch.setattr(SimpleTemplateResponse, "rendered_content", property(counted))
    client_for(world.stella).get(address)
    assert queries == [[]]


def test_htmx_swaps_refusals_of_forms_and_keeps_no_customer_pages(world):
    html = client_for(world.ada).get("/w/acme/").content.decode()
    config = json.loads(found(r"name=\"htmx-config\" content='([^']+)'", html))
    assert config["historyCacheSize"] == 0
    assert config["allowEval"] is False
    handling = config["responseHandling"]

    def swaps(status: int) -> bool:
        rules = (rule for rule in handling if re.fullmatch(rule["code"], str(status)))
        return bool(next(rules)["swap"])

    assert [swaps(code) for code in (200, 204, 409, 422)] == [True, False, True, True]
    assert not any(swaps(code) for code in (400, 401, 403, 404, 429, 500))


def test_requests_of_htmx_carry_the_token_against_forgery(world):
    response = client_for(world.ada).get("/w/acme/")
    token = found(r"hx-headers='(\{[^']+\})'", response.content.decode())
    assert json.loads(token)["X-CSRFToken"]
    assert response.cookies["csrftoken"]


def test_one_region_says_what_happened(world):
    html = client_for(world.ada).get("/w/acme/").content.decode()
    assert html.count('aria-live="polite"') == 1
    assert html.index('href="#content"') < html.index("<header") < html.index('id="content"')


def test_an_expired_session_sends_a_fragment_to_sign_in_with_401(world):
    fragment = reverse("core:open_numbers", args=["acme"])
    page = "http://testserver/w/acme/?a=1"
    asking = {"HX-Request": "true", "HX-Current-URL": page}
    response = client_for(None).get(fragment, headers=asking)
    assert response.status_code == 401
    assert response.headers["HX-Redirect"] == "/accounts/login/?next=/w/acme/%3Fa%3D1"


def test_a_fragment_asked_from_elsewhere_leads_nowhere_else(world):
    asking = {"HX-Request": "true", "HX-Current-URL": "https://evil.example/x"}
    response = client_for(None).get("/w/acme/", headers=asking)
    assert response.headers["HX-Redirect"] == "/accounts/login/?next=/"


def test_a_form_older_than_the_session_is_refused_in_words(world):
    client = Client(enforce_csrf_checks=True)
    client.force_login(world.ada, backend="allauth.account.auth_backends.AuthenticationBackend")
    response = client.post(reverse("core:new_workspace"), {"name": "Mine", "language": "en"})
    assert response.status_code == 403
    assert response.headers["X-Stale-Page"] == "1"
    assert "nothing was changed" in response.content.decode()


def test_a_person_chooses_a_language_and_it_is_remembered(world):
    client = client_for(world.ada)
    response = client.post(reverse("core:language"), {"language": "es", "next": "/w/acme/"})
    assert (response.status_code, response.headers["Location"]) == (302, "/w/acme/")
    assert '<html lang="es">' in client.get("/w/acme/").content.decode()
    world.ada.refresh_from_db()
    assert world.ada.language == "es"


def test_a_visitor_chooses_the_language_of_the_sign_in_page(world):
    client = client_for(None)
    client.post(reverse("core:language"), {"language": "es", "next": reverse("account_login")})
    assert '<html lang="es">' in client.get(reverse("account_login")).content.decode()


@pytest.mark.parametrize("next_page", ["https://evil.example/", "//evil.example/", ""])
def test_choosing_a_language_leads_nowhere_else(world, next_page):
    response = client_for(None).post(
        reverse("core:language"), {"language": "en", "next": next_page}
    )
    assert response.headers["Location"] == "/"


def test_a_language_that_the_portal_does_not_speak_is_refused(world):
    response = client_for(world.ada).post(reverse("core:language"), {"language": "xx"})
    assert response.status_code == 422
    assert client_for(world.ada).get(reverse("core:language")).status_code == 405


def test_a_page_that_is_not_there_says_so_in_the_look_of_the_portal(world):
    response = client_for(world.ada).get("/w/other/")
    assert response.status_code == 404
    html = response.content.decode()
    assert "There is no such page" in html
    assert "css/caudals.css" in html


@pytest.mark.parametrize("code", ["400", "403", "403_csrf", "404", "429", "500"])
def test_pages_of_refusals_need_no_context(code):
    html = render_to_string(f"{code}.html")
    assert re.search(r"<h1>[A-Z][^<]+</h1>", html)


@pytest.mark.parametrize(
    "name",
    [
        "account_login",
        "account_signup",
        "account_reset_password",
        "account_reset_password_done",
        "account_reset_password_from_key_done",
    ],
)
def test_pages_on_the_way_in_stand_in_the_frame(world, name):
    html = client_for(None).get(reverse(name)).content.decode()
    assert html.count("<h1") == 1
    assert 'class="topbar"' in html


@pytest.mark.parametrize(
    "name", ["account_change_password", "account_email", "account_logout", "mfa_index"]
)
def test_pages_about_ones_own_account_stand_in_the_frame(world, name):
    html = client_for(world.ada).get(reverse(name)).content.decode()
    assert html.count("<h1") == 1
    assert "Ada" in html
