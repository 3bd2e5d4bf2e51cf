"""A secret is found however a server writes it down, and nothing else is taken for one."""

import base64
import html
import json
import time
from urllib.parse import quote, quote_plus

import pytest

from runs.connectors import Secrets

SECRET = """a"b'c\\d/é<&+ 1"""
WRITTEN = {
    "plainly": SECRET,
    "in JSON": json.dumps(SECRET)[1:-1],
    "in JSON in JSON": json.dumps(json.dumps(SECRET)[1:-1])[1:-1],
    "in JSON with other escapes": "".join(rf"\u{ord(letter):04X}" for letter in SECRET),
    "in a query": quote_plus(SECRET),
    "in a path": quote(SECRET, safe=""),
    "in a page": html.escape(SECRET),
    "in base64": base64.b64encode(SECRET.encode()).decode(),
    "read as Latin-1": SECRET.encode().decode("latin-1"),
    "as bytes that a program shows": repr(SECRET.encode())[2:-1],
    "as Python shows it": repr(SECRET)[1:-1],
}


@pytest.mark.parametrize("way", WRITTEN)
def test_a_secret_is_masked_however_it_is_written(way):
    assert Secrets([SECRET]).masked(f"<{WRITTEN[way]}>") == "<•••>"


def test_a_short_secret_is_masked_where_it_stands_alone_only():
    hide = Secrets(["open"])
    assert hide.masked("key=open; opening hours") == "key=•••; opening hours"


def test_secrets_are_masked_inside_json_keys_too_and_added_as_they_come():
    hide = Secrets(["first-secret"])
    hide.add("first-secret-and-more")
    found = hide.masked_in({"first-secret": ["first-secret-and-more", 1, None]})
    assert found == {"•••": ["•••", 1, None]}
    assert "first" not in repr(hide)


def test_without_a_secret_nothing_is_masked():
    assert Secrets(["", " "]).masked("a b") == "a b"


def test_a_large_reply_is_searched_in_no_time():
    hide = Secrets(["\\" * 40 + "x" * 30 + "y"])
    clock = time.monotonic()
    hide.masked("\\" * 200_000 + "x" * 200_000)
    assert time.monotonic() - clock < 5
