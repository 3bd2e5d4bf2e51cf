"""Fetching pages from places that cannot be trusted. Plain values, no Django."""

from sources.fetching.addresses import Address, parse_address
from sources.fetching.fetcher import USER_AGENT, Fetched, Fetcher, Limits, fetch_now
from sources.fetching.problems import FetchError, Problem
from sources.fetching.validators import NONE as NO_VALIDATORS
from sources.fetching.validators import Validators

__all__ = [
    "NO_VALIDATORS",
    "USER_AGENT",
    "Address",
    "FetchError",
    "Fetched",
    "Fetcher",
    "Limits",
    "Problem",
    "Validators",
    "fetch_now",
    "parse_address",
]
