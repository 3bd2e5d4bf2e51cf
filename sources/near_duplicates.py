"""Storing the passages of a reading, each marked that says nearly the same as an earlier one."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

from django.db import IntegrityError, transaction

from core.postgres.copying import copy_in
from sources.models import Passage, Reading
from sources.reading.similarity import Said, Seen, keys_of, near_duplicates


class Shelf:
    """The passages of one reading stored so far, by what they say.

    Of each that repeats no other it remembers a number of eight bytes; the texts stay in the database.
    """

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._look()

    def _look(self) -> None:
        self._seen = Seen()
        # The key of each remembered passage, 0 while it is not stored.
        self._stored = array("Q")
        kept = Passage.objects.filter(document__reading=self._reading, near_duplicate_of=None)
        columns = kept.order_by("pk").values_list("pk", "text", "question", "heading_path")
        for pk, text, question, path in columns.iterator(500):
            self._seen.add(keys_of(_said(text, question, path)), len(self._stored))
            self._stored.append(pk)

    def store(self, passages: Sequence[Passage]) -> None:
        """Store the passages, in their order, each near-duplicate with the first that says it.

        IntegrityError when one of them is stored already; none is then.
        """
        try:
            self._store(passages)
        except IntegrityError:
            self._look()
            raise

    def _store(self, passages: Sequence[Passage]) -> None:
        first_of = self._firsts(passages)
        own = [row for row in passages if id(row) not in first_of]
        begin = len(self._stored) - len(own)
        with transaction.atomic():
            copy_in(own)
            keys = [row.pk for row in own]
            repeating = [row for row in passages if id(row) in first_of]
            for row in repeating:
                number = first_of[id(row)]
                row.near_duplicate_of_id = (
                    keys[number - begin] if number >= begin else self._stored[number]
                )
            copy_in(repeating)
        self._stored[begin:] = array("Q", keys)

    def _firsts(self, passages: Sequence[Passage]) -> dict[int, int]:
        """The number of the first that says it, by the identity of each near-duplicate."""
        said = [_said(row.text, row.question, row.heading_path) for row in passages]
        keys = [keys_of(one) for one in said]
        known = self._texts(number for key in keys for number in self._seen.candidates(key))
        firsts: dict[int, int] = {}
        for row, words, key in zip(passages, said, keys, strict=True):
            alike = (n for n in self._seen.candidates(key) if n in known)
            first = next((n for n in alike if near_duplicates(known[n], words)), None)
            if first is not None:
                firsts[id(row)] = first
                continue
            known[len(self._stored)] = words
            self._seen.add(key, len(self._stored))
            self._stored.append(0)
        return firsts

    def _texts(self, numbers: Iterable[int]) -> dict[int, Said]:
        """What the passages of these numbers say; without those that were never stored."""
        wanted = {self._stored[n]: n for n in numbers if self._stored[n]}
        rows = Passage.objects.filter(pk__in=wanted)
        return {
            wanted[pk]: _said(text, question, path)
            for pk, text, question, path in rows.values_list(
                "pk", "text", "question", "heading_path"
            )
        }


def _said(text: str, question: str, heading_path: Sequence[str]) -> Said:
    return Said(text, question, heading_path[-1] if heading_path else "")
