"""The words shown for whose file of answers was uploaded."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SHAPES: Final[Mapping[str, Promise]] = {
    "caudals": _("Our own columns"),
    "chatgpt": _("Conversations of ChatGPT"),
    "claude": _("Conversations of Claude"),
    "intercom": _("Conversations of Intercom"),
    "zendesk": _("Chats of Zendesk"),
    "salesforce": _("Chat transcripts of Salesforce"),
    "dialogue": _("Conversations, each in one cell"),
    "messages": _("Messages, each with who wrote it"),
    "sharegpt": _("Conversations in the form of ShareGPT"),
    "promptfoo": _("Results of promptfoo"),
    "deepeval": _("Test cases of DeepEval"),
    "deepeval_turns": _("Conversations of DeepEval"),
    "ragas": _("Samples of Ragas"),
    "ragas_turns": _("Conversations of Ragas"),
    "giskard": _("Test set of Giskard"),
    "inspect": _("Samples of Inspect"),
    "open_rag_eval": _("Results of open-rag-eval"),
    "langfuse": _("Traces of Langfuse"),
    "alpaca": _("Instructions with outputs (Alpaca)"),
    "other": _("A table with a question and an answer"),
}
