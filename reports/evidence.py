"""Which records of a run its report is made from.

The list is stored with a published version, so that the same report can be made again whatever was
answered, graded, reviewed or renamed since.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self

from core.models import Membership
from core.permissions import Role
from grading import selectors as grading
from reviews.models import Flag, RandomCheck
from runs.correcting import corrections_of
from runs.models import Run


@dataclass(frozen=True, slots=True)
class Graded:
    """The assessments of one answer that count: a person's decision in force, and the machine's.

    `outdated` is the mark that set the answer aside because its source says something else by then.
    """

    answer: int
    decision: int | None
    automated: int | None
    outdated: int | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """Which records a report is made from, and what was true then of rows that may change.

    `asked` says that the asking had ended, `graded` that every answer had been judged or given up.
    """

    run: int
    asked: bool
    graded: bool
    started_at: str
    ended_at: str | None
    title: str
    organisation: str
    test_set: str
    grades: tuple[Graded, ...]
    failures: tuple[int, ...]
    flags: tuple[int, ...]
    open_flags: tuple[int, ...]
    experts: tuple[int, ...]
    corrections: tuple[int, ...] = ()
    checks: tuple[int, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """As it is stored with a published version."""
        return asdict(self)

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        """The evidence of a published version."""
        values = dict(stored)
        values["grades"] = tuple(Graded(**grade) for grade in stored["grades"])
        for name in ("failures", "flags", "open_flags", "experts"):
            values[name] = tuple(stored[name])
        for name in ("corrections", "checks"):
            values[name] = tuple(stored.get(name, ()))  # older published reports lack them
        return cls(**values)


def gather(run: Run, *, title: str) -> Evidence:
    """The records that count at this moment."""
    grades = _grades(run)
    test_set = run.version.test_set
    experts = Membership.objects.filter(workspace=test_set.workspace, role=Role.EXPERT.value)
    flags = Flag.objects.filter(answer__run=run).order_by("pk")
    asked = run.status in (Run.Status.DONE, Run.Status.STOPPED)
    return Evidence(
        run=run.pk,
        asked=asked,
        graded=all(grade.automated is not None for grade in grades),
        started_at=(run.started_at or run.created_at).isoformat(),
        ended_at=run.finished_at.isoformat() if run.finished_at else None,
        title=title,
        organisation=test_set.workspace.name,
        test_set=test_set.name,
        grades=tuple(grades),
        failures=tuple(run.failures.order_by("pk").values_list("pk", flat=True)),
        flags=tuple(flags.values_list("pk", flat=True)),
        open_flags=tuple(flags.filter(resolved_at=None).values_list("pk", flat=True)),
        experts=tuple(experts.order_by("user_id").values_list("user_id", flat=True)),
        corrections=tuple(sorted(row.pk for row in corrections_of(run).values())),
        checks=tuple(
            RandomCheck.objects.filter(run=run).order_by("pk").values_list("pk", flat=True)
        ),
    )


def _grades(run: Run) -> list[Graded]:
    return [
        Graded(
            answer,
            grade.current.pk if grade.current and grade.decided_by_person else None,
            grade.automated.pk if grade.automated else None,
            grade.outdated.pk if grade.outdated else None,
        )
        for answer, grade in sorted(grading.grades(run).items())
    ]
