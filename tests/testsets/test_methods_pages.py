"""Choosing methods for a set, what its questions need, and how both are frozen, shown and exchanged."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from core.errors import Conflict
from core.models import FrozenError
from tests.testsets.samples import stored_passage, stored_source
from tests.world import client_for
from testsets import selectors, services
from testsets.evidence import frozen_content, question_digest, version_digest
from testsets.exchange import Unusable, read_questions, write_file
from testsets.freezing import approve_version
from testsets.importing import import_draft, import_version
from testsets.methods import CustomLabel, Method, Methods, Needs
from testsets.models import FrozenQuestion, Question, TestSet, TestSetVersion
from testsets.question_text import NewFact, QuestionText
from testsets.values import QuestionType

CUSTOM = {
    "use_custom": "on", "instructions": "Is it kind?", "title_1": "Kind", "description_1": "It greets.",
    "outcome_1": "pass", "title_2": "Cold", "description_2": "It does not.", "outcome_2": "fail",
}  # fmt: skip
KEYWORDS = Methods(frozenset({Method.KEYWORD_MATCH}))
CONTRACT = Needs(
    keywords=("24 euros",), tools=("fares",), schema={"type": "object", "required": ["price"]},
    reference={"price": 24, "proof": "24 euros per person"}, quotations=("proof",),
)  # fmt: skip


@pytest.fixture
def test_set(world):
    stored_source(world.acme)
    return services.create_test_set(workspace=world.acme, name="Ferry", by=world.ada)


def added(test_set, world, needs=Needs(), text="How much is a return ticket?"):  # noqa: B008 - frozen
    written = QuestionText(
        text=text, type=QuestionType.DIRECT, language="en", needs=needs,
        facts=[NewFact("24 euros per person")],
        expected_answer="A return ticket costs 24 euros per person.",
    )  # fmt: skip
    passage = stored_passage("24 euros")
    return services.add_question(test_set=test_set, content=written, passage=passage, by=world.ada)


def choose(test_set, world, methods=KEYWORDS):
    services.choose_methods(test_set=test_set, methods=methods, by=world.ada)


def frozen(test_set, world):
    return approve_version(test_set=test_set, by=world.ada, despite="a test")


def address(name, *args):
    return reverse(f"testsets:{name}", args=["acme", *args])


def page(world, name, *args):
    return client_for(world.ada).get(address(name, *args)).content.decode()


def test_several_methods_are_chosen_with_their_settings(world, test_set):
    typed = {
        **CUSTOM, "use_compare_meaning": "on", "meaning_pass": "70", "use_keyword_match": "on",
        "keywords": "all", "similarity_pass": "0.8",
    }  # fmt: skip
    response = client_for(world.ada).post(address("methods", test_set.pk), typed)

    assert response.status_code == 302
    stored = TestSet.objects.get(pk=test_set.pk)
    assert Methods.from_json(stored.methods) == Methods(
        frozenset({Method.COMPARE_MEANING, Method.KEYWORD_MATCH, Method.CUSTOM}),
        meaning_pass=70, keywords="all", instructions="Is it kind?",
        labels=(CustomLabel("Kind", "It greets.", True), CustomLabel("Cold", "It does not.", False)),
    )  # fmt: skip
    assert stored.history.first().history_user == world.ada
    shown = page(world, "methods", test_set.pk)
    assert 'value="70"' in shown
    assert "Is it kind?" in shown


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"title_1": "Kind!"}, "A title has 1 to 40 letters"),
        ({"title_2": ""}, "A title has 1 to 40 letters"),
        ({"title_2": "", "description_2": ""}, "Give 2 to 8 labels."),
        ({"instructions": ""}, "Say what to look for in an answer."),
        ({"description_1": ""}, "Say in 1 to 500 characters"),
        ({"use_compare_meaning": "on", "meaning_pass": "101"}, "less than or equal to 100"),
    ],
)
def test_a_setting_that_cannot_be_taken_says_why_and_loses_nothing_typed(
    world, test_set, changes, sentence
):
    """M2.16"""
    typed = {**CUSTOM, **changes}
    response = client_for(world.ada).post(address("methods", test_set.pk), typed)

    html = response.content.decode()
    assert response.status_code == 422
    assert sentence in html
    assert "Is it kind?" in html or not typed["instructions"]
    assert TestSet.objects.get(pk=test_set.pk).methods == {}


def test_who_may_only_look_chooses_no_methods(world, test_set):
    response = client_for(world.vik).post(address("methods", test_set.pk), CUSTOM)

    assert response.status_code == 403
    assert client_for(world.otto).get(address("methods", test_set.pk)).status_code == 404


def test_before_a_run_the_pages_say_which_questions_are_invalid_for_a_method(world, test_set):
    """M2.15"""
    for number in range(3):
        added(test_set, world, text=f"How much is ticket {number}?")
    added(test_set, world, Needs(keywords=("24",)))
    choose(test_set, world)
    sentence = "3 questions are Invalid for Keyword match: no keywords"

    assert sentence in page(world, "methods", test_set.pk)
    assert sentence in page(world, "detail", test_set.pk)
    assert sentence in page(world, "approve", test_set.pk)
    assert page(world, "detail", test_set.pk).count("Invalid for Keyword match: no keywords") == 4
    version = frozen(test_set, world)
    assert sentence in page(world, "version", version.pk)


def test_a_reference_that_breaks_its_schema_is_said_before_the_run(world, test_set):
    added(test_set, world, Needs(schema={"required": ["a"]}, reference={"b": 1}))
    choose(test_set, world, Methods(frozenset({Method.STRUCTURED_ANSWER})))

    sentence = "the reference breaks its own schema"
    assert f"1 question is Invalid for Structured answer: {sentence}" in page(
        world, "approve", test_set.pk
    )
    shown = page(world, "detail", test_set.pk)
    assert f"1 question is Invalid for Structured answer: {sentence}" in shown
    assert 'href="?only=contract"' in shown
    narrowed = client_for(world.ada).get(f"{address('detail', test_set.pk)}?only=contract")
    assert [one.text for one in narrowed.context["questions"]] == ["How much is a return ticket?"]


def test_a_contract_that_fits_is_among_none_of_those_at_fault(world, test_set):
    added(test_set, world, Needs(schema={"required": ["b"]}, reference={"b": 1}))
    choose(test_set, world, Methods(frozenset({Method.STRUCTURED_ANSWER})))

    assert "?only=contract" not in page(world, "detail", test_set.pk)
    narrowed = client_for(world.ada).get(f"{address('detail', test_set.pk)}?only=contract")
    assert narrowed.context["questions"] == []


def test_a_list_with_contracts_takes_as_many_queries_however_many_there_are(world, test_set):
    contract = Needs(schema={"type": "object"}, reference={"price": 24})
    choose(test_set, world, Methods(frozenset({Method.STRUCTURED_ANSWER, Method.KEYWORD_MATCH})))
    added(test_set, world, contract)
    client = client_for(world.ada)
    client.get(address("detail", test_set.pk))
    with CaptureQueriesContext(connection) as one:
        client.get(address("detail", test_set.pk))
    for number in range(7):
        added(test_set, world, contract, text=f"How much is ticket {number}?")
    client.get(address("detail", test_set.pk))

    with CaptureQueriesContext(connection) as eight:
        client.get(address("detail", test_set.pk))

    assert len(eight) == len(one), [query["sql"] for query in eight.captured_queries]


def test_nothing_is_invalid_for_methods_that_nobody_chose(world, test_set):
    added(test_set, world)

    assert "Invalid" not in page(world, "detail", test_set.pk)


def typed_question(**changes):
    values = {
        "text": "How much is a return ticket?", "expected_answer": "It costs 24 euros per person.",
        "type": "direct", "language": "en", "expects": "answer", "fact_1": "24 euros per person",
    }  # fmt: skip
    return values | changes


def test_a_question_is_given_what_the_chosen_methods_need(world, test_set):
    question = added(test_set, world)
    choose(test_set, world, Methods(frozenset({Method.KEYWORD_MATCH, Method.STRUCTURED_ANSWER})))
    form = page(world, "edit", question.pk)

    response = client_for(world.ada).post(
        address("edit", question.pk),
        typed_question(
            seen=question.changed_at.isoformat(), needs_keywords="24 euros\n per person \n",
            needs_schema='{"type": "object"}', needs_reference='{"price": 24}', needs_quotations="",
        ),
    )  # fmt: skip

    assert 'name="needs_keywords"' in form
    assert 'name="needs_tools"' not in form
    assert response.status_code == 302
    assert Question.objects.get().needs == {
        "keywords": ["24 euros", "per person"], "schema": {"type": "object"},
        "reference": {"price": 24},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("field", "text", "sentence"),
    [
        ("schema", '{"type": }', "This is no JSON: see line 1, column 10."),
        ("schema", '{"type": "objekt"}', "This is no valid JSON schema (draft 2020-12)."),
        ("schema", '{"$ref": "https://x.example/"}', "a reference outside itself"),
        ("reference", "[1]", "This must be a JSON object."),
    ],
)
def test_a_contract_that_cannot_be_read_says_where_and_keeps_what_was_typed(
    world, test_set, field, text, sentence
):
    question = added(test_set, world)
    choose(test_set, world, Methods(frozenset({Method.STRUCTURED_ANSWER})))
    typed = typed_question(seen=question.changed_at.isoformat(), **{f"needs_{field}": text})
    response = client_for(world.ada).post(address("edit", question.pk), typed)

    html = response.content.decode()
    assert response.status_code == 422
    assert sentence in html
    assert text.split(":")[0].replace('"', "&quot;") in html
    assert Question.objects.get().needs == {}


def test_what_a_question_needs_stays_when_its_method_is_not_chosen_any_more(world, test_set):
    question = added(test_set, world, CONTRACT)
    form = page(world, "edit", question.pk)

    assert 'name="needs_reference"' in form
    assert "needs_keywords" in form


def test_another_reference_is_another_wording_of_the_question(world, test_set):
    """M1.10"""
    question = added(test_set, world, CONTRACT)
    before = question_digest(frozen_content(question))

    question.needs = Needs(reference={"price": 25}).as_json()

    assert question_digest(frozen_content(question)) != before


def test_methods_and_needs_are_frozen_and_count_in_the_digest(world, test_set):
    """M1.6"""
    added(test_set, world, CONTRACT)
    plain = frozen(test_set, world)
    choose(test_set, world)
    version = frozen(test_set, world)
    row = version.questions.get()

    assert (plain.methods, version.methods) == ({}, {"keyword_match": {"match": "any"}})
    assert row.needs == CONTRACT.as_json()
    assert version.digest != plain.digest
    assert row.digest == plain.questions.get().digest
    choose(test_set, world, Methods())
    assert TestSetVersion.objects.get(pk=version.pk).methods == version.methods
    with pytest.raises(FrozenError):
        FrozenQuestion.objects.update(needs={})


def test_methods_chosen_meanwhile_are_not_approved_unseen(world, test_set):
    added(test_set, world)
    content = frozen_content(test_set.questions.get())
    seen = version_digest([question_digest(content)], {})
    choose(test_set, world)

    with pytest.raises(Conflict):
        approve_version(test_set=test_set, by=world.ada, seen=seen, despite="a test")


def test_sets_without_methods_keep_the_digests_they_had(world, test_set):
    content = frozen_content(added(test_set, world))
    before = {name: value for name, value in content.items() if name not in ("needs", "detail")}

    assert question_digest(content) == question_digest(before)
    assert version_digest(["a", "b"], {}) != version_digest(["a", "b"], {"exact_match": {}})


@pytest.mark.parametrize("kind", ["jsonl", "csv", "xlsx"])
def test_a_version_goes_out_and_comes_back_with_the_same_digest(world, test_set, kind):
    """M1.22"""
    added(test_set, world, CONTRACT)
    second = added(test_set, world, Needs(keywords=("=1+1", "24")), text="And for a child?")
    Question.objects.get(pk=second.pk)
    second.detail = "a made-up child"
    second.save()
    choose(test_set, world, Methods(
        frozenset({Method.KEYWORD_MATCH, Method.CUSTOM}), instructions="Kind?",
        labels=(CustomLabel("Kind", "It greets.", True), CustomLabel("Cold", "Not.", False)),
    ))  # fmt: skip
    version = frozen(test_set, world)
    raw = write_file(selectors.questions_jsonl(version), kind).raw

    questions = read_questions(raw, name=f"q.{kind}")
    again = import_version(workspace=world.other, name="Copy", questions=questions, by=world.otto)

    assert again.digest == version.digest
    assert again.methods == version.methods
    assert again.test_set.methods == version.methods
    assert [row.needs for row in again.questions.all()] == [
        row.needs for row in version.questions.all()
    ]
    assert again.test_set.questions.get(text="And for a child?").detail == "a made-up child"


def test_a_set_with_methods_of_its_own_keeps_them_when_questions_come_in(world, test_set):
    added(test_set, world, CONTRACT)
    choose(test_set, world)
    raw = write_file(selectors.draft_lines(test_set), "csv").raw
    bare = services.create_test_set(workspace=world.acme, name="Bare", by=world.ada)
    own = services.create_test_set(workspace=world.acme, name="Own", by=world.ada)
    choose(own, world, Methods(frozenset({Method.EXACT_MATCH})))
    for chosen in (bare, own):
        questions = read_questions(raw, name="q.csv")
        import_draft(test_set=chosen, questions=questions, by=world.ada)

    assert TestSet.objects.get(pk=bare.pk).methods == {"keyword_match": {"match": "any"}}
    assert TestSet.objects.get(pk=own.pk).methods == {"exact_match": {}}


def test_a_file_with_two_lists_of_methods_is_refused(world, test_set):
    added(test_set, world)
    [line] = selectors.draft_lines(test_set)
    lines = [
        {**line, "methods": {"exact_match": {}}},
        {**line, "uid": "q-2", "methods": {"tool_use": {}}},
    ]
    raw = "\n".join(map(json.dumps, lines)).encode()

    with pytest.raises(
        Unusable, match=r"line 2, column “methods”: these are other methods than in line 1"
    ):
        read_questions(raw)


def test_the_preview_of_a_file_names_the_methods_that_come_with_it(world, test_set):
    added(test_set, world)
    choose(test_set, world)
    raw = write_file(selectors.draft_lines(test_set), "csv").raw
    file = SimpleUploadedFile("q.csv", raw)

    html = client_for(world.ada).post(address("import"), {"file": file}).content.decode()

    assert "<dt>Methods besides the label</dt><dd>Keyword match (any of the keywords)</dd>" in html


@pytest.mark.parametrize(
    ("column", "cell", "sentence"),
    [
        ("needs_schema", "{", "column “needs_schema”: write it as JSON"),
        (
            "needs_schema",
            '{"type": "objekt"}',
            "column “needs_schema”: this is no valid JSON schema",
        ),
        ("methods", '{"magic": {}}', "column “methods”: “magic” is none of"),
    ],
)
def test_a_cell_that_cannot_be_taken_over_is_named(column, cell, sentence):
    quoted = cell.replace('"', '""')
    raw = f'question,expected_answer,{column}\nHow much?,24 euros,"{quoted}"\n'.encode()

    with pytest.raises(Unusable, match="line 2") as refusal:
        read_questions(raw, name="q.csv")
    assert sentence in str(refusal.value)


def test_keywords_may_be_written_a_line_each_in_a_cell():
    raw = b'question,expected_answer,needs_keywords\nHow much?,24 euros,"24\neuros"\n'

    [question] = read_questions(raw, name="q.csv")

    assert question.content["needs"] == {"keywords": ["24", "euros"]}


def test_the_pages_speak_spanish(world, test_set):
    added(test_set, world)
    choose(test_set, world)
    client = client_for(world.ada)
    client.post(reverse("core:language"), {"language": "es", "next": "/"})

    html = client.get(address("methods", test_set.pk)).content.decode()

    assert "1 pregunta es no válida para Coincidencia de palabras clave: sin palabras clave" in html
