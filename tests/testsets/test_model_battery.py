"""What the model is asked for each type, of which passages, and what its replies become."""

from dataclasses import replace

import pytest

from core.llm import ChatModel, RetryPolicy
from tests.testsets.samples import FERRY, passage
from testsets.battery import DEFAULT_SHARES
from testsets.checks import check_draft
from testsets.values import VARIANTS, Draft, Expects, QuestionType
from testsets.writers.model import ModelReader, ModelWriter
from testsets.writers.model.kinds import KINDS
from testsets.writers.model.planning import assignments
from testsets.writers.model.prompts import schema_of
from testsets.writers.model.related import Related

TICKETS_2024 = passage(
    "Changing the date of a ticket costs 8 euros in every season.", key=5, document_key=5,
    document="Fees 2024", dated="2024",
)  # fmt: skip
TICKETS_2026 = passage(
    "Changing the date of a ticket costs 12 euros in every season.", key=6, document_key=6,
    document="Fees 2026", dated="2026",
)  # fmt: skip
CHANGES = passage(
    "The date of a ticket can be changed at the harbour office until noon.", key=7, document_key=7,
    document="Harbour office", heading_path=("Changes",),
)  # fmt: skip


def one_of(type_, *material):
    return next(assignments(material, {type_: 1}), None)


@pytest.fixture
def reply(scripted_llm):
    """What a model writer makes of one reply."""

    def go(type_, content, *material):
        scripted_llm.always("", content)
        model = ChatModel(scripted_llm.endpoint(concurrency=1), retries=RetryPolicy(tries=1))
        drafts = ModelWriter(model).drafts(
            material, wanted=1, shares={type_: 1}, language=None, stop=lambda: False
        )
        made = next(drafts)
        drafts.close()
        return made

    return go


def test_every_type_but_the_variants_is_described_to_the_model():
    """M1.12: fourteen types, of which two are made without a model."""
    assert set(KINDS) == set(QuestionType) - VARIANTS


def test_types_come_in_the_proportion_of_their_shares():
    material = [passage(f"{FERRY.text} Sailing {n}.", key=n, document_key=n) for n in range(60)]
    planned = [a.type for _, a in zip(range(25), assignments(material, PLAIN), strict=False)]

    assert planned.count(QuestionType.DIRECT) == 15
    assert planned.count(QuestionType.YES_NO) == 10
    assert QuestionType.YES_NO in planned[:3]


PLAIN = {QuestionType.DIRECT: 3, QuestionType.YES_NO: 2}


def test_passages_asked_about_least_come_first():
    """M1.21: the questions spread over the material, whatever their types."""
    material = [passage(f"{FERRY.text} Sailing {n}.", key=n, document_key=n) for n in range(10)]
    planned = [a.passage.key for _, a in zip(range(10), assignments(material, PLAIN), strict=False)]

    assert sorted(planned) == list(range(10))


def test_what_is_true_now_is_asked_of_two_dated_passages_that_differ():
    assigned = one_of(QuestionType.CURRENT, TICKETS_2024, TICKETS_2026, FERRY)

    assert assigned is not None
    assert [shown.key for shown in assigned.passages] == [6, 5]
    assert "2026" in assigned.description
    assert one_of(QuestionType.CURRENT, replace(TICKETS_2024, dated=""), TICKETS_2026) is None
    assert one_of(QuestionType.CURRENT, TICKETS_2026, replace(TICKETS_2026, key=8)) is None


def test_several_sources_are_of_one_matter_and_of_different_places():
    assigned = one_of(QuestionType.SEVERAL_SOURCES, TICKETS_2026, CHANGES, FERRY)

    assert assigned is not None
    assert {shown.key for shown in assigned.passages} >= {6, 7}
    same_place = replace(CHANGES, document_key=6, heading_path=TICKETS_2026.heading_path)
    assert one_of(QuestionType.SEVERAL_SOURCES, TICKETS_2026, same_place) is None


def test_passages_of_other_languages_are_never_put_together():
    assert list(Related([TICKETS_2026, replace(CHANGES, language="de")]).in_several_places()) == []


def test_names_are_asked_for_only_where_there_are_some():
    plain = passage("every ticket can be changed until noon on the day before you travel.")
    named = passage("Form KB-12 is needed to get your money back from the harbour office.", key=2)

    assert one_of(QuestionType.NAMES_CODES, plain) is None
    assert one_of(QuestionType.NAMES_CODES, named) is not None


def test_cross_language_questions_take_another_language_of_the_material_if_there_is_one():
    german = replace(FERRY, key=2, language="de")

    assert one_of(QuestionType.CROSS_LANGUAGE, FERRY).language == "es"
    both = list(assignments([FERRY, german], {QuestionType.CROSS_LANGUAGE: 1}))
    assert {(a.passage.language, a.language) for a in both} == {("en", "de"), ("de", "en")}


@pytest.mark.parametrize("type_", list(KINDS))
def test_the_schema_asks_for_what_the_type_needs(type_):
    kind = KINDS[type_]
    asked = schema_of(kind)

    fact = asked["properties"]["key_facts"]["items"]["properties"]
    assert ("detail" in asked["properties"]) == kind.makes_up
    assert ("passage" in fact) == (kind.most > 1)


def test_a_fact_names_the_passage_it_stands_in(reply):
    made = reply(
        QuestionType.SEVERAL_SOURCES,
        {
            "question": "Until when can a ticket date be changed, and what does it cost?",
            "expected_answer": "Until noon at the harbour office; it costs 12 euros.",
            "key_facts": [
                {"passage": 1, "quotation": "costs 12 euros", "exact_value": "12 euros"},
                {"passage": 1, "quotation": "until noon", "exact_value": ""},
            ],
        },
        TICKETS_2026,
        CHANGES,
    )

    assert isinstance(made, Draft)
    assert [made.passage_of(fact) for fact in made.facts] == [6, 7]  # the second number was wrong
    assert made.passage_keys == (6, 7)
    assert check_draft(made, material={6: TICKETS_2026, 7: CHANGES}, kept=[]) == []


def test_the_older_passage_comes_along_though_no_fact_stands_in_it(reply):
    made = reply(
        QuestionType.CURRENT,
        {
            "question": "How much does it cost to change the date of a ticket?",
            "expected_answer": "Changing the date costs 12 euros.",
            "key_facts": [{"passage": 1, "quotation": "12 euros", "exact_value": "12 euros"}],
        },
        TICKETS_2024,
        TICKETS_2026,
    )

    assert made.passage_keys == (6, 5)
    assert check_draft(made, material={5: TICKETS_2024, 6: TICKETS_2026}, kept=[]) == []


def test_a_false_premise_keeps_its_made_up_detail_and_what_is_true(reply):
    made = reply(
        QuestionType.FALSE_PREMISE,
        {
            "question": "Why does a return ticket cost 30 euros per person?",
            "detail": "“30 euros”",
            "expected_answer": "A return ticket costs 24 euros per person, not 30.",
            "key_facts": [{"quotation": "24 euros per person", "exact_value": "24 euros"}],
        },
        FERRY,
    )

    assert (made.detail, made.expects) == ("30 euros", Expects.CORRECT_PREMISE)
    assert len(made.facts) == 1
    assert check_draft(made, material={1: FERRY}, kept=[]) == []


def test_the_second_reader_shows_what_speaks_to_a_question(scripted_llm):
    """M1.19."""
    model = ChatModel(scripted_llm.endpoint(), retries=RetryPolicy(tries=1))
    scripted_llm.on("two-way trip", {"quotation": "A return ticket costs 24 euros"})
    scripted_llm.on("swimming pool", {"quotation": ""})

    reader = ModelReader(model)

    assert reader.shows("What is the price of a two-way trip?", "", [FERRY]).startswith("A return")
    assert reader.shows("Is there a swimming pool?", "swimming pool", [FERRY]) == ""
    assert "return ticket" in scripted_llm.calls[0].prompt


def test_a_second_reader_that_cannot_be_understood_proves_nothing_absent(scripted_llm):
    model = ChatModel(scripted_llm.endpoint(), retries=RetryPolicy(tries=1))
    scripted_llm.always("", "No idea.")

    assert ModelReader(model).shows("Is there a swimming pool?", "pool", [FERRY]) != ""


def test_the_default_battery_gets_an_assignment_for_every_type_that_the_material_allows():
    form = passage("You need form KB-12 from the office to get your money back.", key=9)
    material = [TICKETS_2024, TICKETS_2026, CHANGES, FERRY, form]
    planned = {a.type for a in assignments(material, DEFAULT_SHARES)}

    assert planned == set(DEFAULT_SHARES) - VARIANTS
