"""Invitations: a link by e-mail that a person, and nobody and nothing else, uses once."""

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from core import inviting
from core.models import Invitation, Membership, User
from core.permissions import Role
from tests.world import client_for
from testsets.models import Assignment, TestSet

pytestmark = pytest.mark.django_db
NEW = {"name": "Nina", "password": "a rather long phrase"}


@pytest.fixture
def test_set(world):
    return TestSet.objects.create(workspace=world.acme, name="Fares")


def invite(world, email="nina@example.org", role="expert", **data):
    response = client_for(world.ada).post(
        reverse("core:invite", args=["acme"]), {"email": email, "role": role, **data}
    )
    assert response.status_code == 302, response.content.decode()
    return link()


def link():
    """Where the newest mail leads."""
    return re.search(r"http://\S+?(/invitations/\S+)", mail.outbox[-1].body).group(1)


def waiting():
    return Invitation.objects.get(accepted_at=None, revoked_at=None)


def members(world):
    return set(
        Membership.objects.filter(workspace=world.acme).values_list("user__email", flat=True)
    )


def test_somebody_without_an_account_makes_one_and_joins_though_registration_is_closed(
    world, test_set, settings
):
    settings.CAUDALS_OPEN_SIGNUP = False
    address = invite(world, "Nina@Example.org", test_sets=[test_set.pk])
    assert mail.outbox[-1].to == ["nina@example.org"]
    assert "Ada invites you" in mail.outbox[-1].subject
    visitor = client_for(None)
    # Whatever opens the link, as often as it likes, uses nothing up.
    assert visitor.get(address).status_code == 200
    page = visitor.get(address)
    assert page.status_code == 200
    assert "no-store" in page.headers["Cache-Control"]
    assert "Make the account and accept" in page.content.decode()
    assert "nina@example.org" not in members(world)

    # The address is the invited one, whatever is sent.
    response = visitor.post(address, NEW | {"email": "eve@example.org"})
    assert response.headers["Location"] == "/w/acme/"
    assert visitor.get("/w/acme/").status_code == 200
    nina = User.objects.get(email="nina@example.org")
    assert nina.check_password(NEW["password"])
    assert nina.emailaddress_set.get().verified
    made = Membership.objects.get(user=nina)
    assert made.role == "expert"
    assert Assignment.objects.get().test_set == test_set
    assert Assignment.objects.get().by == world.ada
    assert Invitation.objects.get().accepted_by == nina


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"password": "12345678"}, "entirely numeric"),
        ({"password": "nina@example.org"}, "too similar"),
        ({"name": ""}, "required"),
    ],
)
def test_a_refused_form_says_why_and_uses_nothing_up(world, given, said):
    address = invite(world)
    response = client_for(None).post(address, NEW | given)
    assert response.status_code == 422
    assert said in response.content.decode()
    assert inviting.standing_of(waiting()) == "open"


def test_a_link_works_once(world):
    address = invite(world)
    client_for(None).post(address, NEW)
    for response in (client_for(None).get(address), client_for(None).post(address, NEW)):
        assert response.status_code == 410
        assert "has been used" in response.content.decode()
    assert User.objects.filter(email="nina@example.org").count() == 1


def test_somebody_with_an_account_signs_in_and_presses_the_button(world):
    address = invite(world, "otto@example.org", role="viewer")
    page = client_for(None).get(address).content.decode()
    assert f"/accounts/login/?next={address}" in page
    assert client_for(None).post(address, NEW).status_code == 200
    otto = client_for(world.otto)
    assert "Accept the invitation" in otto.get(address).content.decode()
    assert "otto@example.org" not in members(world)
    assert otto.post(address).headers["Location"] == "/w/acme/"
    assert Membership.objects.get(workspace=world.acme, user=world.otto).role == "viewer"
    # Pressed again: they are in.
    assert "member of Acme already" in otto.post(address).content.decode()


def test_a_member_who_opens_a_colleagues_link_is_told_whom_it_is_for(world):
    address = invite(world)
    said = "This invitation is for nina@example.org"
    assert said in client_for(world.ada).get(address).content.decode()
    own = invite(world, "otto@example.org", role="viewer")
    client_for(world.otto).post(own)
    assert "This invitation is for" not in client_for(world.otto).get(own).content.decode()


def test_somebody_else_who_is_signed_in_is_told_whose_it_is(world):
    address = invite(world)
    otto = client_for(world.otto)
    for response in (otto.get(address), otto.post(address)):
        assert response.status_code == 403
        page = response.content.decode()
        assert "is for nina@example.org" in page
        assert "otto@example.org" in page
    assert "otto@example.org" not in members(world)
    # Except where the address is one of theirs, confirmed.
    world.otto.emailaddress_set.create(email="Nina@example.org", verified=False)
    assert otto.post(address).status_code == 403
    world.otto.emailaddress_set.update(verified=True)
    assert otto.post(address).status_code == 302
    assert "otto@example.org" in members(world)


def test_withdrawn_expired_and_unknown_links_say_so(world, settings):
    address = invite(world)
    invitation = waiting()
    revoke = reverse("core:revoke", args=["acme", invitation.pk])
    page = reverse("core:members", args=["acme"])
    assert "nina@example.org" in client_for(world.ada).get(page).content.decode()
    assert "nina@example.org" not in client_for(world.vik).get(page).content.decode()
    assert client_for(world.vik).post(revoke).status_code == 403
    assert client_for(world.ada).post(revoke).status_code == 302
    response = client_for(None).post(address, NEW)
    assert (response.status_code, "was withdrawn" in response.content.decode()) == (410, True)

    address = invite(world)
    late = timezone.now() + inviting.VALID_FOR + timedelta(minutes=1)
    with pytest.raises(inviting.NotOpen, match="expired"):
        inviting.accept_as_new(invitation=waiting(), name="Nina", password="x", now=late)
    response = client_for(None).get("/invitations/nonsense/")
    assert (response.status_code, "no invitation" in response.content.decode()) == (404, True)


def test_sending_again_makes_a_new_link_and_ends_the_old_one(world):
    old = invite(world)
    again = reverse("core:send_again", args=["acme", waiting().pk])
    assert client_for(world.ada).post(again).status_code == 302
    assert link() != old
    assert client_for(None).get(old).status_code == 404
    assert client_for(None).get(link()).status_code == 200
    assert len(mail.outbox) == 2


def test_only_the_digest_of_a_token_is_stored(world, raw_sql):
    token = invite(world).strip("/").split("/")[-1]
    for table in ("core_invitation", "core_historicalinvitation"):
        for (row,) in raw_sql(f"SELECT row_to_json(t)::text FROM {table} t"):
            assert token not in row


def test_nobody_is_invited_twice_and_no_member_is(world):
    invite(world)
    for email, said in (
        ("NINA@example.org", "invited already"),
        ("vik@example.org", "member already"),
    ):
        response = client_for(world.ada).post(
            reverse("core:invite", args=["acme"]), {"email": email, "role": "viewer"}
        )
        assert response.status_code == 422
        assert said in response.content.decode()
    assert len(mail.outbox) == 1


def test_a_mail_server_that_fails_keeps_the_invitation_and_says_so(world, monkeypatch):
    def refuse(*_args, **_kwargs):
        raise ConnectionRefusedError

    monkeypatch.setattr("django.core.mail.EmailMessage.send", refuse)
    page = client_for(world.ada).post(
        reverse("core:invite", args=["acme"]), {"email": "nina@example.org", "role": "viewer"},
        follow=True,
    ).content.decode()  # fmt: skip
    assert "could not be sent" in page
    assert "the mail was not sent" in page
    assert waiting().sent_at is None


def test_test_sets_of_other_workspaces_cannot_be_named_nor_for_other_roles(world, test_set):
    foreign = TestSet.objects.create(workspace=world.other, name="Theirs")
    response = client_for(world.ada).post(
        reverse("core:invite", args=["acme"]),
        {"email": "nina@example.org", "role": "expert", "test_sets": [foreign.pk]},
    )
    assert response.status_code == 422
    invite(world, role="viewer", test_sets=[test_set.pk])
    assert waiting().test_sets == []


def test_the_mail_speaks_the_language_of_the_person_else_of_the_workspace(world):
    world.otto.language = "es"
    world.otto.save()
    invite(world, "otto@example.org")
    assert "le invita" in mail.outbox[-1].body
    inviting.invite(workspace=world.other, email="x@example.org", role=Role.VIEWER, by=world.otto)
    assert "le invita" in mail.outbox[-1].body


def test_an_owner_chooses_what_an_expert_sees_and_a_removed_expert_loses_it(world, test_set):
    rosa = Membership.objects.get(user=world.rosa)
    page = reverse("core:assigned", args=["acme", rosa.pk])
    ada = client_for(world.ada)
    assert "Fares" in ada.get(page).content.decode()
    assert ada.post(page, {"test_sets": [test_set.pk]}).status_code == 302
    assert client_for(world.rosa).get(f"/w/acme/testsets/{test_set.pk}/").status_code == 200
    assert "Fares" in ada.get(reverse("core:members", args=["acme"])).content.decode()
    assert ada.post(page, {}).status_code == 302
    assert client_for(world.rosa).get(f"/w/acme/testsets/{test_set.pk}/").status_code == 404
    # Only experts have test sets of their own.
    vik = Membership.objects.get(user=world.vik)
    assert ada.get(reverse("core:assigned", args=["acme", vik.pk])).status_code == 404
    ada.post(page, {"test_sets": [test_set.pk]})
    ada.post(reverse("core:remove_member", args=["acme", rosa.pk]))
    assert not Assignment.objects.exists()
