"""What all tests share: the real database, two workspaces and their people, and a clean end."""

import os
from pathlib import Path

import pytest
import pytest_django
from django.conf import settings
from django.db import connection
from django.db.backends.postgresql.operations import DatabaseOperations
from hypothesis import settings as hypothesis_settings
from xdist.scheduler import LoadFileScheduling

from core.translations import compile_translations
from tests import database
from tests.needs import require
from tests.world import World, make_world

os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
pytest_plugins = ["tests.fakes.fixtures", "tests.browser"]

# Slow hashes protect real people; the made-up ones here would only cost minutes.
settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

# How long one example takes says how busy the machine is, and nothing about the property.
hypothesis_settings.register_profile("untimed", deadline=None)
hypothesis_settings.load_profile("untimed")

# Before the first test reads Spanish: a catalogue is read once, however late it is compiled.
compile_translations(settings.LOCALE_PATHS)

JOURNEYS = "tests/journeys/"
SHARED = Path(__file__).resolve().parent.parent.parent / "shared"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files that take longest, so that none of them is left to one core at the end."""
    items.sort(
        key=lambda item: (
            item.get_closest_marker("portal") is None,
            item.get_closest_marker("journey") is None,
        )
    )


class Together(LoadFileScheduling):
    """A file stays in one process; the journeys do so together, as they share a portal."""

    def _split_scope(self, nodeid: str) -> str:
        file = super()._split_scope(nodeid)
        return JOURNEYS if file.startswith(JOURNEYS) else file


@pytest.hookimpl(tryfirst=True, optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> Together | None:
    """Only where whole files are dealt out."""
    return Together(config, log) if config.getvalue("dist") == "loadfile" else None


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real pages and graded answers beside the checkout."""
    require(SHARED.is_dir(), "the shared test data is not beside this checkout")
    return SHARED


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_blocker: pytest_django.DjangoDbBlocker) -> None:
    """Use the tests' own database server, unless one is named."""
    if not settings.DATABASE_URL:
        with django_db_blocker.unblock():
            database.prepare()


@pytest.fixture(scope="session", autouse=True)
def _quick_flush() -> None:
    """Tests that commit are cleaned up after by emptying the tables that have rows."""

    def sql_flush(
        self: DatabaseOperations, style: object, tables: list[str], **_options: object
    ) -> list[str]:
        return database.empty_tables(self, tables) if tables else []

    DatabaseOperations.sql_flush = sql_flush


@pytest.fixture
def world(db: None) -> World:
    """Ada owns Acme, Rosa is its expert, Vik only looks; Otto owns the other workspace; Stella is staff."""
    return make_world()


@pytest.fixture
def committed_world(transactional_db: None) -> World:
    """The same people, for tests in which other threads or processes must see them."""
    return make_world()


@pytest.fixture
def raw_sql(db: None):
    """Run one SQL statement past every model."""

    def run(statement: str, *values: object) -> list[tuple]:
        with connection.cursor() as cursor:
            cursor.execute(statement, values)
            return cursor.fetchall() if cursor.description else []

    return run
