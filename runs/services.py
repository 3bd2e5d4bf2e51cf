"""Everything that writes about assistants and runs, except the asking itself (`runs.asking`)."""

import hashlib
import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from core import jobs
from core.credentials import encrypt
from core.errors import DomainError
from core.models import User, Workspace
from core.queue import enqueue
from runs.authorising import refuse_unauthorised
from runs.models import AdversarialAuthorisation, AnswerUpload, Assistant, Run
from runs.pinning import pinned_now
from runs.selectors import matching_of
from runs.uploads import Use, read_upload
from runs.values import CHAT_TRY_S, Policy
from testsets.exchange import Unusable
from testsets.models import TestSetVersion


def save_assistant(
    *,
    workspace: Workspace,
    name: str,
    connector: str,
    configuration: Mapping[str, Any],
    by: User | None,
    credentials: str | None = None,
    assistant: Assistant | None = None,
    allowed_private_host: str = "",
) -> Assistant:
    """Make an assistant, or change the given one; runs that started keep the settings they pinned.

    `credentials` None leaves the stored ones, "" removes them; they are encrypted before storing.
    """
    made = assistant or Assistant(workspace=workspace, created_by=by)
    made.name, made.connector = name, connector
    made.configuration = dict(configuration)
    if credentials is not None:
        made.credentials = encrypt(credentials)
    if allowed_private_host:
        made.allowed_private_host = allowed_private_host
    made.save()
    return made


def upload_answers(
    *, assistant: Assistant, name: str, raw: bytes, by: User | None, now: datetime | None = None
) -> AnswerUpload:
    """Store a file of answers as it came, and what was read from it; DomainError names the line."""
    try:
        answers = read_upload(raw, name=name).answers
    except Unusable as refusal:
        raise DomainError("\n".join(one.said(_) for one in refusal.problems)) from None
    return AnswerUpload.objects.create(
        assistant=assistant,
        name=name,
        raw=raw,
        content_hash=hashlib.sha256(raw).hexdigest(),
        rows=[answer.as_json() for answer in answers],
        uploaded_by=by,
        uploaded_at=now or timezone.now(),
    )


def policy_for(assistant: Assistant, *, concurrency: int, requests_a_day: int = 0) -> Policy:
    """How an assistant of this kind is asked, with so many questions at a time."""
    policy = Policy(concurrency=concurrency, requests_a_day=requests_a_day)
    if assistant.connector == Assistant.Connector.CHAT:
        return replace(policy, timeout_s=CHAT_TRY_S)
    return policy


@transaction.atomic
def start_run(
    *,
    version: TestSetVersion,
    assistant: Assistant,
    by: User | None,
    policy: Policy | None = None,
    repetitions: int = 1,
    upload: AnswerUpload | None = None,
    use: Use | None = None,
    repeats: Run | None = None,
    queue: bool = True,
) -> Run:
    """Fix everything about a run and put it in the queue (unless the caller carries it out itself).

    DomainError when the version and the assistant do not belong together, when questions share an
    identifier (M1.9), when one attacks and its owner's permission is not in force (M8.1), or when an
    assistant of uploaded answers has no file. Where the file answers a question more than once, `use`
    says which answer counts; without it that is refused too. `repeats` is the run that this one does
    again (`runs.repeating`).
    """
    if assistant.workspace_id != version.test_set.workspace_id:
        raise DomainError(_("The assistant and the test set belong to different workspaces."))
    questions = list(version.questions.order_by("position"))
    if not questions:
        raise DomainError(_("This version has no questions to ask."))
    doubled = sorted(uid for uid, count in Counter(q.uid for q in questions).items() if count > 1)
    if doubled:
        raise DomainError(
            _(
                "Questions share an identifier (%(uids)s), so answers could be taken for each other's."
            )
            % {"uids": ", ".join(doubled)}
        )
    if assistant.connector == Assistant.Connector.UPLOAD and upload is None:
        raise DomainError(_("Upload a file of answers first."))
    if upload is not None:
        if repetitions > 1:
            raise DomainError(
                _("A file of answers is looked up once; repeating that would show no difference.")
            )
        _refuse_unmatched(version, upload, use)
    held = None
    if upload is None:  # from a file, nothing is sent to anybody
        held = refuse_unauthorised(assistant, [(q.uid, q.text) for q in questions])
    chosen = policy or Policy()
    if upload is not None:  # looking up in a file can neither fail for a moment nor out of reach
        chosen = replace(chosen, tries=1, give_up_after=0)
    seed = int(version.digest[:8], 16)
    order = [question.uid for question in questions]
    random.Random(seed).shuffle(order)  # noqa: S311  an order, not a secret
    run = Run.objects.create(
        version=version,
        assistant=assistant,
        upload=upload,
        repetitions=repetitions,
        repeats=repeats,
        pinned={
            "version_digest": version.digest,
            "assistant": {
                "name": assistant.name,
                "connector": assistant.connector,
                "configuration": assistant.configuration,
                **({"upload": upload.name, "upload_hash": upload.content_hash} if upload else {}),
                **({"upload_use": use.value} if use else {}),
            },
            **({"authorisation": _permission(held)} if held else {}),
            "policy": chosen.as_json(),
            "repetitions": repetitions,
            "order": order,
            "order_seed": seed,
            **pinned_now(),
        },
        started_by=by,
    )
    if queue:
        enqueue("runs.tasks.ask", run.pk)
    return run


def _permission(held: AdversarialAuthorisation) -> dict[str, Any]:
    """What a run records of the permission under which it asks adversarial questions."""
    return {
        "record": held.pk,
        "authorised_by": held.authorised_by,
        "scope": held.scope,
        "valid_until": held.valid_until.isoformat(),
        "document": held.document_name,
        "document_hash": hashlib.sha256(held.document).hexdigest(),
    }


def _refuse_unmatched(version: TestSetVersion, upload: AnswerUpload, use: Use | None) -> None:
    """DomainError for a file with no answer to these questions, or several where none is chosen."""
    matching = matching_of(version, upload.rows)
    if not matching.by_uid:
        raise DomainError(
            _("%(file)s: nothing in it answers a question of this version.") % {"file": upload.name}
        )
    if matching.doubled and use is None:
        uid, places = next(iter(matching.doubled.items()))
        raise DomainError(
            _(
                "%(file)s: lines %(first)s and %(second)s both answer the question “%(question)s”."
                " Keep one of them."
            )
            % {
                "file": upload.name,
                "first": upload.rows[places[0]].get("line"),
                "second": upload.rows[places[1]].get("line"),
                "question": version.questions.get(uid=uid).text[:120],
            }
        )


@transaction.atomic
def start_uploaded_run(
    *,
    version: TestSetVersion,
    assistant: Assistant,
    name: str,
    raw: bytes,
    use: Use | None,
    by: User | None,
) -> Run:
    """Store a file of answers and start the run that looks them up: both, or neither."""
    upload = upload_answers(assistant=assistant, name=name, raw=raw, by=by)
    return start_run(version=version, assistant=assistant, upload=upload, use=use, by=by)


def stop_run(*, run: Run, by: User | None) -> None:
    """Stop after the questions being asked; what was answered stays."""
    jobs.request_stop(run, workspace=run.version.test_set.workspace, by=by)


@transaction.atomic
def resume_run(*, run: Run, by: User | None) -> None:
    """Go on with the questions that have neither an answer nor used up their tries."""
    if jobs.resume(run, workspace=run.version.test_set.workspace, by=by):
        enqueue("runs.tasks.ask", run.pk)
