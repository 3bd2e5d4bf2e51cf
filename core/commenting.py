"""The comments beside a record as a page and as the part of one; each app says which record.

An app's view checks who may see the record, makes a `Subject` of it and hands it to `commenting`.
"""

import re
from dataclasses import dataclass
from datetime import datetime
from http import HTTPStatus
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.db import models
from django.http import HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _

from core.access import WorkspaceRequest, wants_fragment
from core.comments import comment, comments_of, mentionable
from core.errors import DomainError
from core.forms import CommentForm
from core.models import Comment, User


@dataclass(frozen=True, slots=True)
class Subject:
    """A record that is commented on.

    `url` is the address of its comments, `page` that of the page on which they are read, `about` its
    name; `blinded` says that the reader has to give their own word first.
    """

    record: models.Model
    url: str
    page: str
    about: str
    test_set: int | None = None
    blinded: bool = False


@dataclass(frozen=True, slots=True)
class ShownComment:
    """One comment; `parts` are its words with those marked that mention somebody."""

    pk: int
    who: str
    at: datetime
    parts: list[tuple[str, bool]]
    internal: bool
    told: str


def commenting(request: WorkspaceRequest, subject: Subject) -> HttpResponseBase:
    """Shows the comments beside a record, and takes another one."""
    people = mentionable(
        request.workspace,
        reader=request.user,
        test_set=subject.test_set,
        blinded=subject.blinded,
    )
    form, status = _form(request, people), int(HTTPStatus.OK)
    if request.method == "POST":
        problem = _written(request, subject, form)
        if problem is None and not wants_fragment(request):
            messages.success(request, _("Your comment is kept."))
            return redirect(f"{subject.page}#comments")
        if problem is None:
            form = _form(request, people, fresh=True)
        else:
            status = problem
    context = {
        "subject": subject,
        "comments": shown_comments(subject.record, reader=request.user, blinded=subject.blinded),
        "form": form,
    }
    name = "core/_comments.html" if wants_fragment(request) else "core/comments.html"
    return TemplateResponse(request, name, context, status=status)


def shown_comments(
    record: models.Model, *, reader: User, blinded: bool = False
) -> list[ShownComment]:
    """What the reader may see of the comments beside a record, ready to print, oldest first."""
    rows = comments_of(record, reader=reader, blinded=blinded)
    wanted = {pk for row in rows for pk in row.mentions}
    names = {person.pk: str(person) for person in User.objects.filter(pk__in=wanted)}
    return [_shown(row, [names[pk] for pk in row.mentions if pk in names]) for row in rows]


def _shown(row: Comment, told: list[str]) -> ShownComment:
    # The longest first: “@Ann Lee” is not “@Ann” and a word behind it.
    marks = [f"@{name}" for name in sorted(told, key=len, reverse=True)]
    pieces = re.split(f"({'|'.join(map(re.escape, marks))})", row.text) if marks else [row.text]
    return ShownComment(
        pk=row.pk,
        who=row.by_name,
        at=row.at,
        parts=[(piece, piece in marks) for piece in pieces if piece],
        internal=row.internal,
        told=", ".join(told),
    )


def _form(request: WorkspaceRequest, people: list[User], *, fresh: bool = False) -> CommentForm:
    given = request.POST if request.method == "POST" and not fresh else None
    # Where staff say nothing else, the customer does not read it.
    initial = {"key": uuid4(), "internal": True}
    return CommentForm(given, people=people, staff=request.user.is_staff, initial=initial)


def _written(request: WorkspaceRequest, subject: Subject, form: CommentForm) -> int | None:
    """None when the comment is stored, else the status of the refusal, whose words the form has."""
    if not form.is_valid():
        return HTTPStatus.UNPROCESSABLE_ENTITY
    given: dict[str, Any] = form.cleaned_data
    try:
        comment(
            workspace=request.workspace,
            record=subject.record,
            text=given["text"],
            by=request.user,
            key=str(given["key"]),
            path=subject.page,
            about=subject.about,
            internal=given.get("internal", False),
            mentions=given.get("mentions", ()),
            test_set=subject.test_set,
            blinded=subject.blinded,
        )
    except DomainError as refusal:
        form.add_error("text", str(refusal))
        return refusal.status
    return None
