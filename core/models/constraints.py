"""Constraints on columns that belong together."""

from django.db.models import CheckConstraint, Q


def all_or_none(*fields: str, name: str) -> CheckConstraint:
    """The named columns are filled together or left empty together."""
    empty = Q(**{f"{field}__isnull": True for field in fields})
    filled = Q(**{f"{field}__isnull": False for field in fields})
    return CheckConstraint(condition=empty | filled, name=name)


def one_of(field: str, values: list[str], name: str) -> CheckConstraint:
    """The column holds one of `values`, whatever wrote it."""
    return CheckConstraint(condition=Q(**{f"{field}__in": values}), name=name)
