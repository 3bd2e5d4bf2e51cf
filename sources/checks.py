"""Settings of reading that would quietly do nothing are told at the start."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Warning, register

from sources.rendering import available


@register()
def named_browser_is_there(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """Somebody who names a browser wants pages to be opened in it."""
    if not settings.CAUDALS_CHROMIUM or available():
        return []
    return [
        Warning(
            f"Pages that need a browser are not opened: CAUDALS_CHROMIUM is "
            f"{settings.CAUDALS_CHROMIUM!r}, and that or the extra `browser` is not there.",
            hint="Install Playwright (extra `browser`) and name a Chromium that can be started.",
            id="caudals.W002",
        )
    ]
