"""Storing new drafts, each with the row in its history that `save()` would leave.

One statement for up to a thousand rows, its wording made once for each model: of thousands, and of
one that is stored between two replies of a language model, most of the time would be Django's.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, TypeVar

from django.db import connection, transaction
from django.utils import timezone
from psycopg import sql

from core.models import DraftModel, User

D = TypeVar("D", bound=DraftModel)
_AT_ONCE: Final = 1_000
# The history is copied inside the database: to build its rows here takes as long as the rows themselves.
_INSERT: Final = """
    WITH made AS (INSERT INTO {table} ({given}) VALUES {{rows}} RETURNING {columns})
    INSERT INTO {history} ({columns}, history_date, history_type, history_user_id)
    SELECT {columns}, %s, '+', %s FROM made ORDER BY {key}
    RETURNING {key}
"""


def insert_drafts(rows: Sequence[D], *, by: User | None) -> None:
    """Insert these new rows, whose keys the database gives. Call inside a transaction."""
    if not rows:
        return
    fields, statement = _statement_for(type(rows[0]))
    now = timezone.now()
    one = f"({', '.join(['%s'] * len(fields))})"
    with transaction.atomic(savepoint=False), connection.cursor() as cursor:
        for first in range(0, len(rows), _AT_ONCE):
            these = rows[first : first + _AT_ONCE]
            values = [value for row in these for value in _values(row, fields)]
            cursor.execute(
                statement.format(rows=", ".join([one] * len(these))),
                [*values, now, by.pk if by else None],
            )
            # Keys are given in the order of the rows.
            for row, (key,) in zip(these, cursor.fetchall(), strict=True):
                row.pk = key
                row._state.adding, row._state.db = False, connection.alias


def _values(row: Any, fields: Sequence[Any]) -> list[Any]:
    # As `save()` does: a row that it points at may have been stored since it was named.
    row._prepare_related_fields_for_save(operation_name="insert_drafts")
    return [
        field.get_db_prep_save(field.pre_save(row, True), connection=connection) for field in fields
    ]


@lru_cache
def _statement_for(model: Any) -> tuple[list[Any], str]:
    """The fields that a new row of the model is given, and how it is inserted with its history."""
    history = model.history.model
    key = model._meta.pk
    fields = [field for field in model._meta.concrete_fields if field is not key]
    text = sql.SQL(_INSERT).format(
        table=sql.Identifier(model._meta.db_table),
        history=sql.Identifier(history._meta.db_table),
        given=_listed(fields),
        columns=_listed(history.tracked_fields),
        key=sql.Identifier(key.column),
    )
    return fields, text.as_string()


def _listed(fields: Sequence[Any]) -> sql.Composed:
    return sql.SQL(", ").join(sql.Identifier(field.column) for field in fields)
