"""Carrying out a drafting job: ask the writer, check each draft, store it as it comes.

Safe to start twice and to kill at any point: what was kept and rejected is known from the stored
rows, and a draft that a writer proposes again is passed over.
"""

import time
from collections.abc import Callable, Sequence
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from core import jobs
from core.configured import configured_embedder, configured_model
from core.embeddings import EmbeddingsUnavailable
from core.llm import LLMError
from core.queue import enqueue
from testsets.checks import EmbeddedPassages, EmbeddedQuestions, SecondReader, check_draft
from testsets.material import material_of
from testsets.models import Drafting, RejectedDraft, TestSet
from testsets.records import as_draft, draft_as_json, identity, in_set, store_draft
from testsets.tallying import Tally
from testsets.values import Draft, QuestionType, Rejection, UnusableReply, Writer
from testsets.variants import variant_of
from testsets.writers.builtin import BuiltinWriter
from testsets.writers.model import ModelReader, ModelWriter

# A task works at most this long and then queues the rest, well inside the queue's own time limit.
SLICE_SECONDS: Final = 1500.0


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
    """Write questions until as many are kept as were asked for, or the material is used up.

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
    reason = ""
    with jobs.lease(drafting) as held:
        out_of_time = False

        def stop() -> bool:
            nonlocal out_of_time
            out_of_time = time.monotonic() > until
            return out_of_time or held.stop_requested()

        try:
            _Desk(drafting, chosen, second).work(stop)
        except (LLMError, EmbeddingsUnavailable) as error:
            reason = str(error)
        stopped = held.stop_requested()
    if reason:
        jobs.end(drafting, workspace=workspace, status="failed", reason=reason)
    elif stopped:
        jobs.end(drafting, workspace=workspace, status="stopped")
    elif out_of_time:
        jobs.release(drafting, workspace=workspace)
        enqueue("testsets.tasks.draft", drafting.pk)
    else:
        jobs.end(drafting, workspace=workspace, status="done")


class _Desk:
    """One go at a drafting job: the material, and what was kept and seen so far."""

    def __init__(self, drafting: Drafting, writer: Writer, reader: SecondReader | None) -> None:
        self._drafting = drafting
        self._writer = writer
        self._reader = reader
        material = material_of(drafting.sources.all())
        self._material = {passage.key: passage for passage in material}
        self._kept = [as_draft(question) for question in in_set(drafting.test_set)]
        embedder = configured_embedder()
        self._space = EmbeddedQuestions(embedder)
        self._search = EmbeddedPassages(embedder, material)
        written = [QuestionType(type_) for type_ in drafting.kept.values_list("type", flat=True)]
        self._tally = Tally(drafting.wanted, writer.types, written)
        self._seen = _seen(drafting)

    def work(self, stop: Callable[[], bool]) -> None:
        """Store drafts until enough are kept, the material is used up, or `stop` says so."""
        if self._tally.missing <= 0:
            return
        # Passages that were asked about before the interruption come last.
        used = set(self._seen.values())
        order = sorted(self._material.values(), key=lambda passage: passage.key in used)
        outcomes = self._writer.drafts(
            order,
            wanted=self._tally.missing,
            shares=self._tally.shares,
            language=self._drafting.language or None,
            stop=stop,
        )
        for outcome in outcomes:
            if isinstance(outcome, UnusableReply):
                self._set_aside(outcome)
            elif _identity_of(outcome) not in self._seen and self._tally.is_due(outcome.type):
                uid = self._judge(outcome)
                if uid:
                    self._vary(outcome, uid)
            if self._tally.missing <= 0 or stop():
                return

    def _judge(self, draft: Draft) -> str:
        """Keep the draft or reject it; the identifier of the question kept, "" for none."""
        self._seen[_identity_of(draft)] = draft.passage_key
        reasons = check_draft(
            draft,
            material=self._material,
            kept=self._kept,
            space=self._space,
            search=self._search,
            reader=self._reader,
        )
        if reasons:
            _reject(self._drafting, draft_as_json(draft), reasons, passage=draft.passage_key)
            return ""
        with transaction.atomic():
            # One writer to a set at a time, so that positions and identifiers stay apart.
            TestSet.objects.select_for_update().get(pk=self._drafting.test_set_id)
            question = store_draft(self._drafting, draft, writer=self._writer.name)
        self._kept.append(draft)
        self._tally.add(draft.type)
        return question.uid

    def _vary(self, parent: Draft, uid: str) -> None:
        """The variant that is due beside a question just kept, if there is one (M1.13)."""
        for type_ in self._tally.variants_due():
            variant = variant_of(parent, type_, uid=uid)
            if variant is not None and self._judge(variant):
                return

    def _set_aside(self, reply: UnusableReply) -> None:
        raw = {"raw": reply.raw, "passage": reply.passage_key}
        reason = Rejection(f"reply_{reply.cause}", reply.detail)
        _reject(self._drafting, raw, [reason], passage=reply.passage_key)


def _identity_of(draft: Draft) -> str:
    return identity(draft.type.value, draft.question, draft.passage_key)


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
