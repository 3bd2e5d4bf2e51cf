"""A database server of the tests' own, which may lose its data, and quick ways to a clean database.

What people made with this checkout lies on another server, under `var/postgres`, which stays as careful
as it is.
"""

import hashlib
import inspect
from pathlib import Path

import psutil
import psycopg
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.backends.postgresql.operations import DatabaseOperations
from django.db.migrations.loader import MigrationLoader
from psycopg import sql

from core import append_only
from core.postgres.embedded import Address, ensure_running

# Nothing here outlives the machine, so nothing waits for the disk.
CARELESS = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off"}
TEMPLATE = "caudals_template_"
# What `migrate` fills by itself and no test changes; it would only be made anew.
KEPT = {"django_content_type", "auth_permission"}
# Any number, as long as nothing else on the server takes it.
LOCK = 8_201_117
AS_REPLICA = "SET session_replication_role = replica"
AS_USUAL = "SET session_replication_role = DEFAULT"


def prepare() -> None:
    """Have test databases copied from one that is migrated already, on a server of the tests' own.

    Test databases that killed runs left there are dropped.
    """
    settings.EMBEDDED_POSTGRES = settings.VAR_DIR / "tests" / "postgres"
    address = ensure_running(settings.EMBEDDED_POSTGRES, database="caudals")
    with _admin(address) as admin:
        for name, value in CARELESS.items():
            admin.execute(
                sql.SQL("ALTER SYSTEM SET {} = {}").format(sql.Identifier(name), sql.Literal(value))
            )
        admin.execute("SELECT pg_reload_conf()")
        # Two processes of a run come here at once: one migrates, the other waits and copies.
        admin.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        _drop_orphans(admin)
        connection.settings_dict["TEST"]["TEMPLATE"] = _migrated(admin)


def _admin(address: Address) -> psycopg.Connection:
    return psycopg.connect(host=address.host, user=address.user, dbname="postgres", autocommit=True)


def _drop_orphans(admin: psycopg.Connection) -> None:
    for name in _databases(admin, "test_caudals_%"):
        owner = name.removeprefix("test_caudals_").split("_")[0]
        if owner.isdigit() and not psutil.pid_exists(int(owner)):
            _drop(admin, name)


def _migrated(admin: psycopg.Connection) -> str:
    """The name of a database with every migration of this checkout applied; made unless it is there."""
    name = TEMPLATE + _fingerprint()
    if name in _databases(admin, f"{TEMPLATE}%"):
        return name
    for older in _databases(admin, f"{TEMPLATE}%", unused_for="1 day"):
        _drop(admin, older)
    unfinished = "caudals_unfinished"
    _drop(admin, unfinished)
    admin.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(unfinished)))
    usual = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = unfinished
    try:
        call_command("migrate", verbosity=0, interactive=False)
    finally:
        connection.close()
        connection.settings_dict["NAME"] = usual
    # Named last: what a killed process began is never taken for a whole one.
    admin.execute(
        sql.SQL("ALTER DATABASE {} RENAME TO {}").format(
            sql.Identifier(unfinished), sql.Identifier(name)
        )
    )
    return name


def _fingerprint() -> str:
    """Changes with every migration, this project's or a package's, and with what they call."""
    loader = MigrationLoader(None, ignore_no_migrations=True)
    sources = {
        f"{app}.{name}": Path(inspect.getfile(type(migration))).read_bytes()
        for (app, name), migration in loader.disk_migrations.items()
    }
    sources["append_only"] = Path(append_only.__file__).read_bytes()
    whole = hashlib.sha256()
    for name in sorted(sources):
        whole.update(name.encode() + b"\0" + sources[name] + b"\0")
    return whole.hexdigest()[:16]


def _databases(
    admin: psycopg.Connection, pattern: str, *, unused_for: str = "0 seconds"
) -> list[str]:
    # One that another run drops at this moment has no file any more, which is no error.
    rows = admin.execute(
        "SELECT datname FROM pg_database WHERE datname LIKE %s AND"
        " (pg_stat_file('base/' || oid || '/PG_VERSION', true)).modification <= now() - %s::interval",
        [pattern, unused_for],
    )
    return [name for (name,) in rows]


def _drop(admin: psycopg.Connection, name: str) -> None:
    admin.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(sql.Identifier(name)))


def empty_tables(operations: DatabaseOperations, tables: list[str]) -> list[str]:
    """Statements that leave `tables` without rows, but for those that tests only read.

    TRUNCATE makes new files for each table and each index, a thousand of them; few tables have rows
    when a test ends. Only here, in the tests, this runs as a replica, for which neither the product's
    triggers, which rightly refuse, nor foreign keys fire. Like TRUNCATE, it waits for whoever is
    still writing.
    """
    names = [operations.quote_name(name) for name in tables if name not in KEPT]
    deletes = "".join(
        f" IF EXISTS (SELECT FROM {name}) THEN DELETE FROM {name}; END IF;" for name in names
    )
    return [
        f"LOCK TABLE {', '.join(names)} IN SHARE ROW EXCLUSIVE MODE",
        AS_REPLICA,
        f"DO $$ BEGIN{deletes} END $$",
        AS_USUAL,
    ]
