"""Telling people what happened, as a record that pages and mails show."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone

from core.models import Notice, User, Workspace
from core.notices.seeing import reaching
from core.notices.wording import KINDS, shortened


def tell(
    *,
    workspace: Workspace,
    people: Iterable[User],
    kind: str,
    params: Mapping[str, Any],
    path: str,
    key: str,
    by: User | None = None,
    test_set: int | None = None,
    now: datetime | None = None,
) -> int:
    """Tell each of these people once that something happened; how many are newly told.

    `params` are the plain values that `core.notices.wording.KINDS` names for the kind, `path` the page
    to go to, `key` what makes the event the same one when it is told again, `test_set` the set it is
    about. Whoever did it (`by`) is not told, nor who may not see the workspace or the set. Part of
    the caller's transaction: what is rolled back is not told.
    """
    if set(params) != KINDS[kind].needs:
        raise ValueError(f"{kind} needs {sorted(KINDS[kind].needs)}, not {sorted(params)}")
    if not path.startswith("/") or path.startswith("//"):
        raise ValueError(f"{path!r} is no page of this portal")
    moment = now or timezone.now()
    told = {person.pk: person for person in people if by is None or person.pk != by.pk}
    rows = [
        Notice(
            workspace=workspace,
            person=person,
            kind=kind,
            params=shortened(params),
            path=path,
            test_set=test_set,
            by=by,
            by_name=str(by) if by else "",
            key=key,
            at=moment,
            to_mail=person.notices != User.Notices.OFF,
        )
        for person in reaching(told.values(), workspace, test_set)
    ]
    keys = [row.person_id for row in rows]
    before = Notice.objects.filter(key=key, person__in=keys).count()
    Notice.objects.bulk_create(rows, ignore_conflicts=True)
    return int(Notice.objects.filter(key=key, person__in=keys).count() - before)
