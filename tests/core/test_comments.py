"""What is said beside a record, who sees it, and who is told."""

import pytest

from core.comments import comment, comments_of, mentionable
from core.errors import DomainError
from core.models import Comment, Notice

pytestmark = pytest.mark.django_db


def say(world, by, text="Look at the fare.", key="k", **more):
    return comment(
        workspace=world.acme, record=world.acme, text=text, by=by, key=key, path="/w/acme/",
        about="Acme", **more,
    )  # fmt: skip


def texts(world, reader, **more):
    return [row.text for row in comments_of(world.acme, reader=reader, **more)]


def test_a_comment_is_written_once_however_often_it_is_sent(world):
    first = say(world, world.ada, "  Look at the fare. \n")
    assert say(world, world.ada) == first
    # Another person's key is another key.
    assert say(world, world.rosa) != first
    assert first.text == "Look at the fare."
    assert (first.by_name, first.record, first.record_id) == (
        "Ada",
        "core.workspace",
        world.acme.pk,
    )
    assert Comment.objects.count() == 2


def test_internal_comments_are_written_and_read_by_staff_alone(world):
    say(world, world.stella, "The customer is wrong.", internal=True)
    say(world, world.stella, "We look at it.", key="k2")
    assert texts(world, world.stella) == ["The customer is wrong.", "We look at it."]
    for person in (world.ada, world.rosa, world.vik):
        assert texts(world, person) == ["We look at it."]
    with pytest.raises(DomainError, match="Only staff"):
        say(world, world.ada, internal=True, key="k3")


def test_while_blinded_everybody_sees_only_their_own_words(world):
    say(world, world.ada, "Hers")
    say(world, world.rosa, "His")
    assert texts(world, world.rosa, blinded=True) == ["His"]
    assert texts(world, world.stella, blinded=True) == []
    assert texts(world, world.rosa) == ["Hers", "His"]


def test_who_is_mentioned_is_told_without_the_words(world):
    say(world, world.ada, "@Rosa the fare is €14.50", mentions=[world.rosa.pk])
    (notice,) = Notice.objects.all()
    assert (notice.person, notice.kind, notice.by) == (world.rosa, "mention", world.ada)
    assert "14.50" not in str(notice.params)


@pytest.mark.parametrize(
    ("by", "mentioned", "more"),
    [
        ("ada", "otto", {}),  # a stranger
        ("ada", "stella", {}),  # staff are not the customer's to call
        ("stella", "rosa", {"internal": True}),  # she could not read it
        ("ada", "rosa", {"blinded": True}),  # nor could she here
        ("ada", "ada", {}),
    ],
)
def test_nobody_is_told_of_a_comment_that_they_could_not_read(world, by, mentioned, more):
    with pytest.raises(DomainError, match="can't see this comment"):
        say(world, getattr(world, by), mentions=[getattr(world, mentioned).pk], **more)
    assert not Comment.objects.exists()
    assert not Notice.objects.exists()


def test_only_those_who_will_see_the_comment_are_offered(world):
    def names(reader, **more):
        return [str(one) for one in mentionable(world.acme, reader=reader, **more)]

    assert names(world.ada) == ["Rosa", "Vik"]
    assert names(world.stella) == ["Ada", "Rosa", "Vik"]
    assert names(world.stella, internal=True) == []
    assert names(world.ada, blinded=True) == []


@pytest.mark.parametrize("text", ["", " \n\t", "x" * 10_001])
def test_a_comment_says_something_and_not_a_book(world, text):
    with pytest.raises(DomainError):
        say(world, world.ada, text)
