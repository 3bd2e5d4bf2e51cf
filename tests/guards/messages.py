"""Every text that wants a translation, taken from the code and the templates of each part."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from django.template.base import Lexer, TokenType
from django.utils.translation.template import templatize

from tests.guards.test_layers import ORDER as PARTS
from tests.guards.test_layers import ROOT

TEMPLATES = ROOT / "templates"
# The style guide is for whoever builds pages; only `CAUDALS_DEBUG` shows it.
FOR_DEVELOPERS = frozenset({TEMPLATES / "style.html"})
# Function → how many of its arguments come first as context, and how many forms follow.
TEXTS = {
    "_": (0, 1),
    "gettext": (0, 1),
    "ngettext": (0, 2),
    "pgettext": (1, 1),
    "npgettext": (1, 2),
}
# What `templatize` makes of a tag: the call alone, its strings quoted as Python quotes them.
CALL = re.compile(
    r"""(?:_|n?p?gettext)\((?:u?'(?:[^'\\]|\\.)*'|u?"(?:[^"\\]|\\.)*"|[\s,]|count)+\)"""
)
SPOKEN = frozenset({"alt", "aria-label", "aria-description", "placeholder", "title", "data-label"})


@dataclass(frozen=True, slots=True)
class Message:
    """A text as the catalogue keys it: the English forms, and a context that tells homonyms apart."""

    forms: tuple[str, ...]
    context: str = ""

    def __str__(self) -> str:
        return f"{self.context}: {self.forms[0]}" if self.context else self.forms[0]


def catalogue(part: str) -> Catalog:
    """The Spanish texts of a part, empty when it has none."""
    path = ROOT / part / "locale" / "es" / "LC_MESSAGES" / "django.po"
    if not path.exists():
        return Catalog(locale="es")
    with path.open("rb") as file:
        return read_po(file, locale="es", abort_invalid=True)


def translated(part: str) -> dict[Message, tuple[str, ...]]:
    """Message → its Spanish forms."""
    return {
        Message(_forms(entry.id), entry.context or ""): _forms(entry.string)
        for entry in catalogue(part)
        if entry.id
    }


@cache
def messages(part: str) -> dict[Message, str]:
    """Message → the file that says it, for all that a part says."""
    found: dict[Message, str] = {}
    for path in sorted((ROOT / part).rglob("*.py")):
        for message in _texts(ast.parse(path.read_bytes())):
            found.setdefault(message, str(path.relative_to(ROOT)))
    for path in templates(part):
        for call in CALL.findall(templatize(path.read_text(encoding="utf-8"))):
            for message in _texts(ast.parse(call)):
                found.setdefault(message, str(path.relative_to(ROOT)))
    return found


def templates(part: str) -> list[Path]:
    """The templates of a part; those of no part are the frame's and so `core`'s."""
    folder = TEMPLATES / part
    if part != "core":
        return sorted(folder.rglob("*.html"))
    others = [TEMPLATES / name for name in PARTS if name != "core"]
    return [
        path
        for path in sorted(TEMPLATES.rglob("*.html"))
        if path not in FOR_DEVELOPERS and not any(other in path.parents for other in others)
    ]


def untagged(source: str) -> list[str]:
    """Words that a template shows without a tag that translates them."""
    reader = _Shown()
    reader.feed(_without_tags(source))
    reader.close()
    return reader.words


def _texts(tree: ast.AST) -> Iterator[Message]:
    """The literal texts given to gettext and its kin, by whatever name it was imported."""
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call):
            continue
        name = getattr(call.func, "attr", getattr(call.func, "id", ""))
        contexts, forms = TEXTS.get(name.removesuffix("_lazy").removesuffix("_noop"), (0, 0))
        given = [
            argument.value
            for argument in call.args[: contexts + forms]
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
        ]
        if forms and len(given) == contexts + forms:
            yield Message(tuple(given[contexts:]), "".join(given[:contexts]))


def _forms(text: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    return (text or "",) if isinstance(text, str) or text is None else tuple(text)


def _without_tags(source: str) -> str:
    """The template with the text of its own blocks blanked out: what is left is shown as it is."""
    kept: list[str] = []
    inside = ""
    for token in Lexer(source).tokenize():
        name = token.contents.split(" ")[0]
        if token.token_type is TokenType.BLOCK and name in {"blocktranslate", "comment"}:
            inside = f"end{name}"
        if token.token_type is TokenType.TEXT and not inside:
            kept.append(token.contents)
        elif token.token_type is TokenType.VAR:
            kept.append("0")
        if token.token_type is TokenType.BLOCK and name == inside:
            inside = ""
    return "".join(kept)


class _Shown(HTMLParser):
    """Collects text and spoken attributes that hold words, keys on the keyboard apart."""

    QUIET = frozenset({"kbd", "style", "script"})

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in self.QUIET:
            self.open.append(tag)
        for name, value in attrs:
            if name in SPOKEN:
                self._note(value or "")

    def handle_endtag(self, tag: str) -> None:
        if self.open and self.open[-1] == tag:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        if not self.open:
            self._note(data)

    def _note(self, text: str) -> None:
        if any(character.isalpha() for character in text):
            self.words.append(text.strip(" \n0"))
