"""What is chosen where a run is started."""

import pytest
from django.urls import reverse

from runs import services
from runs.models import Run
from tests.runs.setting import frozen_version
from tests.world import client_for

ASSISTANT = {"url": "http://assistant.test/", "request": {"q": "{question}"}, "reply_path": "reply"}


@pytest.fixture
def started(world):
    """Starts a run as Ada, with whatever more is chosen; the answer to her request."""
    version = frozen_version(world.acme, ["Are you open on Sundays?"])
    assistant = services.save_assistant(
        workspace=world.acme, name="Clara", connector="http", configuration=ASSISTANT, by=world.ada
    )
    chosen = {
        "version": version.pk, "assistant": assistant.pk, "concurrency": 2, "repetitions": 1,
    }  # fmt: skip

    def start(**more: object):
        address = reverse("runs:start", args=["acme"])
        return client_for(world.ada).post(address, {**chosen, **more})

    return start


def test_a_limit_of_requests_a_day_is_pinned_and_without_one_there_is_none(started):
    started(requests_a_day=40)
    started()
    assert [run.pinned["policy"]["requests_a_day"] for run in Run.objects.order_by("pk")] == [40, 0]


def test_a_limit_of_nothing_is_refused_and_what_was_chosen_stays(started):
    page = started(requests_a_day=0)
    assert page.status_code == 422
    assert 'name="requests_a_day" value="0"' in page.content.decode()
    assert not Run.objects.exists()
