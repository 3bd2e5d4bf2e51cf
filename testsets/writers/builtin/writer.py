"""The writer without a language model: the material's own questions, and safe patterns."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from core.fingerprint import fingerprint
from testsets.values import Draft, Material, UnusableReply
from testsets.writers.builtin.entries import entry_draft
from testsets.writers.builtin.ordering import ASKED, DERIVED, MADE, Candidate, spread_out
from testsets.writers.builtin.statements import statement_drafts
from testsets.values import QuestionType

# Raised whenever the same passages could give other drafts.
EDITION: Final = 1
_MOST_PER_PASSAGE: Final = 2


class BuiltinWriter:
    """Proposes the questions that pages ask themselves, and questions made of plain statements.

    It never words a question freely, so it proposes few, and what it proposes a customer could ask.
    """

    name = "Built-in writer (rules, no language model)"

    @property
    def fingerprint(self) -> str:
        """Changes with the edition of the rules."""
        return fingerprint({"writer": "builtin", "edition": EDITION})

    def drafts(
        self,
        material: Sequence[Material],
        *,
        wanted: int,
        language: str | None,
        stop: Callable[[], bool],
    ) -> Iterator[Draft | UnusableReply]:
        """Propose everything the material gives, best and best spread first."""
        candidates: list[Candidate] = []
        for passage in material:
            if stop():
                return
            if language is None or passage.language == language:
                candidates.extend(_candidates(passage))
        for draft in spread_out(candidates):
            if stop():
                return
            yield draft


def _candidates(passage: Material) -> Iterator[Candidate]:
    asked = entry_draft(passage)
    if asked is not None:
        yield Candidate(asked, passage.document_key, ASKED)
    if passage.question:
        return  # its sentences answer that question and may not be clear without it
    made = 0
    for draft in statement_drafts(passage):
        if made == _MOST_PER_PASSAGE:
            return
        made += 1
        rank = MADE if draft.type is QuestionType.EXACT_VALUE else DERIVED
        yield Candidate(draft, passage.document_key, rank)
