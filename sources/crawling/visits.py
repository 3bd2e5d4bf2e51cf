"""What a walk over a site hands out, and what it takes in to go on where an earlier one ended."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from sources.fetching import Fetched, FetchError, Validators


class Ending(StrEnum):
    """How a visit ended."""

    PAGE = "page"
    ROBOTS = "robots"
    DUPLICATE = "duplicate"
    EXCLUDED = "excluded"
    LEFT_OUT = "left_out"
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class Visit:
    """One address with what it brought: a page, or the reason why not.

    `address` is where the visit began, `fetched.address` where it ended. `other` is, for a duplicate,
    the address that showed the same; for an address left out, the pattern that excludes it, "" when
    none includes it. A page that was excluded has `fetched` where its links are needed.
    """

    address: str
    ending: Ending
    fetched: Fetched | None = None
    problem: FetchError | None = None
    other: str = ""


@dataclass(frozen=True, slots=True)
class Known:
    """A visit of an earlier part of the same walk; for a page, where it ended and its links.

    `digest` is the SHA-256 of the page's bytes. `left_out` says that a pattern kept it from a visit.
    """

    address: str
    final: str = ""
    digest: bytes = b""
    links: tuple[str, ...] = ()
    canonical: str = ""
    left_out: bool = False


@dataclass(frozen=True, slots=True)
class Before:
    """What an earlier walk knows of an address: what to ask the server with, and the bytes' digest."""

    validators: Validators
    digest: bytes
