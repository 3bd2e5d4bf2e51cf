"""Why an address could not be fetched."""

from __future__ import annotations

from enum import StrEnum


class Problem(StrEnum):
    SCHEME = "scheme"
    CREDENTIALS = "credentials"
    MALFORMED = "malformed"
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
    BROKEN = "broken"


_SENTENCES = {
    Problem.SCHEME: "Only addresses that begin with http:// or https:// are read.",
    Problem.CREDENTIALS: "Addresses that carry a name or a password are not read.",
    Problem.MALFORMED: "This is not an address that can be read.",
    Problem.NOT_PUBLIC: "The address of {detail} is not public, so it is not read.",
    Problem.UNKNOWN_HOST: "There is no server called {detail}. Check the spelling of the address.",
    Problem.UNREACHABLE: "{detail} does not answer. Check that the site is up and try again.",
    Problem.CERTIFICATE: "The certificate of {detail} is not valid.",
    Problem.TIMEOUT: "{detail} takes too long to answer. Try again later.",
    Problem.TOO_LARGE: "The page is larger than the limit of {detail}.",
    Problem.CODING: "The page is compressed in a way that is not read ({detail}).",
    Problem.REDIRECTS: "The address leads in circles or through too many others.",
    Problem.REDIRECTED_AWAY: "The address leads away from the site, to {detail}.",
    Problem.MEDIA_TYPE: "This is no page but {detail}.",
    Problem.STATUS: "The server answers {detail} instead of the page.",
    Problem.BROKEN: "The answer of {detail} breaks off or cannot be understood.",
}
# Problems that may be gone a moment later.
_PASSING = frozenset((Problem.UNREACHABLE, Problem.TIMEOUT, Problem.BROKEN))
_PASSING_STATUSES = frozenset((429, 500, 502, 503, 504))


class FetchError(Exception):
    """An address that was not fetched: the problem, and the detail that makes it a sentence."""

    def __init__(self, problem: Problem, detail: str = "", *, status: int = 0) -> None:
        super().__init__(_SENTENCES[problem].format(detail=detail))
        self.problem = problem
        self.detail = detail
        self.status = status
        self.retry_after: float | None = None

    @property
    def passing(self) -> bool:
        """Whether trying again shortly may help."""
        return self.problem in _PASSING or self.status in _PASSING_STATUSES
