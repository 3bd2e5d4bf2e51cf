"""Two workspaces and their people."""

from dataclasses import dataclass

from django.test import Client

from core.models import Membership, User, Workspace
from testsets.models import Assignment, TestSet

PASSWORD = "correct horse battery"


@dataclass(frozen=True)
class World:
    """Everybody that tests speak of."""

    acme: Workspace
    other: Workspace
    ada: User
    rosa: User
    vik: User
    otto: User
    stella: User


def person(name: str, **fields: object) -> User:
    """A person who can sign in as name@example.org."""
    return User.objects.create_user(f"{name.lower()}@example.org", PASSWORD, name=name, **fields)


def make_world() -> World:
    """Make the people and their workspaces."""
    acme = Workspace.objects.create(slug="acme", name="Acme", language="en")
    other = Workspace.objects.create(slug="other", name="Other", language="es")
    made = World(
        acme=acme,
        other=other,
        ada=person("Ada"),
        rosa=person("Rosa"),
        vik=person("Vik"),
        otto=person("Otto"),
        stella=person("Stella", is_staff=True),
    )
    for user, workspace, role in (
        (made.ada, acme, "owner"),
        (made.rosa, acme, "expert"),
        (made.vik, acme, "viewer"),
        (made.otto, other, "owner"),
    ):
        Membership.objects.create(workspace=workspace, user=user, role=role)
    return made


def assign_experts(test_set: TestSet) -> None:
    """Give the set to every expert of its workspace, who would not see it otherwise."""
    for membership in Membership.objects.filter(workspace=test_set.workspace, role="expert"):
        Assignment.objects.create(test_set=test_set, user=membership.user)


def client_for(user: User | None) -> Client:
    """A browser session of `user`, or of nobody."""
    client = Client()
    if user is not None:
        client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    return client
