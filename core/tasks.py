"""Entry points of background work."""

from core.notices.mailing import send_waiting


def tick() -> None:
    """Mail people what they were told since."""
    send_waiting()
