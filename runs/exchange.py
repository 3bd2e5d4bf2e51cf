"""The answers of a run as the rows of a file that can be fed in again."""

from collections.abc import Iterator
from typing import Any

from runs import selectors
from runs.models import Run


def answers_jsonl(run: Run) -> Iterator[dict[str, Any]]:
    """One row a slot, in the order of the test set; `answer` is null where there is none."""
    for row in selectors.rows(run):
        answer, correction = row.answer, row.correction
        yield {
            "uid": row.uid,
            "question": row.question,
            "repetition": row.repetition,
            "answer": answer.text if answer else None,
            **(
                {
                    "corrected_by_hand": {
                        "text": correction.text,
                        "by": correction.by_name,
                        "at": correction.at.isoformat(),
                        "reason": correction.reason,
                    }
                }
                if correction
                else {}
            ),
            "contexts": answer.contexts if answer else [],
            "asked_at": answer.asked_at.isoformat() if answer else None,
            "seconds": round(answer.seconds, 3) if answer else None,
            "tries": answer.tries if answer else len(row.failures),
            "failures": [
                {"number": each.number, "kind": each.kind, "detail": each.detail}
                for each in row.failures
            ],
        }
