"""Writing questions from a folder of documents, without a database."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from core.configured import configured_embedder
from core.llm import Tokens
from sources.inputs import Result, results
from sources.reading import ReadDocument, without_repeated
from testsets.checks import SecondReader
from testsets.desk import Desk, Outlet, base_uid
from testsets.material import dated
from testsets.spending import NO_TOKENS, Spending
from testsets.tallying import Tally
from testsets.values import Draft, Material, QuestionType, Rejection, UnusableReply, Writer

NEVER: Final[Callable[[], bool]] = lambda: False  # noqa: E731 - the simplest function there is


@dataclass(frozen=True, slots=True)
class Place:
    """Where a passage stands: its document, and where in the document's text it begins."""

    document: str
    start: int


@dataclass(slots=True)
class Drafted:
    """What came of it: counts, and which documents could not be read."""

    wanted: int
    documents: int = 0
    passages: int = 0
    kept: int = 0
    rejected: dict[str, int] = field(default_factory=dict)
    unread: list[Result] = field(default_factory=list)
    languages: dict[str, int] = field(default_factory=dict)
    gave_up: bool = False
    types: dict[str, int] = field(default_factory=dict)
    token_limit: int | None = None
    tokens: Tokens = NO_TOKENS

    @property
    def budget_spent(self) -> bool:
        """Whether writing ended because it may take no more tokens."""
        limit = self.token_limit
        return limit is not None and self.tokens.total >= limit and self.kept < self.wanted


def draft_folder(
    folder: Path,
    *,
    wanted: int,
    types: Sequence[QuestionType],
    language: str | None,
    writer: Writer,
    reader: SecondReader | None,
    put_out: Callable[[dict[str, Any]], None],
    tokens: int | None = None,
) -> Drafted:
    """Write questions from the documents of a folder; each is put out as it comes.

    Ends when a language model has taken so many `tokens`; None sets no limit.

    Kept: `{uid, type, language, question, expected_answer, expects, parent, facts}`, where a fact is
    `{quotation, document, start, end, match, exact_value}` with its place in the document's text.
    Rejected: `{rejected: true, question, reasons: [{check, message}]}`.
    """
    done = Drafted(wanted, token_limit=tokens)
    material, places = _material(_read(folder, done))
    done.passages = len(material)
    for passage in material:
        done.languages[passage.language] = done.languages.get(passage.language, 0) + 1
    uids: set[str] = set()

    def keep(draft: Draft) -> str:
        uid = _free_uid(draft, uids)
        done.kept += 1
        done.types[draft.type.value] = done.types.get(draft.type.value, 0) + 1
        put_out(_as_json(draft, uid, places))
        return uid

    def reject(refused: Draft | UnusableReply, reasons: Sequence[Rejection]) -> None:
        first = reasons[0].check
        done.rejected[first] = done.rejected.get(first, 0) + 1
        listed = [{"check": reason.check, "message": reason.message} for reason in reasons]
        question = refused.question if isinstance(refused, Draft) else ""
        put_out({"rejected": True, "question": question, "reasons": listed})

    desk = Desk(
        writer=writer,
        reader=reader,
        embedder=configured_embedder(),
        material=material,
        tally=Tally(wanted, writer.types, [], chosen=types),
    )
    spending = Spending([writer.meter, reader.meter if reader else None], limit=tokens)
    done.gave_up = desk.work(
        Outlet(keep, reject), language=language, stop=NEVER, affords=spending.affords
    )
    done.tokens = spending.tokens + spending.unanswered()
    return done


def _read(folder: Path, done: Drafted) -> list[tuple[str, ReadDocument]]:
    """The readable documents of the folder, without what stands on most of its pages."""
    found = list(results([str(folder)], standard_input=bytes, name=""))
    done.unread = [result for result in found if result.document is None]
    read = [(result.source, result.document) for result in found if result.document is not None]
    done.documents = len(read)
    documents = without_repeated([document for _, document in read])
    return [(source, document) for (source, _), document in zip(read, documents, strict=True)]


def _material(
    documents: Sequence[tuple[str, ReadDocument]],
) -> tuple[list[Material], dict[int, Place]]:
    material: list[Material] = []
    places: dict[int, Place] = {}
    for number, (source, document) in enumerate(documents, start=1):
        for passage in document.passages:
            key = len(material) + 1
            places[key] = Place(source, passage.start)
            material.append(
                Material(
                    key=key,
                    document_key=number,
                    document=document.title or source,
                    address=source,
                    language=passage.language,
                    kind=passage.kind.value,
                    question=passage.question,
                    heading_path=passage.heading_path,
                    text=passage.text,
                    dated=dated([document.title, *passage.heading_path], ""),
                )
            )
    return material, places


def _free_uid(draft: Draft, taken: set[str]) -> str:
    base = base_uid(draft.question, [fact.quotation for fact in draft.facts])
    uid, number = base, 2
    while uid in taken:
        uid, number = f"{base}-{number}", number + 1
    taken.add(uid)
    return uid


def _as_json(draft: Draft, uid: str, places: dict[int, Place]) -> dict[str, Any]:
    facts = []
    for fact in draft.facts:
        place = places[draft.passage_of(fact)]
        facts.append(
            {
                "quotation": fact.quotation,
                "document": place.document,
                "start": place.start + fact.start,
                "end": place.start + fact.end,
                "match": fact.match,
                "exact_value": fact.exact_value,
            }
        )
    return {
        "uid": uid,
        "type": draft.type.value,
        "language": draft.language,
        "question": draft.question,
        "expected_answer": draft.expected_answer,
        "facts": facts,
        "expects": draft.expects.value,
        "parent": draft.parent,
    }
