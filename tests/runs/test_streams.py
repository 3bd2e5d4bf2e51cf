"""Replies that come in pieces are put together whole, or not at all."""

import json
import time

import httpx
import pytest

from runs.connectors import Arrival, OpenAIConnector, OpenAISettings, Pieces, Wire
from runs.connectors.leading import values_in
from runs.connectors.streams import Event, EventReader, LineReader
from runs.values import FailureKind, TryFailed
from tests.fakes.http import Reply
from tests.runs.asked import ask, http

SSE = {"Content-Type": "text/event-stream"}


def events(*values, end="\n\n"):
    return "".join(f"data: {json.dumps(v)}{end}" for v in values).encode()


def streaming(data, size=7, **more):
    """A stream cut where nothing ends."""
    cut = [data[at : at + size] for at in range(0, len(data), size)]
    return Reply(headers=SSE, chunks=cut, **more)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("size", [1, 2, 3, 1000])
def test_events_are_read_however_the_stream_is_cut(end, size):
    text = "\ufeff: ping||event: piece|data: één|data:  zwei|id: 4||retry: 10||data: {}|"
    data = text.replace("|", end).encode()
    reader, found = EventReader(), list[Event]()
    for at in range(0, len(data), size):
        found += reader.feed(data[at : at + size])
    found += reader.finish()
    assert [(e.name, e.data) for e in found] == [("piece", "één\n zwei"), ("message", "{}")]


def test_lines_are_read_however_the_stream_is_cut():
    data, reader = '{"a": "ü\u2028"}\r\n\r\n{"b": 1}'.encode(), LineReader()
    found = [e.data for at in range(len(data)) for e in reader.feed(data[at : at + 1])]
    assert found + [e.data for e in reader.finish()] == ['{"a": "ü\u2028"}', '{"b": 1}']


def test_a_stream_of_events_is_put_together_with_its_contexts_and_tools(local_server):
    data = events(
        {"type": "start"}, {"delta": "Zwölf "}, {"docs": ["a", "b"]}, {"delta": "Euro"},
        {"docs": ["b"]}, {"tool": {"name": "search"}}, {"delta": "."},
    ) + b"data: [DONE]\n\n"  # fmt: skip
    url = local_server.route("/", streaming(data))
    reply = ask(
        http(url, arrival=Arrival.EVENTS, reply_path="$.delta", contexts_path="$.docs[*]",
             tools_path="$.tool")
    )  # fmt: skip
    assert reply.text == "Zwölf Euro."
    assert (reply.contexts, reply.tools) == (["a", "b"], [{"name": "search"}])
    assert reply.raw == data.decode()


def test_pieces_that_each_hold_the_whole_so_far_are_not_repeated(local_server):
    data = events({"answer": "Twelve"}, {"answer": "Twelve euros"}, {"contexts": ["c"]})
    url = local_server.route("/", streaming(data))
    reply = ask(http(url, arrival=Arrival.EVENTS, pieces=Pieces.LAST))
    assert (reply.text, reply.contexts) == ("Twelve euros", ["c"])


def test_json_lines_are_put_together(local_server):
    lines = b'{"answer": "Twelve "}\n{"answer": "euros"}'
    url = local_server.route("/", Reply(lines, headers={"Content-Type": "application/x-ndjson"}))
    assert ask(http(url, arrival=Arrival.LINES)).text == "Twelve euros"


def test_a_stream_that_stays_open_after_its_end_is_not_waited_for(local_server):
    body = Reply(headers=SSE, chunks=[events({"answer": "x"}), b"data: [DONE]\n\n", b": late\n"],
                 chunk_delay=0.2)  # fmt: skip
    clock = time.monotonic()
    assert ask(http(local_server.route("/", body), arrival=Arrival.EVENTS)).text == "x"
    assert time.monotonic() - clock < 0.58


def failing(local_server, reply, **settings):
    with pytest.raises(TryFailed) as caught:
        ask(http(local_server.route("/", reply), arrival=Arrival.EVENTS, **settings))
    return caught.value.kind, caught.value.detail


def test_a_stream_that_falls_silent_fails_although_it_gives_signs_of_life(local_server):
    pings = Reply(headers=SSE, chunks=[events({"answer": "Please"}), *[b": ping\n\n"] * 40],
                  chunk_delay=0.05)  # fmt: skip
    clock = time.monotonic()
    kind, detail = failing(local_server, pings, silence_s=0.3)
    assert time.monotonic() - clock < 1.5
    assert kind is FailureKind.TIMEOUT
    assert "nothing more came for 0.3 seconds" in detail


@pytest.mark.parametrize(
    ("reply", "kind", "words"),
    [
        (streaming(events({"answer": "Half an"}), hang_up=True), "connection", "in the middle"),
        (streaming(events({"answer": "a"}) + b"data: {\n\n"), "malformed", "Piece 2 of the stream"),
        (streaming(b": nothing\n\n"), "malformed", "without a single event"),
        (streaming(events({"text": "a"})), "malformed", "it has: text"),
        (streaming(events({"error": {"message": "no GPU"}})), "server_error", "no GPU"),
        (streaming(events({"answer": "a"}) + b"event: error\ndata: quota\n\n"), "server_error", "quota"),
        (Reply({"text": "whole"}), "malformed", "it has: text"),
        (Reply(status=503, body="busy"), "server_error", "busy"),
        (streaming(events({"answer": "x" * 3_000_000}), size=100_000), "too_large", "2 MB"),
    ],
    ids=lambda value: value if isinstance(value, str) and len(value) < 30 else "",
)  # fmt: skip
def test_a_broken_stream_is_a_failure_and_never_half_an_answer(local_server, reply, kind, words):
    found, detail = failing(local_server, reply)
    assert found.value == kind
    assert words in detail


def chunk(delta=None, finish=None, **more):
    return {"choices": [{"index": 0, "delta": delta or {}, "finish_reason": finish}], **more}


def openai(local_server, data, **reply):
    local_server.route("/v1/chat/completions", streaming(data, **reply))
    settings = OpenAISettings(base_url=f"{local_server.url}/v1", model="m", stream=True)
    return ask(OpenAIConnector(settings, wire=Wire(httpx.AsyncClient())))


def test_the_openai_protocol_streamed_gives_text_tools_and_tokens(local_server):
    def call(index, **told):
        return {"tool_calls": [{"index": index, "function": told}]}

    data = events(
        chunk({"role": "assistant", "content": ""}), chunk({"content": "Twelve "}),
        chunk({"tool_calls": [{"index": 0, "id": "t1", "function": {"name": "fees"}}]}),
        chunk(call(0, arguments='{"a"')), chunk(call(1, name="open")),
        chunk(call(0, arguments=":1}")), chunk({"content": "euros"}), chunk(finish="stop"),
        {"choices": [], "usage": {"total_tokens": 9}},
    ) + b"data: [DONE]\n\n"  # fmt: skip
    reply = openai(local_server, data)
    assert (reply.text, reply.usage) == ("Twelve euros", {"total_tokens": 9})
    assert [call["function"] for call in reply.tools] == [
        {"name": "fees", "arguments": '{"a":1}'}, {"name": "open", "arguments": ""},
    ]  # fmt: skip
    assert local_server.requests[0].json()["stream"] is True


def test_an_openai_stream_that_ends_early_is_a_broken_connection(local_server):
    with pytest.raises(TryFailed) as caught:
        openai(local_server, events(chunk({"content": "Twel"})))
    assert caught.value.kind is FailureKind.CONNECTION


def test_an_openai_stream_that_reports_an_error_says_it(local_server):
    with pytest.raises(TryFailed, match="overloaded"):
        openai(local_server, events(chunk({"content": "T"}), {"error": {"message": "overloaded"}}))


def test_the_pieces_of_a_stream_offer_each_path_once():
    data = (
        events({"delta": "Zwölf "}, {"delta": "Euro", "docs": [{"t": "a"}]}) + b"data: [DONE]\n\n"
    )
    offered = [(value.path, value.shown) for value in values_in(data.decode(), Arrival.EVENTS)]
    assert offered == [
        ("$.delta", "Zwölf "), ("$.docs", '[{"t": "a"}]'), ("$.docs[0].t", "a"),
    ]  # fmt: skip
    assert values_in("<html>", Arrival.WHOLE) == []
