"""Answers collected elsewhere, looked up instead of asked for."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from runs.uploads.matching import Use, match
from runs.values import FailureKind, Reply, TryFailed


class UploadConnector:
    """Finds the answer of a question in an uploaded file: by identifier first, else by its text."""

    def __init__(
        self, rows: Sequence[Mapping[str, Any]], *, uids: Mapping[str, str], use: str = Use.FIRST
    ) -> None:
        """`uids` gives the identifier of each question's text, as frozen."""
        self._rows = rows
        self._chosen = match(rows, uids=uids).chosen(use)
        self._uids = uids

    async def ask(self, question: str, *, conversation: str) -> Reply:
        """The uploaded answer; raises TryFailed when the file has none for this question."""
        place = self._chosen.get(self._uids.get(question, ""))
        if place is None:
            raise TryFailed(
                FailureKind.MISSING, "The uploaded file has no answer to this question."
            )
        row = self._rows[place]
        told = row.get("asked_at")
        return Reply(
            text=row["answer"],
            raw=row["answer"],
            contexts=list(row.get("contexts") or []),
            tools=list(row.get("tools") or []),
            asked_at=datetime.fromisoformat(told) if told else None,
            seconds=row.get("seconds"),
        )

    async def close(self) -> None:
        """Nothing to let go of."""
