"""Carrying out a drafting job: ask the writer, check each draft, store it as it comes.

Safe to start twice and to kill at any point: what was kept and rejected is known from the stored
rows, and a draft that a writer proposes again is passed over.
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from core import jobs
from core.configured import configured_embedder, configured_model
from core.embeddings import EmbeddingsUnavailable
from core.llm import LLMError, Tokens
from core.queue import enqueue
from testsets.checks import SecondReader
from testsets.desk import Desk, Outlet, identity
from testsets.material import material_of
from testsets.models import TOKENS_SPENT, Drafting, RejectedDraft, TestSet
from testsets.records import as_draft, draft_as_json, in_set, store_draft, tokens_of
from testsets.spending import Spending
from testsets.tallying import Tally
from testsets.values import Draft, QuestionType, Rejection, UnusableReply, Writer
from testsets.writers.builtin import BuiltinWriter
from testsets.writers.model import ModelReader, ModelWriter

# A task works at most this long and then queues the rest, well inside the queue's own time limit.
SLICE_SECONDS: Final = 1500.0
# The reason of a job that ended early: too many drafts failed for going on to be worth while.
GAVE_UP: Final = "budget"


def configured_writer() -> tuple[Writer, SecondReader | None]:
    """The writer of this installation and who reads after it: its language model, or the built-in
    writer and nobody."""
    model = configured_model()
    if model is None:
        return BuiltinWriter(configured_embedder()), None
    return ModelWriter(model), ModelReader(model)


def run_drafting(
    drafting_id: int,
    *,
    writer: Writer | None = None,
    reader: SecondReader | None = None,
    slice_seconds: float = SLICE_SECONDS,
) -> None:
    """Write questions until as many are kept as were asked for, or the material or the budget of
    tokens is used up.

    Returns at once when another worker is at it or the job has ended.
    """
    drafting = Drafting.objects.select_related("test_set__workspace", "created_by").get(
        pk=drafting_id
    )
    workspace = drafting.test_set.workspace
    if not jobs.claim(drafting, workspace=workspace):
        return
    until = time.monotonic() + slice_seconds
    chosen, second = (writer, reader) if writer else configured_writer()
    Drafting.objects.filter(pk=drafting.pk).update(
        writer=chosen.name, writer_fingerprint=chosen.fingerprint
    )
    spending = _spending(drafting, chosen, second)
    reason, gave_up = "", False
    with jobs.lease(drafting) as held:
        out_of_time = False

        def stop() -> bool:
            nonlocal out_of_time
            out_of_time = time.monotonic() > until
            return out_of_time or held.stop_requested()

        try:
            gave_up = _desk(drafting, chosen, second).work(
                _outlet(drafting, chosen, spending),
                language=drafting.language or None,
                stop=stop,
                affords=spending.affords,
            )
        except (LLMError, EmbeddingsUnavailable) as error:
            reason = str(error)
        # Calls that are not waited for were begun and are paid for all the same.
        _store(drafting, spending.unstored() + spending.unanswered())
        stopped = held.stop_requested()
    if reason:
        jobs.end(drafting, workspace=workspace, status="failed", reason=reason)
    elif stopped:
        jobs.end(drafting, workspace=workspace, status="stopped")
    elif out_of_time:
        jobs.release(drafting, workspace=workspace)
        enqueue("testsets.tasks.draft", drafting.pk)
    elif spending.is_spent and not gave_up and drafting.kept.count() < drafting.wanted:
        jobs.end(drafting, workspace=workspace, status="stopped", reason=TOKENS_SPENT)
    else:
        jobs.end(drafting, workspace=workspace, status="done", reason=GAVE_UP if gave_up else "")


def _spending(drafting: Drafting, writer: Writer, reader: SecondReader | None) -> Spending:
    """What the job has taken so far, and the meters of whoever is asked from here on."""
    return Spending(
        [writer.meter, reader.meter if reader else None],
        limit=drafting.token_limit,
        before=tokens_of(drafting),
    )


def _store(drafting: Drafting, tokens: Tokens) -> None:
    """Add tokens to those of the job."""
    if tokens.total:
        Drafting.objects.filter(pk=drafting.pk).update(
            tokens_reported=F("tokens_reported") + tokens.reported,
            tokens_estimated=F("tokens_estimated") + tokens.estimated,
        )


def _desk(drafting: Drafting, writer: Writer, reader: SecondReader | None) -> Desk:
    """The desk as earlier goes at the job left it."""
    written = [QuestionType(type_) for type_ in drafting.kept.values_list("type", flat=True)]
    chosen = [QuestionType(type_) for type_ in drafting.types]
    return Desk(
        writer=writer,
        reader=reader,
        embedder=configured_embedder(),
        material=material_of(drafting.sources.all()),
        tally=Tally(drafting.wanted, writer.types, written, chosen=chosen),
        kept=[as_draft(question) for question in in_set(drafting.test_set)],
        seen=_seen(drafting),
    )


def _outlet(drafting: Drafting, writer: Writer, spending: Spending) -> Outlet:
    """Stores what the desk puts out as rows of the job, each with what writing took meanwhile."""

    @contextmanager
    def paid() -> Iterator[None]:
        tokens = spending.unstored()
        with transaction.atomic():
            _store(drafting, tokens)
            yield
        spending.was_stored(tokens)

    def keep(draft: Draft) -> str:
        with paid():
            # One writer to a set at a time, so that positions and identifiers stay apart.
            hold = TestSet.objects.filter(pk=drafting.test_set_id).select_for_update()
            list(hold.values_list("pk"))
            return store_draft(drafting, draft, writer=writer.name).uid

    def reject(refused: Draft | UnusableReply, reasons: Sequence[Rejection]) -> None:
        if isinstance(refused, Draft):
            stored = draft_as_json(refused)
        else:
            stored = {"raw": refused.raw, "passage": refused.passage_key}
        with paid():
            _reject(drafting, stored, reasons, passage=refused.passage_key)

    return Outlet(keep, reject)


def _reject(
    drafting: Drafting, draft: dict[str, Any], reasons: Sequence[Rejection], *, passage: int
) -> None:
    RejectedDraft.objects.create(
        drafting=drafting,
        passage_id=passage or None,
        question=draft.get("question", ""),
        draft=draft,
        reasons=[{"check": reason.check, "message": reason.message} for reason in reasons],
        at=timezone.now(),
    )


def _seen(drafting: Drafting) -> dict[str, int]:
    """The drafts this job dealt with already, kept or rejected, and the passage of each."""
    seen: dict[str, int] = {}
    for question in drafting.kept.prefetch_related("facts"):
        draft = as_draft(question)
        # Compared as it was written, whatever a person has made of it since.
        written = question.history.earliest()
        seen[identity(written.type, written.text, draft.passage_key)] = draft.passage_key
    for stored in drafting.rejected.values_list("draft", flat=True):
        passage = stored.get("passage", 0)
        seen[identity(stored.get("type", ""), stored.get("question", ""), passage)] = passage
    return seen
