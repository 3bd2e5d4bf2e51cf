"""Notices: telling people what happened, on a page and by mail."""

from core.notices.telling import tell

__all__ = ["tell"]
