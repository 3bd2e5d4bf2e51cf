"""Any assistant, served over HTTP on this machine."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final
from urllib.parse import urlsplit

from pipeline.demo_assistant.outcomes import Assistant, Breakdown, Outcome, Reply, Silence
from pipeline.demo_assistant.requests import (
    LONGEST_BODY,
    Asked,
    BadRequest,
    chat_question,
    plain_question,
)

HOST: Final = "127.0.0.1"
CHAT: Final = "/v1/chat/completions"
# How long a silent assistant holds the connection: longer than any caller waits.
SILENCE_S: Final = 600.0


class AssistantServer(ThreadingHTTPServer):
    """Answers each request in a thread of its own; closing it also ends the silent ones."""

    daemon_threads = True
    # The socketserver default of 5 refuses connections when a run asks ten at once.
    request_queue_size = 64

    def __init__(
        self, assistant: Assistant, *, port: int = 0, silence_s: float = SILENCE_S
    ) -> None:
        self.assistant = assistant
        self.silence_s = silence_s
        self.closing = threading.Event()
        super().__init__((HOST, port), AssistantHandler)

    @property
    def url(self) -> str:
        """Where the assistant is reached, without a slash at the end."""
        return f"http://{HOST}:{self.server_address[1]}"

    def server_close(self) -> None:
        """Free the port and let go of every request that is being kept waiting."""
        self.closing.set()
        super().server_close()


class AssistantHandler(BaseHTTPRequestHandler):
    """One connection; speaks `POST /` and the OpenAI chat protocol."""

    server: AssistantServer
    protocol_version = "HTTP/1.1"
    server_version = "DemoAssistant"
    # An idle kept-open connection, or a body that never comes, gives its thread back.
    timeout = 60.0
    # Buffered, so that headers and body leave together: a small packet alone waits 40 ms.
    wbufsize = -1

    def do_GET(self) -> None:
        """Health, the model list, and a word on how to ask."""
        assistant = self.server.assistant
        path = urlsplit(self.path).path
        if path == "/healthz":
            self.send_json(HTTPStatus.OK, {"status": "ok"})
        elif path == "/v1/models":
            model = {"id": assistant.name, "object": "model", "owned_by": "caudals"}
            self.send_json(HTTPStatus.OK, {"object": "list", "data": [model]})
        elif path == "/":
            usage = 'POST {"question": "…"} here, or use the chat protocol at /v1.'
            self.send_json(HTTPStatus.OK, {"assistant": assistant.name, "usage": usage})
        else:
            self.send_failure(HTTPStatus.NOT_FOUND, "There is nothing at this address.")

    def do_POST(self) -> None:
        """A question in either protocol."""
        path = urlsplit(self.path).path
        try:
            body = self.body()
            if path == "/":
                self.answer(plain_question(body))
            elif path == CHAT:
                self.answer(chat_question(body))
            else:
                self.send_failure(HTTPStatus.NOT_FOUND, "There is nothing at this address.")
        except BadRequest as error:
            self.send_failure(error.status, str(error))

    def body(self) -> bytes:
        """The request's body, refused when its length is missing, wrong or too much."""
        declared = self.headers.get("Content-Length", "")
        if not declared.isascii() or not declared.isdigit():
            self.close_connection = True
            raise BadRequest("The request needs a body with a Content-Length.")
        length = int(declared) if len(declared) < 10 else LONGEST_BODY + 1
        if length > LONGEST_BODY:
            self.close_connection = True
            raise BadRequest(f"The body is longer than {LONGEST_BODY} bytes.", status=413)
        try:
            body = self.rfile.read(length)
        except TimeoutError:
            body = b""
        if len(body) < length:
            self.close_connection = True
            raise BadRequest("The body is shorter than its Content-Length says.")
        return body

    def answer(self, asked: Asked) -> None:
        """Send what the assistant does with the question."""
        outcome: Outcome = self.server.assistant.respond(asked.question)
        if isinstance(outcome, Silence):
            self.server.closing.wait(self.server.silence_s)
            self.close_connection = True
        elif isinstance(outcome, Breakdown):
            self.send_failure(outcome.status, "The assistant could not process the question.")
        elif urlsplit(self.path).path == CHAT:
            self.send_json(HTTPStatus.OK, self.completion(asked, outcome))
        else:
            contexts = list(outcome.contexts)
            self.send_json(HTTPStatus.OK, {"answer": outcome.answer, "contexts": contexts})

    def completion(self, asked: Asked, reply: Reply) -> dict[str, Any]:
        """The reply in the shape of a chat completion; tokens are counted as words."""
        question_words, answer_words = len(asked.question.split()), len(reply.answer.split())
        message = {"role": "assistant", "content": reply.answer}
        return {
            "id": "chatcmpl-demo",
            "object": "chat.completion",
            # The same question gets the same bytes back, so there is no clock in the reply.
            "created": 0,
            "model": asked.model or self.server.assistant.name,
            "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
            "usage": {
                "prompt_tokens": question_words,
                "completion_tokens": answer_words,
                "total_tokens": question_words + answer_words,
            },
        }

    def send_failure(self, status: int, sentence: str) -> None:
        """An error in JSON, in the shape that clients of the chat protocol read."""
        kind = "invalid_request_error" if status < 500 else "server_error"
        self.send_json(status, {"error": {"message": sentence, "type": kind}})

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """The base class's own refusals (unknown method, bad request line), as JSON too."""
        self.close_connection = True
        self.send_failure(code, message or HTTPStatus(code).phrase)

    def send_json(self, status: int, value: object) -> None:
        """One JSON reply, and no complaint when its reader has gone."""
        payload = json.dumps(value, ensure_ascii=False).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json; charset=utf-8")
        self.send_header("Content-Length", str(len(payload)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        try:
            if self.command != "HEAD":
                self.wfile.write(payload)
            self.wfile.flush()
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True  # the caller stopped waiting

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: a line per question would bury the line with the address."""


@contextmanager
def serving(
    assistant: Assistant, *, port: int = 0, silence_s: float = SILENCE_S
) -> Iterator[AssistantServer]:
    """The assistant, answering in this process for as long as the block lasts."""
    server = AssistantServer(assistant, port=port, silence_s=silence_s)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
