"""Connections that serve one request after another, checked and secured as any."""

import asyncio
import ipaddress
import ssl
from datetime import UTC, datetime, timedelta

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from core.net import Lanes
from tests.fakes.http import LocalServer, Reply, in_turn


def talk(*urls, together=False, certificates=None, allowed=("127.0.0.1",)):
    """The texts of the replies, and how many connections were opened."""
    opened = 0

    class Counting(Lanes):
        async def _opened(self, *place):
            nonlocal opened
            opened += 1
            return await super()._opened(*place)

    async def all_of_them():
        lanes = Counting(allowed_private=allowed, certificates=certificates)
        async with httpx.AsyncClient(transport=lanes, timeout=5) as client:
            if together:
                replies = await asyncio.gather(*map(client.get, urls))
            else:
                replies = [await client.get(url) for url in urls]
            return [reply.text for reply in replies]

    return asyncio.run(all_of_them()), opened


def test_requests_one_after_the_other_share_a_connection_and_those_at_once_do_not(local_server):
    url = local_server.route("/", lambda _request: Reply("hello", delay=0.05))
    assert talk(url, url, url) == (["hello"] * 3, 1)
    assert talk(url, url, url, together=True) == (["hello"] * 3, 3)


def test_a_connection_that_the_server_closes_is_not_used_again(local_server):
    closing = Reply("bye", headers={"Connection": "close"})
    url = local_server.route("/", in_turn(closing, "hello"))
    assert talk(url, url) == (["bye", "hello"], 2)


def test_a_body_that_breaks_off_is_an_error_and_not_an_answer(local_server):
    broken = local_server.route("/", Reply({"answer": "x" * 500}, hang_up=True))
    chunked = local_server.route("/chunks", Reply(chunks=[b"a", b"b"], hang_up=True))
    for url in (broken, chunked):
        with pytest.raises(httpx.RemoteProtocolError):
            talk(url)


def test_an_address_that_is_not_public_is_refused_before_anything_is_sent(local_server):
    with pytest.raises(httpx.ConnectError, match="not a public address"):
        talk(local_server.route("/", "hello"), allowed=())
    assert local_server.requests == []


def certificate(folder, address):
    """A file with a key and a certificate for the address, signed by itself."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "test")])
    place = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(address))])
    made = (
        x509.CertificateBuilder()
        .subject_name(name).issuer_name(name).public_key(key.public_key()).serial_number(1)
        .not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
        .add_extension(place, critical=False).sign(key, hashes.SHA256())
    )  # fmt: skip
    file = folder / "both.pem"
    file.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        + made.public_bytes(serialization.Encoding.PEM)
    )  # fmt: skip
    return str(file)


@pytest.mark.parametrize(("address", "fits"), [("127.0.0.1", True), ("127.0.0.2", False)])
def test_over_tls_the_certificate_has_to_be_for_the_host(tmp_path, address, fits):
    file = certificate(tmp_path, address)
    served = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    served.load_cert_chain(file)
    with LocalServer() as server:
        server._server.socket = served.wrap_socket(server._server.socket, server_side=True)
        url = server.route("/", "hello").replace("http:", "https:")
        trusting = ssl.create_default_context(cafile=file)
        if fits:
            assert talk(url, url, certificates=trusting) == (["hello"] * 2, 1)
        else:
            with pytest.raises(httpx.ConnectError, match="certificate"):
                talk(url, certificates=trusting)
        with pytest.raises(httpx.ConnectError, match="certificate"):
            talk(url)
