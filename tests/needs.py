"""What some tests need of the machine."""

import os

import pytest


def require(condition: bool, reason: str) -> None:
    """Skip with `reason`, except where nothing may be skipped."""
    if condition:
        return
    if os.environ.get("CAUDALS_REQUIRE_ALL"):
        pytest.fail(reason)
    pytest.skip(reason)
