"""From a stored assistant to something that can be asked."""

from collections.abc import Mapping
from typing import Any

import httpx
from django.conf import settings

from core.credentials import decrypt
from core.net import guarded_async_transport
from runs.connectors import (
    Connector,
    HttpConnector,
    HttpSettings,
    OpenAIConnector,
    OpenAISettings,
    UploadConnector,
)
from runs.models import Assistant, Run
from runs.uploads import Use
from runs.values import Policy


def connector_for(run: Run) -> Connector:
    """The connector of a run, with the settings that it pinned and the credentials of today."""
    policy = Policy.from_json(run.pinned["policy"])
    if run.upload is not None:
        uids = dict(run.version.questions.values_list("text", "uid"))
        use = run.pinned["assistant"].get("upload_use") or Use.FIRST
        return UploadConnector(run.upload.rows, uids=uids, use=use)
    pinned = run.pinned["assistant"]
    return _connector(
        pinned["connector"],
        pinned["configuration"],
        secret=decrypt(run.assistant.credentials),
        allowed_private_host=run.assistant.allowed_private_host,
        policy=policy,
    )


def connector_of(assistant: Assistant, *, concurrency: int) -> Connector:
    """A connector with the assistant's settings of today, for trying it."""
    return _connector(
        assistant.connector,
        assistant.configuration,
        secret=decrypt(assistant.credentials),
        allowed_private_host=assistant.allowed_private_host,
        policy=Policy(concurrency=concurrency),
    )


def _connector(
    kind: str,
    stored: Mapping[str, Any],
    *,
    secret: str,
    allowed_private_host: str,
    policy: Policy,
) -> Connector:
    client = _client(policy, allowed_private_host)
    if kind == Assistant.Connector.OPENAI:
        return OpenAIConnector(OpenAISettings(**stored, api_key=secret), client=client)
    header, fields = stored.get("header", ""), {k: v for k, v in stored.items() if k != "header"}
    headers = {header: secret} if header and secret else {}
    return HttpConnector(HttpSettings(**fields, headers=headers), client=client)


def _client(policy: Policy, allowed_private_host: str) -> httpx.AsyncClient:
    allowed = set(settings.CAUDALS_ALLOW_PRIVATE_HOSTS)
    if allowed_private_host:
        allowed.add(allowed_private_host)
    limits = httpx.Limits(
        max_connections=policy.concurrency, max_keepalive_connections=policy.concurrency
    )
    # The engine's own deadline covers a try as a whole; these cover its parts, pool waits included.
    return httpx.AsyncClient(
        transport=guarded_async_transport(allowed_private=allowed, limits=limits),
        timeout=httpx.Timeout(policy.timeout_s),
        follow_redirects=False,
        headers={"User-Agent": "Caudals"},
    )
