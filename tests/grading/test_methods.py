"""The further methods as pure functions: what each says of an answer, and what it never says."""

import json
from typing import Any

import pytest

from core.configured import configured_embedder
from grading.methods import Means, Outcome, Subject, scorers
from grading.methods.matching import exact_match, keyword_match, tool_use
from grading.methods.similarity import text_similarity
from grading.methods.structured import structured_answer
from testsets.methods import CustomLabel, KeywordsWanted, Method, Methods, Needs

PASSAGE = (
    "A return ticket costs 24 euros per person. Children under six travel free of charge."
    " Tickets can be cancelled up to 24 hours before departure."
)
CONTENT: dict[str, Any] = {
    "uid": "q-1", "type": "direct", "language": "en", "text": "How much is a return ticket?",
    "expected_answer": "A return ticket costs 24 euros per person.", "expects": "answer",
    "critical": False, "facts": [], "passages": [{"text": PASSAGE}], "needs": {},
}  # fmt: skip
SCHEMA = {
    "type": "object",
    "properties": {
        "status": {"enum": ["found", "not_found"]},
        "price": {"type": "number"},
        "evidence": {"type": "string"},
    },
    "required": ["status", "price", "evidence"],
    "additionalProperties": False,
}
REFERENCE = {"status": "found", "price": 24, "evidence": "costs 24 euros per person"}
LABELS = (CustomLabel("Kind", "It greets.", True), CustomLabel("Cold", "It does not.", False))
NEEDS = Needs(schema=SCHEMA, reference=REFERENCE, quotations=("evidence",))


def subject(answer, *, tools=None, **changes):
    return Subject({**CONTENT, **changes}, answer, tools)


def scored(method, given, **settings):
    [scorer] = scorers(Methods(frozenset({method}), **settings), Means(configured_embedder()))
    return scorer.score(given)


def structured(**changes):
    given = {**REFERENCE, **changes}
    said = json.dumps({name: value for name, value in given.items() if value is not ...})
    return structured_answer(said, NEEDS, [CONTENT["text"], PASSAGE])


def kinds(result, part):
    return {(one["kind"], one["path"]) for one in result.detail[part]["problems"]}


def test_exact_match_wants_every_character():
    assert exact_match("hello", "hello").passes
    assert not exact_match("hello hello", "hello").passes
    assert not exact_match("Hello", "hello").passes
    assert not exact_match("hello ", "hello").passes


def test_exact_match_does_not_mind_how_a_letter_is_composed():
    assert exact_match("cafe\u0301", "café").passes


@pytest.mark.parametrize(
    ("answer", "keyword", "stands"),
    [
        ("We give you a REFUND.", "refund", True),
        ("We give refunds.", "refund", False),
        ("It takes 711 days.", "11", False),
        ("It takes 11 days.", "11", True),
        ("Don’t worry", "don't", True),
        ("返品期限は七日です", "返品期限", True),
        ("Straße", "STRASSE", True),
        ("Money\u00a0back guaranteed", "money back", True),
    ],
)
def test_a_keyword_stands_as_a_whole_word_whatever_its_case_and_typography(answer, keyword, stands):
    assert keyword_match(answer, [keyword], KeywordsWanted.ANY).passes is stands


def test_keywords_are_wanted_any_or_all():
    some = keyword_match("A refund within two weeks.", ["refund", "voucher"], KeywordsWanted.ANY)
    every = keyword_match("A refund within two weeks.", ["refund", "voucher"], KeywordsWanted.ALL)

    assert some.passes
    assert not every.passes
    assert every.detail["missing"] == ["voucher"]


@pytest.mark.parametrize(
    "call",
    [
        "find_order",
        {"name": "Find_Order"},
        {"id": "c1", "type": "function", "function": {"name": "find_order", "arguments": "{}"}},
        {"tool": {"name": "find_order"}},
        {"topic": "find_order"},
    ],
)
def test_a_tool_is_recognised_in_any_usual_shape_of_a_call(call):
    assert tool_use([call, {"name": "other"}], ["find_order"]).passes


def test_every_expected_tool_must_be_used():
    result = tool_use([{"name": "find_order"}], ["find_order", "refund"])

    assert not result.passes
    assert result.detail["missing"] == ["refund"]
    assert not tool_use([], ["refund"]).passes
    assert not tool_use([None, 3, {"name": {"name": None}}], ["refund"]).passes


def test_tools_that_nobody_captured_are_neither_used_nor_missing():
    assert tool_use(None, ["refund"]).passes is None


def similarity(answer, expected):
    return text_similarity(answer, expected, embedder=configured_embedder(), pass_score=0.8).score


def test_text_similarity_lies_between_0_and_1_and_is_1_for_the_same_text():
    assert similarity("七日です", "七日です") == 1.0
    assert similarity("Paris", "paris") == 1.0
    assert similarity("", "Paris") == 0.0
    near = similarity("A return costs 24 euros a person.", CONTENT["expected_answer"])
    far = similarity("The harbour café opens at nine.", CONTENT["expected_answer"])
    assert 0 < far < near < 1


def test_repeating_the_expected_answer_is_not_the_same_text():
    assert similarity("Paris Paris Paris Paris Paris", "Paris") < 1.0


@pytest.mark.parametrize(
    ("answer", "score"),
    [
        ("A return ticket is 24 euros for each person.", 100),
        ("A return ticket costs 31 euros per person.", 0),
        ("", 0),
        ("Please call us.", 0),
    ],
)
def test_without_a_model_compare_meaning_counts_the_ideas_conveyed(answer, score):
    result = scored(Method.COMPARE_MEANING, subject(answer))

    assert result.score == score
    assert result.passes is (score >= 50)


def test_compare_meaning_passes_from_the_pass_score_on():
    both = "A return ticket costs 24 euros per person. Children under six travel free of charge."
    half = subject("A return ticket costs 24 euros per person.", expected_answer=both)

    assert scored(Method.COMPARE_MEANING, half).score == 50
    assert scored(Method.COMPARE_MEANING, half, meaning_pass=50).passes
    assert not scored(Method.COMPARE_MEANING, half, meaning_pass=51).passes


def test_declining_where_one_should_has_the_meaning_of_the_expected_answer():
    given = {"expects": "decline", "expected_answer": "That is not known."}

    assert scored(Method.COMPARE_MEANING, subject("I'm sorry, I don't know that.", **given)).passes
    assert not scored(Method.COMPARE_MEANING, subject("It costs 24 euros.", **given)).passes


@pytest.mark.parametrize("method", [Method.GENERAL_QUALITY, Method.CUSTOM])
def test_what_needs_a_model_is_not_judged_without_one(method):
    result = scored(method, subject("24 euros."), instructions="Look.", labels=LABELS)

    assert result.outcome == Outcome.NOT_JUDGED
    assert result.score is None
    assert result.passes is None
    assert result.detail["why"] == "no_model"


@pytest.mark.parametrize(
    ("method", "content", "lack"),
    [
        (Method.KEYWORD_MATCH, {}, "no_keywords"),
        (Method.TOOL_USE, {}, "no_tools"),
        (Method.EXACT_MATCH, {"expected_answer": " "}, "no_expected_answer"),
        (Method.TEXT_SIMILARITY, {"expected_answer": ""}, "no_expected_answer"),
        (Method.COMPARE_MEANING, {"expected_answer": ""}, "no_expected_answer"),
        (Method.STRUCTURED_ANSWER, {"needs": {"reference": REFERENCE}}, "no_schema"),
        (Method.STRUCTURED_ANSWER, {"needs": {"schema": SCHEMA}}, "no_reference"),
        (
            Method.STRUCTURED_ANSWER,
            {"needs": {"schema": SCHEMA, "reference": {"status": "found"}}},
            "reference_misfit",
        ),
        (
            Method.STRUCTURED_ANSWER,
            {"needs": {**NEEDS.as_json(), "quotations": ["proof"]}},
            "no_quotation_field",
        ),
        (
            Method.STRUCTURED_ANSWER,
            {"needs": {**NEEDS.as_json(), "reference": {**REFERENCE, "evidence": "costs 31"}}},
            "quotation_elsewhere",
        ),
    ],
)
def test_a_question_without_what_a_method_needs_is_invalid_and_neither_passes_nor_fails(
    method, content, lack
):
    """M2.15"""
    result = scored(method, subject("24 euros.", **content))

    assert result.outcome == Outcome.INVALID
    assert result.passes is None
    assert lack in result.detail["lacks"]


def test_a_structured_answer_that_keeps_the_contract_passes_in_any_order_and_layout():
    turned = json.dumps(dict(reversed(REFERENCE.items())), indent=4)

    assert structured().passes
    assert structured_answer(turned, NEEDS, [PASSAGE]).passes
    assert structured_answer(f"```json\n{turned}\n```", NEEDS, [PASSAGE]).passes
    assert structured(price=24.0).passes


@pytest.mark.parametrize(
    "answer",
    ["", "24 euros", '{"status": "found"', "{'status': 'found'}", "NaN", '{"a": 1, "a": 2}',
     'Here it is: {"status": "found"}', "[" * 5_000],
)  # fmt: skip
def test_what_is_no_json_is_rejected(answer):
    """M2.17"""
    result = structured_answer(answer, NEEDS, [PASSAGE])

    assert not result.passes
    assert result.detail["schema"]["holds"] is False
    assert result.detail["reference"]["holds"] is None


@pytest.mark.parametrize(
    ("changes", "part", "problem"),
    [
        ({"price": ...}, "schema", ("missing_field", "price")),
        ({"price": ...}, "reference", ("missing_field", "price")),
        ({"note": "cheap"}, "schema", ("extra_field", "note")),
        ({"status": "maybe"}, "schema", ("unknown_value", "status")),
        ({"price": "24"}, "schema", ("wrong_type", "price")),
        ({"price": 31}, "reference", ("invented_value", "price")),
        ({"status": "not_found"}, "reference", ("invented_value", "status")),
        ({"evidence": "costs 31 euros per person"}, "evidence", ("invented_evidence", "evidence")),
        ({"evidence": ""}, "evidence", ("no_quotation", "evidence")),
    ],
)
def test_each_break_of_the_contract_is_named_under_its_own_finding(changes, part, problem):
    """M2.17"""
    result = structured(**changes)

    assert not result.passes
    assert result.detail[part]["holds"] is False
    assert problem in kinds(result, part)


def test_a_real_quotation_for_the_wrong_claim_still_fails():
    """M2.17"""
    result = structured(evidence="Children under six travel free of charge")

    assert not result.passes
    assert result.detail["schema"]["holds"] is True
    assert result.detail["reference"]["holds"] is True
    assert kinds(result, "evidence") == {("other_evidence", "evidence")}


def test_neither_a_scrap_nor_the_whole_page_is_evidence():
    assert not structured(evidence="per").passes
    assert not structured(evidence=PASSAGE).passes
    assert structured(evidence="A return ticket costs 24 euros per person.").passes
    assert structured(evidence="24 euros per person").passes


def test_a_value_of_the_input_in_the_wrong_field_is_not_called_invented():
    result = structured(price=6, status="found")
    other = structured_answer(
        json.dumps({**REFERENCE, "price": 6}), NEEDS, ["6 euros. costs 24 euros per person"]
    )

    assert kinds(result, "reference") == {("invented_value", "price")}
    assert kinds(other, "reference") == {("other_value", "price")}


def test_a_quotation_is_looked_for_in_every_item_of_a_list():
    reference = {"claims": [{"is": "a", "proof": "24 euros"}, {"is": "b", "proof": "under six"}]}
    needs = Needs(schema={"type": "object"}, reference=reference, quotations=("claims.proof",))
    swapped = {"claims": [{"is": "a", "proof": "under six"}, {"is": "b", "proof": "24 euros"}]}

    assert structured_answer(json.dumps(reference), needs, [PASSAGE]).passes
    result = structured_answer(json.dumps(swapped), needs, [PASSAGE])
    assert kinds(result, "evidence") == {
        ("other_evidence", "claims[0].proof"),
        ("other_evidence", "claims[1].proof"),
    }


def test_true_is_not_1_and_text_is_not_a_number():
    needs = Needs(schema={"type": "object"}, reference={"a": 1})

    assert not structured_answer('{"a": true}', needs, []).passes
    assert not structured_answer('{"a": "1"}', needs, []).passes


def test_a_schema_that_keeps_a_processor_busy_does_not():
    slow = {"type": "object", "properties": {"a": {"type": "string", "pattern": "^(a+)+$"}}}
    needs = Needs(schema=slow, reference={"a": "aa"})

    result = structured_answer(json.dumps({"a": "a" * 40 + "!"}), needs, [])

    assert not result.passes


def test_an_answer_nested_without_end_fails_and_breaks_nothing():
    result = structured_answer('{"a":' * 900 + "1" + "}" * 900, NEEDS, [])

    assert not result.passes
    assert result.detail["schema"]["problems"][0]["kind"] == "too_deep"


def test_a_score_carries_the_fingerprint_of_everything_that_could_change_it():
    means = Means(configured_embedder())

    def prints(**settings):
        methods = Methods(frozenset(set(Method) - {Method.CUSTOM}), **settings)
        return {scorer.method: scorer.fingerprint for scorer in scorers(methods, means)}

    first, same, other = prints(), prints(), prints(meaning_pass=60)
    assert first == same
    assert {method for method in first if first[method] != other[method]} == {
        Method.COMPARE_MEANING
    }
    assert len(set(first.values())) == len(first)
