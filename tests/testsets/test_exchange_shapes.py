"""Question files of other tools: recognised by their columns, and nothing dropped without a word."""

import io
import json
from typing import Any

import pytest
from openpyxl import Workbook

from testsets.exchange import Left, Unusable, methods_of, read_file, read_questions

PASSAGE = "A return ticket costs 24 euros per person."


def read(raw, name):
    return read_file(raw.encode() if isinstance(raw, str) else raw, name=name)


def asked(found):
    return [(one.content["text"], one.content["expected_answer"]) for one in found.questions]


def said(raw, name):
    with pytest.raises(Unusable) as refused:
        read(raw, name)
    return str(refused.value)


# Copilot Studio


def test_the_template_of_copilot_studio():
    raw = (
        "Question,Expected response,Testing method\r\n"
        "How much is a ticket?,24 euros,Compare meaning\r\n"
        "Who are you?,,General quality\r\n"
    )

    found = read(raw, "template.csv")

    assert found.shape == "copilot"
    assert asked(found) == [("How much is a ticket?", "24 euros"), ("Who are you?", "")]
    assert methods_of(found.questions).as_json() == {
        "general_quality": {}, "compare_meaning": {"pass_score": 50}
    }  # fmt: skip
    assert found.notes.listed() == []
    assert found.notes.unanswered == 1


def test_testing_methods_are_switched_on_with_the_setting_of_most_and_the_rest_is_named():
    raw = (
        "question,expectedResponse,testMethod,keywords\n"
        "A?,B,CompareMeaning (70),\n"
        "C?,D,compare meaning (70%); Keyword match (all),red; blue\n"
        "E?,F,Compare meaning (0.9),\n"
        "G?,H,PartialMatch,green\n"
        "I?,J,Similarity (0.8),\n"
        "K?,L,Custom: is polite,\n"
        "M?,N,Text similarity (lots),\n"
    )

    found = read(raw, "template.csv")

    assert found.shape == "copilot"
    assert methods_of(found.questions).as_json() == {
        "compare_meaning": {"pass_score": 70},
        "keyword_match": {"match": "all"},
        "text_similarity": {"pass_score": 0.8},
    }
    assert found.questions[1].content["needs"] == {"keywords": ["red", "blue"]}
    assert set(found.notes.listed()) == {
        (Left.METHOD, "Custom: is polite", 1), (Left.METHOD, "Text similarity (lots)", 1),
        (Left.SETTING, "compare meaning: 90", 1),
    }  # fmt: skip


def test_a_question_without_an_expected_answer_can_be_a_draft_and_no_version():
    raw = b"Question,Expected response\nWho are you?,\n"

    assert not read_file(raw, name="t.csv").questions[0].complete
    with pytest.raises(Unusable, match="line 2: the expected answer is missing"):
        read_questions(raw, name="t.csv")


def test_headers_nearly_right_are_understood_or_named():
    """`Input,Expected response` is understood; what nobody can guess is named."""
    assert asked(read("Input,Expected response\nA?,B\n", "t.csv")) == [("A?", "B")]
    sentence = said("Questions,Expected response\nA?,B\n", "t.csv")
    assert "no column holds the question" in sentence
    assert "question, input" in sentence
    assert "Questions, Expected response" in sentence


# promptfoo


def test_the_table_of_promptfoo():
    raw = (
        "question,tone,__expected,__expected2,__expected3,__description,__metric,__metadata:team\n"
        'How much?,kind,"24 euros",contains: 24,llm-rubric: is polite,Price,price,sales\n'
        'When?,,equals:At nine,"icontains-all: nine, morning",is-json,,,\n'
        "Where?,,similar(0.8):At pier 4,javascript: output.length < 9,not-contains: 5,,,\n"
        "Who?,,contains: Ms Berg,,,,,\n"
    )

    found = read(raw, "tests.csv")

    assert found.shape == "promptfoo"
    assert asked(found) == [
        ("How much?", "24 euros"), ("When?", "At nine"), ("Where?", "At pier 4"), ("Who?", "Ms Berg")
    ]  # fmt: skip
    facts = [[fact["quotation"] for fact in one.content["facts"]] for one in found.questions]
    assert facts == [["24"], ["nine", "morning"], ["At pier 4"], ["Ms Berg"]]
    assert found.questions[0].content["purpose"] == "Price"
    assert set(found.notes.listed()) == {
        (Left.COLUMN, "__metric", 1),
        (Left.ASSERTION, "llm-rubric", 1), (Left.ASSERTION, "is-json", 1),
        (Left.ASSERTION, "javascript", 1), (Left.ASSERTION, "not-contains", 1),
    }  # fmt: skip
    assert found.questions[0].content["custom"] == {"tone": "kind", "__metadata:team": "sales"}
    assert methods_of(found.questions).as_json() == {
        "exact_match": {}, "text_similarity": {"pass_score": 0.8}, "keyword_match": {"match": "all"}
    }  # fmt: skip
    keywords = [one.content["needs"].get("keywords") for one in found.questions]
    assert keywords == [["24"], ["nine", "morning"], None, ["Ms Berg"]]


def test_assertions_that_are_methods_here_are_switched_on_and_all_others_named():
    schema = {"type": "object", "required": ["price"]}
    tests = [
        ("equals", '{"price": 24}', {}), ("is-json", schema, {}), ("contains-json", schema, {}),
        ("contains-any", ["24", "25"], {}), ("tool-call-f1", "fares, trips", {}),
        ("levenshtein", '{"price": 24}', {"threshold": 5}), ("regex", "2.", {}),
    ]  # fmt: skip
    given = [{"type": type_, "value": value, **more} for type_, value, more in tests]
    raw = json.dumps([{"vars": {"question": "How much?", "city": "Ulm"}, "assert": given}])

    found = read(raw, "tests.json")

    content = found.questions[0].content
    assert content["needs"] == {
        "keywords": ["24", "25"], "tools": ["fares", "trips"], "schema": schema,
        "reference": {"price": 24},
    }  # fmt: skip
    assert methods_of(found.questions).as_json() == {
        "exact_match": {}, "structured_answer": {}, "tool_use": {}, "keyword_match": {"match": "any"}
    }  # fmt: skip
    assert set(found.notes.listed()) == {
        (Left.ASSERTION, "contains-json", 1), (Left.ASSERTION, "levenshtein", 1),
        (Left.ASSERTION, "regex", 1), (Left.SETTING, "levenshtein(5)", 1),
    }  # fmt: skip


def test_a_schema_that_is_not_supported_is_named_and_the_questions_are_read():
    asserted = [{"type": "is-json", "value": {"patternProperties": {"a": {}}}}]
    raw = json.dumps([{"vars": {"question": "How much?"}, "assert": asserted}])

    found = read(raw, "tests.json")

    assert found.questions[0].content["needs"] == {}
    assert found.notes.listed() == [(Left.ASSERTION, "is-json", 1)]


def test_an_answer_with_a_colon_is_no_assertion():
    found = read("question,__expected\nWhen?,Note: at nine\n", "tests.csv")

    assert asked(found) == [("When?", "Note: at nine")]


def test_more_than_four_words_to_look_for_are_named():
    found = read('question,__expected\nWho?,"contains-all: a,b,c,d,e"\n', "tests.csv")

    assert len(found.questions[0].content["facts"]) == 4
    assert found.notes.listed() == [(Left.ASSERTION, "contains-all", 1)]


def test_a_table_whose_variables_leave_the_question_open_is_refused():
    sentence = said("tone,city,__expected\nkind,Ulm,yes\n", "tests.csv")

    assert "line 2" in sentence
    assert "(tone, city)" in sentence


CONFIG = """
description: Ferry
prompts: ["Answer: {{question}}"]
providers: [openai:gpt-4]
defaultTest:
  assert: &polite
    - type: llm-rubric
      value: is polite
tests:
  - description: The price
    vars: &vars
      question: How much is a ticket on 2026-01-05?
      context: "A return ticket costs 24 euros per person."
    assert:
      - type: equals
        value: 24.50
      - type: similar
        value: about 24 euros
        threshold: 0.8
  - vars:
      <<: *vars
      question: [Is it no?, Is it yes?]
    assert:
      - {type: contains-all, value: [no, "yes"]}
      - type: javascript
        value: output.length
"""


def test_the_configuration_of_promptfoo():
    found = read(CONFIG, "promptfooconfig.yaml")

    assert found.shape == "promptfoo"
    assert asked(found) == [
        ("How much is a ticket on 2026-01-05?", "24.50"), ("Is it no?", "no; yes"), ("Is it yes?", "no; yes"),
    ]  # fmt: skip
    first = found.questions[0]
    assert first.content["passages"][0]["text"] == PASSAGE
    assert first.content["purpose"] == "The price"
    assert first.place.said() == "promptfooconfig.yaml, line 10"
    assert set(found.notes.listed()) == {
        (Left.SETTING, "description", 1), (Left.SETTING, "prompts", 1), (Left.SETTING, "providers", 1),
        (Left.SETTING, "defaultTest", 1), (Left.SETTING, "similar(0.8)", 1),
        (Left.ASSERTION, "similar", 1), (Left.ASSERTION, "javascript", 1),
    }  # fmt: skip


def test_the_objects_of_promptfoo():
    raw = json.dumps(
        {
            "vars": {"query": "A?"},
            "assert": [{"type": "factuality", "value": "B"}],
            "options": {"x": 1},
        }
    )

    found = read(raw, "tests.jsonl")

    assert (found.shape, asked(found)) == ("promptfoo", [("A?", "B")])
    assert found.notes.listed() == [(Left.SETTING, "options", 1)]


BOMB = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 10)
)


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (BOMB + "tests:\n  - vars: {question: *a9}\n", "aliases of this file unfold"),
        ("tests:\n  - &a {vars: {question: *a}}\n", "aliases of this file unfold"),
        ("tests:\n  - vars: {<<: &m {a: b, <<: *m}}\n", ""),
        ("tests: " + "[" * 900 + "]" * 900, ""),
        ("tests: file://tests.csv\n", "line 1: the tests are kept in another file (file://tests.csv)"),
        ("tests:\n  - file://more.yaml\n", "line 2: the tests are kept in another file"),
        ("tests:\n  - vars: file://vars.json\n", "line 2, column “vars”"),
        ("tests:\n  - vars: {question: A?}\n    assert: equals\n", "line 2, column “assert”"),
        ("tests:\n  - vars: [\n", "this is no YAML"),
        ("a: b\n--- \nc: d\n", "this is no YAML"),
        ("prompts: [a]\n", "no list of questions"),
        ("", "no list of questions"),
        ("- 5\n- 6\n", "line 1"),
    ],
)  # fmt: skip
def test_yaml_that_cannot_be_read_is_refused_at_its_line(raw, words):
    assert words in said(raw, "tests.yaml")


def test_yaml_builds_no_objects():
    raw = "tests:\n  - vars: {question: !!python/object/apply:os.system [echo]}\n    assert: []\n"

    assert asked(read(raw, "tests.yml")) == [("echo", "")]


# DeepEval, Langfuse, Ragas


GOLDEN = {
    "input": "How much is a ticket?", "expected_output": "24 euros per person", "actual_output": None,
    "context": [PASSAGE, "Dogs are welcome."], "retrieval_context": ["x"], "tools_called": [],
    "expected_tools": [{"name": "search"}], "comments": "Asked often", "source_file": "tickets.md",
    "additional_metadata": {"team": "sales"},
}  # fmt: skip


@pytest.mark.parametrize("name", ["goldens.json", "goldens.jsonl", "wrapped.json"])
def test_the_goldens_of_deepeval(name):
    raw = {"goldens.json": [GOLDEN], "goldens.jsonl": GOLDEN, "wrapped.json": {"goldens": [GOLDEN]}}

    found = read(json.dumps(raw[name]), name)

    assert (found.shape, asked(found)) == (
        "deepeval",
        [("How much is a ticket?", "24 euros per person")],
    )
    content = found.questions[0].content
    assert [passage["text"] for passage in content["passages"]] == GOLDEN["context"]
    assert content["passages"][0]["document"] == "tickets.md"
    assert content["facts"][0] == {
        "quotation": "24 euros per person", "start": 22, "end": 41, "match": "exact", "exact_value": "",
        "passage": 0,
    }  # fmt: skip
    assert content["purpose"] == "Asked often"
    assert content["needs"] == {"tools": ["search"]}
    assert found.notes.listed() == []
    assert found.notes.kept == {"retrieval_context": 1, "additional_metadata": 1}


def test_the_table_of_deepeval():
    raw = f"input,actual_output,expected_output,context\nA?,,24 euros,{PASSAGE}|Dogs are welcome.\n"

    found = read(raw, "goldens.csv")

    assert found.shape == "deepeval"
    assert len(found.questions[0].content["passages"]) == 2


@pytest.mark.parametrize(
    ("given", "tools", "left"),
    [
        ("search; book ;", ["search", "book"], set()),
        ('["search"]', ["search"], set()),
        ([{"name": "search", "input_parameters": {"q": "x"}}], ["search"],
         {"expected_tools.input_parameters"}),
        ([{"title": "search"}, 3, "x" * 201], None,
         {"expected_tools.title", "expected_tools: 3", "expected_tools: " + "x" * 64}),
    ],
)  # fmt: skip
def test_expected_tools_are_carried_over_by_name_and_the_rest_is_named(given, tools, left):
    read_in = read(json.dumps([{**GOLDEN, "expected_tools": given}]), "goldens.json")

    assert read_in.questions[0].content["needs"].get("tools") == tools
    rest = {note[1] for note in read_in.notes.listed()}
    assert rest - {"retrieval_context", "additional_metadata"} == left


def test_an_answer_in_other_words_than_its_context_is_kept_without_a_place():
    raw = json.dumps([GOLDEN | {"expected_output": "It is twenty-four."}])

    content = read(raw, "goldens.json").questions[0].content

    assert content["facts"][0]["passage"] is None
    assert len(content["passages"]) == 2


def test_dialogues_are_refused():
    assert "dialogues" in said(json.dumps([{"scenario": "Ada is lost", "turns": []}]), "g.json")


LANGFUSE: list[dict[str, Any]] = [
    {"id": "cm5f0", "datasetId": "d", "input": {"question": "A?"}, "expectedOutput": {"answer": "B"},
     "metadata": {"x": 1}, "status": "ACTIVE", "sourceTraceId": None},
    {"id": "x" * 50, "datasetId": "d", "input": "C?", "expectedOutput": "D", "status": "ACTIVE"},
    {"id": "cm5f2", "datasetId": "d", "input": {"messages": [{"role": "system", "content": "Be kind"},
     {"role": "user", "content": [{"type": "text", "text": "E?"}]}]},
     "expectedOutput": 24, "status": "ACTIVE"},
    {"id": "cm5f3", "datasetId": "d", "input": "Old?", "expectedOutput": "Old", "status": "ARCHIVED"},
]  # fmt: skip


def langfuse_csv():
    header = "id,input,expectedOutput,metadata,datasetId,status\n"
    out = io.StringIO()
    for item in LANGFUSE:
        cells = [item["id"], *(json.dumps(item[key]) for key in ("input", "expectedOutput")),
                 json.dumps(item["metadata"]) if item.get("metadata") else "", "d",
                 item["status"]]  # fmt: skip
        out.write(",".join('"' + cell.replace('"', '""') + '"' for cell in cells) + "\n")
    return header + out.getvalue()


@pytest.mark.parametrize("name", ["items.json", "items.jsonl", "items.csv"])
def test_the_items_of_langfuse(name):
    raw = {
        "items.json": json.dumps({"data": LANGFUSE, "meta": {"page": 1}}),
        "items.jsonl": "\n".join(json.dumps(item) for item in LANGFUSE),
        "items.csv": langfuse_csv(),
    }[name]

    found = read(raw, name)

    assert (found.shape, asked(found)) == ("langfuse", [("A?", "B"), ("C?", "D"), ("E?", "24")])
    uids = [one.content["uid"] for one in found.questions]
    assert (uids[0], uids[2]) == ("cm5f0", "cm5f2")
    assert uids[1].startswith("q-")
    assert found.notes.renamed == 1
    assert (Left.ENTRY, "archived", 1) in found.notes.listed()
    assert {"metadata", "datasetId"} <= found.notes.kept.keys()


def test_a_dialogue_of_several_messages_is_refused_at_its_place():
    messages = [
        {"role": "user", "content": "A?"},
        {"role": "assistant", "content": "B"},
        {"role": "user", "content": "C?"},
    ]

    sentence = said(
        json.dumps([{"input": messages, "expectedOutput": "D", "id": "x"}]), "items.json"
    )

    assert "items.json, line 1, column “input”: a dialogue" in sentence


def test_two_items_with_one_identifier_are_refused_and_both_named():
    items = [LANGFUSE[0], {**LANGFUSE[0], "input": "Other?"}]

    sentence = said("\n".join(json.dumps(item) for item in items), "items.jsonl")

    assert "line 2" in sentence
    assert "line 1 has the identifier “cm5f0”" in sentence


@pytest.mark.parametrize("name", ["ragas.csv", "ragas.jsonl", "ragas.json"])
def test_the_test_set_of_ragas(name):
    row = {"user_input": "How much?", "reference_contexts": [PASSAGE, "It's 'free'."],
           "reference": "24 euros",
           "synthesizer_name": "single_hop"}  # fmt: skip
    cells = [
        row["user_input"],
        repr(row["reference_contexts"]),
        row["reference"],
        row["synthesizer_name"],
    ]
    quoted = ",".join('"' + cell.replace('"', '""') + '"' for cell in cells)
    raw = {
        "ragas.csv": ",".join(row) + "\n" + quoted + "\n",
        "ragas.jsonl": json.dumps(row),
        "ragas.json": json.dumps([row]),
    }[name]

    found = read(raw, name)

    assert (found.shape, asked(found)) == ("ragas", [("How much?", "24 euros")])
    passages = [passage["text"] for passage in found.questions[0].content["passages"]]
    assert passages == row["reference_contexts"]
    assert found.notes.listed() == []
    assert found.questions[0].content["custom"] == {"synthesizer_name": "single_hop"}


def test_a_list_that_python_would_choke_on_stays_text():
    hostile = "[" * 5_000 + "1" + "]" * 5_000
    raw = f'user_input,reference,reference_contexts\nA?,B,"{hostile}"\n'

    assert read(raw, "ragas.csv").questions[0].content["passages"][0]["text"] == hostile


@pytest.mark.parametrize(
    ("raw", "shape"),
    [
        ({"question": "A?", "reference_answer": "B", "reference_context": PASSAGE, "id": "1"}, "giskard"),
        ({"input": "A?", "target": ["B"], "id": 7}, "inspect"),
        ({"instruction": "A?", "input": "", "output": "B"}, "alpaca"),
        ({"query": "A?", "ground_truth": "B"}, "other"),
        ({"question": "A?", "expected_answer": "B"}, "caudals"),
    ],
)  # fmt: skip
def test_further_shapes(raw, shape):
    found = read(json.dumps(raw), "x.jsonl")

    assert (found.shape, asked(found)) == (shape, [("A?", "B")])


def test_another_tools_workbook():
    book = Workbook()
    book.active.append(["Question", "Expected response", "Testing method"])
    book.active.append(["How much?", 24, "Exact match"])
    out = io.BytesIO()
    book.save(out)

    found = read(out.getvalue(), "template.xlsx")

    assert (found.shape, asked(found)) == ("copilot", [("How much?", "24")])
