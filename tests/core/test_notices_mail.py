"""Mails with notices: at once or daily, in the person's language, each notice once, none lost."""

import threading
from datetime import UTC, datetime, timedelta
from smtplib import SMTPRecipientsRefused, SMTPServerDisconnected

import pytest
from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend
from django.db import connection

from core.models import Membership, Notice, User
from core.notices import listing, mailing, tell
from core.notices.mailing import send_waiting
from core.tasks import tick

pytestmark = pytest.mark.django_db

# Nine in the morning of the portal's time zone: the daily mail was due at seven.
NINE = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def mention(world, person, key="k", *, now=NINE, workspace=None, about="What does it cost?"):
    return tell(
        workspace=workspace or world.acme, people=[person], kind="mention",
        params={"about": about}, path="/w/acme/", key=key, by=world.vik, now=now,
    )  # fmt: skip


def wants(person, how):
    listing.choose_mails(person, notices=how)


def test_one_mail_holds_everything_that_waits_and_is_sent_once(world, settings):
    settings.CAUDALS_URL = "https://caudals.example.org/"
    mention(world, world.rosa, "one")
    mention(world, world.rosa, "two", about="How long\nmay I stay?")
    mention(world, world.ada)
    assert send_waiting(now=NINE) == 2
    assert send_waiting(now=NINE) == 0
    (letter,) = [one for one in mail.outbox if one.to == ["rosa@example.org"]]
    assert letter.subject == "Caudals: 2 notices"
    assert "Vik mentioned you in a comment on “How long may I stay?”." in letter.body
    for notice in Notice.objects.filter(person=world.rosa):
        assert f"https://caudals.example.org/notices/{notice.pk}/" in letter.body


def test_a_single_notice_is_its_own_subject_in_the_language_of_the_person(world):
    world.rosa.language = "es"
    world.rosa.save()
    mention(world, world.rosa, about="¿Cuánto\ncuesta?")
    tick()
    (letter,) = mail.outbox
    assert (
        letter.subject == "Caudals: Vik le ha mencionado en un comentario sobre «¿Cuánto cuesta?»."
    )
    assert letter.body.startswith("Hola, Rosa:")


def test_daily_mails_come_once_a_day_at_seven(world):
    wants(world.rosa, "daily")
    eight = NINE.replace(hour=8)
    mention(world, world.rosa, "before", now=NINE.replace(hour=5))
    mention(world, world.rosa, "after", now=eight)
    assert send_waiting(now=NINE.replace(hour=6)) == 0
    assert send_waiting(now=eight) == 1
    assert "mentioned" in mail.outbox[0].subject
    assert send_waiting(now=eight + timedelta(hours=15)) == 0
    assert send_waiting(now=eight + timedelta(days=1)) == 1


def test_who_wants_no_mails_gets_none_of_what_was_told_then(world):
    mention(world, world.rosa, "waits")
    wants(world.rosa, "off")
    mention(world, world.rosa, "while off")
    wants(world.rosa, "immediate")
    assert send_waiting(now=NINE) == 0
    mention(world, world.rosa, "later")
    assert send_waiting(now=NINE) == 1
    assert Notice.objects.filter(person=world.rosa, mailed_at=None).count() == 2


def test_what_was_read_or_may_not_be_seen_any_more_is_not_mailed(world):
    mention(world, world.rosa, "read")
    listing.open_notice(world.rosa, Notice.objects.get().pk)
    mention(world, world.ada)
    Membership.objects.filter(user=world.ada)[0].delete()
    mention(world, world.vik)  # his own doing
    assert send_waiting(now=NINE) == 0
    # Not either when she comes back: that was for a member of then.
    Membership.objects.create(workspace=world.acme, user=world.ada, role="owner")
    assert send_waiting(now=NINE) == 0


class Server(BaseEmailBackend):
    """A mail server that does what `behave` says of each mail."""

    sent: list[str] = []
    behave = staticmethod(lambda letter: None)

    def send_messages(self, messages):
        for letter in messages:
            Server.behave(letter)
            Server.sent += letter.to
        return len(messages)


@pytest.fixture
def server(settings):
    settings.EMAIL_BACKEND = f"{__name__}.Server"
    Server.sent = []
    yield Server
    Server.behave = staticmethod(lambda letter: None)


def test_a_server_that_is_gone_loses_nothing(world, server):
    def gone(letter):
        raise SMTPServerDisconnected("Connection unexpectedly closed")

    mention(world, world.ada)
    mention(world, world.rosa)
    server.behave = staticmethod(gone)
    assert send_waiting(now=NINE) == 0
    assert Notice.objects.filter(mailed_at=None, mail_tries=0).count() == 2
    server.behave = staticmethod(lambda letter: None)
    assert send_waiting(now=NINE) == 2
    assert sorted(server.sent) == ["ada@example.org", "rosa@example.org"]


def test_an_address_that_is_refused_holds_up_nobody_and_is_asked_later(world, server):
    def refuse_ada(letter):
        if letter.to == ["ada@example.org"]:
            raise SMTPRecipientsRefused({letter.to[0]: (550, b"No such user")})

    mention(world, world.ada)
    mention(world, world.rosa)
    server.behave = staticmethod(refuse_ada)
    assert send_waiting(now=NINE) == 1
    server.behave = staticmethod(lambda letter: None)
    assert send_waiting(now=NINE + timedelta(minutes=1)) == 0
    assert send_waiting(now=NINE + timedelta(minutes=2)) == 1
    assert server.sent == ["rosa@example.org", "ada@example.org"]


def test_a_mail_of_hundreds_is_not_a_book(world):
    for number in range(mailing.MOST_LISTED + 3):
        mention(world, world.rosa, str(number))
    assert send_waiting(now=NINE) == 1
    assert mail.outbox[0].body.count("/notices/") == mailing.MOST_LISTED + 1
    assert "3 more are on your page of notices." in mail.outbox[0].body
    assert not Notice.objects.filter(mailed_at=None).exists()


@pytest.mark.django_db(transaction=True)
def test_two_rounds_at_once_send_one_mail(committed_world, server):
    """The second begins while the first hands its mail to the server."""
    world, seconds = committed_world, []

    def again(letter):
        def run():
            try:
                seconds.append(send_waiting(now=NINE))
            finally:
                connection.close()

        thread = threading.Thread(target=run)
        thread.start()
        thread.join()

    mention(world, world.rosa)
    server.behave = staticmethod(again)
    assert send_waiting(now=NINE) == 1
    assert seconds == [0]
    assert server.sent == ["rosa@example.org"]


def test_choosing_is_for_oneself(world):
    wants(world.rosa, "daily")
    assert dict(User.objects.values_list("name", "notices"))["Ada"] == "immediate"
