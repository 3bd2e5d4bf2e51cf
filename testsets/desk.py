"""Between a writer and whoever stores: which drafts are kept, which rejected, which get a variant.

Plain values in and out, so that a job with a database and a command without one draft alike.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from core.embeddings import Embedder
from core.fingerprint import fingerprint
from testsets.checks import EmbeddedPassages, EmbeddedQuestions, SecondReader, check_draft
from testsets.tallying import Tally
from testsets.values import Draft, Material, Rejection, UnusableReply, Writer, no_limit
from testsets.variants import variant_of

# Of so many drafts for one wanted question a writer that goes on failing is stopped.
DRAFTS_PER_QUESTION: Final = 6
FEWEST_DRAFTS: Final = 40

Keep = Callable[[Draft], str]
Reject = Callable[[Draft | UnusableReply, Sequence[Rejection]], None]


@dataclass(frozen=True, slots=True)
class Outlet:
    """Where drafts go: `keep` stores one and gives the identifier it got, `reject` notes why not."""

    keep: Keep
    reject: Reject


def identity(type_: str, question: str, passage: int) -> str:
    """What makes a draft the same when a writer proposes it again after an interruption."""
    return fingerprint({"type": type_, "question": question, "passage": passage})


def base_uid(question: str, evidence: Sequence[str]) -> str:
    """The identifier that the same question about the same words gets in every set.

    Answers collected for one set then fit a copy of it, and never a different question (M1.9).
    """
    return "q-" + fingerprint({"question": question, "evidence": list(evidence)})[:10]


class Desk:
    """One go at writing: the material, and what was kept and seen so far.

    `seen` maps the identity of each draft that was dealt with before to the passage it was about.
    """

    def __init__(
        self,
        *,
        writer: Writer,
        reader: SecondReader | None,
        embedder: Embedder,
        material: Sequence[Material],
        tally: Tally,
        kept: Sequence[Draft] = (),
        seen: Mapping[str, int] | None = None,
    ) -> None:
        self._writer = writer
        self._reader = reader
        self._material = {passage.key: passage for passage in material}
        self._space = EmbeddedQuestions(embedder)
        self._search = EmbeddedPassages(embedder, material)
        self._tally = tally
        self._kept = list(kept)
        self._seen = dict(seen or {})

    def work(
        self,
        outlet: Outlet,
        *,
        language: str | None,
        stop: Callable[[], bool],
        affords: Callable[[int], bool] = no_limit,
    ) -> bool:
        """Put out drafts until enough are kept, the material or what `affords` allows is used up, or
        `stop` says so.

        True when it gave up because far too many drafts failed.
        """
        if self._tally.missing <= 0:
            return False
        left = max(FEWEST_DRAFTS, DRAFTS_PER_QUESTION * self._tally.missing)
        # Passages that were asked about before an interruption come last.
        used = set(self._seen.values())
        order = sorted(self._material.values(), key=lambda passage: passage.key in used)
        outcomes = self._writer.drafts(
            order,
            wanted=self._tally.missing,
            shares=self._tally.shares,
            language=language,
            stop=stop,
            affords=affords,
        )
        for outcome in outcomes:
            if isinstance(outcome, UnusableReply):
                reason = Rejection(f"reply_{outcome.cause}", outcome.detail)
                outlet.reject(outcome, [reason])
                left -= 1
            elif _identity_of(outcome) not in self._seen and self._tally.is_due(outcome.type):
                uid = self._judge(outcome, outlet)
                left -= not uid
                if uid:
                    self._vary(outcome, uid, outlet)
            if self._tally.missing <= 0 or stop():
                return False
            if left <= 0:
                return True
        return False

    def _judge(self, draft: Draft, outlet: Outlet) -> str:
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
            outlet.reject(draft, reasons)
            return ""
        uid = outlet.keep(draft)
        self._kept.append(draft)
        self._tally.add(draft.type)
        return uid

    def _vary(self, parent: Draft, uid: str, outlet: Outlet) -> None:
        """The variant that is due beside a question just kept, if there is one (M1.13)."""
        for type_ in self._tally.variants_due():
            variant = variant_of(parent, type_, uid=uid)
            if variant is not None and self._judge(variant, outlet):
                return


def _identity_of(draft: Draft) -> str:
    return identity(draft.type.value, draft.question, draft.passage_key)
