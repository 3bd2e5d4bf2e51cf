"""Pages that are empty without a browser: opened in one where that is wanted and can be done."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext as _

from sources.fetching import Fetched
from sources.reading import read
from sources.rendering import Renderer, RenderError
from sources.rendering import problems as rendering
from sources.storing import Page


def opened(page: Page, fetched: Fetched, renderer: Renderer | None) -> Page:
    """The page as its programs write it, or the empty page with the reason why it stays empty.

    Without a renderer nobody asked for a browser.
    """
    if renderer is None:
        return _empty(page, _("The page is empty until its programs have run in a browser."))
    try:
        html = renderer.render(fetched).encode()
    except RenderError as error:
        return _empty(page, _(rendering.SENTENCES[error.why]))
    document = read(html, name=page.address, media_type="text/html", declared_encoding="utf-8")
    shown = replace(page, raw=html, media_type="text/html", document=document, rendered=True)
    if not document.text:
        return replace(shown, note=_("The page has no text in a browser either."))
    return shown


def _empty(page: Page, why: str) -> Page:
    """The page without the words that stand in for a text: “Loading”, “Switch JavaScript on”."""
    nothing = replace(page.document, text="", blocks=(), faq=(), passages=())
    return replace(page, document=nothing, note=why)
