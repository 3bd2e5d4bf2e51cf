"""Entry points of background work."""

from core.notices.mailing import send_waiting
from core.typed import forget_old


def tick() -> None:
    """Mail people what they were told since, and forget what they typed and left too long ago."""
    forget_old()
    send_waiting()
