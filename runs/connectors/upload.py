"""Answers collected elsewhere, looked up instead of asked for."""

from collections.abc import Mapping, Sequence
from typing import Any

from core.text import normalise
from runs.values import FailureKind, Reply, TryFailed


class UploadConnector:
    """Finds the answer of a question in an uploaded file: by identifier first, else by its text."""

    def __init__(self, rows: Sequence[Mapping[str, Any]], *, uids: Mapping[str, str]) -> None:
        """`uids` gives the identifier of each question's text, as frozen."""
        self._by_uid = {row["uid"]: row for row in rows if row.get("uid")}
        self._by_text = {normalise(row["question"]): row for row in rows if row.get("question")}
        self._uids = uids

    async def ask(self, question: str, *, conversation: str) -> Reply:
        """The uploaded answer; raises TryFailed when the file has none for this question."""
        row = self._by_uid.get(self._uids.get(question, "")) or self._by_text.get(
            normalise(question)
        )
        if row is None or row.get("answer") is None:
            raise TryFailed(
                FailureKind.MISSING, "The uploaded file has no answer to this question."
            )
        return Reply(
            text=row["answer"], raw=row["answer"], contexts=list(row.get("contexts") or [])
        )

    async def close(self) -> None:
        """Nothing to let go of."""


def unmatched(
    rows: Sequence[Mapping[str, Any]], *, uids: Mapping[str, str]
) -> list[Mapping[str, Any]]:
    """The rows that answer none of the questions; `uids` as for the connector."""
    known = set(uids.values())
    texts = {normalise(text) for text in uids}
    return [
        row
        for row in rows
        if row.get("uid") not in known and normalise(row.get("question") or "") not in texts
    ]
