"""The ways to an assistant."""

from runs.connectors.chat import ChatBrowser, ChatConnector, ChatSettings, Step, StepName
from runs.connectors.http import HttpConnector, HttpSettings
from runs.connectors.masking import Masked, Secrets
from runs.connectors.openai import OpenAIConnector, OpenAISettings
from runs.connectors.protocol import Connector
from runs.connectors.signing_in import (
    FixedHeaders,
    SignIn,
    TokenCall,
    TokenSettings,
    basic,
    prefixed,
)
from runs.connectors.streams import Arrival, Pieces
from runs.connectors.upload import UploadConnector
from runs.connectors.wire import Seen, Wire

__all__ = [
    "Arrival",
    "ChatBrowser",
    "ChatConnector",
    "ChatSettings",
    "Connector",
    "FixedHeaders",
    "HttpConnector",
    "HttpSettings",
    "Masked",
    "OpenAIConnector",
    "OpenAISettings",
    "Pieces",
    "Secrets",
    "Seen",
    "SignIn",
    "Step",
    "StepName",
    "TokenCall",
    "TokenSettings",
    "UploadConnector",
    "Wire",
    "basic",
    "prefixed",
]
