"""Settings that would lose or repeat work, or leave the portal open, are refused at the start."""

import math
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register


@register()
def database_is_postgresql(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """Constraints, triggers and row locks are PostgreSQL's."""
    engine = settings.DATABASES["default"]["ENGINE"]
    if engine in ("core.postgres", "django.db.backends.postgresql"):
        return []
    return [
        Error(
            f"DATABASE_URL names {engine}; Caudals stores in PostgreSQL only.",
            hint="Use postgresql://…, or leave DATABASE_URL empty for the embedded server.",
            id="caudals.E001",
        )
    ]


@register()
def queue_never_runs_a_task_twice(
    app_configs: Sequence[Any] | None, **_: Any
) -> list[CheckMessage]:
    """A task that waits behind others must not outlive its retry clock while it waits."""
    cluster = settings.Q_CLUSTER
    ahead = math.ceil((cluster["queue_limit"] + cluster["bulk"]) / cluster["workers"])
    least = cluster["timeout"] * (1 + ahead)
    found: list[CheckMessage] = []
    if cluster["retry"] <= least - 1:
        found.append(
            Error(
                f"Q_CLUSTER retry is {cluster['retry']} s, but a task may wait and work {least} s.",
                hint="Raise retry above timeout × (1 + (queue_limit + bulk) / workers).",
                id="caudals.E002",
            )
        )
    if not cluster.get("ack_failures") or not cluster.get("max_attempts"):
        found.append(
            Error("Q_CLUSTER needs max_attempts and ack_failures, else a failing task never ends.",
                  id="caudals.E003")
        )  # fmt: skip
    return found


@register()
def language_model_is_whole(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """An address without a model, or the reverse, would fall back without saying so."""
    address, model = settings.CAUDALS_LLM_BASE_URL, settings.CAUDALS_LLM_MODEL
    if bool(address) != bool(model):
        return [
            Error(
                "CAUDALS_LLM_BASE_URL and CAUDALS_LLM_MODEL belong together; one of them is empty.",
                hint="Set both for a language model, or neither for the built-in writer and grader.",
                id="caudals.E004",
            )
        ]
    if address and urlsplit(address).scheme not in ("http", "https"):
        return [
            Error(
                f"CAUDALS_LLM_BASE_URL is {address!r}, not an http or https address.",
                hint="For example http://127.0.0.1:8000/v1.",
                id="caudals.E005",
            )
        ]
    return []


@register()
def numbers_make_sense(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """Limits of zero would wait for ever."""
    found: list[CheckMessage] = []
    positive = {
        "CAUDALS_LLM_CONCURRENCY": settings.CAUDALS_LLM_CONCURRENCY,
        "CAUDALS_LLM_TIMEOUT": settings.CAUDALS_LLM_TIMEOUT,
        "CAUDALS_WORKERS": settings.Q_CLUSTER["workers"],
        "CAUDALS_TASK_TIMEOUT": settings.Q_CLUSTER["timeout"],
    }
    for name, value in positive.items():
        if value <= 0:
            found.append(Error(f"{name} is {value}; it must be above zero.", id="caudals.E006"))
    if settings.CAUDALS_DRAFT_TOKENS < 0:
        found.append(
            Error(
                f"CAUDALS_DRAFT_TOKENS is {settings.CAUDALS_DRAFT_TOKENS}; 0 means no limit.",
                id="caudals.E006",
            )
        )
    return found


@register(deploy=True)
def public_hosts_use_https(app_configs: Sequence[Any] | None, **_: Any) -> list[CheckMessage]:
    """Cookies of a portal on a public host must not travel in the clear."""
    local = {"localhost", "127.0.0.1", "[::1]"}
    public = [host for host in settings.ALLOWED_HOSTS if host not in local]
    if public and not settings.SESSION_COOKIE_SECURE:
        return [
            Warning(
                f"The portal answers on {', '.join(public)} with cookies that travel in the clear.",
                hint="Set CAUDALS_HTTPS=1 behind a TLS proxy.",
                id="caudals.W001",
            )
        ]
    return []


@register()
def links_in_mails_lead_somewhere(
    app_configs: Sequence[Any] | None, **_: Any
) -> list[CheckMessage]:
    """A mail has no page to be relative to."""
    if urlsplit(settings.CAUDALS_URL).scheme in ("http", "https"):
        return []
    return [
        Error(
            f"CAUDALS_URL is {settings.CAUDALS_URL!r}, not an http or https address.",
            hint="For example https://caudals.example.org.",
            id="caudals.E007",
        )
    ]
