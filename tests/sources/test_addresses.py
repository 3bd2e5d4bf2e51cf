"""Which addresses are fetched at all, as far as their spelling tells."""

import pytest

from sources.fetching import FetchError, Problem, parse_address

REFUSED = [
    ("ftp://example.org/file", Problem.SCHEME),
    ("file:///etc/passwd", Problem.SCHEME),
    ("gopher://example.org/", Problem.SCHEME),
    ("javascript:alert(1)", Problem.SCHEME),
    ("data:text/html,hello", Problem.SCHEME),
    ("example.org", Problem.SCHEME),
    ("//example.org/", Problem.SCHEME),
    ("http://user:secret@example.org/", Problem.CREDENTIALS),
    ("http://user@example.org/", Problem.CREDENTIALS),
    ("http://example.org@127.0.0.1/", Problem.CREDENTIALS),
    ("http://", Problem.MALFORMED),
    ("http://exa mple.org/", Problem.MALFORMED),
    ("http://example.org/a\r\nHost: internal", Problem.MALFORMED),
    ("http://example.org:99999/", Problem.MALFORMED),
    ("http://example.org:port/", Problem.MALFORMED),
    ("http://[::1/", Problem.MALFORMED),
    ("http://[fe80::1%25eth0]/", Problem.MALFORMED),
    (f"http://{'a' * 64}.org/", Problem.MALFORMED),
    ("http://example.org/" + "a" * 2000, Problem.MALFORMED),
    ("http://[::1]example.org/", Problem.MALFORMED),
    ("http://[v1.x]/", Problem.MALFORMED),
    ("http://a\\b.example.org/", Problem.MALFORMED),
    ("http://a\u3000b.example.org/", Problem.MALFORMED),
    ("http://example.org:25/", Problem.PORT),
    ("https://example.org:0/", Problem.PORT),
    # Numbers in any but the usual spelling hide where they lead.
    ("http://2130706433/", Problem.NOT_PUBLIC),
    ("http://0x7f000001/", Problem.NOT_PUBLIC),
    ("http://0x7f.0.0.1/", Problem.NOT_PUBLIC),
    ("http://0177.0.0.1/", Problem.NOT_PUBLIC),
    ("http://127.1/", Problem.NOT_PUBLIC),
    ("http://127.0.0.256/", Problem.NOT_PUBLIC),
    ("http://134744072/", Problem.NOT_PUBLIC),
]


@pytest.mark.parametrize(("url", "problem"), REFUSED)
def test_an_address_that_is_never_read_is_refused_by_its_spelling(url: str, problem: Problem):
    with pytest.raises(FetchError) as refusal:
        parse_address(url)
    assert refusal.value.problem is problem
    assert str(refusal.value).endswith(".")


@pytest.mark.parametrize(
    ("spelled", "url"),
    [
        ("HTTP://Example.ORG", "http://example.org/"),
        ("https://example.org:443/a#part", "https://example.org/a"),
        ("http://example.org:8080/a?b=c", "http://example.org:8080/a?b=c"),
        ("http://example.org./", "http://example.org/"),
        ("https://bücher.example/", "https://xn--bcher-kva.example/"),
        ("http://[2001:DB8::1]/", "http://[2001:db8::1]/"),
    ],
)
def test_an_address_has_one_spelling(spelled: str, url: str):
    assert parse_address(spelled).url == url
