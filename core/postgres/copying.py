"""Inserting many rows at the speed of COPY, which costs a third of what INSERT does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import connection, models
from psycopg import sql

# Their values go to the database as they are; the others are prepared by their fields.
_PLAIN = (models.TextField, models.CharField, models.IntegerField, models.ForeignKey)


def copy_in(rows: Sequence[models.Model]) -> None:
    """Insert rows of one model, in their order, and give each its key.

    Like `bulk_create`: no signals are sent. IntegrityError when one of them is refused.
    """
    if not rows:
        return
    table = type(rows[0])._meta
    fields = list(table.concrete_fields)
    for row, key in zip(rows, _new_keys(table, len(rows)), strict=True):
        row.pk = key
    statement = sql.SQL("COPY {} ({}) FROM STDIN").format(
        sql.Identifier(table.db_table),
        sql.SQL(", ").join(sql.Identifier(str(field.column)) for field in fields),
    )
    with (
        connection.wrap_database_errors,
        connection.cursor() as cursor,
        cursor.copy(statement) as copy,
    ):
        for row in rows:
            copy.write_row([_value(field, row) for field in fields])
    for row in rows:
        row._state.adding = False
        row._state.db = connection.alias


def _new_keys(table: Any, count: int) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT nextval(pg_get_serial_sequence(%s, %s)) FROM generate_series(1, %s)",
            [table.db_table, table.pk.column, count],
        )
        return [key for (key,) in cursor.fetchall()]


def _value(field: models.Field[Any, Any], row: models.Model) -> Any:
    value = getattr(row, field.attname)
    if isinstance(field, _PLAIN):
        # A choice is its value, whatever class it has.
        return str(value) if isinstance(value, str) else value
    return field.get_db_prep_save(value, connection)
