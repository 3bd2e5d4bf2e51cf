"""Staff can look at every record in the admin, and change none there."""

import pytest
from django.contrib import admin
from django.test import RequestFactory
from django.urls import reverse

from core.models import User
from reports.services import publish
from tests.guards.test_model_kinds import our_models
from tests.reviews.setting import one_flagged
from tests.world import client_for, person


@pytest.mark.parametrize("model", our_models(), ids=lambda model: model._meta.label)
def test_every_model_has_its_page_and_none_is_written_there(model):
    """Records that are written once could not be; nearly all others are written by services."""
    page = admin.site._registry[model]
    request = RequestFactory().get("/")
    request.user = User(is_staff=True, is_superuser=True, is_active=True)
    assert page.has_view_permission(request)
    assert not page.has_add_permission(request)
    assert not page.has_delete_permission(request)
    # People alone are described there, and their accounts closed.
    assert page.has_change_permission(request) == (model is User)
    assert page.actions is None or not page.actions or model is User


@pytest.mark.django_db
def test_the_pages_open_and_show_no_secret(world):
    publish(run=one_flagged(world.acme).run, by=world.ada)
    root = client_for(person("Root", is_staff=True, is_superuser=True))
    opened = set()
    for model in our_models():
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        assert root.get(reverse(f"{name}_changelist")).status_code == 200, name
        row = model._default_manager.first()
        if row is None:
            continue
        html = root.get(reverse(f"{name}_change", args=[row.pk])).content.decode()
        assert "field-" in html, name
        assert not {"field-password", "field-token_digest", "field-credentials"} & set(
            html.replace('"', " ").split()
        ), name
        assert ('name="_save"' in html) == (model is User)
        opened.add(model._meta.label)
    assert opened >= {"core.User", "runs.Run", "runs.Answer", "grading.Assessment", "reviews.Flag"}


@pytest.mark.django_db
def test_staff_see_in_the_admin_only_what_they_were_granted(world):
    """Who may triage may still be one of two independent reviewers."""
    address = reverse("admin:testsets_signoff_changelist")
    assert client_for(world.stella).get(address).status_code == 403
    assert client_for(world.ada).get(address).status_code == 302
