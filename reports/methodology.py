"""The methodology of a report, from what its run pinned (M6.2)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from grading.models import Assessment
from reports.evidence import Evidence
from reports.figures import Methodology
from runs.models import Run

# Parts of the pinned record that the report shows under names of their own, or not at all: the
# order of asking is a list of every question.
_TOLD_ELSEWHERE: Final = frozenset(
    {"assistant", "policy", "grader", "order", "version_digest", "repetitions", "code"}
)


def methodology(run: Run, evidence: Evidence, assessments: Sequence[Assessment]) -> Methodology:
    """Everything fixed when the run started, and the grader that made most of the grades."""
    pinned, version = run.pinned, run.version
    used = Counter(each.grader for each in assessments if each.grader is not None)
    grader = min(used, key=lambda each: (-used[each], each.pk)) if used else None
    assistant, policy, fixed = pinned["assistant"], pinned["policy"], pinned.get("grader", {})
    rest = {name: value for name, value in pinned.items() if name not in _TOLD_ELSEWHERE}
    return Methodology(
        writer=", ".join(writer["name"] for writer in version.writers),
        grader=grader.name if grader else fixed.get("name", ""),
        grader_fingerprint=grader.fingerprint if grader else fixed.get("fingerprint", ""),
        pinned_grader_fingerprint=fixed.get("fingerprint", ""),
        assistant=assistant["name"],
        test_set=evidence.test_set,
        version=str(version.number),
        version_digest=pinned["version_digest"],
        started_at=datetime.fromisoformat(evidence.started_at),
        ended_at=datetime.fromisoformat(evidence.ended_at) if evidence.ended_at else None,
        repetitions=run.repetitions,
        tries_allowed=policy["tries"],
        embeddings=str(rest.pop("embeddings", "")),
        software=str(pinned.get("code", "")),
        grader_settings=dict(flat(grader.description if grader else fixed.get("settings", {}))),
        assistant_settings=dict(flat({k: v for k, v in assistant.items() if k != "name"})),
        run_settings=dict(flat({"policy": policy, **rest})),
    )


def flat(value: Mapping[str, Any], *, above: str = "") -> Iterator[tuple[str, str]]:
    """Nested settings as rows of (name, text), by name: names say the way down, lists are one line."""
    for name, inner in sorted(value.items()):
        here = f"{above} › {name}" if above else str(name)
        here = here.replace("_", " ")
        if isinstance(inner, Mapping):
            yield from flat(inner, above=here)
        elif isinstance(inner, list | tuple):
            yield here, ", ".join(str(each) for each in inner)
        elif inner is not None and inner != "":
            yield here, str(inner)
