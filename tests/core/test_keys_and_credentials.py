"""Keys that an installation makes for itself, and what they protect."""

import stat
from concurrent.futures import ThreadPoolExecutor

import pytest

from core.credentials import decrypt, encrypt
from core.errors import DomainError
from core.keys import stored_key


def test_a_key_is_made_once_and_readable_by_its_owner_only(tmp_path):
    path = tmp_path / "deep" / "secret.key"
    first = stored_key(path)
    assert len(first) >= 50
    assert stored_key(path) == first
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_processes_that_start_together_agree_on_one_key(tmp_path):
    path = tmp_path / "secret.key"
    with ThreadPoolExecutor(16) as pool:
        keys = set(pool.map(lambda _: stored_key(path), range(64)))
    assert len(keys) == 1
    assert [entry.name for entry in tmp_path.iterdir()] == ["secret.key"]


def test_a_secret_comes_back_and_does_not_stand_in_what_is_stored(settings):
    settings.CAUDALS_CREDENTIALS_KEY = "one key"
    stored = encrypt("Bearer s3cret")
    assert "s3cret" not in stored
    assert decrypt(stored) == "Bearer s3cret"
    assert encrypt("") == decrypt("") == ""


def test_a_secret_under_a_lost_key_is_asked_for_again(settings):
    settings.CAUDALS_CREDENTIALS_KEY = "one key"
    stored = encrypt("s3cret")
    settings.CAUDALS_CREDENTIALS_KEY = "another key"
    with pytest.raises(DomainError, match="Type it in again"):
        decrypt(stored)
