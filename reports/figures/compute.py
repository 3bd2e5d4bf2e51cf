"""From a run's records to the figures of its report."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from reports.figures import standing, tallies
from reports.figures.checking import check
from reports.figures.input import ReportInput, ResultRecord
from reports.figures.values import Bounds, Figures, GraderUse, Tally, Variant
from reports.statistics import Reach, narrowing

# The planner's round numbers; a report shows those that are more than it has.
_MORE_QUESTIONS: Final = (30, 50, 100, 200, 400, 1000)
_STEPS_SHOWN: Final = 4


def figures(given: ReportInput) -> Figures:
    """Count everything once. The same input gives equal figures, whenever and wherever."""
    results = given.results
    headline = tallies.tally(results)
    return Figures(
        title=given.title,
        organisation=given.organisation,
        headline=headline,
        bounds=_bounds(headline),
        narrowing=_narrowing(headline),
        incomplete=standing.incompleteness(results, headline, ended=given.ended),
        review=standing.review(results, started_at=given.methodology.started_at),
        exploratory=given.exploratory or any(result.without_source for result in results),
        by_type=tallies.by_type(results),
        by_family=tallies.by_family(results),
        by_topic=tallies.grouped(results, lambda result: result.topic),
        by_source=tallies.by_source(results),
        by_language=tallies.grouped(results, lambda result: result.language),
        by_critical=tallies.grouped(
            results,
            lambda result: "critical" if result.critical else "not_critical",
            order=("critical", "not_critical"),
        ),
        by_control=tallies.grouped(
            results,
            lambda result: "control" if result.control else "development",
            order=("development", "control"),
        ),
        variants=_variants(results),
        questions=len({result.uid for result in results}),
        retried=tuple(dict.fromkeys(each.uid for each in results if each.retried)),
        corrected=tuple(dict.fromkeys(each.uid for each in results if each.corrected)),
        graders=_graders(results),
        methodology=given.methodology,
        results=results,
        check=check(results),
    )


def _bounds(headline: Tally) -> Bounds | None:
    """None when nothing was planned, or nothing is set aside and the bounds would say nothing."""
    aside = headline.planned - headline.scored
    if not headline.planned or not aside:
        return None
    return Bounds(
        worst=headline.correct / headline.planned,
        best=(headline.correct + aside) / headline.planned,
    )


def _narrowing(headline: Tally) -> tuple[Reach, ...]:
    """The interval now, then around the same rate with more questions."""
    if headline.share is None:
        return ()
    now = headline.share.basis
    more = [count for count in _MORE_QUESTIONS if count >= now * 1.5]
    return narrowing(headline.share.rate, [now, *more[:_STEPS_SHOWN]])


def _variants(results: Sequence[ResultRecord]) -> tuple[Variant, ...]:
    """Each variant beside its parent, attempt by attempt."""
    labels = {(result.uid, result.attempt): result.label for result in results}
    return tuple(
        Variant(
            result.uid,
            result.type,
            result.parent,
            result.label,
            labels[result.parent, result.attempt],
        )
        for result in results
        if (result.parent, result.attempt) in labels
    )


def _graders(results: Sequence[ResultRecord]) -> tuple[GraderUse, ...]:
    """The fingerprints on the automated grades, the most used first."""
    used = Counter(each.grader_fingerprint for each in results if each.grader_fingerprint)
    ranked = sorted(used.items(), key=lambda item: (-item[1], item[0]))
    return tuple(GraderUse(fingerprint, grades) for fingerprint, grades in ranked)
