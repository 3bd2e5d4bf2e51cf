"""The demo company's website: complete, consistent, and served as a real one would be."""

import re
from collections.abc import Iterator
from urllib.parse import urljoin

import httpx
import pytest
from protego import Protego

from pipeline.demo.website import SITE, WebsiteServer, serving_website


@pytest.fixture(scope="module")
def website() -> Iterator[WebsiteServer]:
    with serving_website() as running:
        yield running


def test_the_front_door_leads_to_a_home_page_in_english(website):
    reply = httpx.get(website.url, follow_redirects=True)
    assert reply.status_code == 200
    assert '<html lang="en">' in reply.text


def test_the_sitemap_names_every_page_at_the_address_where_it_is_served(website):
    sitemap = httpx.get(f"{website.url}/sitemap.xml").text
    listed = re.findall(r"<loc>(.*?)</loc>", sitemap)
    pages = {f"{website.url}/{page.relative_to(SITE).as_posix()}" for page in SITE.rglob("*.html")}
    assert set(listed) == pages
    assert len(listed) >= 12
    assert all(httpx.get(address).status_code == 200 for address in listed)


def test_robots_txt_allows_the_pages_and_points_to_the_sitemap(website):
    robots = Protego.parse(httpx.get(f"{website.url}/robots.txt").text)
    assert robots.can_fetch(f"{website.url}/en/pets.html", "anyone")
    assert list(robots.sitemaps) == [f"{website.url}/sitemap.xml"]


def test_every_page_is_reached_by_links_from_the_front_door(website):
    seen: set[str] = set()
    waiting = [f"{website.url}/en/index.html"]
    while waiting:
        address = waiting.pop()
        if address in seen:
            continue
        seen.add(address)
        reply = httpx.get(address)
        assert reply.status_code == 200, address
        links = re.findall(r'href="([^"#]+)"', reply.text)
        waiting += [urljoin(address, link) for link in links]
    assert len([address for address in seen if address.endswith(".html")]) == len(
        list(SITE.rglob("*.html"))
    )


def test_both_languages_have_at_least_five_pages():
    assert len(list((SITE / "en").glob("*.html"))) >= 5
    assert len(list((SITE / "es").glob("*.html"))) >= 5


@pytest.mark.parametrize(
    "path", ["/nothing.html", "/../behaviours.toml", "/%2e%2e/behaviours.toml"]
)
def test_what_is_not_on_the_website_is_not_found(website, path):
    assert httpx.get(f"{website.url}{path}").status_code == 404
