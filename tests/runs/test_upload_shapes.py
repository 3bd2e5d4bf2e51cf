"""Exports of other tools and chats: which reply answers which question, and what is refused."""

import io
import json
import zipfile

import pytest
from openpyxl import Workbook

from runs.uploads import read_upload
from testsets.exchange import Unusable


def packed(**files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name.replace("__", "."), content)
    return out.getvalue()


def read(value, name="a.json"):
    return read_upload(json.dumps(value).encode(), name=name)


def said(found):
    return [(one.question, one.answer) for one in found.answers]


def node(parent, role, *parts, at=None, **more):
    content = {"content_type": "text", "parts": list(parts)}
    message = {"author": {"role": role}, "create_time": at, "content": content, **more}
    return {"parent": parent, "message": message, "children": []}


def test_of_a_chatgpt_tree_only_the_branch_that_was_on_screen_is_read():
    conversation = {
        "title": "Fees",
        "current_node": "e",
        "mapping": {
            "root": {"parent": None, "message": None, "children": ["a"]},
            "a": node("root", "user", "What does it cost?", at=1_700_000_000.0),
            "b": node("a", "assistant", "Nine euros."),
            "c": node("a", "assistant", "search(fee)", recipient="search"),
            "d": node("c", "tool", "the price list"),
            "e": node(
                "d", "assistant", "Twelve euros.", {"asset_pointer": "x"}, at=1_700_000_004.5
            ),
        },
    }
    for found in (
        read([conversation], "conversations.json"),
        read_upload(
            packed(conversations__json=json.dumps([conversation]), img__png="x"), name="e.zip"
        ),
    ):
        assert found.shape == "chatgpt"
        [answer] = found.answers
        assert (answer.question, answer.answer) == ("What does it cost?", "Twelve euros.")
        assert answer.tools == ({"name": "search", "arguments": "search(fee)"},)
        assert (answer.asked_at, answer.seconds) == ("2023-11-14T22:13:20+00:00", 4.5)
        assert found.remarks.media == 1
    assert found.remarks.files == ("img.png",)


def test_a_tree_that_goes_in_a_circle_ends():
    mapping = {"a": node("b", "user", "Q?"), "b": node("a", "assistant", "A")}
    assert said(read([{"current_node": "b", "mapping": mapping}])) == [("Q?", "A")]


def test_a_claude_export_gives_its_tools_and_what_they_returned():
    found = read(
        [
            {
                "uuid": "1",
                "chat_messages": [
                    {"sender": "human", "text": "Fee?", "created_at": "2026-01-05T10:00:00Z"},
                    {
                        "sender": "assistant",
                        "text": "shortened",
                        "created_at": "2026-01-05T10:00:02Z",
                        "content": [
                            {"type": "tool_use", "name": "look", "input": {"q": "fee"}},
                            {"type": "tool_result", "content": [{"type": "text", "text": "12 €"}]},
                            {"type": "text", "text": "Twelve euros."},
                        ],
                    },
                ],
            }
        ]
    )
    [answer] = found.answers
    assert (found.shape, answer.answer, answer.contexts) == ("claude", "Twelve euros.", ("12 €",))
    assert answer.tools == ({"name": "look", "arguments": {"q": "fee"}},)
    assert answer.seconds == 2


INTERCOM = {
    "id": "9",
    "created_at": 1_700_000_000,
    "source": {"author": {"type": "user"}, "body": "<p>Fee &amp; tax?</p>"},
    "conversation_parts": {
        "conversation_parts": [
            {"author": {"type": "bot"}, "body": "<p>12 &lt;b&gt;<br>euros</p>", "created_at": 5},
            {"author": {"type": "admin"}, "body": "<p>A person here.</p>", "part_type": "comment"},
        ]
    },
}


@pytest.mark.parametrize("value", [[INTERCOM], {"conversations": [INTERCOM], "pages": {}}])
def test_in_an_intercom_conversation_only_the_bot_is_the_assistant(value):
    found = read(value)
    assert said(found) == [("Fee & tax?", "12 <b>\neuros")]
    assert (found.shape, found.remarks.people_left) == ("intercom", 1)


def test_where_no_bot_speaks_agents_are_taken_for_it_and_that_is_said():
    history = [
        {"type": "chat.memberjoin", "sender_type": "Agent"},
        {"type": "chat.msg", "sender_type": "Trigger", "msg": "Welcome"},
        {"type": "chat.msg", "sender_type": "Visitor", "msg": "Hello"},
        {"type": "chat.msg", "sender_type": "Visitor", "msg": "Fee?"},
        {"type": "chat.msg", "sender_type": "Agent", "msg": "Please wait"},
        {"type": "chat.msg", "sender_type": "Agent", "msg": "12"},
    ]
    found = read({"chats": [{"id": "1", "visitor": {}, "history": history}], "count": 1})
    [answer] = found.answers
    assert (answer.question, answer.answer) == ("Fee?", "Please wait\n\n12")
    assert answer.also == ("Hello", "Hello\nFee?")
    assert found.remarks.people_answer


SALESFORCE = (
    '<p align="center">Chat Started: Monday</p>( 3s ) Service Bot: Hello<br>'
    "( 20s ) Jane: Fee?<br>( 1m 2s ) Service Bot: It is this:<br>Price: 12 euros"
)


def test_the_body_of_a_salesforce_transcript_is_told_apart_by_its_times():
    found = read([{"Id": "5", "Body": SALESFORCE, "IsChatbotSession": True}])
    assert found.shape == "salesforce"
    assert said(found) == [("Fee?", "It is this:\nPrice: 12 euros")]


def test_a_cell_with_a_whole_conversation_is_told_apart_by_its_roles():
    raw = b'id,Conversation\n1,"Customer: Fee?\nBot: 12\nNote: per day\nCustomer: Thanks"\n'
    found = read_upload(raw, name="a.csv")
    assert said(found) == [("Fee?", "12\nNote: per day")]
    assert found.remarks.questions_only == 1


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        ("Fee? 12", "line 2, column “Conversation”: it can't be told who says what"),
        ("( 1s ) Jo: Fee?\n( 2s ) Al: 12", "whether “Jo” is the user or the assistant"),
    ],
)
def test_a_conversation_of_unknown_speakers_is_refused_with_its_place(cell, words):
    with pytest.raises(Unusable, match=words):
        read_upload(f'id,Conversation\n1,"{cell}"\n'.encode(), name="a.csv")


MESSAGES = (
    "conversation_source_id,source_id,role,text,timestamp\n"
    "c1,m2,assistant,12,2026-01-05T10:00:03Z\n"
    "c1,m1,user,Fee?,2026-01-05T10:00:00Z\n"
    "c9,m3,user,Lost?,2026-01-05T10:00:00Z\n"
)


def test_the_two_files_of_heap_are_joined_and_ordered_by_time():
    raw = packed(messages__csv=MESSAGES, conversations__csv="source_id,title\nc1,Fees\n")
    found = read_upload(raw, name="heap.zip")
    assert said(found) == [("Fee?", "12")]
    assert (found.answers[0].seconds, found.remarks.files) == (3, ())
    assert [name for _kind, name, _count in found.remarks.notes.listed()] == ["c9"]


@pytest.mark.parametrize(
    ("shape", "entry"),
    [
        ("sharegpt", {"conversations": [{"from": "human", "value": "Fee?"}, {"from": "gpt", "value": "12"}]}),
        ("alpaca", {"instruction": "Fee?", "input": "", "output": "12"}),
        ("deepeval", {"input": "Fee?", "actual_output": "12", "retrieval_context": ["c"]}),
        ("deepeval_turns", {"scenario": "s", "turns": [
            {"role": "user", "content": "Fee?"},
            {"role": "assistant", "content": "12", "retrieval_context": ["c"]}]}),
        ("ragas", {"user_input": "Fee?", "response": "12", "retrieved_contexts": ["c"]}),
        ("ragas_turns", {"user_input": [
            {"type": "human", "content": "Fee?"}, {"type": "ai", "content": "12"}]}),
        ("giskard", {"question": "Fee?", "reference_answer": "x", "reference_context": "y", "answer": "12"}),
        ("inspect", {"id": 1, "input": [{"role": "user", "content": "Fee?"}], "target": "x",
                     "output": {"choices": [{"message": {"role": "assistant", "content": "12"}}]}}),
        ("langfuse", {"id": "t", "input": {"question": "Fee?"}, "output": {"answer": "12"}, "metadata": {}}),
        ("promptfoo", {"vars": {"question": "Fee?"}, "response": {"output": "12"}, "prompt": {"raw": "…"}}),
    ],
)  # fmt: skip
def test_shapes_of_other_tools_are_recognised(shape, entry):
    found = read([entry])
    assert (found.shape, said(found)) == (shape, [("Fee?", "12")])
    if "retrieval_context" in json.dumps(entry) or "retrieved" in json.dumps(entry):
        assert found.answers[0].contexts == ("c",)


def test_the_passages_of_open_rag_eval_come_together_under_one_answer():
    head = "query_id,query,query_run,passage_id,passage,generated_answer\n"
    raw = (
        head + "q1,Fee?,1,[1],first,12 [1][2]\nq1,Fee?,1,[2],second,\nq1,Fee?,2,[1],first,13 [1]\n"
    )
    found = read_upload(raw.encode(), name="a.csv")
    assert [(one.answer, one.contexts) for one in found.answers] == [
        ("12 [1][2]", ("first", "second")), ("13 [1]", ("first",)),
    ]  # fmt: skip
    with pytest.raises(Unusable, match="line 3: this row has another answer than line 2"):
        read_upload((head + "q,F?,1,1,a,12\nq,F?,1,2,b,13\n").encode(), name="a.csv")


@pytest.mark.parametrize(
    ("name", "raw", "words"),
    [
        ("call.mp3", b"x", "sound recording"),
        ("call.csv", b"ID3\x04rest", "sound recording"),
        ("chat.PNG", b"x", "an image"),
        ("chat.json", b"\x89PNG\r\n\x1a\n", "an image"),
        ("chat.mp4", b"x", "a video"),
        ("e.zip", packed(call__mp3="x"), r"e\.zip/call\.mp3: no file in this archive"),
        (
            "e.zip",
            packed(a__csv="a,b", b__csv="a,b"),
            r"which file of this archive.*a\.csv, b\.csv",
        ),
        (
            "e.zip",
            packed(a__json=" " * 5_000_000),
            r"e\.zip/a\.json: too large once it is unpacked",
        ),
        ("e.zip", b"PK\x03\x04 nothing", "no Excel workbook|cannot be opened"),
        ("a.xlsx", b"nothing", "no Excel workbook"),
        ("a.json", b'[{"question": "a", "answer": "b",]', "line 1: .*character 34"),
        ("a.json", b"[" * 200_000, "nested too deep"),
    ],
)
def test_what_cannot_be_read_is_refused_by_name(name, raw, words):
    with pytest.raises(Unusable, match=words):
        read_upload(raw, name=name)


def workbook(*rows):
    book, out = Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(out)
    return out.getvalue()


def test_a_workbook_is_read_and_a_cell_that_shows_an_error_is_named():
    found = read_upload(workbook(["Question", "Response"], ["Fee?", 12.5]), name="a.xlsx")
    assert said(found) == [("Fee?", "12.5")]
    torn = workbook(["Question", "Response"], ["Fee?", "#REF!"])
    with pytest.raises(Unusable, match=r"a\.xlsx, sheet “Sheet”, row 2, column “Response”: Excel"):
        read_upload(torn, name="a.xlsx")


@pytest.mark.parametrize(
    ("at", "seconds", "tools"),
    [
        ("9" * 400, "9" * 400, '[NaN, {"a": -Infinity}]'),
        ("NaN", "Infinity", "[]"),
        ('"0001-01-01T00:00:00+14:00"', '"x"', "[]"),
    ],
    ids=["huge", "nan", "early"],
)
def test_numbers_that_nobody_means_neither_break_nor_get_in(at, seconds, tools):
    row = '{"question": "Fee?", "answer": "12", "asked_at": %s, "seconds": %s, "tools": %s}'
    [answer] = read_upload((row % (at, seconds, tools)).encode(), name="a.jsonl").answers
    assert (answer.asked_at, answer.seconds) == ("", None)
    json.dumps(answer.as_json(), allow_nan=False)


def test_tools_nested_too_deep_are_refused_and_do_not_break_the_page():
    deep = '{"question": "Fee?", "answer": "12", "tools": ' + "[" * 700 + "]" * 700 + "}"
    with pytest.raises(Unusable, match="nested too deep"):
        read_upload(deep.encode(), name="a.jsonl")


def test_a_formula_in_front_of_an_answer_is_text_as_our_own_export_wrote_it():
    raw = b"question,answer\nFee?,'=1+1\nOther?,=2+2\n"
    assert said(read_upload(raw, name="a.csv")) == [("Fee?", "=1+1"), ("Other?", "=2+2")]
