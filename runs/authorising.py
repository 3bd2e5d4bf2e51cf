"""An owner's written permission to ask an assistant adversarial questions (M8.1)."""

from collections.abc import Iterable
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import DomainError
from core.models import User
from runs.adversarial import is_adversarial
from runs.models import AdversarialAuthorisation, Assistant

LARGEST_DOCUMENT = 10 * 1024 * 1024


def authorise(
    *,
    assistant: Assistant,
    authorised_by: str,
    scope: str,
    document: bytes,
    document_name: str,
    valid_from: datetime,
    valid_until: datetime,
    by: User,
    now: datetime | None = None,
) -> AdversarialAuthorisation:
    """Put a permission on record, with the document that gives it; from now on it alone counts."""
    if not document:
        raise DomainError(_("The document is empty. Choose the file that holds the permission."))
    if len(document) > LARGEST_DOCUMENT:
        raise DomainError(_("The document is larger than 10 MB. Choose a smaller file."))
    if valid_until <= valid_from:
        raise DomainError(_("The permission ends before it begins. Correct the two dates."))
    return AdversarialAuthorisation.objects.create(
        assistant=assistant,
        granted=True,
        authorised_by=authorised_by,
        scope=scope,
        document=document,
        document_name=document_name[:300],
        valid_from=valid_from,
        valid_until=valid_until,
        recorded_by=by,
        recorded_at=now or timezone.now(),
    )


def withdraw(*, assistant: Assistant, by: User, now: datetime | None = None) -> None:
    """Take back the permission in force; it stays on record. DomainError where none is."""
    moment = now or timezone.now()
    held = in_force(assistant, at=moment)
    if held is None:
        raise DomainError(_("There is no permission in force."))
    AdversarialAuthorisation.objects.create(
        assistant=assistant,
        granted=False,
        authorised_by=held.authorised_by,
        scope=held.scope,
        document=bytes(held.document),
        document_name=held.document_name,
        valid_from=held.valid_from,
        valid_until=held.valid_until,
        recorded_by=by,
        recorded_at=moment,
    )


def on_record(assistant: Assistant) -> list[AdversarialAuthorisation]:
    """Everything that was granted and taken back, the newest first, without the documents."""
    rows = assistant.authorisations.select_related("recorded_by").defer("document")
    return list(rows.order_by("-pk"))


def in_force(
    assistant: Assistant, *, at: datetime | None = None
) -> AdversarialAuthorisation | None:
    """The permission that holds at that moment: the newest word on it, if it is one and in its time."""
    moment = at or timezone.now()
    newest: AdversarialAuthorisation | None = assistant.authorisations.order_by("-pk").first()
    if newest is None or not newest.granted:
        return None
    return newest if newest.valid_from <= moment <= newest.valid_until else None


def refuse_unauthorised(
    assistant: Assistant, questions: Iterable[tuple[str, str]]
) -> AdversarialAuthorisation | None:
    """The permission under which these (uid, text) may be asked; None where none needs one.

    DomainError where one does and none is in force.
    """
    attacks = [uid for uid, text in questions if is_adversarial(text)]
    if not attacks:
        return None
    held = in_force(assistant)
    if held is None:
        raise DomainError(
            _(
                "These questions attack an assistant, and its owner's written permission is not on "
                "record or not in force: %(uids)s. Record the permission with the assistant, or take "
                "the questions out."
            )
            % {"uids": ", ".join(attacks[:20])}
        )
    return held


def refusal(assistant: Assistant, question: str) -> str:
    """Why this one question may not be sent now; "" when it may."""
    if not is_adversarial(question) or in_force(assistant) is not None:
        return ""
    return _(
        "This question attacks the assistant, and its owner's written permission is not on record or "
        "not in force. It was not sent."
    )
