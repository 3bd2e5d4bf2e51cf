"""A report as data: what report.json holds, and what a published version keeps as its snapshot.

The shape is versioned by `SCHEMA`. Fields may be added within a version, never renamed or dropped.
Rates are percentages with one decimal, the very numbers that page and PDF print; null where there
is no evidence.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final

from reports.figures.input import FactRecord, Methodology, PassageRecord, ResultRecord
from reports.figures.tallies import set_aside
from reports.figures.values import Check, Figures, Group, Review, Tally
from reports.wording import Wording, checking, notes, percent_value, sentences, wording

SCHEMA: Final = "caudals.report/1"


def report_json(figures: Figures, *, language: str = "en") -> dict[str, Any]:
    """The whole report as plain JSON values; sentences are in `language`."""
    words = wording(language)
    return {
        "schema": SCHEMA,
        "language": words.language,
        "title": figures.title,
        "organisation": figures.organisation,
        "sentences": _sentences(words, figures),
        "headline": _headline(figures.headline),
        "coverage": _coverage(figures.headline),
        "bounds": _bounds(figures),
        "complete": figures.complete,
        "incomplete_reasons": [
            sentences.incompleteness(words, reason, figures.headline)
            for reason in figures.incomplete
        ],
        "incomplete_codes": [reason.shortfall.value for reason in figures.incomplete],
        "review_level": figures.review.level.value,
        "review": _review(figures.review),
        "exploratory": figures.exploratory,
        "by_type": _groups(figures.by_type),
        "by_family": _groups(figures.by_family),
        "by_topic": _groups(figures.by_topic),
        "by_source": _groups(figures.by_source),
        "by_language": _groups(figures.by_language),
        "by_critical": _groups(figures.by_critical),
        "by_control": _groups(figures.by_control),
        "variants": [
            {
                "uid": each.uid,
                "type": each.type,
                "label": each.label,
                "parent": each.parent,
                "parent_label": each.parent_label,
            }
            for each in figures.variants
        ],
        "narrowing": [
            {"questions": reach.questions, "interval": _interval(reach.low, reach.high)}
            for reach in figures.narrowing
        ],
        "retried": list(figures.retried),
        "corrected": list(figures.corrected),
        "graders": [
            {"fingerprint": used.fingerprint, "grades": used.grades} for used in figures.graders
        ],
        # Only where there was one: what was published without comes out as it was.
        **({"check": _check(words, figures.check)} if figures.check else {}),
        "results": [_result(result) for result in figures.results],
        "methodology": _methodology(figures.methodology, figures),
        "notes": list(notes.peculiarities(words, figures)),
        "limits": list(notes.limits(words)),
    }


def _sentences(words: Wording, figures: Figures) -> dict[str, str]:
    """The figures in words; "" where there is nothing to say."""
    found = figures.headline
    return {
        "headline": sentences.headline(words, found),
        "pass_rate": sentences.pass_rate(words, found),
        "quality": sentences.quality(words, found),
        "coverage": sentences.coverage(words, found),
        "bounds": sentences.bounds(words, figures),
        "attempts": sentences.attempts(words, figures),
        "variants": sentences.variants(words, figures),
        "level": sentences.level(words, figures),
        "decisions": sentences.decisions(words, figures),
        "exploratory": sentences.exploratory(words) if figures.exploratory else "",
    }


def _headline(tally: Tally) -> dict[str, Any]:
    found = tally.share
    return {
        "correct": tally.correct,
        "scored": tally.scored,
        "pass_rate": None if found is None else percent_value(found.rate),
        "interval": None if found is None else _interval(found.low, found.high),
        "quality": None if tally.quality is None else percent_value(tally.quality),
        "partly_correct": tally.partly,
        "incorrect": tally.incorrect,
        "no_answer": tally.no_answer,
    }


def _check(words: Wording, made: Check) -> dict[str, Any]:
    """A random check of the machine's grades, and the pass rate corrected by it or null."""
    sample, found = made.sample, made.corrected
    return {
        "drawn": made.drawn,
        "judged": made.judged,
        "outgrown": made.outgrown,
        "machine_correct": sample.passed,
        "machine_scored": sample.total,
        "false_passes": sample.false_passes,
        "false_fails": sample.false_fails,
        "corrected": None
        if found is None
        else {
            "pass_rate": percent_value(found.rate),
            "interval": _interval(found.low, found.high),
            "more": found.more,
            "more_for_grader": found.more_for_grader,
            "floor": percent_value(found.floor),
        },
        "sentences": list(checking.sentences(words, made)),
    }


def _interval(low: float, high: float) -> list[float]:
    return [percent_value(low), percent_value(high)]


def _coverage(tally: Tally) -> dict[str, Any]:
    return {
        "planned": tally.planned,
        "run": tally.run,
        "scored": tally.scored,
        "set_aside": {reason.value: count for reason, count in tally.set_aside.items()},
    }


def _bounds(figures: Figures) -> dict[str, float] | None:
    if figures.bounds is None:
        return None
    return {
        "if_all_set_aside_were_wrong": percent_value(figures.bounds.worst),
        "if_all_set_aside_were_right": percent_value(figures.bounds.best),
    }


def _review(review: Review) -> dict[str, int]:
    return {
        "flagged": review.flagged,
        "flagged_checked": review.flagged_checked,
        "failures": review.failures,
        "failures_checked_by_experts": review.failures_checked_by_experts,
        "decisions": review.decisions,
        "overturned": review.overturned,
        "signed_off_before_the_run": review.signed_off_before,
    }


def _groups(groups: Sequence[Group]) -> dict[str, Any]:
    return {group.key: _headline(group.tally) | _coverage(group.tally) for group in groups}


def _result(result: ResultRecord) -> dict[str, Any]:
    aside = set_aside(result)
    return {
        "uid": result.uid,
        "attempt": result.attempt,
        "question": result.question,
        "type": result.type,
        "language": result.language,
        "expects": result.expects,
        "critical": result.critical,
        "control": result.control,
        "topic": result.topic,
        "parent": result.parent,
        "expected_answer": result.expected_answer,
        "facts": [_fact(fact) for fact in result.facts],
        "answer": result.answer,
        "captured_answer": result.captured_answer,
        **(
            {
                "correction": {
                    "person": result.correction.person,
                    "at": _moment(result.correction.at),
                    "reason": result.correction.reason,
                }
            }
            if result.correction
            else {}
        ),
        "label": result.label,
        "set_aside": aside,
        "ungraded": result.ungraded,
        "explanation": result.explanation,
        "confidence": result.confidence,
        "flags": list(result.flags),
        "flags_open": result.flags_open,
        **({} if result.drawn is None else {"drawn": result.drawn}),
        "cause": result.cause,
        "contradictions": list(result.contradictions),
        "unverified": list(result.unverified),
        "tries": result.tries,
        "failure": result.failure,
        "failure_detail": result.failure_detail,
        "seconds": result.seconds,
        "automated_label": result.automated_label,
        "grader_fingerprint": result.grader_fingerprint,
        "decision": _decision(result),
        "question_digest": result.question_digest,
        "signed_off_at": _moment(result.signed_off_at),
        "source": _source(result.passages[0]) if result.passages else None,
        "sources": [_source(passage) for passage in result.passages],
    }


def _fact(fact: FactRecord) -> dict[str, Any]:
    return {
        "quotation": fact.quotation,
        "finding": fact.finding,
        "evidence": fact.evidence,
        "exact_value": fact.exact_value,
        "passage": fact.passage,
        "start": fact.start,
        "end": fact.end,
    }


def _source(passage: PassageRecord) -> dict[str, Any]:
    return {
        "document": passage.document,
        "address": passage.address,
        "heading_path": list(passage.heading_path),
        "passage": passage.text,
        "content_hash": passage.content_hash,
    }


def _decision(result: ResultRecord) -> dict[str, Any] | None:
    made = result.decision
    if made is None:
        return None
    return {
        "person": made.person,
        "expert": made.expert,
        "decided_at": _moment(made.decided_at),
        "reason": made.reason,
    }


def _methodology(method: Methodology, figures: Figures) -> dict[str, Any]:
    return {
        "writer": method.writer,
        "grader": method.grader,
        "grader_fingerprint": method.grader_fingerprint,
        "pinned_grader_fingerprint": method.pinned_grader_fingerprint,
        "assistant": method.assistant,
        "test_set": method.test_set,
        "version": method.version,
        "version_digest": method.version_digest,
        "started_at": _moment(method.started_at),
        "ended_at": _moment(method.ended_at),
        "questions": figures.questions,
        "repetitions": method.repetitions,
        "tries_allowed": method.tries_allowed,
        "embeddings": method.embeddings,
        "software": method.software,
        "grader_settings": dict(method.grader_settings),
        "assistant_settings": dict(method.assistant_settings),
        "run_settings": dict(method.run_settings),
    }


def _moment(value: datetime | None) -> str | None:
    return None if value is None else value.astimezone(UTC).isoformat(timespec="seconds")
