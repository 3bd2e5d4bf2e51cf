"""Settings that make no sense are refused with what to do."""

import pytest
from django.conf import settings
from django.core.checks import run_checks


def found(identifier: str) -> list[str]:
    return [str(message) for message in run_checks() if message.id == identifier]


def test_the_settings_as_shipped_pass():
    assert [message for message in run_checks() if message.id.startswith("caudals.")] == []


def test_a_database_other_than_postgresql_is_refused(monkeypatch):
    monkeypatch.setitem(settings.DATABASES["default"], "ENGINE", "django.db.backends.sqlite3")
    assert "PostgreSQL only" in found("caudals.E001")[0]


@pytest.mark.parametrize(("retry", "refused"), [(6, True), (9, True), (20, False)])
def test_a_retry_that_would_run_a_waiting_task_twice_is_refused(settings, retry, refused):
    """The measured case: one worker, timeout 5, retry 6 ran two of three tasks twice."""
    cluster = {**settings.Q_CLUSTER, "workers": 1, "timeout": 5, "queue_limit": 1, "bulk": 1}
    settings.Q_CLUSTER = {**cluster, "retry": retry}
    assert bool(found("caudals.E002")) is refused


def test_a_queue_that_repeats_failures_for_ever_is_refused(settings):
    settings.Q_CLUSTER = {**settings.Q_CLUSTER, "max_attempts": 0}
    assert found("caudals.E003")


@pytest.mark.parametrize(("address", "model"), [("http://127.0.0.1:1/v1", ""), ("", "local")])
def test_half_a_language_model_is_refused_instead_of_silently_left_out(settings, address, model):
    settings.CAUDALS_LLM_BASE_URL, settings.CAUDALS_LLM_MODEL = address, model
    assert "belong together" in found("caudals.E004")[0]


def test_a_model_address_that_is_no_address_is_refused(settings):
    settings.CAUDALS_LLM_BASE_URL, settings.CAUDALS_LLM_MODEL = "localhost:8000", "local"
    assert found("caudals.E005")


@pytest.mark.parametrize("name", ["CAUDALS_LLM_CONCURRENCY", "CAUDALS_LLM_TIMEOUT"])
def test_a_limit_of_zero_is_refused(settings, name):
    setattr(settings, name, 0)
    assert name in found("caudals.E006")[0]


def test_every_task_time_limit_is_longer_than_a_slice_of_a_run():
    """A run hands over before the queue would cut it off."""
    from runs.asking import SLICE_SECONDS
    from runs.values import Policy

    assert SLICE_SECONDS + Policy().timeout_s < settings.Q_CLUSTER["timeout"]
