"""What all tests share: the real database, two workspaces and their people, and a clean end."""

import os
from pathlib import Path

import psutil
import pytest
from django.conf import settings
from django.db import connection
from django.db.backends.postgresql.operations import DatabaseOperations

from core.translations import compile_translations
from tests.world import World, make_world

os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
pytest_plugins = ["tests.fakes.fixtures"]

# Slow hashes protect real people; the made-up ones here would only cost minutes.
settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

# Before the first test reads Spanish: a catalogue is read once, however late it is compiled.
compile_translations(settings.LOCALE_PATHS)

SHARED = Path(__file__).resolve().parent.parent.parent / "shared"


def require(condition: bool, reason: str) -> None:
    """Skip with `reason`, except where nothing may be skipped."""
    if condition:
        return
    if os.environ.get("CAUDALS_REQUIRE_ALL"):
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real pages and graded answers beside the checkout."""
    require(SHARED.is_dir(), "the shared test data is not beside this checkout")
    return SHARED


@pytest.fixture(scope="session")
def django_db_modify_db_settings() -> None:
    """Drop test databases that killed runs left on the embedded server."""
    if settings.DATABASE_URL:
        return
    import psycopg
    from psycopg import sql

    from core.postgres.embedded import ensure_running

    address = ensure_running(settings.EMBEDDED_POSTGRES, database="caudals")
    with psycopg.connect(
        host=address.host, user=address.user, dbname="postgres", autocommit=True
    ) as admin:
        rows = admin.execute("SELECT datname FROM pg_database WHERE datname LIKE 'test_caudals_%'")
        for (name,) in rows.fetchall():
            owner = name.removeprefix("test_caudals_").split("_")[0]
            if owner.isdigit() and not psutil.pid_exists(int(owner)):
                admin.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(sql.Identifier(name)))


@pytest.fixture(scope="session", autouse=True)
def _flush_past_the_triggers() -> None:
    """Tests that commit are cleaned by TRUNCATE, which the product's triggers rightly refuse.

    Only here, in the tests, the flush runs as a replica, for which ordinary triggers do not fire.
    """
    usual = DatabaseOperations.execute_sql_flush

    def flush(self: DatabaseOperations, sql_list: list[str]) -> None:
        usual(self, ["SET session_replication_role = replica", *sql_list,
                     "SET session_replication_role = DEFAULT"])  # fmt: skip

    DatabaseOperations.execute_sql_flush = flush


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
