"""Why a page that needs a browser was not read in one."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from sources.marking import gettext_noop


class Unrendered(StrEnum):
    MISSING = "missing"
    TIMEOUT = "timeout"
    TOO_LARGE = "too_large"
    FAILED = "failed"


SENTENCES: Final = {
    Unrendered.MISSING: gettext_noop(
        "The page is empty until its programs have run, and there is no browser here to run them in. "
        "Whoever runs this portal can install Chromium and the extra “browser”."
    ),
    Unrendered.TIMEOUT: gettext_noop("The page does not come to an end in a browser."),
    Unrendered.TOO_LARGE: gettext_noop("The page grows beyond every limit in a browser."),
    Unrendered.FAILED: gettext_noop(
        "The browser could not open the page. The log of the portal says why."
    ),
}


class RenderError(Exception):
    """A page that no browser showed; the text says why."""

    def __init__(self, why: Unrendered) -> None:
        super().__init__(SENTENCES[why])
        self.why = why
