"""What drafting yields, by check and type, for staff (M1.3)."""

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.world import client_for
from testsets import services
from testsets.models import Drafting, Question, RejectedDraft
from testsets.yields import Yield, yields


@pytest.fixture
def test_set(world):
    return services.create_test_set(workspace=world.acme, name="Ferry", by=world.ada)


@pytest.fixture
def jobs(world, test_set):
    """Two jobs: the first kept two and rejected three, the second rejected one unreadable reply."""
    first, second = (
        Drafting.objects.create(test_set=test_set, wanted=5, status="done") for _ in range(2)
    )
    for number in range(2):
        question = Question(
            test_set=test_set, drafting=first, uid=f"q{number}", position=number + 1, type="direct",
            language="en", text=f"Kept {number}?", expected_answer="Yes.",
        )  # fmt: skip
        question.save()
    for type_, check in (
        ("direct", "near_duplicate"), ("yes_no", "near_duplicate"), ("yes_no", "yes_no_balance"),
    ):  # fmt: skip
        rejected(first, f"{type_} {check}?", {"type": type_}, check)
    rejected(second, "", {"raw": "no JSON"}, "reply_unreadable")
    return first, second


def rejected(job, text, draft, check):
    RejectedDraft.objects.create(
        drafting=job, question=text, draft=draft, at=timezone.now(),
        reasons=[{"check": check, "message": "m"}, {"check": "standalone", "message": "m"}],
    )  # fmt: skip


def test_drafts_are_counted_by_job_type_and_first_check(test_set, jobs):
    found = yields(test_set)

    assert found.whole == Yield(kept=2, rejected=4)
    assert [one for _job, one in found.jobs] == [Yield(0, 1), Yield(2, 3)]
    assert found.checks == [("near_duplicate", 2), ("reply_unreadable", 1), ("yes_no_balance", 1)]
    assert dict(found.types) == {"direct": Yield(2, 1), "yes_no": Yield(0, 2), "": Yield(0, 1)}


def test_one_job_is_looked_at_by_itself(test_set, jobs):
    found = yields(test_set, jobs[1].pk)

    assert found.whole == Yield(kept=0, rejected=1)
    assert found.checks == [("reply_unreadable", 1)]


def test_the_page_shows_the_drafts_behind_a_figure(world, test_set, jobs):
    client = client_for(world.stella)
    address = reverse("testsets:rejected", args=["acme", test_set.pk])

    page = client.get(address).content.decode()
    assert "2 kept, 4 rejected" in page
    assert f"?drafting={jobs[0].pk}" in page

    narrowed = client.get(f"{address}?drafting={jobs[0].pk}&check=near_duplicate&type=yes_no")
    assert "yes_no near_duplicate?" in narrowed.content.decode()
    assert "direct near_duplicate?" not in narrowed.content.decode()
    assert "1 draft like that" in narrowed.content.decode()


@pytest.mark.parametrize("query", ["drafting=x", "drafting=99999999999", "check=%00", "type=%00"])
def test_nonsense_narrows_nothing(world, test_set, jobs, query):
    address = reverse("testsets:rejected", args=["acme", test_set.pk])
    page = client_for(world.stella).get(f"{address}?{query}").content.decode()

    assert "2 kept, 4 rejected" in page
    assert "yes_no yes_no_balance?" in page


def test_a_job_of_another_set_is_not_looked_at(world, test_set, jobs):
    other = services.create_test_set(workspace=world.acme, name="Other", by=world.ada)
    address = reverse("testsets:rejected", args=["acme", other.pk])

    page = client_for(world.stella).get(f"{address}?drafting={jobs[0].pk}").content.decode()
    assert "0 kept, 0 rejected" in page
    assert "No draft was rejected." in page
