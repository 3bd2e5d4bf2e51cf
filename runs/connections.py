"""From a stored assistant to something that can be asked."""

from collections.abc import Mapping
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any
from urllib.parse import urlsplit

import httpx
from django.conf import settings

from core.credentials import decrypt
from core.net import Lanes
from core.net.addresses import is_allowed
from runs.connectors import (
    Arrival,
    ChatBrowser,
    ChatConnector,
    ChatSettings,
    Connector,
    FixedHeaders,
    HttpConnector,
    HttpSettings,
    Masked,
    OpenAIConnector,
    OpenAISettings,
    Pieces,
    Secrets,
    Seen,
    SignIn,
    Step,
    TokenCall,
    TokenSettings,
    UploadConnector,
    Wire,
    basic,
    prefixed,
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
    return connector_of(
        pinned["connector"],
        pinned["configuration"],
        secret=decrypt(run.assistant.credentials),
        allowed_private_host=run.assistant.allowed_private_host,
        policy=policy,
    )


def connector_of(
    kind: str,
    stored: Mapping[str, Any],
    *,
    secret: str,
    allowed_private_host: str,
    policy: Policy,
    seen: list[Seen] | None = None,
    steps: list[Step] | None = None,
) -> Connector:
    """A connector with these settings; `seen` collects its exchanges as they may be shown.

    `steps` collects those of a website chat, with a picture of each.
    """
    if kind == Assistant.Connector.CHAT:
        chat = ChatSettings(**stored)
        browser = chat_browser(chat, allowed_private_host)
        return ChatConnector(chat, browser=browser, timeout_s=policy.timeout_s, steps=steps)
    secrets = Secrets([secret])
    wire = Wire(_client(policy, allowed_private_host), secrets=secrets, seen=seen)
    connector: Connector
    if kind == Assistant.Connector.OPENAI:
        connector = OpenAIConnector(OpenAISettings(**stored, api_key=secret), wire=wire)
    else:
        fields = {name: value for name, value in stored.items() if name != "sign_in"}
        # Assistants from before there was a choice have a header at most.
        header = fields.pop("header", "")
        sign_in = stored.get("sign_in") or {"kind": "header", "header": header}
        fields["arrival"] = Arrival(fields.get("arrival", Arrival.WHOLE))
        fields["pieces"] = Pieces(fields.get("pieces", Pieces.APPEND))
        connector = HttpConnector(
            HttpSettings(**fields),
            wire=wire,
            sign_in=_sign_in(sign_in, secret=secret, wire=wire),
            secret=secret,
        )
    return Masked(connector, secrets=secrets)


def _sign_in(stored: Mapping[str, Any], *, secret: str, wire: Wire) -> SignIn:
    kind = stored["kind"]
    if kind == "token":
        fields = {name: value for name, value in stored.items() if name != "kind"}
        return TokenCall(TokenSettings(**fields), secret=secret, wire=wire)
    if not secret or kind == "none":
        return FixedHeaders()
    if kind == "basic":
        value = basic(stored["username"], secret)
        wire.secrets.add(value.removeprefix("Basic "))
        return FixedHeaders({"Authorization": value})
    if not stored["header"]:
        return FixedHeaders()
    return FixedHeaders({stored["header"]: prefixed(stored.get("prefix", ""), secret)})


def chat_browser(chat: ChatSettings, allowed_private_host: str) -> ChatBrowser:
    """The browser for a website chat.

    Hosts that an operator allowed although they are not public are open to pages of such hosts only:
    any other page could carry away what it finds there.
    """
    page, allowed = urlsplit(chat.url), _allowed(allowed_private_host)
    port = page.port or (443 if page.scheme == "https" else 80)
    own = is_allowed(page.hostname or "", port, allowed)
    return ChatBrowser(allowed_private=allowed if own else (), locale=chat.locale)


def _allowed(allowed_private_host: str) -> set[str]:
    allowed = set(settings.CAUDALS_ALLOW_PRIVATE_HOSTS)
    if allowed_private_host:
        allowed.add(allowed_private_host)
    return allowed


def _client(policy: Policy, allowed_private_host: str) -> httpx.AsyncClient:
    allowed = _allowed(allowed_private_host)
    # The engine's own deadline covers a try as a whole; these cover its parts, pool waits included.
    return httpx.AsyncClient(
        transport=Lanes(allowed_private=allowed),
        timeout=httpx.Timeout(policy.timeout_s),
        follow_redirects=False,
        headers={"User-Agent": "Caudals"},
        # A cookie kept from one reply would tie the next question to the same conversation.
        cookies=CookieJar(policy=DefaultCookiePolicy(allowed_domains=[])),
    )
