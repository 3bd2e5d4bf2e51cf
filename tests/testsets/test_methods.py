"""Which methods a set can be graded by, and what of their settings and needs is refused."""

import json

import pytest

from testsets.methods import (
    NO_METHODS,
    CustomLabel,
    KeywordsWanted,
    Lack,
    Method,
    Methods,
    Needs,
    Unfit,
    lacks,
)
from testsets.methods.contracts import schema_problem, violations

KIND = CustomLabel("Kind", "It greets.", True)
COLD = CustomLabel("Cold", "It does not.", False)
ALL = Methods(
    frozenset(Method), meaning_pass=60, similarity_pass=0.75, keywords=KeywordsWanted.ALL,
    instructions="Is it friendly?", labels=(KIND, COLD),
)  # fmt: skip


def test_several_methods_are_chosen_at_once_and_come_back_as_they_were():
    assert Methods.from_json(ALL.as_json()) == ALL
    assert list(ALL.as_json()) == [method.value for method in Method]
    assert Methods.from_json({}) == NO_METHODS
    assert NO_METHODS.as_json() == {}


def test_compare_meaning_passes_from_50_where_nobody_says_otherwise():
    assert Methods.from_json({"compare_meaning": {}}).meaning_pass == 50


@pytest.mark.parametrize("title", ["Kind", "A-1_b/c & d+e.", "Käse", "質問", "नमस्ते", "x" * 40])
def test_a_label_may_have_letters_of_any_script_digits_spaces_and_the_named_signs(title):
    """M2.16"""
    Methods(frozenset({Method.CUSTOM}), instructions="x", labels=(
        CustomLabel(title, "It greets.", True), COLD,
    )).refuse_unfit()  # fmt: skip


@pytest.mark.parametrize(
    "title",
    ["", " ", "Kind!", "a:b", "a(b)", "a\nb", "a\tb", "a,b", "<b>", "=1", "½", "²", "—", "x" * 41,
     " Kind", "Kind ", "...", "a\u200bb", "😀", "Invalid", "not judged", "a\u00a0b"],
)  # fmt: skip
def test_any_other_sign_in_a_title_is_refused(title):
    """M2.16"""
    with pytest.raises(Unfit) as refusal:
        Methods(frozenset({Method.CUSTOM}), instructions="x", labels=(
            KIND, CustomLabel(title, "It greets.", True),
        )).refuse_unfit()  # fmt: skip
    assert refusal.value.field == "title_2"


@pytest.mark.parametrize(
    ("instructions", "labels", "field"),
    [
        ("", (KIND, COLD), "instructions"),
        ("x", (KIND,), "labels"),
        ("x", (), "labels"),
        ("x", (KIND, COLD) * 5, "labels"),
        ("x", (KIND, CustomLabel("kind", "Again.", False)), "title_2"),
        ("x", (KIND, CustomLabel("Cold", " ", False)), "description_2"),
    ],
)
def test_a_custom_method_needs_instructions_and_two_labels_that_differ(instructions, labels, field):
    """M2.16"""
    with pytest.raises(Unfit) as refusal:
        Methods(frozenset({Method.CUSTOM}), instructions=instructions, labels=labels).refuse_unfit()
    assert refusal.value.field == field


@pytest.mark.parametrize(
    "stored",
    [
        [], "x", {"exactmatch": {}}, {"exact_match": 1}, {"compare_meaning": {"pass_score": 101}},
        {"compare_meaning": {"pass_score": 0.5}}, {"compare_meaning": {"pass_score": True}},
        {"text_similarity": {"pass_score": 1.1}}, {"text_similarity": {"pass_score": "0.8"}},
        {"text_similarity": {"pass_score": float("nan")}}, {"keyword_match": {"match": "some"}},
        {"custom": {}}, {"custom": {"instructions": "x", "labels": [{"title": "a"}, {}]}},
    ],
)  # fmt: skip
def test_methods_of_a_file_that_make_no_sense_are_refused(stored):
    with pytest.raises(Unfit):
        Methods.from_json(stored)


def test_needs_come_back_as_they_were_and_hold_only_what_there_is():
    needs = Needs(("a", "b"), ("t",), {"type": "object"}, {"a": 1}, ("a",))

    assert Needs.from_json(needs.as_json()) == needs
    assert Needs.from_json({}).as_json() == {}
    assert Needs.from_json({"keywords": [" a ", "", "a"]}).as_json() == {"keywords": ["a"]}


@pytest.mark.parametrize(
    "stored",
    [
        [], {"words": []}, {"keywords": "a"}, {"keywords": [1]}, {"keywords": ["x" * 201]},
        {"tools": ["t"] + [str(n) for n in range(60)]}, {"schema": []}, {"reference": "x"},
        {"reference": {"a": float("inf")}}, {"reference": {"a": "x" * 31_000}},
        {"schema": {"type": "objekt"}}, {"reference": json.loads('{"a":' * 60 + "1" + "}" * 60)},
    ],
)  # fmt: skip
def test_needs_that_make_no_sense_are_refused(stored):
    with pytest.raises(Unfit):
        Needs.from_json(stored)


def test_what_is_stored_of_a_reference_is_what_the_database_gives_back():
    """A digest counted before storing must be the one counted after."""
    given = {"a": 24.0, "b": 1e22, "c": [0.5, -0.0], "d": "x\x00y"}

    stored = Needs.from_json({"reference": given}).as_json()["reference"]

    assert repr(stored) == "{'a': 24, 'b': 10000000000000000000000, 'c': [0.5, 0], 'd': 'x␀y'}"


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "https://example.org/schema"},
        {"$ref": "file:///etc/passwd"},
        {"$ref": "#"},
        {"$ref": "#/$defs/missing"},
        {"$defs": {"a": {"$ref": "#/$defs/a"}}, "$ref": "#/$defs/a"},
        {"properties": {"a": {"$id": "https://example.org/"}}},
        {"patternProperties": {"(a+)+$": {}}},
        {
            "$defs": {f"d{n}": {"allOf": [{"$ref": f"#/$defs/d{n + 1}"}] * 2} for n in range(25)}
            | {"d25": {}},
            "$ref": "#/$defs/d0",
        },
    ],
)
def test_a_schema_neither_fetches_anything_nor_grows_without_end(schema):
    assert schema_problem(schema)


def test_an_ordinary_schema_with_definitions_is_taken():
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "https://example.org/order",
        "$defs": {"line": {"type": "object", "properties": {"$ref": {"type": "string"}, "id": {}}}},
        "properties": {"lines": {"type": "array", "items": {"$ref": "#/$defs/line"}}},
    }

    assert schema_problem(schema) == ""
    assert violations({"lines": [{}]}, schema) == []
    assert [one.path for one in violations({"lines": [1]}, schema)] == ["lines[0]"]


def test_a_question_lacks_nothing_for_methods_that_need_nothing():
    content = {"text": "?", "expected_answer": "", "passages": [], "needs": {}}

    assert lacks(Method.GENERAL_QUALITY, content, ALL) == ()
    assert lacks(Method.CUSTOM, content, ALL) == ()
    assert lacks(Method.CUSTOM, content, NO_METHODS) == (Lack.LABELS,)
