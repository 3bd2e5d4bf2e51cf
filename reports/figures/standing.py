"""What a report may call itself: complete or not, and how far reviewed."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from grading.values import failing
from reports.figures.input import ResultRecord
from reports.figures.tallies import set_aside
from reports.figures.values import Incompleteness, Review, ReviewLevel, Shortfall, Tally

# Drawn at random is no doubt about the result, so it asks nothing of the review level.
DRAWN: Final = "drawn"


def incompleteness(
    results: Sequence[ResultRecord], headline: Tally, *, ended: bool
) -> tuple[Incompleteness, ...]:
    """The reasons for the mark Incomplete (M3.4); none means that the report is complete."""
    reasons = []
    if not ended:
        reasons.append(Incompleteness(Shortfall.NOT_ENDED))
    # Whole numbers: 9 of 10 is exactly the ninety percent that is enough.
    if headline.scored == 0:
        reasons.append(Incompleteness(Shortfall.NOTHING_SCORED))
    elif headline.scored * 10 < headline.planned * 9:
        reasons.append(Incompleteness(Shortfall.TOO_FEW_SCORED))
    critical = [each.uid for each in results if each.critical and set_aside(each) is not None]
    if critical:
        uids = tuple(dict.fromkeys(critical))
        reasons.append(Incompleteness(Shortfall.CRITICAL_NOT_ASSESSED, uids))
    return tuple(reasons)


def flagged(result: ResultRecord) -> bool:
    """True when a person should look: a recorded flag, or an answer that got no grade."""
    waits = result.label is None and result.answer is not None
    return any(flag != DRAWN for flag in result.flags) or bool(result.ungraded) or waits


def review(results: Sequence[ResultRecord], *, started_at: datetime) -> Review:
    """The review level with the counts it rests on (M5.1). Only recorded decisions count.

    Nothing flagged and nobody there is still Preliminary: without a person's decision on record no
    report is reviewed.
    """
    flags = [result for result in results if flagged(result)]
    # A dispute that came after a decision asks for another one.
    checked = [each for each in flags if each.decision is not None and not each.flags_open]
    failures = [result for result in results if _failed(result)]
    by_experts = [
        result for result in failures if result.decision is not None and result.decision.expert
    ]
    decided = [result for result in results if result.decision is not None]
    signed_off = [
        result
        for result in results
        if result.signed_off_at is not None and result.signed_off_at <= started_at
    ]
    level = ReviewLevel.PRELIMINARY
    if decided and len(checked) == len(flags):
        level = ReviewLevel.REVIEWED
        expert_seen = any(each.decision is not None and each.decision.expert for each in decided)
        if expert_seen and len(signed_off) == len(results) and len(by_experts) == len(failures):
            level = ReviewLevel.EXPERT
    return Review(
        level=level,
        flagged=len(flags),
        flagged_checked=len(checked),
        failures=len(failures),
        failures_checked_by_experts=len(by_experts),
        decisions=len(decided),
        overturned=sum(
            each.automated_label is not None and each.automated_label is not each.label
            for each in decided
        ),
        signed_off_before=len(signed_off),
    )


def _failed(result: ResultRecord) -> bool:
    """True when the answer failed by the machine's grade or fails by the grade in force."""
    return any(
        label is not None and failing(label) for label in (result.label, result.automated_label)
    )
