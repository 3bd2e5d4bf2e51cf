"""The writer without a language model: the material's own questions, and safe patterns."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from core.embeddings import Embedder
from core.fingerprint import fingerprint
from testsets.battery import quotas
from testsets.values import Draft, Material, QuestionType, UnusableReply, no_limit
from testsets.writers.builtin.choosing import Chooser
from testsets.writers.builtin.entries import entry_draft
from testsets.writers.builtin.glossary import glossary_drafts
from testsets.writers.builtin.limits import limit_drafts
from testsets.writers.builtin.ordering import ASKED, DERIVED, MADE, Candidate, spread_out
from testsets.writers.builtin.statements import statement_drafts

# Raised whenever the same passages could give other drafts.
EDITION: Final = 4
_MOST_PER_PASSAGE: Final = 2
# A page that asks no more than this itself is worth a look at what its answers state besides.
_ASKS_FEW: Final = 3
_LIMITS: Final = (QuestionType.NOT_IN_MATERIAL, QuestionType.GENERAL_KNOWLEDGE)
# What rules can word without inventing anything; the other types need somebody who can write.
_TYPES: Final = frozenset(
    {QuestionType.DIRECT, QuestionType.EXACT_VALUE, QuestionType.YES_NO, *_LIMITS}
)


class BuiltinWriter:
    """Proposes the questions that pages ask themselves, and questions made of plain statements.

    It never words a question freely, so it proposes few, and what it proposes a customer could ask.
    """

    name = "Built-in writer (rules, no language model)"
    meter = None

    def __init__(self, embedder: Embedder | None = None) -> None:
        self._chooser = Chooser(embedder)
        self._embeddings = embedder.name if embedder else ""

    @property
    def fingerprint(self) -> str:
        """Changes with the edition of the rules and the embeddings that help to choose sentences."""
        return fingerprint(
            {"writer": "builtin", "edition": EDITION, "embeddings": self._embeddings}
        )

    @property
    def types(self) -> frozenset[QuestionType]:
        """Plain questions, exact values, yes/no, and two kinds that should be declined."""
        return _TYPES

    def drafts(
        self,
        material: Sequence[Material],
        *,
        wanted: int,
        shares: Mapping[QuestionType, int],
        language: str | None,
        stop: Callable[[], bool],
        affords: Callable[[int], bool] = no_limit,  # it calls nobody
    ) -> Iterator[Draft | UnusableReply]:
        """Propose everything the material gives, best and best spread first."""
        candidates: list[Candidate] = []
        sections: set[tuple[int, tuple[str, ...], str]] = set()
        asking = Counter(passage.document_key for passage in material if passage.question)
        for passage in material:
            if stop():
                return
            section = (passage.document_key, passage.heading_path, passage.question)
            if language is None or passage.language == language:
                opens = section not in sections
                asks_few = asking[passage.document_key] <= _ASKS_FEW
                candidates.extend(
                    _candidates(
                        passage, opens_section=opens, asks_few=asks_few, chooser=self._chooser
                    )
                )
            sections.add(section)
        ordinary = [draft for draft in spread_out(candidates) if draft.type in shares]
        for draft in _with_limits(ordinary, wanted, shares, language or _main_language(material)):
            if stop():
                return
            yield draft


def _main_language(material: Sequence[Material]) -> str:
    """The language of most passages, "" without any."""
    counted = Counter(passage.language for passage in material)
    return counted.most_common(1)[0][0] if counted else ""


def _with_limits(
    ordinary: Sequence[Draft], wanted: int, shares: Mapping[QuestionType, int], language: str
) -> Iterator[Draft]:
    """The ordinary questions, with those to be declined spread among them by their shares.

    A question that the material answers is refused, and the next one of its kind takes its place:
    so twice as many are proposed as are due.
    """
    due = quotas(wanted, shares)
    seed = ordinary[0].question if ordinary else ""
    declined = [
        draft
        for type_ in _LIMITS
        if due.get(type_)
        for draft in islice(limit_drafts(type_, language, seed=seed), 2 * due[type_])
    ]
    every = max(1, min(wanted, len(ordinary)) // (len(declined) + 1))
    waiting = iter(declined)
    for place, draft in enumerate(ordinary, start=1):
        yield draft
        if place % every == 0:
            yield from islice(waiting, 1)
    yield from waiting


def _candidates(
    passage: Material, *, opens_section: bool, asks_few: bool, chooser: Chooser
) -> Iterator[Candidate]:
    asked = entry_draft(passage, opens_section=opens_section, chooser=chooser)
    if asked is not None:
        yield Candidate(asked, passage.document_key, ASKED)
    if (asked is not None or passage.question) and not asks_few:
        return  # its sentences answer that question, and there are others to ask
    for draft in glossary_drafts(passage):
        yield Candidate(draft, passage.document_key, DERIVED)
    stated = (draft for draft in statement_drafts(passage) if not _asks_again(draft, asked))
    for draft in islice(stated, _MOST_PER_PASSAGE):
        rank = MADE if draft.type is QuestionType.EXACT_VALUE else DERIVED
        yield Candidate(draft, passage.document_key, rank)


def _asks_again(made: Draft, asked: Draft | None) -> bool:
    """Whether a question made of an answer has the key fact of the question it answers.

    A value inside what that question wants told in words is something else to ask for.
    """
    if asked is None:
        return False
    wants_more = (
        made.type is QuestionType.EXACT_VALUE and asked.type is not QuestionType.EXACT_VALUE
    )
    return not wants_more and any(
        mine.start < theirs.end and theirs.start < mine.end
        for mine in made.facts
        for theirs in asked.facts
    )
