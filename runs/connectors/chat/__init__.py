"""Chats on websites, asked through a headless browser."""

from runs.connectors.chat.browser import ChatBrowser
from runs.connectors.chat.connector import ChatConnector
from runs.connectors.chat.picking import PICKED, Point, Sight, sight
from runs.connectors.chat.settings import ChatSettings, Step, StepName

__all__ = [
    "PICKED",
    "ChatBrowser",
    "ChatConnector",
    "ChatSettings",
    "Point",
    "Sight",
    "Step",
    "StepName",
    "sight",
]
