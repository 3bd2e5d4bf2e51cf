"""Ways in: a second factor, single sign-on by a real exchange over HTTP; and ways out."""

import base64
import hashlib
import time
from urllib.parse import parse_qs, urlsplit

import httpx
import jwt
import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.urls import reverse

from core import inviting, leaving
from core.errors import DomainError
from core.models import Invitation, Membership, User
from core.permissions import Role
from reviews.services import decide
from reviews.values import Choice
from tests.fakes.http import Reply
from tests.reviews.setting import one_flagged
from tests.world import PASSWORD, client_for

pytestmark = pytest.mark.django_db


class Provider:
    """A small OpenID Connect provider on this machine: code flow with PKCE, one person at a time."""

    def __init__(self, server):
        self.server = server
        self.person = {
            "sub": "7",
            "email": "nina@example.org",
            "email_verified": True,
            "name": "Nina",
        }
        self.asked: dict[str, list[str]] = {}
        self.address = server.url.rstrip("/")
        server.route(
            "/.well-known/openid-configuration",
            Reply(
                {
                    "issuer": self.address,
                    "authorization_endpoint": f"{self.address}/authorize",
                    "token_endpoint": f"{self.address}/token",
                    "userinfo_endpoint": f"{self.address}/userinfo",
                    "jwks_uri": f"{self.address}/keys",
                }
            ),
        )
        server.route("/authorize", self.authorize)
        server.route("/token", self.token)
        server.route("/userinfo", self.userinfo)

    def authorize(self, request):
        self.asked = request.query
        back = f"{request.query['redirect_uri'][0]}?code=c-1&state={request.query['state'][0]}"
        return Reply(status=302, headers={"Location": back})

    def token(self, request):
        sent = parse_qs(request.body.decode())
        challenge = hashlib.sha256(sent["code_verifier"][0].encode()).digest()
        proven = base64.urlsafe_b64encode(challenge).rstrip(b"=").decode()
        if sent["code"] != ["c-1"] or [proven] != self.asked["code_challenge"]:
            return Reply({"error": "invalid_grant"}, status=400)
        claims = {
            "iss": self.address,
            "aud": "caudals",
            "exp": time.time() + 60,
            "iat": time.time(),
        }
        token = jwt.encode(claims | self.person, "k" * 32, algorithm="HS256")
        return Reply({"access_token": "a-1", "token_type": "Bearer", "id_token": token})

    def userinfo(self, request):
        if request.headers.get("authorization") != "Bearer a-1":
            return Reply(status=401)
        return Reply(self.person)


@pytest.fixture
def provider(local_server, settings):
    made = Provider(local_server)
    settings.SOCIALACCOUNT_PROVIDERS = {
        "openid_connect": {
            "APPS": [
                {
                    "provider_id": "company", "name": "Acme ID", "client_id": "caudals",
                    "secret": "s",
                    "settings": {"server_url": made.address, "oauth_pkce_enabled": True},
                }
            ]
        }
    }  # fmt: skip
    return made


def sign_in_there(client, page="/accounts/login/"):
    """Press the button, let the provider send the browser back, and come back with its code."""
    html = client.get(page).content.decode()
    assert "Acme ID" in html
    button = html.split('href="/accounts/oidc/')[1].split('"')[0].replace("&amp;", "&")
    leaving_for = client.get(f"/accounts/oidc/{button}")
    there = httpx.get(leaving_for.headers["Location"])
    back = urlsplit(there.headers["Location"])
    return client.get(f"{back.path}?{back.query}", follow=True)


def test_no_button_without_a_provider(world):
    assert "/oidc/" not in client_for(None).get("/accounts/login/").content.decode()


def test_who_has_an_account_comes_in_by_the_company_and_others_do_not(world, provider):
    provider.person["email"] = "Ada@example.org"
    client = client_for(None)
    assert sign_in_there(client).status_code == 200
    assert client.get("/w/acme/").status_code == 200
    assert User.objects.filter(email__iexact="ada@example.org").count() == 1

    provider.person |= {"sub": "8", "email": "nina@example.org"}
    stranger = client_for(None)
    page = sign_in_there(stranger).content.decode()
    assert "invitation" in page
    assert not User.objects.filter(email="nina@example.org").exists()


def test_an_address_that_the_provider_did_not_confirm_opens_nobody_elses_account(world, provider):
    provider.person |= {"email": "ada@example.org", "email_verified": False}
    client = client_for(None)
    sign_in_there(client)
    assert client.get("/w/acme/").status_code == 302


def test_who_was_invited_makes_the_account_at_the_company_and_joins(world, provider, mailoutbox):
    inviting.invite(workspace=world.acme, email="nina@example.org", role=Role.VIEWER, by=world.ada)
    address = "/invitations/" + mailoutbox[0].body.split("/invitations/")[1].split()[0]
    client = client_for(None)
    page = sign_in_there(client, address).content.decode()
    assert "Accept the invitation" in page
    assert client.post(address).status_code == 302
    nina = User.objects.get(email="nina@example.org")
    assert nina.name == "Nina"
    assert Membership.objects.get(user=nina).role == "viewer"


def test_staff_without_a_second_factor_reach_nothing_where_it_is_required(world, settings):
    settings.CAUDALS_STAFF_MFA = True
    client = client_for(None)
    client.post("/accounts/login/", {"login": "stella@example.org", "password": PASSWORD})
    set_up = reverse("mfa_activate_totp")
    for page in ("/workspaces/", "/w/acme/", "/admin/", "/review/", "/notices/", "/nonsense/"):
        assert client.get(page).headers.get("Location") == set_up, page
    fragment = client.get("/w/acme/open-numbers/", headers={"HX-Request": "true"})
    assert (fragment.status_code, fragment.headers["HX-Redirect"]) == (403, set_up)
    # Others are not asked.
    assert client_for(world.ada).get("/w/acme/").status_code == 200

    prove = client.get(set_up).headers["Location"]
    client.post(prove, {"password": PASSWORD})
    form = client.get(set_up)
    assert form.status_code == 200
    secret = form.context["form"].secret
    assert client.post(set_up, {"code": code_of(secret)}).status_code == 302
    assert client.get("/w/acme/").status_code == 200


def code_of(secret):
    """What the app shows now."""
    from allauth.mfa.totp.internal.auth import (
        format_hotp_value,
        hotp_value,
        yield_hotp_counters_from_time,
    )

    return format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time()))))


def test_the_second_factor_is_asked_for_and_no_other_way_in_passes_it_by(world):
    secret = generate_totp_secret()
    TOTP.activate(world.stella, secret)
    client = client_for(None)
    # The administration has no door of its own.
    assert client.get("/admin/login/").headers["Location"].startswith("/accounts/login/")
    response = client.post(
        "/accounts/login/", {"login": "stella@example.org", "password": PASSWORD}
    )
    assert response.headers["Location"] == reverse("mfa_authenticate")
    assert client.get("/workspaces/").status_code == 302
    client.post(reverse("mfa_authenticate"), {"code": code_of(secret)})
    assert client.get("/workspaces/").status_code == 200


def decided(world):
    from grading.selectors import history

    answer = one_flagged(world.acme)
    return decide(
        answer=answer, by=world.rosa, choice=Choice.CONFIRM, seen=history(answer)[0].pk, key="k",
        reason="",
    )  # fmt: skip


@pytest.mark.parametrize("way", [leaving.deactivate, leaving.erase])
def test_a_closed_account_gets_nowhere_and_its_decisions_keep_the_name(world, way):
    decision = decided(world)
    client = client_for(world.rosa)
    assert client.get("/w/acme/").status_code == 200
    way(person=world.rosa, by=world.ada)
    assert client.get("/w/acme/").status_code == 302
    assert not Membership.objects.filter(user=world.rosa).exists()
    answer = client_for(None).post(
        "/accounts/login/", {"login": "rosa@example.org", "password": PASSWORD}
    )
    assert "/w/" not in answer.headers.get("Location", "")
    decision.refresh_from_db()
    assert (decision.reviewer_name, str(decision.reviewer)) == ("Rosa", "Rosa")
    page = client_for(world.ada).get(f"/w/acme/reviews/{decision.answer_id}/").content.decode()
    assert "Rosa" in page


def test_a_person_with_decisions_cannot_be_deleted_behind_the_back_of_the_program(world):
    from django.db import models

    decision = decided(world)
    Membership.objects.get(user=world.rosa).delete()
    world.rosa.assignments.all().delete()
    with pytest.raises(models.ProtectedError):
        world.rosa.delete()
    decision.refresh_from_db()
    assert decision.reviewer_name == "Rosa"


def test_erasing_forgets_addresses_and_factors(world, raw_sql):
    inviting.invite(workspace=world.acme, email="otto@example.org", role=Role.VIEWER, by=world.ada)
    inviting.accept(invitation=Invitation.objects.get(), by=world.otto)
    Membership.objects.create(workspace=world.other, user=world.ada, role="owner")
    EmailAddress.objects.create(user=world.otto, email="otto@example.org", verified=True)
    TOTP.activate(world.otto, generate_totp_secret())
    leaving.erase(person=world.otto, by=world.otto)
    assert not Authenticator.objects.filter(user=world.otto).exists()
    for table in (
        "core_user",
        "account_emailaddress",
        "core_invitation",
        "core_historicalinvitation",
    ):
        assert raw_sql(f"SELECT 1 FROM {table} t WHERE row_to_json(t)::text ~ 'otto@'") == []


def test_one_closes_ones_own_account_after_proving_who_one_is_but_not_as_the_only_owner(world):
    page = reverse("core:close_account")
    client = client_for(world.vik)
    asked = client.get(page)
    assert (asked.status_code, "reauthenticate" in asked.headers["Location"]) == (302, True)
    client.post(asked.headers["Location"], {"password": "not this"})
    assert client.get(page).status_code == 302
    assert client_for(world.vik).post(page).status_code == 302
    world.vik.refresh_from_db()
    assert world.vik.is_active
    client.post(asked.headers["Location"], {"password": PASSWORD})
    assert "You leave all workspaces" in client.get(page).content.decode()
    assert client.post(page).headers["Location"] == reverse("account_login")
    world.vik.refresh_from_db()
    assert not world.vik.is_active

    with pytest.raises(DomainError, match="Acme"):
        leaving.erase(person=world.ada, by=world.ada)
    world.ada.refresh_from_db()
    assert world.ada.is_active
    assert Membership.objects.filter(user=world.ada).exists()
