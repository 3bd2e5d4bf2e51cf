"""What the tests of reviewing share."""

import pytest
from django_q.models import OrmQ


@pytest.fixture
def queued(db):
    """The queued tasks as (name, arguments), in order."""

    def tasks():
        return [(row.func(), tuple(row.task["args"])) for row in OrmQ.objects.order_by("pk")]

    return tasks
