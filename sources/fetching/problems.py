"""Why an address could not be fetched."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from sources.marking import gettext_noop


class Problem(StrEnum):
    SCHEME = "scheme"
    CREDENTIALS = "credentials"
    MALFORMED = "malformed"
    PORT = "port"
    NOT_PUBLIC = "not_public"
    UNKNOWN_HOST = "unknown_host"
    UNREACHABLE = "unreachable"
    CERTIFICATE = "certificate"
    TIMEOUT = "timeout"
    TOO_LARGE = "too_large"
    CODING = "coding"
    REDIRECTS = "redirects"
    REDIRECTED_AWAY = "redirected_away"
    MEDIA_TYPE = "media_type"
    STATUS = "status"
    NOT_ASKED = "not_asked"
    BROKEN = "broken"


SENTENCES: Final = {
    Problem.SCHEME: gettext_noop("Only addresses that begin with http:// or https:// are read."),
    Problem.CREDENTIALS: gettext_noop("Addresses that carry a name or a password are not read."),
    Problem.MALFORMED: gettext_noop("This is not an address that can be read."),
    Problem.PORT: gettext_noop(
        "Port %(detail)s belongs to another service than the web, so it is not read."
    ),
    Problem.NOT_PUBLIC: gettext_noop("The address of %(detail)s is not public, so it is not read."),
    Problem.UNKNOWN_HOST: gettext_noop(
        "The name %(detail)s could not be resolved from here. Check the spelling of the address, "
        "and that Caudals has a connection to the internet."
    ),
    Problem.UNREACHABLE: gettext_noop(
        "%(detail)s does not answer. Check that the site is up and try again."
    ),
    Problem.CERTIFICATE: gettext_noop("The certificate of %(detail)s is not valid."),
    Problem.TIMEOUT: gettext_noop("%(detail)s takes too long to answer. Try again later."),
    Problem.TOO_LARGE: gettext_noop("The page is larger than the limit of %(detail)s."),
    Problem.CODING: gettext_noop("The page is compressed in a way that is not read (%(detail)s)."),
    Problem.REDIRECTS: gettext_noop("The address leads in circles or through too many others."),
    Problem.REDIRECTED_AWAY: gettext_noop("The address leads away from the site, to %(detail)s."),
    Problem.MEDIA_TYPE: gettext_noop("This is no page but %(detail)s."),
    Problem.STATUS: gettext_noop("The server answers %(detail)s instead of the page."),
    Problem.NOT_ASKED: gettext_noop(
        "%(detail)s says that the page has not changed, though it was not asked that. "
        "The server, or a cache in front of it, is set up wrongly."
    ),
    Problem.BROKEN: gettext_noop("The answer of %(detail)s breaks off or cannot be understood."),
}
# Problems that may be gone a moment later.
_PASSING = frozenset((Problem.UNREACHABLE, Problem.TIMEOUT, Problem.BROKEN))
_PASSING_STATUSES = frozenset((429, 500, 502, 503, 504))


class FetchError(Exception):
    """An address that was not fetched: the problem, and the detail that makes it a sentence."""

    def __init__(self, problem: Problem, detail: str = "", *, status: int = 0) -> None:
        super().__init__(SENTENCES[problem] % {"detail": detail})
        self.problem = problem
        self.detail = detail
        self.status = status
        self.retry_after: float | None = None

    @property
    def passing(self) -> bool:
        """Whether trying again shortly may help."""
        return self.problem in _PASSING or self.status in _PASSING_STATUSES
