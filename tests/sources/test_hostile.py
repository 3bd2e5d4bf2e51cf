"""Hostile addresses: none reaches anything but public addresses, by itself, by name or by redirect."""

from collections.abc import Iterator

import pytest

from sources.fetching import Limits, Problem
from tests.fakes.raw import RawServer, Wire
from tests.sources.hostile import LIMITS, Watch, fetched, refusal, watching
from tests.sources.hostile_addresses import LEADING, RESOLVING, SPELLED

STATUSES = (301, 302, 303, 307, 308)
# As a Location these are ordinary: they lead back to the site, or cannot be told from a path of it.
RELATIVE = {"no scheme", "a protocol-relative start", "no slashes", "three slashes", "backslashes"}
REDIRECTED = [case for case in SPELLED + LEADING if case[0] not in RELATIVE]


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Iterator[Watch]:
    with watching(monkeypatch) as watch:
        watch.names["public.test"] = [["203.0.114.77"]]
        yield watch


def named(cases: list[tuple]) -> list:
    return [pytest.param(*case[1:], id=case[0].replace(" ", "-")) for case in cases]


@pytest.mark.parametrize(("url", "problem"), named(SPELLED + LEADING))
def test_an_address_is_refused_and_nothing_is_connected_to(
    watch: Watch, url: str, problem: Problem
):
    assert refusal(url.replace("PORT", str(watch.trap.port))) is problem
    assert watch.tried == []


@pytest.mark.parametrize(("name", "answers"), named(RESOLVING))
def test_a_name_is_judged_by_every_address_it_has(watch: Watch, name: str, answers: list):
    watch.names[name] = list(answers)
    assert refusal(f"http://{name}:{watch.trap.port}/") is Problem.NOT_PUBLIC
    assert watch.tried == []


def test_a_name_that_turns_private_after_the_check_gains_nothing(watch: Watch):
    watch.names["rebinding.test"] = [["203.0.114.77"], ["127.0.0.1"]]
    assert refusal(f"http://rebinding.test:{watch.trap.port}/") is Problem.UNREACHABLE
    assert watch.tried == [("203.0.114.77", watch.trap.port)]


def test_a_name_that_turns_private_between_redirects_gains_nothing(watch: Watch):
    """Every connection is made to an address judged for that very connection."""
    with RawServer(
        lambda wire: wire.send(redirect(302, "http://turning.test:PORT/", watch))
    ) as site:
        watch.names["turning.test"] = [["127.0.0.1"]]
        assert refusal(site.url, allowed=[site.host]) is Problem.NOT_PUBLIC
        assert watch.private(site.host) == []


@pytest.mark.parametrize(("url", "problem"), named(REDIRECTED))
def test_a_redirect_there_is_refused_too(watch: Watch, url: str, problem: Problem):
    status = STATUSES[len(url) % len(STATUSES)]
    with RawServer(lambda wire: wire.send(redirect(status, url, watch))) as site:
        found = refusal(site.url, allowed=[site.host])
        assert found in {problem, Problem.BROKEN, Problem.MALFORMED} or not plain(url)
        assert watch.private(site.host) == []
        assert site.connections == 1


@pytest.mark.parametrize(
    ("location", "problem"),
    [
        pytest.param("//127.0.0.1:PORT/", Problem.NOT_PUBLIC, id="protocol-relative"),
        pytest.param("\\\\127.0.0.1:PORT/", None, id="backslashes"),
        pytest.param("/\\127.0.0.1:PORT/", None, id="slash-and-backslash"),
        pytest.param("/", Problem.REDIRECTS, id="to-itself"),
        pytest.param("?again", Problem.REDIRECTS, id="to-a-query-of-itself"),
        pytest.param("", Problem.REDIRECTS, id="empty"),
        pytest.param("http://[::1", Problem.BROKEN, id="open-bracket"),
        pytest.param("\xff\xfe\xfd", None, id="bytes"),
        pytest.param("http://public.test/" + "a" * 60_000, Problem.MALFORMED, id="very-long"),
        pytest.param("a" * 60_000, Problem.MALFORMED, id="very-long-path"),
    ],
)
def test_an_odd_redirect_ends_within_the_limits(
    watch: Watch, location: str, problem: Problem | None
):
    with RawServer(lambda wire: wire.send(redirect(302, location, watch))) as site:
        found = refusal(site.url, allowed=[site.host])
        assert found is problem or problem is None
        assert watch.private(site.host) == []
        assert site.connections <= LIMITS.redirects + 1


def test_a_chain_of_redirects_ends_at_the_limit(watch: Watch):
    count = iter(range(1_000))
    with RawServer(lambda wire: wire.send(redirect(307, f"/{next(count)}", watch))) as site:
        assert refusal(site.url, allowed=[site.host]) is Problem.REDIRECTS
        assert site.connections == LIMITS.redirects + 1


def test_a_chain_of_slow_redirects_ends_at_the_deadline(watch: Watch):
    def slow(wire: Wire) -> None:
        wire.wait(0.3)
        wire.send(redirect(302, "/", watch))

    with RawServer(slow) as site:
        limits = Limits(seconds=0.8, wait_seconds=0.5, redirects=1_000)
        assert refusal(site.url, allowed=[site.host], limits=limits) is Problem.TIMEOUT
        assert site.connections <= 4


@pytest.mark.parametrize(
    "header",
    ["Refresh: 0; url=http://127.0.0.1:PORT/", "Link: <http://127.0.0.1:PORT/>; rel=preload"],
)
def test_headers_that_lead_browsers_elsewhere_lead_nowhere(watch: Watch, header: str):
    head = header.replace("PORT", str(watch.trap.port))
    body = f'<meta http-equiv="refresh" content="0; url=http://127.0.0.1:{watch.trap.port}/">hello'
    answer = f"HTTP/1.1 200 OK\r\n{head}\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()
    with RawServer(lambda wire: wire.send(answer)) as site:
        assert fetched(site.url, allowed=[site.host]).address == site.url
        assert watch.private(site.host) == []


@pytest.mark.parametrize("variable", ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY"])
def test_a_proxy_of_the_environment_is_not_used(
    watch: Watch, monkeypatch: pytest.MonkeyPatch, variable: str
):
    monkeypatch.setenv(variable, f"http://127.0.0.1:{watch.trap.port}")
    assert refusal("http://public.test/") is Problem.UNREACHABLE
    assert refusal("https://public.test/") is Problem.UNREACHABLE
    assert watch.private() == []


def redirect(status: int, location: str, watch: Watch) -> bytes:
    target = location.replace("PORT", str(watch.trap.port)).encode("utf-8", "surrogatepass")
    return (
        b"HTTP/1.1 %d Moved\r\nLocation: %s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        % (
            status,
            target,
        )
    )


def plain(url: str) -> bool:
    """Whether it comes out of a header as it went in."""
    return url.isascii() and url.isprintable()


@pytest.mark.parametrize("status", STATUSES)
def test_a_redirect_that_leads_nowhere_is_no_page(watch: Watch, status: int):
    answer = f"HTTP/1.1 {status} Moved\r\nContent-Length: 5\r\n\r\nhello".encode()
    with RawServer(lambda wire: wire.send(answer)) as site:
        assert refusal(site.url, allowed=[site.host]) is Problem.STATUS
