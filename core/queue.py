"""The way into background work."""

from django_q.tasks import async_task


def enqueue(task: str, *args: int | str) -> None:
    """Queue `task`, a dotted name, with plain values; it runs at least once, after this transaction.

    With the database as the broker, the row commits and rolls back with the data it is about.
    """
    async_task(task, *args)
