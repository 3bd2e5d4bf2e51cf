"""Constraints on columns that belong together."""

from django.db.models import CheckConstraint, Q


def all_or_none(first: str, *others: str, name: str) -> CheckConstraint:
    """Each row has a value in every one of these columns, or in none of them."""
    lookups = sorted(f"{column}__isnull" for column in (first, *others))
    none, every = (Q(*((lookup, absent) for lookup in lookups)) for absent in (True, False))
    return CheckConstraint(condition=none | every, name=name)


def one_of(field: str, values: list[str], name: str) -> CheckConstraint:
    """The column holds one of `values`, whatever wrote it."""
    return CheckConstraint(condition=Q(**{f"{field}__in": values}), name=name)
