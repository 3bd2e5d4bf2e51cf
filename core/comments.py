"""Comments beside a record of any part: written once, seen by whom they are meant for."""

from collections.abc import Collection
from datetime import datetime
from typing import Final

from django.db import IntegrityError, models, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import DomainError
from core.models import Comment, User, Workspace
from core.notices.seeing import reaching
from core.notices.telling import tell

LONGEST: Final = 10_000


def comment(
    *,
    workspace: Workspace,
    record: models.Model,
    text: str,
    by: User,
    key: str,
    path: str,
    about: str,
    internal: bool = False,
    mentions: Collection[int] = (),
    test_set: int | None = None,
    blinded: bool = False,
    now: datetime | None = None,
) -> Comment:
    """Say something beside a record, and tell whoever is mentioned.

    `path` is the page of the record and `about` its name in the notice. Only staff may write, and be
    mentioned in, what is `internal`. While the record is `blinded` nobody can be mentioned: they could
    not see it. The same `key` of the same person again changes nothing and gives the same row.
    """
    said = text.strip()
    if not said:
        raise DomainError(_("Write something first."))
    if len(said) > LONGEST:
        raise DomainError(
            _("A comment has at most %(most)s characters. This one has %(count)s.")
            % {"most": LONGEST, "count": len(said)}
        )
    if internal and not by.is_staff:
        raise DomainError(_("Only staff write internal comments."))
    own = f"{by.pk}:{key}"
    written: Comment | None = Comment.objects.filter(key=own).first()
    if written is not None:
        return written
    wanted = set(mentions)
    offered = {
        person.pk: person
        for person in mentionable(
            workspace, reader=by, test_set=test_set, internal=internal, blinded=blinded
        )
    }
    if wanted - offered.keys():
        raise DomainError(
            _("Somebody whom you mention can't see this comment. Mention only people of the list.")
        )
    moment = now or timezone.now()
    try:
        with transaction.atomic():
            made: Comment = Comment.objects.create(
                workspace=workspace,
                record=record._meta.label_lower,
                record_id=record.pk,
                text=said,
                internal=internal,
                mentions=sorted(wanted),
                by=by,
                by_name=str(by),
                key=own,
                at=moment,
            )
            tell(
                workspace=workspace,
                people=[offered[pk] for pk in sorted(wanted)],
                kind="mention",
                params={"about": about},
                path=path,
                key=f"mention:{made.pk}",
                by=by,
                test_set=test_set,
                now=moment,
            )
    except IntegrityError:
        # The same click delivered twice at once: the other one has written it.
        again: Comment | None = Comment.objects.filter(key=own).first()
        if again is None:
            raise
        return again
    return made


def comments_of(record: models.Model, *, reader: User, blinded: bool = False) -> list[Comment]:
    """What the reader may see of what was said beside the record, oldest first.

    Internal comments are for staff. While `blinded`, a reader sees only what they said themselves.
    """
    rows = Comment.objects.filter(record=record._meta.label_lower, record_id=record.pk)
    return list(readable(rows, reader=reader, blinded=blinded).order_by("pk"))


def readable(
    rows: models.QuerySet[Comment], *, reader: User, blinded: bool = False
) -> models.QuerySet[Comment]:
    """Those of the comments that the reader may see."""
    if not reader.is_staff:
        rows = rows.filter(internal=False)
    return rows.filter(by=reader) if blinded else rows


def mentionable(
    workspace: Workspace,
    *,
    reader: User,
    test_set: int | None = None,
    internal: bool = False,
    blinded: bool = False,
) -> list[User]:
    """Whom the reader can mention: everybody else who will see the comment, by name."""
    if blinded:
        return []
    members = models.Q(memberships__workspace=workspace)
    staff = models.Q(is_staff=True)
    # Who works at Caudals is not for every customer to list.
    meant = staff if internal else members | staff if reader.is_staff else members
    found = User.objects.filter(meant, is_active=True).exclude(pk=reader.pk).distinct()
    seen = reaching(found, workspace, test_set)
    return sorted(seen, key=lambda person: str(person).casefold())
