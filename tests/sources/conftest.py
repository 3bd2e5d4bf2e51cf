"""What the tests of sources share."""

import pytest

from sources.fetching import Fetcher
from tests.fakes.http import LocalServer
from tests.sources.crawls import fetcher_for
from tests.sources.documents import opened_here
from tests.world import World


@pytest.fixture
def reading_world(world: World, monkeypatch: pytest.MonkeyPatch) -> World:
    """The usual people, with whom a reading may be carried out inside the test's transaction.

    A job first drops connections that look out of order, as one inside a transaction does. Django's
    own test client keeps the test's connection in the same way.
    """
    monkeypatch.setattr("core.jobs.close_old_connections", lambda: None)
    return world


@pytest.fixture
def fetcher(local_server: LocalServer) -> Fetcher:
    """A fetcher whose operator named the local server as their own."""
    return fetcher_for(local_server)


@pytest.fixture
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are opened in the test's own process, which takes a tenth of the time."""
    monkeypatch.setattr("sources.reading.reader.extract", opened_here)
    monkeypatch.setattr("sources.reading.documents.pieces.extract", opened_here)
