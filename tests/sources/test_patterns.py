"""Patterns for the addresses of a site: what they match, and which are refused."""

import time

import pytest

from core.errors import DomainError
from sources import changes, services
from sources.crawling import patterns
from sources.crawling.patterns import BadPattern, Patterns
from tests.world import World


@pytest.mark.parametrize(
    ("pattern", "matching", "other"),
    [
        ("/help/*", ["/help/", "/help/a/b", "/help/?q=1"], ["/help", "/helpers/", "/en/help/a"]),
        ("*.pdf", ["/a.pdf", "/x/y.pdf"], ["/a.pdf?v=2", "/pdf", "/a.pdfs"]),
        ("/news", ["/news"], ["/news/", "/news/1", "/news?page=2"]),
        ("/", ["/", ""], ["/a"]),
        ("*", ["/", "/a?b=c"], []),
        ("*sort=*", ["/list?sort=up", "/list?a=b&sort=up"], ["/sort"]),
        ("/a*a", ["/aa", "/a/b/a"], ["/a"]),
        ("/*/faq/*", ["/en/faq/x", "/en/more/faq/"], ["/faq/x"]),
        ("/ayuda/información*", ["/ayuda/informaci%C3%B3n", "/ayuda/información/x"], ["/ayuda/i"]),
        ("/a%20b", ["/a%20b", "/a b"], ["/a+b"]),
        ("/a.b?c=[d]", ["/a.b?c=[d]"], ["/aXb?c=d", "/a.b"]),
    ],
)
def test_a_pattern_stands_for_whole_paths_with_their_query(
    pattern: str, matching: list[str], other: list[str]
):
    for path in matching:
        assert patterns.matches(pattern, f"https://example.org{path}"), path
    for path in other:
        assert not patterns.matches(pattern, f"https://example.org{path}"), path


def test_excluding_wins_over_including_and_the_pattern_is_named():
    both = Patterns(include=("/help/*", "/faq"), exclude=("*/old/*",))
    assert both.barring("https://example.org/help/a") is None
    assert both.barring("https://example.org/help/old/a") == "*/old/*"
    assert both.barring("https://example.org/shop") == ""
    assert Patterns().barring("https://example.org/anything") is None


def test_no_pattern_takes_long():
    begun = time.monotonic()
    assert not patterns.matches("*a" * 100 + "b", "https://example.org/" + "a" * 1900)
    assert time.monotonic() - begun < 0.1


@pytest.mark.parametrize(
    ("pattern", "says"),
    [
        ("", "at least one"),
        ("help/*", "begin with / or"),
        ("https://example.org/help/*", "begin with / or"),
        ("/help#prices", "contains #"),
        ("/" + "a" * 300, "longer than 300"),
        ("/a\tb", "no address has"),
    ],
)
def test_a_pattern_that_can_match_nothing_is_refused_in_a_sentence(pattern: str, says: str):
    with pytest.raises(BadPattern, match=says):
        patterns.check(pattern)


def test_a_site_keeps_its_patterns_depth_and_choice_of_rendering(world: World):
    source = services.add_site(
        workspace=world.acme,
        start_address="example.org",
        by=world.ada,
        depth_limit=3,
        include=[" /help/* ", "", "/help/*"],
        exclude=["*.pdf"],
        render=True,
    )
    source.refresh_from_db()
    assert (source.depth_limit, source.include, source.exclude) == (3, ["/help/*"], ["*.pdf"])
    assert source.render
    settings = {"start_address": "example.org", "page_limit": 10, "name": "", "by": world.ada}
    changes.change_site(source=source, **settings, include=[])
    source.refresh_from_db()
    assert (source.depth_limit, source.include, source.exclude) == (3, [], ["*.pdf"])


def test_a_bad_pattern_is_refused_when_a_site_is_added_or_changed(world: World):
    with pytest.raises(DomainError, match="begin with / or"):
        services.add_site(
            workspace=world.acme, start_address="example.org", by=world.ada, exclude=["help"]
        )
    source = services.add_site(workspace=world.acme, start_address="example.org", by=world.ada)
    with pytest.raises(DomainError, match="At most 50"):
        changes.change_site(
            source=source, start_address="example.org", page_limit=10, name="", by=world.ada,
            include=[f"/{number}" for number in range(51)],
        )  # fmt: skip
