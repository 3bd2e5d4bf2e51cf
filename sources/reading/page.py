"""What a page says about itself: title, language, canonical address, the links on it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urljoin

from core.text import normalise
from sources.reading.cleaning import clean
from sources.reading.pieces import Piece
from sources.reading.tree import Node

_TITLE_PARTS = re.compile(r"\s+[|·•–—:»\-]\s+|\s*\|\s*")
_LANGUAGE = re.compile(r"^[a-zA-Z]{2,3}(?=$|[-_])")

_ARTICLE = (
    r"(?:(?:News|ReportageNews|OpinionNews|AnalysisNews|Scholarly)?Article|(?:Live)?BlogPosting)"
)
_MARKED_ARTICLE = re.compile(rf"schema\.org/{_ARTICLE}$")
_STATED_ARTICLE = re.compile(rf'"@type"\s*:\s*\[?\s*"{_ARTICLE}"')
# News and journals are dated; a publishing system that calls every page an article dates only those.
_DATED = re.compile(r"\b(?:NewsArticle|BlogPosting|LiveBlogPosting|ReportageNewsArticle)\b")
# What calls itself help is no article, whatever its publishing system says of every page.
_HELP = re.compile(r"\b(?:FAQPage|QAPage|HowTo|TechArticle|APIReference)\b")


@dataclass(frozen=True, slots=True)
class PageFacts:
    title: str
    site_name: str
    language: str
    canonical: str
    links: tuple[str, ...]
    follow: bool
    article: bool
    dated: bool


def facts_of(root: Node) -> PageFacts:
    title = site_name = shared_title = language = canonical = base = robots = ""
    links: dict[str, None] = {}
    article = helps = dated = False
    for node in root.walk():
        if not node.attrs and node.tag != "title":
            continue
        if "itemtype" in node.attrs:
            article = article or _MARKED_ARTICLE.search(node.attrs["itemtype"]) is not None
            helps = helps or _HELP.search(node.attrs["itemtype"]) is not None
            dated = dated or _DATED.search(node.attrs["itemtype"]) is not None
        if node.tag == "html":
            language = language or node.get("lang") or node.get("xml:lang")
        elif node.tag == "title" and not title and not node.has_ancestor("svg", "body"):
            title = clean(node.text())
        elif node.tag == "base" and not base:
            base = node.get("href").strip()
        elif node.tag == "link" and "canonical" in node.get("rel").lower().split():
            canonical = canonical or node.get("href").strip()
        elif node.tag == "meta":
            key = (node.get("property") or node.get("name")).lower()
            if key in {"og:site_name", "application-name"}:
                site_name = site_name or clean(node.get("content"))
            elif key == "og:title":
                shared_title = shared_title or clean(node.get("content"))
            elif key == "og:type":
                article = article or node.get("content").lower() == "article"
            elif key == "article:published_time":
                dated = True
            elif key == "robots":
                robots = node.get("content").lower()
            elif node.get("http-equiv").lower() == "content-language":
                language = language or node.get("content")
        elif node.tag == "script" and "ld+json" in node.get("type").lower():
            article = article or _STATED_ARTICLE.search(node.source()) is not None
            helps = helps or _HELP.search(node.source()) is not None
            dated = dated or _DATED.search(node.source()) is not None
        elif node.tag in {"a", "area"} and (href := node.get("href").strip()):
            followed = "nofollow" not in node.get("rel").lower().split()
            links.update({_joined(base, href): None} if followed else {})
    match = _LANGUAGE.match(language.strip())
    return PageFacts(
        title=title or shared_title,
        site_name=site_name,
        language=match.group().lower() if match else "",
        canonical=canonical,
        links=tuple(links),
        follow="nofollow" not in robots,
        article=article and not helps,
        dated=dated,
    )


def _joined(base: str, href: str) -> str:
    try:
        return urljoin(base, href) if base else href
    except ValueError:
        return href


def title_of(facts: PageFacts, pieces: Sequence[Piece], name: str) -> str:
    """What people call the page: its main heading, else its title without the site's name."""
    first = [piece.text for piece in pieces if piece.is_heading and piece.level == 1]
    if len(first) == 1 or (first and not facts.title):
        return first[0]
    parts = _TITLE_PARTS.split(facts.title)
    if len(parts) > 1 and facts.site_name:
        parts = [part for part in parts if normalise(part) != normalise(facts.site_name)] or parts
    return parts[0] or facts.title or name


def without_site_name(facts: PageFacts, pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces without a heading that only names the site."""
    noise = {normalise(facts.site_name)} if facts.site_name else set()
    parts = [normalise(part) for part in _TITLE_PARTS.split(facts.title) if part]
    if len(parts) > 1:
        noise.add(parts[-1])
    noise -= {parts[0]} if parts else set()
    dropped = {
        piece.heading_id
        for piece in pieces
        if piece.is_heading and piece.level == 1 and normalise(piece.text) in noise
    }
    if not dropped:
        return list(pieces)
    kept = [piece for piece in pieces if piece.heading_id not in dropped or not piece.is_heading]
    for piece in kept:
        piece.under = tuple(heading for heading in piece.under if heading not in dropped)
    return kept
