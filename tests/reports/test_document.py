"""The shape of report.json and of a published snapshot."""

import json
from dataclasses import replace

from core.fingerprint import fingerprint
from grading.values import Label
from reports.document import SCHEMA, report_json
from reports.figures import figures
from tests.reports import samples


def document(*members, **changes):
    return report_json(figures(samples.given(members, **changes)))


def test_the_document_holds_everything_that_was_promised():
    made = report_json(figures(samples.mixed()))
    assert made["schema"] == SCHEMA
    assert set(made["headline"]) >= {"correct", "scored", "pass_rate", "interval", "quality"}
    assert set(made["coverage"]) == {"planned", "run", "scored", "set_aside"}
    assert set(made) >= {
        "complete", "incomplete_reasons", "review_level", "exploratory", "by_type", "results",
        "methodology", "limits",
    }  # fmt: skip
    assert set(made["results"][0]) >= {
        "uid", "question", "type", "expected_answer", "facts", "answer", "label", "explanation",
        "confidence", "flags", "source",
    }  # fmt: skip
    assert set(made["results"][0]["facts"][0]) >= {"quotation", "finding", "evidence"}
    assert set(made["results"][0]["source"]) >= {"document", "passage"}
    assert set(made["methodology"]) >= {
        "writer", "grader", "grader_fingerprint", "assistant", "version_digest", "started_at",
    }  # fmt: skip


def test_rates_are_percentages_with_one_decimal():
    head = document(*samples.results(correct=17, incorrect=3))["headline"]
    assert (head["correct"], head["scored"], head["pass_rate"]) == (17, 20, 85.0)
    assert head["interval"] == [64.0, 94.8]


def test_no_evidence_is_null_and_not_zero():
    made = document(*samples.results(not_run=2))
    assert made["headline"]["pass_rate"] is None
    assert made["headline"]["interval"] is None
    assert made["headline"]["quality"] is None
    assert made["by_type"]["exact_value"]["pass_rate"] is None
    assert made["complete"] is False
    assert made["incomplete_codes"] == ["nothing_scored"]
    assert "None of the 2 planned tests" in made["incomplete_reasons"][0]


def test_an_answer_without_a_grade_has_no_label_and_says_why():
    made = document(samples.result("a", None, ungraded="unreadable"))["results"][0]
    assert (made["label"], made["set_aside"]) == (None, "not_graded")
    assert made["ungraded"] == "unreadable"


def test_a_question_without_a_source_has_none():
    made = document(samples.result(passages=(), facts=(), without_source=True))
    assert made["results"][0]["source"] is None
    assert made["exploratory"] is True


def test_the_whole_answer_is_kept_however_long():
    long = "word " * 100_000
    assert document(samples.result(answer=long))["results"][0]["answer"] == long


def test_the_document_survives_json_and_keeps_its_digest():
    made = report_json(figures(samples.mixed()))
    again = json.loads(json.dumps(made))
    assert again == made
    assert fingerprint(again) == fingerprint(made)


def test_each_form_of_a_decision_is_told():
    changed = samples.result(
        label=Label.CORRECT,
        automated_label=Label.INCORRECT,
        decision=samples.decided(reason="The price is right."),
    )
    made = document(changed)["results"][0]
    assert made["automated_label"] == "incorrect"
    assert made["decision"] == {
        "person": "Rosa",
        "expert": False,
        "decided_at": "2026-12-01T08:00:00+00:00",
        "reason": "The price is right.",
    }


def test_every_limit_is_said_in_the_language_asked_for():
    made = figures(samples.mixed())
    english, spanish = (report_json(made, language=each) for each in ("en", "es"))
    assert len(english["limits"]) == len(spanish["limits"]) == 7
    assert not set(english["limits"]) & set(spanish["limits"])
    assert english["headline"] == spanish["headline"]


def test_a_changed_answer_changes_the_digest():
    one, other = samples.result(), samples.result(answer="It is €14.51.")
    digests = {fingerprint(document(each)) for each in (one, other, replace(one))}
    assert len(digests) == 2


def test_results_read_back_from_the_document_are_the_results_that_went_in():
    from reports.reading import result_of

    given = samples.mixed().results
    made = report_json(figures(samples.mixed()))["results"]
    again = [result_of(json.loads(json.dumps(each))) for each in made]
    # What a passage is written in is not part of the document, nor is what only marks the set.
    plain = [
        replace(
            each,
            without_source=False,
            passages=tuple(replace(passage, language="") for passage in each.passages),
        )
        for each in given
    ]
    assert again == plain
