"""Markdown to HTML for the page reader, without what site generators mix into it.

Front matter gives the title. Shortcodes and template tags go; where one carries the title of what
it encloses (`{{% def name="CA" %}} … {{% /def %}}`), the two become a term with its definition,
since the text alone would have lost its subject.
"""

from __future__ import annotations

import html
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass

import yaml
from markdown_it import MarkdownIt

_YAML = re.compile(r"\A---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_TOML = re.compile(r"\A\+\+\+[ \t]*\n(.*?)\n\+\+\+[ \t]*(?:\n|\Z)", re.DOTALL)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_FENCE = re.compile(
    r"^(?P<fence>`{3,}|~{3,})[^\n]*\n.*?^(?P=fence)[`~]*[ \t]*$", re.DOTALL | re.MULTILINE
)
_PAIRED = re.compile(
    r"\{\{[<%]\s*(?P<name>[\w-]+)\b(?P<parameters>[^{}]*?)[%>]\}\}(?P<body>.*?)\{\{[<%]\s*/\s*(?P=name)\s*[%>]\}\}",
    re.DOTALL,
)
_SHORTCODE = re.compile(r"\{\{[<%].*?[%>]\}\}", re.DOTALL)
_TEMPLATE = re.compile(r"\{%-?.*?-?%\}|\{\{-?[^{}\n]*-?\}\}", re.DOTALL)
_PARAMETER = re.compile(r"""([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|`([^`]*)`)""")
_POSITIONAL = re.compile(r"""^\s*["“]([^"”]+)["”]""")
_TITLES = ("name", "title", "term", "question", "summary", "heading", "header", "english", "abbr")
_ATTRIBUTES = re.compile(
    r"[ \t]*\{:?[ \t]*[#.][^{}\n]*\}[ \t]*$|^\{:[^{}\n]*\}[ \t]*$", re.MULTILINE
)
_DIRECTIVE = re.compile(
    r"^[ \t]*(?::{3,}.*|\[\[?_?toc_?\]?\]|\{:?toc\}|<!--more-->)[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
_ADMONITION = re.compile(
    r"^(?:!!!|\?\?\?\+?)[ \t]+[\w-]+(?:[ \t]+\"([^\"]*)\")?[ \t]*\n"
    r"((?:(?:[ ]{4}|\t)[^\n]*\n?|\n)+)",
    re.MULTILINE,
)
_ALERT = re.compile(r"^>[ \t]*\[![A-Z]+\][ \t]*\n", re.MULTILINE)
_FOOTNOTE = re.compile(r"^\[\^[^\]\n]+\]:.*$|\[\^[^\]\n]+\]", re.MULTILINE)
# A second level written with two hyphens, as people do who never saw it rendered.
_DOUBLE_HYPHEN = re.compile(r"^([ \t]*)--[ \t]+(?=\S)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class MarkdownPage:
    title: str
    language: str
    html: str


def to_html(text: str) -> MarkdownPage:
    """The page a site generator would make of the file, as far as its words go."""
    matter, body = _front_matter(text.replace("\r\n", "\n").replace("\r", "\n"))
    body = _outside_fences(body)
    rendered = (
        MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).render(body)
    )
    title = matter.get("title") or matter.get("linkTitle") or ""
    return MarkdownPage(
        title.strip(), (matter.get("lang") or matter.get("language") or "").strip(), rendered
    )


def _front_matter(text: str) -> tuple[Mapping[str, str], str]:
    """The plain text values of the front matter, and the text after it."""
    match, data = _YAML.match(text), None
    try:
        if match:
            data = yaml.safe_load(match.group(1))
        else:
            match = _TOML.match(text)
            data = tomllib.loads(match.group(1)) if match else None
    except (yaml.YAMLError, tomllib.TOMLDecodeError, RecursionError, ValueError):
        data = None
    if not match:
        return {}, text
    values = data if isinstance(data, dict) else {}
    return {str(key): value for key, value in values.items() if isinstance(value, str)}, text[
        match.end() :
    ]


def _outside_fences(text: str) -> str:
    """The text with tags of site generators removed, blocks of code left as they are."""
    parts: list[str] = []
    position = 0
    for match in _FENCE.finditer(text):
        parts.extend((_plain(text[position : match.start()]), match.group()))
        position = match.end()
    parts.append(_plain(text[position:]))
    return "".join(parts)


def _plain(text: str) -> str:
    text = _COMMENT.sub("", text)
    text = _PAIRED.sub(_enclosed, text)
    text = _SHORTCODE.sub("", text)
    text = _TEMPLATE.sub("", text)
    text = _ADMONITION.sub(_admonition, text)
    text = _ALERT.sub("", text)
    text = _FOOTNOTE.sub("", text)
    text = _DIRECTIVE.sub("", text)
    text = _ATTRIBUTES.sub("", text)
    return _DOUBLE_HYPHEN.sub(r"\1  - ", text)


def _enclosed(match: re.Match[str]) -> str:
    """What a shortcode encloses, below the title that it carries, if any."""
    body = match.group("body").strip()
    parameters = {
        key.lower(): double or single or tick
        for key, double, single, tick in _PARAMETER.findall(match.group("parameters"))
    }
    title = next((parameters[key] for key in _TITLES if parameters.get(key)), "")
    if not title and (positional := _POSITIONAL.match(match.group("parameters"))):
        title = positional.group(1)
    if not title:
        return f"\n\n{body}\n\n"
    short = parameters.get("abbr", "")
    if short and not re.search(rf"\b{re.escape(short)}\b", title, re.IGNORECASE):
        title = f"{title} ({short})"
    return f"\n\n<dl><dt>{html.escape(title)}</dt><dd>\n\n{body}\n\n</dd></dl>\n\n"


def _admonition(match: re.Match[str]) -> str:
    lines = (
        line.removeprefix("\t") if line.startswith("\t") else line[4:]
        for line in match.group(2).split("\n")
    )
    title = f"**{match.group(1)}**\n\n" if match.group(1) else ""
    return f"\n{title}" + "\n".join(lines) + "\n"
