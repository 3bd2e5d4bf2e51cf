"""Asking language models: one client for every OpenAI-compatible server."""

from core.llm.client import SEED, ChatModel
from core.llm.endpoints import Endpoint, forget
from core.llm.errors import (
    LLMError,
    LLMRateLimited,
    LLMRefused,
    LLMUnavailable,
    LLMUnreadable,
)
from core.llm.messages import Completion, Message, TokenProbability, Usage
from core.llm.metering import Meter, Tokens
from core.llm.prompts import Fenced, Prompt, fence
from core.llm.reading import UnreadableJSON, read_json
from core.llm.retrying import RetryPolicy

__all__ = [
    "SEED",
    "ChatModel",
    "Completion",
    "Endpoint",
    "Fenced",
    "LLMError",
    "LLMRateLimited",
    "LLMRefused",
    "LLMUnavailable",
    "LLMUnreadable",
    "Message",
    "Meter",
    "Prompt",
    "RetryPolicy",
    "TokenProbability",
    "Tokens",
    "UnreadableJSON",
    "Usage",
    "fence",
    "forget",
    "read_json",
]
