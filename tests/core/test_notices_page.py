"""The page of notices: one's own, what one may still see, read when opened."""

import pytest
from django.urls import reverse

from core.models import Membership, Notice
from core.notices import tell
from tests.world import client_for

pytestmark = pytest.mark.django_db
PAGE = "/notices/"


@pytest.fixture
def notice(world):
    tell(
        workspace=world.acme, people=[world.rosa, world.ada], kind="mention",
        params={"about": "<b>What does it cost?</b>"}, path="/w/acme/members/", key="k",
        by=world.vik,
    )  # fmt: skip
    return Notice.objects.get(person=world.rosa)


def test_opening_a_notice_leads_to_its_page_and_it_is_read(world, notice):
    rosa = client_for(world.rosa)
    html = rosa.get(PAGE).content.decode()
    assert "&lt;b&gt;What does it cost?&lt;/b&gt;" in html
    assert "Unread:" in html
    assert "1<span" in rosa.get(reverse("core:unread")).content.decode()
    response = rosa.get(reverse("core:notice", args=[notice.pk]))
    assert response.headers["Location"] == "/w/acme/members/"
    assert "Unread:" not in rosa.get(PAGE).content.decode()
    assert "You have read everything." in rosa.get(f"{PAGE}?show=unread").content.decode()
    assert "visually-hidden" not in rosa.get(reverse("core:unread")).content.decode()


def test_nobody_opens_or_reads_what_others_were_told(world, notice):
    for person in (world.ada, world.stella, world.otto):
        client = client_for(person)
        assert client.get(reverse("core:notice", args=[notice.pk])).status_code == 404
        client.post(reverse("core:read_notices"), {"newest": notice.pk})
    notice.refresh_from_db()
    assert notice.read_at is None


def test_who_left_the_workspace_sees_nothing_of_it(world, notice):
    Membership.objects.get(user=world.rosa).delete()
    rosa = client_for(world.rosa)
    assert "What does it cost?" not in rosa.get(PAGE).content.decode()
    assert rosa.get(reverse("core:notice", args=[notice.pk])).status_code == 404
    assert "visually-hidden" not in rosa.get(reverse("core:unread")).content.decode()


def test_all_that_was_on_screen_is_read_at_once_and_nothing_newer(world, notice):
    def later(key):
        tell(
            workspace=world.acme, people=[world.rosa], kind="mention", params={"about": key},
            path="/w/acme/", key=key,
        )  # fmt: skip

    later("later")
    rosa = client_for(world.rosa)
    assert f'value="{Notice.objects.latest("pk").pk}"' in rosa.get(PAGE).content.decode()
    later("meanwhile")
    newest = Notice.objects.get(key="later").pk
    assert rosa.post(reverse("core:read_notices"), {"newest": newest}).status_code == 302
    assert list(Notice.objects.filter(person=world.rosa, read_at=None).values_list("key")) == [
        ("meanwhile",)
    ]
    assert rosa.post(reverse("core:read_notices"), {"newest": "x"}).status_code == 302


def test_a_person_chooses_how_often_mails_come(world):
    rosa = client_for(world.rosa)
    assert rosa.post(reverse("core:choose_notices"), {"notices": "daily"}).status_code == 302
    world.rosa.refresh_from_db()
    assert world.rosa.notices == "daily"
    assert rosa.post(reverse("core:choose_notices"), {"notices": "hourly"}).status_code == 422
    for name in ("read_notices", "choose_notices"):
        assert rosa.get(reverse(f"core:{name}")).status_code == 405
    assert client_for(None).get(PAGE).status_code == 302


def test_long_lists_are_paged_and_ask_no_more_of_the_database(world, django_assert_max_num_queries):
    for number in range(53):
        tell(
            workspace=world.acme, people=[world.rosa], kind="mention",
            params={"about": f"Number {number}."}, path="/w/acme/", key=str(number),
        )  # fmt: skip
    rosa = client_for(world.rosa)
    with django_assert_max_num_queries(6):
        html = rosa.get(PAGE).content.decode()
    assert "Number 52." in html
    assert "Number 3." in html
    assert "Number 2." not in html
    before = html.split("before=")[1].split('"')[0]
    older = rosa.get(f"{PAGE}?before={before}").content.decode()
    assert "Number 2." in older
    assert "Number 3." not in older
