"""People are told once, of what they may see, and never of their own doing."""

import pytest
from django.db import connection, transaction
from django.db.utils import DatabaseError
from django.utils import translation

from core.models import Membership, Notice, User
from core.notices import tell
from core.notices.wording import KINDS, sentence

pytestmark = pytest.mark.django_db

VALUES = {
    "what": "set", "count": 2, "test_set": "Fares", "question": "What does it cost?",
    "signer": "Rosa", "reason": "The price is old.", "about": "What does it cost?",
    "assistant": "Skipper", "answered": 9, "planned": 10, "stopped": False,
    "words": "It costs more.", "changed": True, "who": "Rosa, Ada", "people": "Rosa, Ada",
    "outcome": "correct", "worse": 3, "better": 1, "pairs": 40,
}  # fmt: skip


def told(world, people, kind="mention", *, key="one", by=None, **more):
    params = {name: more.get(name, VALUES[name]) for name in KINDS[kind].needs}
    return tell(
        workspace=world.acme, people=people, kind=kind, params=params, path="/w/acme/", key=key,
        by=by,
    )  # fmt: skip


def test_the_same_event_is_told_once_and_not_to_whoever_did_it(world):
    everybody = [world.ada, world.rosa, world.rosa, world.vik]
    assert told(world, everybody, by=world.ada) == 2
    assert told(world, everybody, by=world.ada) == 0
    assert told(world, [world.rosa], key="another", by=world.ada) == 1
    assert set(Notice.objects.values_list("person__name", "key")) == {
        ("Rosa", "one"), ("Vik", "one"), ("Rosa", "another"),
    }  # fmt: skip


def test_strangers_and_closed_accounts_are_told_nothing_and_staff_are(world):
    world.vik.is_active = False
    world.vik.save()
    Membership.objects.get(user=world.rosa).delete()
    told(world, [world.otto, world.vik, world.rosa, world.stella, world.ada])
    assert set(Notice.objects.values_list("person__name", flat=True)) == {"Stella", "Ada"}


def test_who_wants_no_mail_is_still_told_on_the_page(world):
    world.rosa.notices = User.Notices.OFF
    world.rosa.save()
    told(world, [world.ada, world.rosa])
    assert dict(Notice.objects.values_list("person__name", "to_mail")) == {
        "Ada": True,
        "Rosa": False,
    }


@pytest.mark.parametrize("kind", Notice.Kind.values)
def test_every_kind_has_a_sentence_in_both_languages(world, kind):
    told(world, [world.rosa], kind, by=world.ada)
    notice = Notice.objects.get()
    said = {}
    for language in ("en", "es"):
        with translation.override(language):
            said[language] = sentence(notice)
    assert said["en"] != said["es"]
    assert "%(" not in said["en"] + said["es"]
    shown = {str(value) for name, value in VALUES.items() if name in KINDS[kind].needs}
    assert any(value in said["en"] and value in said["es"] for value in shown)


def test_what_a_notice_needs_must_be_given_and_nothing_else(world):
    for params in ({}, {"about": "x", "vote": "incorrect"}):
        with pytest.raises(ValueError, match="mention needs"):
            tell(
                workspace=world.acme, people=[world.rosa], kind="mention", params=params,
                path="/w/acme/", key="k",
            )  # fmt: skip
    with pytest.raises(ValueError, match="no page"):
        tell(
            workspace=world.acme, people=[world.rosa], kind="mention", params={"about": "x"},
            path="//evil.example", key="k",
        )  # fmt: skip


def test_a_notice_of_a_megabyte_is_cut_to_a_line(world):
    told(world, [world.rosa], "dispute_raised", words="x" * 1_000_000, by=world.ada)
    assert len(Notice.objects.get().params["words"]) == 201


def test_what_is_rolled_back_is_not_told(world):
    with transaction.atomic():
        told(world, [world.rosa])
        transaction.set_rollback(True)
    assert not Notice.objects.exists()


def test_a_kind_that_nobody_knows_does_not_get_into_the_table(world):
    told(world, [world.rosa])
    with (
        pytest.raises(DatabaseError, match="notice_kind_known"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute("UPDATE core_notice SET kind = 'gossip'")
