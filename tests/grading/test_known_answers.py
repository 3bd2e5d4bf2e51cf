"""Answers whose right label is known beforehand (M4.3)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.embeddings import get_embedder
from core.text import normalise
from grading.graders.builtin import BuiltinGrader
from grading.known_answers import Alteration, KnownAnswer, known_answers, known_structured
from grading.known_answers.altering import as_answered
from grading.known_answers.changing import another_value, opposite
from grading.methods.structured import structured_answer
from grading.values import Case, CaseFact, Graded, Label
from testsets.methods import Needs

FARE = Case(
    uid="q-1", question="How much is a return ticket, and for how long is it valid?",
    type="exact_value", language="en",
    expected_answer="A return ticket costs 24 euros per person. It is valid for 30 days.",
    expects="answer",
    facts=(CaseFact("costs 24 euros per person", "24 euros"), CaseFact("valid for 30 days", "30 days")),
    passages=("A return ticket costs 24 euros per person. It is valid for 30 days.",), answer="",
)  # fmt: skip
DOGS = Case(
    uid="q-2", question="May dogs travel on the upper deck?", type="yes_no", language="en",
    expected_answer="No, dogs may not travel on the upper deck.", expects="answer",
    facts=(CaseFact("dogs may not travel on the upper deck"),), passages=(), answer="",
)  # fmt: skip
POOL = Case(
    uid="q-3", question="Is there a swimming pool on board?", type="not_in_material", language="en",
    expected_answer="Say that this is not known.", expects="decline", facts=(), passages=(), answer="",
)  # fmt: skip
NIGHT = Case(
    uid="q-4", question="Why does the night ferry cost 90 euros?", type="false_premise",
    language="en", expected_answer="It does not cost 90 euros: a ticket costs 24 euros.",
    expects="correct_premise", facts=(CaseFact("costs 24 euros"),), passages=(), answer="",
)  # fmt: skip


def made(case, **more):
    found: dict[Alteration, list[KnownAnswer]] = {}
    for known in known_answers(case, **more):
        found.setdefault(known.alteration, []).append(known)
    return found


def test_the_expected_answer_itself_must_be_correct():
    (own,) = made(FARE)[Alteration.OWN]

    assert (own.text, own.right) == (FARE.expected_answer, Label.CORRECT)


def test_another_value_makes_the_answer_wrong_and_nothing_else_changes():
    changed = made(FARE)[Alteration.VALUE_CHANGED]

    assert len(changed) == 2
    assert all(known.right is Label.INCORRECT for known in changed)
    assert "24 euros" not in changed[0].text
    assert "30 days" in changed[0].text


def test_leaving_one_fact_out_is_partly_correct():
    dropped = made(FARE)[Alteration.FACT_DROPPED]

    assert [known.right for known in dropped] == [Label.PARTLY, Label.PARTLY]
    assert "30 days" in dropped[0].text
    assert "24 euros" not in dropped[0].text
    assert Alteration.FACT_DROPPED not in made(DOGS)


def test_the_opposite_turns_the_answer():
    (turned,) = made(DOGS)[Alteration.NEGATED]

    assert turned.text == "Yes, dogs may travel on the upper deck."
    assert turned.right is Label.INCORRECT


@pytest.mark.parametrize("case", [FARE, DOGS, POOL, NIGHT])
def test_an_empty_reply_and_the_question_itself_belong_to_every_question(case):
    found = made(case)

    assert found[Alteration.EMPTY][0].right is Label.NO_ANSWER
    assert found[Alteration.QUESTION_REPEATED][0].right is Label.NOT_CAPTURED


def test_declining_is_right_where_nothing_should_be_answered():
    found = made(POOL, detail="swimming pool")

    assert found[Alteration.OWN][0].right is Label.CORRECT
    assert found[Alteration.INVENTED][0].right is Label.INCORRECT
    assert Alteration.REFUSAL not in found


def test_agreeing_to_a_false_premise_is_wrong():
    found = made(NIGHT, detail="90 euros")

    assert found[Alteration.OWN][0].text == NIGHT.expected_answer
    assert "90 euros" in found[Alteration.PREMISE_ACCEPTED][0].text
    assert found[Alteration.PREMISE_ACCEPTED][0].right is Label.INCORRECT


@pytest.mark.parametrize("case", [FARE, DOGS, POOL, NIGHT])
def test_the_built_in_grader_labels_them_rightly(case):
    grader = BuiltinGrader(get_embedder())

    for known in known_answers(case, detail="90 euros" if case is NIGHT else ""):
        graded = grader.grade(as_answered(case, known))
        assert isinstance(graded, Graded)
        assert graded.label is known.right, known


def test_a_grader_that_says_correct_to_everything_is_found_out():
    right = {known.right for known in known_answers(FARE)}

    assert right >= {Label.CORRECT, Label.PARTLY, Label.INCORRECT, Label.NO_ANSWER}


@pytest.mark.parametrize(
    ("value", "other"),
    [("24 euros", "14 euros"), ("30 days", "20 days"), ("two weeks", "five weeks"), ("3.5 %", "6.5 %"),
     ("zwölf Monate", "vier Monate"), ("veinte", ""), ("9:00", "2:00"), ("1,500 SEK", "4,500 SEK")],
)  # fmt: skip
def test_another_value_is_written_in_the_same_way(value, other):
    assert another_value(value) == other


@given(st.from_regex(r"[0-9]{1,6}", fullmatch=True))
def test_another_number_is_another_number_of_as_many_digits(digits):
    other = another_value(digits)

    assert int(other) != int(digits)
    assert len(other) == len(digits)


@pytest.mark.parametrize(
    ("language", "answer", "turned"),
    [
        ("en", "The office is open on Sundays. Bring a passport.", "The office is not open on Sundays."),
        ("de", "Das Ticket ist nicht übertragbar.", "Das Ticket ist übertragbar."),
        ("de", "Ja, Hunde dürfen mitfahren.", "Nein, Hunde dürfen nicht mitfahren."),
        ("es", "Sí, el billete se puede cambiar.", "No, el billete no se puede cambiar."),
        ("sv", "Nej, hundar får inte åka med.", "Ja, hundar får åka med."),
        ("en", "24 euros per person", ""),
        ("ja", "はい、できます。", ""),
    ],
)  # fmt: skip
def test_the_opposite_of_a_sentence(language, answer, turned):
    assert opposite(answer, language) == turned


@given(st.text(max_size=120), st.sampled_from(["en", "de", "es", "sv", "fr", "xx"]))
def test_any_expected_answer_can_be_altered_without_failing(answer, language):
    case = replace(FARE, expected_answer=answer, language=language,
                   facts=(CaseFact(answer[:20], answer[:3]), CaseFact(answer[5:])))  # fmt: skip

    for known in known_answers(case):
        if known.alteration in {Alteration.VALUE_CHANGED, Alteration.NEGATED}:
            assert normalise(known.text) != normalise(answer) or not answer.strip()


PRICES = "A return ticket costs 24 euros per person. Children under six travel free of charge."
QUOTED = Needs(
    schema={
        "type": "object",
        "properties": {
            "status": {"enum": ["found", "not_found"]},
            "fare": {"type": "object", "properties": {"price": {}, "proof": {}}},
        },
    },
    reference={"status": "found", "fare": {"price": 24, "proof": "24 euros per person"}},
    quotations=("fare.proof",),
)
BARE = Needs(schema={"type": "object"}, reference={"names": ["Nordholm", "Westport"]})
QUOTATION_ALONE = Needs(
    schema={"type": "object"}, reference={"proof": "24 euros per person"}, quotations=("proof",)
)


@pytest.mark.parametrize("needs", [QUOTED, BARE, QUOTATION_ALONE])
def test_a_structured_answer_has_at_least_seven_alterations_and_each_gets_its_outcome(needs):
    """M4.3, M2.17: the reference passes in any layout, and nothing else does."""
    known = known_structured(needs, ["How much is it?", PRICES])

    altered = {one.alteration for one in known if one.right == "fail"}
    assert len(altered) >= 7
    assert len(altered) + 2 == len(known)
    for one in known:
        scored = structured_answer(one.text, needs, ["How much is it?", PRICES])
        assert scored.outcome == one.right, (one.alteration, one.text)


def test_every_fault_that_a_contract_names_is_among_the_alterations():
    """M2.17"""
    found = {one.alteration for one in known_structured(QUOTED, ["How much is it?", PRICES])}

    assert found >= {
        Alteration.UNPARSABLE, Alteration.MISSING_FIELD, Alteration.EXTRA_FIELD,
        Alteration.UNKNOWN_STATUS, Alteration.INVENTED_VALUE, Alteration.INVENTED_EVIDENCE,
        Alteration.OTHER_EVIDENCE, Alteration.EMPTY,
    }  # fmt: skip


def test_evidence_of_another_claim_really_stands_in_the_input():
    """M2.17: it fails for what it shows, not for being invented."""
    known = known_structured(QUOTED, ["How much is it?", PRICES])
    (other,) = [one for one in known if one.alteration is Alteration.OTHER_EVIDENCE]

    result = structured_answer(other.text, QUOTED, ["How much is it?", PRICES])

    assert [one["kind"] for one in result.detail["evidence"]["problems"]] == ["other_evidence"]
    assert result.detail["schema"]["holds"]
    assert result.detail["reference"]["holds"]


@given(
    st.dictionaries(
        st.text(min_size=1, max_size=5),
        st.recursive(
            st.one_of(st.none(), st.booleans(), st.integers(), st.floats(-9, 9), st.text(max_size=5)),
            lambda inner: (
                st.lists(inner, max_size=2)
                | st.dictionaries(st.text(max_size=3), inner, max_size=2)
            ),
            max_leaves=4,
        ),
        min_size=1, max_size=3,
    )
)  # fmt: skip
def test_whatever_the_reference_only_it_passes(reference):
    needs = Needs.from_json({"schema": {"type": "object"}, "reference": reference})

    for one in known_structured(needs, [PRICES]):
        assert structured_answer(one.text, needs, [PRICES]).outcome == one.right, one
