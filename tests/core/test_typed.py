"""What is typed is kept until a page takes it, for its person alone."""

import json
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from core import typed
from core.leaving import erase
from core.models import TypedText
from core.tasks import tick
from tests.testsets.test_two_reviewers import prepared, say
from tests.world import client_for
from testsets import services

pytestmark = pytest.mark.django_db
URL = "/typed/"


def send(client, **given):
    body = {"form": "edit:1", "load": "a", "base": "b", "values": {"text": "Half a"}} | given
    return client.post(URL, json.dumps(body), content_type="application/json")


def kept(client, *loads):
    return client.get(URL, {"form": ["edit:1", "other"], "load": loads}).json()


def test_the_newest_is_given_back_to_its_person_alone(world):
    ada, rosa = client_for(world.ada), client_for(world.rosa)
    assert send(ada).json()["saved"]
    assert send(ada, load="another tab", values={"text": "Half a question", "x|1": True}).json()[
        "saved"
    ]

    assert kept(ada)["forms"]["edit:1"]["values"] == {"text": "Half a question", "x|1": True}
    assert kept(ada)["forms"]["edit:1"]["base"] == "b"
    assert kept(rosa) == {"forms": {}, "sent": []}
    assert client_for(None).get(URL, headers={"HX-Request": "true"}).status_code == 401
    send(ada, load="another tab", values={})
    assert kept(ada)["forms"] == {}


def test_what_was_sent_is_not_brought_back_by_a_late_request(world):
    ada = client_for(world.ada)
    send(ada)
    typed.accepted(person=world.ada, form="edit:1", load="a")
    assert not send(ada).json()["saved"]
    assert kept(ada, "a", "b") == {"forms": {}, "sent": ["a"]}
    assert TypedText.objects.get().values == {}
    assert send(ada, load="b").json()["saved"]
    send(ada, load="b", done=True)
    assert kept(ada)["forms"] == {}


def test_a_page_that_takes_a_form_forgets_it_and_one_that_refuses_does_not(world):
    ada = client_for(world.ada)
    test_set = services.create_test_set(workspace=world.acme, name="Ferry", by=world.ada)
    rename = reverse("testsets:rename", args=["acme", test_set.pk])
    stop = reverse("testsets:take_back", args=["acme", 1])
    send(ada)
    marks = {"typed_form": "edit:1", "typed_load": "a"}
    for url, status in ((rename, 422), (stop, 404), ("/nowhere/", 404)):
        assert ada.post(url, {"name": ""} | marks).status_code == status
        assert kept(ada)["forms"]
    assert client_for(None).post(rename, {"name": "New"} | marks).status_code == 302
    assert kept(ada)["forms"]

    assert ada.post(rename, {"name": "New"} | marks).status_code == 302
    assert kept(ada, "a") == {"forms": {}, "sent": ["a"]}


def test_a_refusal_that_redirects_keeps_it_too(world):
    """A refused change sends the person back with a sentence: a redirect like any success."""
    rosa = client_for(world.rosa)
    _test_set, (question,), quillon = prepared(world)
    word = say(question, world.rosa)
    say(question, quillon)
    send(rosa)
    url = reverse("testsets:take_back", args=["acme", word.pk])
    answer = rosa.post(url, {"typed_form": "edit:1", "typed_load": "a"})
    assert answer.status_code == 302
    assert kept(rosa)["forms"]


@pytest.mark.parametrize(
    "given",
    [
        {"form": ""}, {"load": ""}, {"form": 3}, {"form": "x" * 201}, {"values": []},
        {"values": {"a": {"b": 1}}}, {"values": {"a": "\0"}}, {"values": {"a": "x" * 200_000}},
    ],
)  # fmt: skip
def test_what_no_page_of_ours_sends_is_refused(world, given):
    client = client_for(world.ada)
    assert send(client, **given).status_code == 422
    assert client.post(URL, "[", content_type="application/json").status_code == 422
    assert not TypedText.objects.exists()


def test_only_so_much_is_kept_and_nothing_of_somebody_who_went(world, monkeypatch):
    monkeypatch.setattr(typed, "MOST_KEPT", 3)
    for number in range(5):
        typed.keep(
            person=world.rosa, form=f"f{number}", load="a", values={"a": "b"},
            now=timezone.now() + timedelta(seconds=number),
        )  # fmt: skip
    assert set(TypedText.objects.values_list("form", flat=True)) == {"f2", "f3", "f4"}
    TypedText.objects.filter(form="f3").update(changed_at=timezone.now() - timedelta(days=31))
    TypedText.objects.filter(form="f4").update(changed_at=timezone.now() - timedelta(days=29))
    tick()
    assert set(TypedText.objects.values_list("form", flat=True)) == {"f2", "f4"}
    erase(person=world.rosa, by=world.stella)
    assert not TypedText.objects.exists()
