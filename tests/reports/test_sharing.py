"""Links for people without an account: until when they open, what they show, and whose name."""

import hashlib
import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from core import consenting
from core.errors import DomainError
from core.models import Consent
from reports import services, sharing
from reports.models import ShareLink, ShareViews
from tests.reports.records import bad, good, lost, make_run
from tests.world import client_for

pytestmark = pytest.mark.django_db


@pytest.fixture
def version(world):
    run = make_run(world.acme, [good("q-1"), bad("q-2", critical=True), lost("q-3", critical=True)])
    return services.publish(run=run, by=world.ada)


def opens(token):
    return client_for(None).get(reverse("shared:report", args=[token]))


def at(name, version, **more):
    keys = {"workspace_slug": "acme", "pk": version.report.run_id, "number": version.number} | more
    return reverse(f"reports:{name}", kwargs=keys)


def agreed(world, version):
    return consenting.agree(
        workspace=world.acme, subject=sharing.naming_subject(version), wording="Yes.", by=world.ada
    )


def test_a_link_opens_the_published_figures_without_an_account(world, version):
    _link, token = sharing.share(version=version, days=7, by=world.ada)
    response = opens(token)
    page = response.content.decode()
    assert response.status_code == 200
    assert "1 of 2 answers correct" in page
    assert "95% interval" in page
    assert "Preliminary" in page
    assert version.digest in page
    assert "noindex" in response.headers["X-Robots-Tag"]
    assert '<meta name="robots" content="noindex' in page
    assert response.headers["Referrer-Policy"] == "no-referrer"
    assert "no-store" in response.headers["Cache-Control"]


def test_the_token_is_stored_nowhere(world, version, raw_sql):
    link, token = sharing.share(version=version, days=7, by=world.ada)
    assert link.token_digest == hashlib.sha256(token.encode()).hexdigest()
    rows = raw_sql("SELECT s::text FROM reports_sharelink s")
    rows += raw_sql("SELECT s::text FROM reports_historicalsharelink s")
    assert rows
    assert not any(token in str(row) for row in rows)


@pytest.mark.parametrize("state", ["expired", "withdrawn", "unknown", "digest"])
def test_a_link_that_is_not_open_is_404_and_says_nothing(world, version, state):
    link, token = sharing.share(version=version, days=7, by=world.ada)
    if state == "expired":
        link.expires_at = timezone.now()
        link.save()
    elif state == "withdrawn":
        sharing.withdraw(link=link, by=world.ada)
    elif state == "digest":
        token = link.token_digest
    else:
        token += "x"
    response = opens(token)
    assert response.status_code == 404
    page = response.content.decode()
    assert "This link opens no report, or no longer." in page
    assert "answers correct" not in page
    assert not ShareViews.objects.exists()


def test_a_link_is_open_to_the_last_moment_of_its_time(world, version):
    now = timezone.now()
    link, token = sharing.share(version=version, days=7, by=world.ada, now=now)
    assert sharing.opened(token, now=now + timedelta(days=7, seconds=-1)).pk == link.pk
    with pytest.raises(ShareLink.DoesNotExist):
        sharing.opened(token, now=now + timedelta(days=7))
    with pytest.raises(DomainError, match="7, 30 or 90"):
        sharing.share(version=version, days=3650, by=world.ada)


def test_without_consent_nothing_of_the_customers_is_shown(world, version):
    """M8.4: not the name, nor what would tell it."""
    _link, token = sharing.share(version=version, days=7, by=world.ada)
    page = opens(token).content.decode()
    told = [
        "Acme", "Ferry help desk", "Kustlinjen", "kustlinjen.example", "Tickets and fares",
        "What does a day ticket cost?", "€14.50", "€19.00", "q-2", "q-3", "127.0.0.1", "Ada",
    ]  # fmt: skip
    assert [word for word in told if word in page] == []
    assert "A critical test could not be assessed." in page
    # The same walk finds them where they may be shown.
    agreed(world, version)
    page = opens(token).content.decode()
    assert {word for word in told if word not in page} <= {"Ada", "127.0.0.1"}


def test_consent_holds_until_it_is_taken_back_and_for_that_version_alone(world, version):
    subject = sharing.naming_subject(version)
    assert not sharing.is_named(world.acme, version)
    agreed(world, version)
    assert sharing.is_named(world.acme, version)
    assert not consenting.holds(world.other, subject)
    assert not consenting.holds(world.acme, subject + "0")
    consenting.take_back(workspace=world.acme, subject=subject, wording="No.", by=world.ada)
    assert not sharing.is_named(world.acme, version)
    assert Consent.objects.filter(workspace=world.acme).count() == 2


def test_only_an_owner_can_agree(world, version):
    for person in (world.rosa, world.vik, world.stella, world.otto):
        with pytest.raises(DomainError, match="Only an owner"):
            consenting.agree(workspace=world.acme, subject="x", wording="Yes.", by=person)


@pytest.mark.parametrize("named", [False, True])
def test_nothing_else_can_be_reached_from_the_page(world, version, named):
    if named:
        agreed(world, version)
    _link, token = sharing.share(version=version, days=7, by=world.ada)
    page = opens(token).content.decode()
    addresses = set(re.findall(r'(?:href|action|hx-get|hx-post)="([^"]+)"', page))
    inside = {
        each for each in addresses if each.startswith("/") and not each.startswith("/static/")
    }
    assert inside <= {"/", "/language/"}
    assert "/w/" not in page
    assert "csrfmiddlewaretoken" not in page[page.index('id="content"') :]


def test_every_opening_is_counted_and_nobody_is_noted(world, version):
    link, token = sharing.share(version=version, days=7, by=world.ada)
    for _time in range(3):
        opens(token)
    sharing.count_view(link, now=timezone.now() - timedelta(days=1))
    assert sorted(ShareViews.objects.values_list("count", flat=True)) == [1, 3]
    assert sharing.links_of(version)[0].views == 4
    assert not version.reads.exists()


def test_ada_makes_shows_and_withdraws_a_link(world, version):
    ada = client_for(world.ada)
    page = ada.post(at("share", version), {"days": "30"})
    address = page.context["address"]
    assert address in page.content.decode()
    assert client_for(None).get(address).status_code == 200
    again = ada.get(at("share", version)).content.decode()
    assert address.rstrip("/").rsplit("/", 1)[1] not in again
    assert "open until" in again
    link = ShareLink.objects.get()
    response = ada.post(at("share_withdraw", version, link=link.pk))
    assert response.status_code == 302
    assert client_for(None).get(address).status_code == 404
    link.refresh_from_db()
    assert link.withdrawn_by == world.ada
    first = link.withdrawn_at
    sharing.withdraw(link=link, by=world.stella)
    link.refresh_from_db()
    assert (link.withdrawn_at, link.withdrawn_by) == (first, world.ada)
    trail = ada.get(reverse("core:trail", args=["acme"])).content.decode()
    assert "Made a link to version 1" in trail
    assert "Withdrew a link to version 1" in trail


def test_ada_agrees_on_the_page_and_her_words_are_kept(world, version):
    ada = client_for(world.ada)
    ada.post(at("share_consent", version), {"agree": "yes"})
    assert "it is the report of Acme" in Consent.objects.get().wording
    assert sharing.is_named(world.acme, version)
    ada.post(at("share_consent", version), {"agree": "no"})
    assert not sharing.is_named(world.acme, version)
    client_for(world.stella).post(at("share_consent", version), {"agree": "yes"})
    assert not sharing.is_named(world.acme, version)


def test_a_link_of_another_version_is_not_withdrawn_here(world, version):
    other = services.publish(run=make_run(world.acme, [good("q-9")]), by=world.ada)
    link, _token = sharing.share(version=other, days=7, by=world.ada)
    response = client_for(world.ada).post(at("share_withdraw", version, link=link.pk))
    assert response.status_code == 404
    assert ShareLink.objects.get().withdrawn_at is None
