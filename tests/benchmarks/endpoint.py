"""An assistant and a language model on this machine that take a fixed time for each request.

Run by the benchmarks as a process of its own, `python -m tests.benchmarks.endpoint --seconds 0.3`; it
prints its port and serves until its input ends. `/ask` answers as an assistant does,
`/v1/chat/completions` as a language model that finds every key fact (or, to the peers, as one that
answers and grades); `/stats` tells how many requests came, when the first came and the last was
answered, and how many were under way at once, and starts to count anew. It is written on bare streams
so that it takes little of the two cores on which the measured program runs too.
"""

import argparse
import asyncio
import json
import os
import re
import sys
import time
from collections.abc import Callable

_LENGTH = re.compile(rb"content-length: *(\d+)", re.IGNORECASE)


class Served:
    """What was asked so far."""

    def __init__(self) -> None:
        self.count = self.under_way = self.busiest = 0
        self.first = self.last = 0.0
        self.questions: list[str] = []

    def told(self) -> dict[str, object]:
        """The counts; the next ones begin at zero."""
        values = {
            "count": self.count,
            "busiest": self.busiest,
            "seconds": self.last - self.first,
            "questions": self.questions,
        }
        self.count = self.busiest = 0
        self.first = self.last = 0.0
        self.questions = []
        return values


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=0.3)
    parser.add_argument("--remember", action="store_true", help="Keep every question asked.")
    wanted = parser.parse_args()
    asyncio.run(serve(wanted.seconds, remember=wanted.remember))


async def serve(seconds: float, *, remember: bool) -> None:
    """Serve until standard input ends."""
    served = Served()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                length = _LENGTH.search(head)
                body = await reader.readexactly(int(length[1])) if length else b""
                path = head.split(b" ", 2)[1].decode()
                if path == "/stats":
                    reply = json.dumps(served.told()).encode()
                else:
                    reply = await answered(path, body)
                writer.write(
                    b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
                    % len(reply)
                    + reply
                )
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    async def answered(path: str, body: bytes) -> bytes:
        served.count += 1
        served.first = served.first or time.monotonic()
        served.under_way += 1
        served.busiest = max(served.busiest, served.under_way)
        if remember and path == "/ask":
            served.questions.append(json.loads(body)["question"])
        await asyncio.sleep(seconds)
        served.under_way -= 1
        served.last = time.monotonic()
        return REPLIES.get(path, _nothing)(body)

    server = await asyncio.start_server(connected, "127.0.0.1", 0, backlog=1024)
    sys.stdout.write(f"{server.sockets[0].getsockname()[1]}\n")
    sys.stdout.flush()
    async with server:
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.buffer.read)
        # Nothing is left to tidy up, and connections that are kept open would be waited for.
        os._exit(0)


def _assistant(body: bytes) -> bytes:
    question = json.loads(body)["question"]
    return json.dumps({"answer": f"{ANSWER} You asked: {question}", "contexts": [ANSWER]}).encode()


def _model(body: bytes) -> bytes:
    asked = json.loads(body)
    content = ANSWER
    if asked.get("response_format"):
        content = json.dumps(VERDICT)
    elif b"GRADE:" in body:  # how inspect_ai wants its grades
        content = "The answer says so. GRADE: C"
    message = {"role": "assistant", "content": content}
    return json.dumps(
        {
            "id": "chatcmpl-1", "object": "chat.completion", "created": 0, "model": "fixed",
            "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18},
        }
    ).encode()  # fmt: skip


def _nothing(_body: bytes) -> bytes:
    return b'{"error": "nothing at this path"}'


ANSWER = "A day ticket costs €14.50 for adults."
VERDICT = {
    "facts": [{"fact": 1, "evidence": "A day ticket costs €14.50", "finding": "present"}],
    "contradictions": [], "unverified": [], "declines": False, "corrects_premise": False,
    "deflects": False, "asks_back": False, "off_topic": False, "asserts": True,
    "test_doubt": "", "capture_doubt": "", "cause": "", "explanation": "It says so.",
    "opinion": "correct",
}  # fmt: skip
REPLIES: dict[str, Callable[[bytes], bytes]] = {
    "/ask": _assistant,
    "/v1/chat/completions": _model,
}

if __name__ == "__main__":
    main()
