"""The writer without a language model: the material's own questions, and safe patterns."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Final

from core.embeddings import Embedder
from core.fingerprint import fingerprint
from testsets.values import Draft, Material, QuestionType, UnusableReply
from testsets.writers.builtin.choosing import Chooser
from testsets.writers.builtin.entries import entry_draft
from testsets.writers.builtin.glossary import glossary_drafts
from testsets.writers.builtin.ordering import ASKED, DERIVED, MADE, Candidate, spread_out
from testsets.writers.builtin.statements import statement_drafts

# Raised whenever the same passages could give other drafts.
EDITION: Final = 2
_MOST_PER_PASSAGE: Final = 2


class BuiltinWriter:
    """Proposes the questions that pages ask themselves, and questions made of plain statements.

    It never words a question freely, so it proposes few, and what it proposes a customer could ask.
    """

    name = "Built-in writer (rules, no language model)"

    def __init__(self, embedder: Embedder | None = None) -> None:
        self._chooser = Chooser(embedder)
        self._embeddings = embedder.name if embedder else ""

    @property
    def fingerprint(self) -> str:
        """Changes with the edition of the rules and the embeddings that help to choose sentences."""
        return fingerprint(
            {"writer": "builtin", "edition": EDITION, "embeddings": self._embeddings}
        )

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
        sections: set[tuple[int, tuple[str, ...]]] = set()
        for passage in material:
            if stop():
                return
            section = (passage.document_key, passage.heading_path)
            if language is None or passage.language == language:
                opens = section not in sections
                candidates.extend(_candidates(passage, opens_section=opens, chooser=self._chooser))
            sections.add(section)
        for draft in spread_out(candidates):
            if stop():
                return
            yield draft


def _candidates(passage: Material, *, opens_section: bool, chooser: Chooser) -> Iterator[Candidate]:
    asked = entry_draft(passage, opens_section=opens_section, chooser=chooser)
    if asked is not None:
        yield Candidate(asked, passage.document_key, ASKED)
    if asked is not None or passage.question:
        return  # its sentences answer that question and may not be clear without it
    for draft in glossary_drafts(passage):
        yield Candidate(draft, passage.document_key, DERIVED)
    for draft in islice(statement_drafts(passage), _MOST_PER_PASSAGE):
        rank = MADE if draft.type is QuestionType.EXACT_VALUE else DERIVED
        yield Candidate(draft, passage.document_key, rank)
