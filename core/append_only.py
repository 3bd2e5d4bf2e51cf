"""Triggers that hold append-only tables against every writer, raw SQL included."""

from collections.abc import Iterable

from django.db import migrations

FUNCTION = """
CREATE OR REPLACE FUNCTION caudals_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% rows are written once: % refused', TG_TABLE_NAME, TG_OP
        USING ERRCODE = 'restrict_violation';
END
$$;
"""

ROW_TRIGGER = "caudals_written_once"
TABLE_TRIGGER = "caudals_never_emptied"


def refuse_changes(tables: Iterable[str]) -> list[migrations.RunSQL]:
    """Migration operations after which UPDATE, DELETE and TRUNCATE of `tables` fail."""
    function = migrations.RunSQL(FUNCTION, migrations.RunSQL.noop)
    return [function, *map(_triggers, tables)]


def _triggers(table: str) -> migrations.RunSQL:
    return migrations.RunSQL(
        f'CREATE TRIGGER {ROW_TRIGGER} BEFORE UPDATE OR DELETE ON "{table}"'
        " FOR EACH ROW EXECUTE FUNCTION caudals_refuse_change();"
        f' CREATE TRIGGER {TABLE_TRIGGER} BEFORE TRUNCATE ON "{table}"'
        " FOR EACH STATEMENT EXECUTE FUNCTION caudals_refuse_change();",
        f'DROP TRIGGER {ROW_TRIGGER} ON "{table}"; DROP TRIGGER {TABLE_TRIGGER} ON "{table}";',
    )
