"""The ways to an assistant."""

from runs.connectors.http import HttpConnector, HttpSettings
from runs.connectors.openai import OpenAIConnector, OpenAISettings
from runs.connectors.protocol import Connector
from runs.connectors.upload import UploadConnector

__all__ = [
    "Connector",
    "HttpConnector",
    "HttpSettings",
    "OpenAIConnector",
    "OpenAISettings",
    "UploadConnector",
]
