"""Everything that changes sources: adding them, and starting and stopping their readings."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from core import jobs
from core.errors import Conflict, DomainError
from core.models import User, Workspace
from core.queue import enqueue
from sources.crawling import patterns
from sources.fetching import Address, FetchError, parse_address
from sources.models import Reading, Source, Upload
from sources.reading import FileKind, Unreadable, kind_of
from sources.reading.archives import check as check_archive
from sources.wording import pattern_sentence, problem_sentence, unreadable_sentence

LIVE: Final = (Reading.Status.WAITING, Reading.Status.RUNNING)
LARGEST_FILE: Final = 20_000_000
MOST_FILES: Final = 200
_PORT: Final = re.compile(r"[\w.-]+:(\d{1,5})(?:[/?#]|$)")


@dataclass(frozen=True, slots=True)
class File:
    """A file as it was given: its name, what it is said to be, and its bytes."""

    name: str
    raw: bytes
    media_type: str = ""


@transaction.atomic
def add_site(
    *,
    workspace: Workspace,
    start_address: str,
    by: User | None,
    page_limit: int = 40,
    name: str = "",
    depth_limit: int = 20,
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
    render: bool = False,
    allowed_private_host: str = "",
) -> Source:
    """A website as a source; DomainError for an address that is never read, or one in use.

    Nothing is read yet: `start_reading` does that. `depth_limit` is how many links away from the
    start a page may be; `include` and `exclude` are patterns, DomainError for a bad one.
    `allowed_private_host` is the operator's own word for a host that is not public.
    """
    address = checked_address(start_address)
    refuse_second(workspace, address.url)
    source = Source(
        workspace=workspace,
        kind=Source.SourceKind.SITE,
        name=(name.strip() or called(address))[:200],
        start_address=address.url,
        page_limit=page_limit,
        depth_limit=depth_limit,
        include=checked_patterns(include),
        exclude=checked_patterns(exclude),
        render=render,
        allowed_private_host=allowed_private_host,
        created_by=by,
    )
    save(source, by)
    return source


@transaction.atomic
def add_files_source(*, workspace: Workspace, name: str, by: User | None) -> Source:
    """A source for files, still without any."""
    source = Source(
        workspace=workspace, kind=Source.SourceKind.FILES, name=name.strip()[:200], created_by=by
    )
    save(source, by)
    return source


def called(address: Address) -> str:
    """What a site is called that has no name: its address without what goes without saying."""
    return address.url.partition("://")[2].rstrip("/")


def checked_address(typed: str) -> Address:
    """The address somebody typed, in its one spelling; DomainError for one that is never read."""
    try:
        return parse_address(_with_scheme(typed))
    except FetchError as error:
        raise DomainError(problem_sentence(error)) from None


def checked_patterns(typed: Sequence[str]) -> list[str]:
    """Patterns as somebody typed them, each once; DomainError for one that can match no address."""
    given = list(dict.fromkeys(stripped for one in typed if (stripped := one.strip())))
    if len(given) > patterns.MOST:
        raise DomainError(_("At most %(count)s patterns can be given.") % {"count": patterns.MOST})
    try:
        for pattern in given:
            patterns.check(pattern)
    except patterns.BadPattern as error:
        raise DomainError(pattern_sentence(error)) from None
    return given


def refuse_second(workspace: Workspace, url: str, *, but: int | None = None) -> None:
    """Conflict when another source in use begins at this address."""
    others = Source.objects.for_workspace(workspace).filter(start_address=url, archived_at=None)
    if others.exclude(pk=but).exists():
        raise Conflict(
            _("%(address)s is a source already. Read it again there instead of adding it twice.")
            % {"address": url}
        )


def save(source: Source, by: User | None) -> None:
    """Save the source; its history names the person."""
    source._history_user = by  # type: ignore[attr-defined]  # simple-history reads it
    source.save()


def _with_scheme(address: str) -> str:
    """The address with a scheme: on a port of its own a server seldom speaks anything but http."""
    address = address.strip()
    if "://" in address:
        return address
    port = _PORT.match(address)
    return f"http://{address}" if port and port.group(1) != "443" else f"https://{address}"


@transaction.atomic
def add_uploads(
    *, source: Source, files: Iterable[File], by: User | None, now: datetime | None = None
) -> list[Upload]:
    """Store files as they came; DomainError names each file that cannot be accepted, and keeps none.

    The same file given twice is stored once.
    """
    # A database text takes no zero byte, and browsers pass on whatever a file is called.
    given = [replace(file, name=file.name.replace("\x00", "␀")) for file in files]
    refused = [sentence for file in given if (sentence := _refusal(file))]
    if len(given) > MOST_FILES:
        refused.append(_("At most %(count)s files can be added at a time.") % {"count": MOST_FILES})
    if refused or not given:
        raise DomainError(" ".join(refused) or _("Choose at least one file."))
    moment = now or timezone.now()
    stored = []
    for file in given:
        digest = hashlib.sha256(file.raw).hexdigest()
        if Upload.objects.filter(source=source, name=file.name, content_hash=digest).exists():
            continue
        stored.append(
            Upload.objects.create(
                source=source,
                name=file.name,
                media_type=file.media_type[:120],
                raw=file.raw,
                content_hash=digest,
                uploaded_by=by,
                uploaded_at=moment,
            )
        )
    return stored


def _refusal(file: File) -> str:
    """Why a file cannot be accepted, "" when it can."""
    if len(file.name) > 255:
        return _("The name of “%(name)s…” is too long.") % {"name": file.name[:60]}
    if len(file.raw) > LARGEST_FILE:
        return _("“%(name)s” is larger than %(limit)s MB.") % {
            "name": file.name,
            "limit": LARGEST_FILE // 1_000_000,
        }
    try:
        kind = kind_of(file.raw, name=file.name, media_type=file.media_type)
        if kind is FileKind.ARCHIVE:
            check_archive(file.raw, file.name)
    except Unreadable as error:
        return unreadable_sentence(error)
    return ""


@transaction.atomic
def start_reading(*, source: Source, by: User | None, queue: bool = True) -> Reading:
    """Begin to read a source; where a reading is under way, that one comes back.

    Conflict when the source is archived.
    """
    refuse_archived(Source.objects.select_for_update().get(pk=source.pk))
    live: Reading | None = Reading.objects.filter(source=source, status__in=LIVE).first()
    if live is not None:
        return live
    reading: Reading = Reading.objects.create(source=source, created_by=by)
    if queue:
        enqueue("sources.tasks.read", reading.pk)
    return reading


def refuse_archived(source: Source) -> None:
    """Conflict when the source is archived."""
    if source.archived_at is not None:
        raise Conflict(_("This source is archived. Bring it back before you read it."))


def stop_reading(*, reading: Reading, by: User | None) -> None:
    """Stop after the page in hand; what was read is kept and can be used."""
    jobs.request_stop(reading, workspace=reading.source.workspace, by=by)


@transaction.atomic
def resume_reading(*, reading: Reading, by: User | None) -> None:
    """Go on with a stopped or failed reading where it ended.

    Conflict when its source is archived, or begins at another address since.
    """
    source = Source.objects.select_for_update().get(pk=reading.source_id)
    refuse_archived(source)
    if moved_since(source, reading):
        raise Conflict(
            _("The address of this source was changed. Read it again from the beginning.")
        )
    if jobs.resume(reading, workspace=reading.source.workspace, by=by):
        enqueue("sources.tasks.read", reading.pk)


def moved_since(source: Source, reading: Reading) -> bool:
    """Whether the source begins at another address than when the reading was asked for."""
    then = source.history.filter(history_date__lte=reading.created_at).first()
    return then is not None and then.start_address != source.start_address
