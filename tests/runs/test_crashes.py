"""A run is killed at moments drawn by lot and comes out whole; more often in tests/benchmarks."""

import pytest
from django.db import connection

from tests.benchmarks.runs import endpoint
from tests.crashes import trial


@pytest.fixture(scope="module")
def address():
    with endpoint("--seconds", "0.03", "--remember") as url:
        yield url


def cut_every_connection():
    """What clients see when the server is killed; the tests' server is shared, so it lives on."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


@pytest.mark.parametrize("victim", ["worker", "portal", "database"])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_run_that_is_killed_goes_on_and_loses_doubles_and_asks_nothing_again(
    committed_world, address, victim, seed
):
    """FAULTS: found as unfinished, resumed (inspect 913, 3652, 4078); totals cover both parts (2628)."""
    trial(
        committed_world.acme, address, victim=victim, seed=seed, questions=12, seconds=0.3,
        kill_database=cut_every_connection,
    )  # fmt: skip
