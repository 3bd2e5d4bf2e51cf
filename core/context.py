"""What the frame of every page needs to know."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest


def frame(request: HttpRequest) -> dict[str, Any]:
    """The workspace one is in, what one may do there, and the languages on offer."""
    return {
        "workspace": getattr(request, "workspace", None),
        "permissions": getattr(request, "permissions", frozenset()),
        "languages": settings.LANGUAGES,
        "open_signup": settings.CAUDALS_OPEN_SIGNUP,
    }
