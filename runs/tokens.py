"""How many tokens an answer used, as columns that the database works out from what came back."""

from typing import Any

from django.db.models import BigIntegerField, F, Func, GeneratedField, Value

# `caudals_token_count(usage, names…)`: the first of these names whose value is a plausible number.
# Whatever a server sends as its usage, the answer is stored: anything else counts as not said.
FUNCTION = """
CREATE FUNCTION caudals_token_count(usage jsonb, VARIADIC names text[]) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN (usage ->> name)::numeric BETWEEN 0 AND 1000000000000
                THEN trunc((usage ->> name)::numeric)::bigint END
      FROM unnest(names) WITH ORDINALITY AS one (name, place)
     WHERE jsonb_typeof(usage -> name) = 'number'
     ORDER BY place LIMIT 1
$$;
"""


def token_count(*names: str) -> GeneratedField:
    """A column with the count that stands in `usage` under one of these names, else null."""
    values: list[Any] = [Value(name) for name in names]
    return GeneratedField(
        expression=Func(F("usage"), *values, function="caudals_token_count"),
        output_field=BigIntegerField(null=True),
        db_persist=True,
    )
