"""Which answer belongs to which question: by identifier, else by the folded wording.

Used before a file is stored, to name what matches nothing or twice, and when it is looked up.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from core.text import normalise


class Use(StrEnum):
    """Which counts where a question has several answers; the same for every question of a run."""

    FIRST = "first"
    LAST = "last"


@dataclass(frozen=True, slots=True)
class Matching:
    """Places of rows, counted from 0. `by_uid` holds every answer of a question, in file order.

    `contrary` rows have the identifier of one question and the wording of another: they are not used.
    """

    by_uid: Mapping[str, Sequence[int]]
    unmatched: Sequence[int]
    contrary: Sequence[int]
    reworded: Sequence[int]  # matched by identifier, their wording is no question's
    missing: Sequence[str]  # identifiers of questions without an answer

    @property
    def doubled(self) -> dict[str, Sequence[int]]:
        """Questions that have several answers."""
        return {uid: places for uid, places in self.by_uid.items() if len(places) > 1}

    def chosen(self, use: str) -> dict[str, int]:
        """The row that counts for each question."""
        at = -1 if use == Use.LAST else 0
        return {uid: places[at] for uid, places in self.by_uid.items()}


def match(rows: Sequence[Mapping[str, Any]], *, uids: Mapping[str, str]) -> Matching:
    """Match rows as they are stored; `uids` gives the identifier of each question's text.

    A row that says there was no answer answers nothing.
    """
    known = set(uids.values())
    by_text: dict[str, list[str]] = {}
    for text, uid in uids.items():
        by_text.setdefault(normalise(text), []).append(uid)
    by_uid: dict[str, list[int]] = {}
    unmatched, contrary, reworded = [], [], []
    for place, row in enumerate(rows):
        uid = row.get("uid") or ""
        worded = by_text.get(normalise(row.get("question") or ""), [])
        if not worded:
            others = (by_text.get(normalise(text), []) for text in row.get("also") or ())
            worded = next((found for found in others if found), [])
        if uid in known and worded and uid not in worded:
            contrary.append(place)
            continue
        if uid in known and row.get("question") and not worded:
            reworded.append(place)
        found = [uid] if uid in known else worded
        if not found:
            unmatched.append(place)
        elif row.get("answer") is not None:
            for one in found:
                by_uid.setdefault(one, []).append(place)
    missing = [uid for uid in uids.values() if uid not in by_uid]
    return Matching(by_uid, unmatched, contrary, reworded, missing)
