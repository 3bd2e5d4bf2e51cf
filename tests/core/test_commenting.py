"""Comments on the pages of a question and of a result."""

from uuid import uuid4

import pytest
from django.urls import reverse

from core.models import Comment, Notice
from reviews.models import Flag
from tests.reviews.setting import one_flagged
from tests.world import assign_experts, client_for
from testsets.question_text import NewFact, QuestionText
from testsets.services import add_question, create_test_set
from testsets.values import QuestionType

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def answer(world):
    return one_flagged(world.acme)


def added_question(world):
    test_set = create_test_set(workspace=world.acme, name="Ferry", by=world.ada)
    assign_experts(test_set)
    return add_question(
        test_set=test_set, by=world.ada,
        content=QuestionText(
            text="How much is a return ticket?", type=QuestionType.DIRECT, language="en",
            expected_answer="24 euros.", facts=[NewFact("24 euros")],
        ),
    )  # fmt: skip


@pytest.fixture(params=["question", "result"])
def place(request, world, answer):
    """The address of the comments, and the page that shows them."""
    if request.param == "result":
        return reverse("reviews:comments", args=["acme", answer.pk]), reverse(
            "reviews:item", args=["acme", answer.pk]
        )
    question = added_question(world).pk
    return tuple(
        reverse(f"testsets:{name}", args=["acme", question]) for name in ("comments", "history")
    )


def typed(text="The <b>fare</b> is old, @Rosa.", **more):
    return {"text": text, "key": str(uuid4()), **more}


def test_a_comment_appears_in_place_once_and_whoever_is_mentioned_is_told(world, place):
    url, page = place
    ada = client_for(world.ada)
    sent = typed(mentions=[world.rosa.pk])
    html = ada.post(url, sent, headers=HTMX).content.decode()
    assert "The &lt;b&gt;fare&lt;/b&gt; is old, <strong>@Rosa</strong>." in html.replace("\n", "")
    assert "told: Rosa" in html
    # The form that comes back is empty and a new one.
    assert sent["key"] not in html
    assert "<!doctype" not in html
    ada.post(url, sent, headers=HTMX)
    assert Comment.objects.count() == 1
    assert Notice.objects.get().path == page
    assert f'hx-get="{url}"' in ada.get(page).content.decode()


def test_it_works_without_scripts(world, place):
    url, page = place
    vik = client_for(world.vik)
    response = vik.post(url, typed())
    assert response.status_code == 302
    assert response.headers["Location"] == f"{page}#comments"
    html = vik.get(url).content.decode()
    assert "<!doctype" in html
    assert "fare" in html


def test_what_is_refused_comes_back_as_it_was_typed(world, place):
    url, _page = place
    rosa = client_for(world.rosa)
    for sent in (typed(" \n"), typed("x" * 10_001), typed("Mind this", mentions=[world.otto.pk])):
        response = rosa.post(url, sent, headers=HTMX)
        assert response.status_code == 422
        assert sent["text"].strip() in response.content.decode()
    assert not Comment.objects.exists()


def test_customers_neither_write_nor_read_internal_comments(world, place):
    url, _page = place
    stella, ada = client_for(world.stella), client_for(world.ada)
    assert stella.post(url, typed("Our own word", internal="on")).status_code == 302
    assert ada.post(url, typed("Hers", internal="on")).status_code == 302
    assert list(Comment.objects.order_by("pk").values_list("internal", flat=True)) == [True, False]
    for address in place:
        html = ada.get(address).content.decode()
        assert "Our own word" not in html
        assert 'name="internal"' not in html
    html = stella.get(url).content.decode()
    assert "Our own word" in html
    assert "Staff only" in html


def test_comments_of_another_workspace_are_out_of_reach(world, place):
    url, _page = place
    otto = client_for(world.otto)
    assert otto.get(url).status_code == 404
    foreign = url.replace("/acme/", "/other/")
    for response in (otto.get(foreign), otto.post(foreign, typed())):
        assert response.status_code == 404
    assert not Comment.objects.exists()


def test_a_comment_decides_nothing(world, answer):
    url = reverse("reviews:comments", args=["acme", answer.pk])
    client_for(world.rosa).post(url, typed("Correct"))
    assert Flag.objects.get(answer=answer).resolved_at is None
    assert not answer.assessments.filter(by="person").exists()
