"""All addresses of the portal, as the guards walk them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver, reverse

SAMPLES = {"int": 1, "slug": "http", "str": "x", "uuid": "00000000-0000-0000-0000-000000000000"}


@dataclass(frozen=True)
class Page:
    """One address inside a workspace."""

    name: str
    view: Any
    converters: dict[str, str]

    def url(self, slug: str, **values: object) -> str:
        filled = {
            key: values.get(key, SAMPLES[kind])
            for key, kind in self.converters.items()
            if key != "workspace_slug"
        }
        return reverse(self.name, kwargs={"workspace_slug": slug, **filled})


def workspace_pages() -> list[Page]:
    """Every address under /w/<workspace>/."""
    return list(_walk(get_resolver().url_patterns, "", {}, ""))


def _walk(
    patterns: list[Any], route: str, converters: dict[str, str], space: str
) -> Iterator[Page]:
    for entry in patterns:
        here = route + str(entry.pattern)
        known = {
            **converters,
            **{
                key: type(value).__name__.removesuffix("Converter").lower().replace("string", "str")
                for key, value in entry.pattern.converters.items()
            },
        }
        if isinstance(entry, URLResolver):
            inside = f"{space}{entry.namespace}:" if entry.namespace else space
            yield from _walk(entry.url_patterns, here, known, inside)
        elif isinstance(entry, URLPattern) and here.startswith("w/<slug:workspace_slug>"):
            assert entry.name, f"{here} has no name"
            yield Page(space + entry.name, entry.callback, known)
