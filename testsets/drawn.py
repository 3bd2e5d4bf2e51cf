"""What questions were drawn from: the passages of one source, with the key facts quoted from each."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TypeAlias

from sources.models import Document, Source
from testsets.models import FrozenQuestion, KeyFact


@dataclass(frozen=True, slots=True)
class Subject:
    """A question of a draft, or a frozen one, by its key; `test_set` and `uid` are those of both."""

    key: int
    is_frozen: bool
    test_set: int
    uid: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """A passage that a question rests on, as it was then, and the quotations from it.

    `content_hash` is that of the bytes that were fetched.
    """

    address: str
    content_hash: str
    text: str
    quotations: tuple[str, ...]


DrawnFrom: TypeAlias = dict[Subject, list[Drawn]]


def drawn_from(source: Source) -> DrawnFrom:
    """The questions that rest on passages of the source: those in drafts, and every frozen one."""
    return _drafts(source) | _frozen(source)


def _drafts(source: Source) -> DrawnFrom:
    facts = KeyFact.objects.filter(
        passage__document__source=source, question__removed_at__isnull=True
    ).values_list(
        "question", "question__test_set", "question__uid",
        "passage__document__address", "passage__document__content_hash", "passage__text", "quotation",
    )  # fmt: skip
    quoted: defaultdict[Subject, defaultdict[tuple[str, str, str], list[str]]]
    quoted = defaultdict(lambda: defaultdict(list))
    for key, test_set, uid, address, digest, text, quotation in facts.order_by(
        "question", "position"
    ):
        quoted[Subject(key, False, test_set, uid)][address, digest, text].append(quotation)
    return {
        subject: [Drawn(*place, tuple(words)) for place, words in passages.items()]
        for subject, passages in quoted.items()
    }


def _frozen(source: Source) -> DrawnFrom:
    """A frozen passage knows its document by address and fingerprint."""
    rows = FrozenQuestion.objects.for_workspace(source.workspace).exclude(passages=[])
    found: DrawnFrom = {}
    known = _documents(source)
    for row in rows.select_related("version").only("version__test_set", "uid", "facts", "passages"):
        drawn = [
            Drawn(
                passage["address"],
                passage["content_hash"],
                passage["text"],
                tuple(fact["quotation"] for fact in row.facts if fact["passage"] == number),
            )
            for number, passage in enumerate(row.passages)
            if (passage.get("address"), passage.get("content_hash")) in known
        ]
        if drawn:
            found[Subject(row.pk, True, row.version.test_set_id, row.uid)] = drawn
    return found


def _documents(source: Source) -> set[tuple[str, str]]:
    rows = Document.objects.filter(source=source).order_by()
    return set(rows.values_list("address", "content_hash").distinct())
