"""Signing in: once for all questions, again when the token is refused, never twice with a wrong secret."""

import asyncio
import base64
from urllib.parse import parse_qs

import pytest

from runs.connectors import FixedHeaders, TokenCall, TokenSettings, basic
from runs.values import FailureKind, TryFailed
from tests.fakes.http import Reply
from tests.runs.asked import ask, closing, http

SECRET = "s3cret-of-the-client"


class Issuer:
    """Hands out tokens and answers only those who bring the newest."""

    def __init__(self, server, **told):
        self.server, self.told, self.count = server, told, 0
        self.url = server.route("/token", self.hand_out)
        self.chat = server.route("/chat", self.answer)

    def hand_out(self, request):
        assert parse_qs(request.body.decode())["client_secret"] == [SECRET]
        self.count += 1
        return Reply({"access_token": f"token-{self.count}", **self.told}, delay=0.05)

    def answer(self, request):
        if request.headers.get("authorization") != f"Bearer token-{self.count}":
            return Reply(status=401, body="expired")
        return Reply({"answer": "yes"})

    def connector(self, clock=None, **settings):
        more = {"clock": clock} if clock else {}
        return http(
            self.chat,
            sign_in=lambda wire: TokenCall(
                TokenSettings(url=self.url, **settings), secret=SECRET, wire=wire, **more
            ),
        )


def together(connector, times):
    async def asked():
        async with closing(connector):
            return await asyncio.gather(
                *(connector.ask("Open?", conversation="c") for _ in range(times)),
                return_exceptions=True,
            )

    return asyncio.run(asked())


def test_questions_at_the_same_time_share_one_sign_in(local_server):
    issuer = Issuer(local_server)
    replies = together(issuer.connector(), 12)
    assert [reply.text for reply in replies] == ["yes"] * 12
    assert len(local_server.asked("/token")) == 1


def test_a_refused_token_is_replaced_once_for_all(local_server):
    issuer = Issuer(local_server)

    async def asked():
        async with closing(issuer.connector()) as connector:
            await connector.ask("Open?", conversation="c")
            issuer.count += 1  # as if the server had forgotten the first
            replies = await asyncio.gather(
                *(connector.ask("Open?", conversation="c") for _ in range(6))
            )
            return [reply.text for reply in replies]

    assert asyncio.run(asked()) == ["yes"] * 6
    assert len(local_server.asked("/token")) == 2


@pytest.mark.parametrize(("expires_in", "calls"), [(100, 2), ("100", 2), (1000, 1), (None, 1)])
def test_a_token_is_used_until_it_is_nearly_expired(local_server, expires_in, calls):
    issuer, now = Issuer(local_server, expires_in=expires_in), [0.0]

    async def asked():
        async with closing(issuer.connector(clock=lambda: now[0])) as connector:
            for moment in (0, 89, 91):
                now[0] = float(moment)
                await connector.ask("Open?", conversation="c")

    asyncio.run(asked())
    assert len(local_server.asked("/token")) == calls
    assert len(local_server.asked("/chat")) == 3


def test_a_refused_sign_in_is_not_repeated(local_server):
    issuer = Issuer(local_server)
    local_server.route("/token", Reply(status=400, body='{"error": "invalid_client"}'))

    async def asked():
        async with closing(issuer.connector()) as connector:
            for _ in range(3):
                with pytest.raises(TryFailed, match=r"Signing in failed.*invalid_client") as caught:
                    await connector.ask("Open?", conversation="c")
                assert caught.value.kind is FailureKind.UNAUTHORISED

    asyncio.run(asked())
    assert len(local_server.asked("/token")) == 1
    assert local_server.asked("/chat") == []


def test_a_sign_in_that_fails_for_a_moment_is_tried_again(local_server):
    issuer = Issuer(local_server)
    local_server.route("/token", Reply(status=503))

    async def asked():
        async with closing(issuer.connector()) as connector:
            with pytest.raises(TryFailed) as caught:
                await connector.ask("Open?", conversation="c")
            local_server.route("/token", issuer.hand_out)
            return caught.value.kind, (await connector.ask("Open?", conversation="c")).text

    assert asyncio.run(asked()) == (FailureKind.SERVER_ERROR, "yes")


def test_a_token_that_is_refused_at_once_is_no_endless_loop(local_server):
    issuer = Issuer(local_server)
    local_server.route("/chat", Reply(status=401))
    with pytest.raises(TryFailed) as caught:
        ask(issuer.connector())
    assert caught.value.kind is FailureKind.UNAUTHORISED
    assert len(local_server.asked("/token")) == len(local_server.asked("/chat")) == 2


def test_a_reply_without_a_token_names_the_path(local_server):
    with pytest.raises(TryFailed, match=r"no token at “\$.jwt”"):
        ask(Issuer(local_server).connector(token_path="$.jwt"))


def test_a_question_that_runs_out_of_time_leaves_the_sign_in_to_the_others(local_server):
    issuer = Issuer(local_server)

    async def asked():
        async with closing(issuer.connector()) as connector:
            patient = asyncio.create_task(connector.ask("Open?", conversation="c"))
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.02):
                    await connector.ask("Open?", conversation="c")
            return (await patient).text

    assert asyncio.run(asked()) == "yes"
    assert len(local_server.asked("/token")) == 1


def test_a_name_and_a_password_are_sent_as_the_standard_says(local_server):
    url = local_server.route("/", Reply({"answer": "x"}))
    ask(http(url, sign_in=lambda _wire: FixedHeaders({"Authorization": basic("ana", "clavé:1")})))
    sent = local_server.requests[0].headers["authorization"].removeprefix("Basic ")
    assert base64.b64decode(sent).decode() == "ana:clavé:1"
