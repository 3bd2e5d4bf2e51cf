"""Reading the question out of a request body, in either protocol."""

import json
from dataclasses import dataclass
from typing import Any

LONGEST_BODY = 1_000_000
LONGEST_QUESTION = 20_000


class BadRequest(Exception):
    """A request that cannot be answered, with the sentence for its sender."""

    def __init__(self, sentence: str, *, status: int = 400) -> None:
        super().__init__(sentence)
        self.status = status


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, and the model name that a chat client asked for."""

    question: str
    model: str = ""


def plain_question(body: bytes) -> Asked:
    """The question of `{"question": …}`."""
    fields = _object(body)
    if "question" not in fields:
        raise BadRequest('The field "question" is missing.')
    return Asked(_text(fields["question"], 'The field "question"'))


def chat_question(body: bytes) -> Asked:
    """The last thing that the user said, in an OpenAI chat request."""
    fields = _object(body)
    if fields.get("stream"):
        raise BadRequest('Streaming is not offered; leave "stream" out.')
    messages = fields.get("messages")
    if not isinstance(messages, list) or not messages:
        raise BadRequest('The field "messages" must be a list with at least one message.')
    if not all(isinstance(message, dict) for message in messages):
        raise BadRequest("Every message must be an object with a role and a content.")
    said = [message.get("content") for message in messages if message.get("role") == "user"]
    if not said:
        raise BadRequest('There is no message with the role "user".')
    model = fields.get("model")
    return Asked(
        _text(_joined(said[-1]), "The content of the user's message"),
        model if isinstance(model, str) else "",
    )


def _joined(content: object) -> object:
    """Content given in parts becomes one text; anything else is left for the check of its type."""
    if not isinstance(content, list):
        return content
    parts = [part.get("text") for part in content if isinstance(part, dict)]
    return "\n".join(part for part in parts if isinstance(part, str))


def _object(body: bytes) -> dict[str, Any]:
    try:
        fields = json.loads(body)
    except (ValueError, RecursionError):
        raise BadRequest("The body is not JSON in UTF-8.") from None
    if not isinstance(fields, dict):
        raise BadRequest("The body must be a JSON object.")
    return fields


def _text(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise BadRequest(f"{what} must be a text.")
    text = value.strip()
    if not text:
        raise BadRequest(f"{what} is empty.")
    if len(text) > LONGEST_QUESTION:
        raise BadRequest(f"{what} is longer than {LONGEST_QUESTION} characters.", status=413)
    # A lone surrogate can arrive as "\ud800"; it could not be sent back in any reply.
    return text.encode("utf-8", "replace").decode("utf-8")
