"""The one boundary where text becomes markup of the PDF.

Questions, answers and pages are hostile: a Paragraph would read their angle brackets as markup, and
an image tag would put a local file into the PDF. So nothing reaches a Paragraph that did not pass
here. The boundary also sees to it that each character has a face that holds it.
"""

import unicodedata
from collections.abc import Iterable, Sequence
from html import escape
from itertools import groupby
from operator import itemgetter
from typing import Final, NewType

from reports.charts.palette import MARK_INK, Ink
from reports.figures.spans import Part, Span, parts
from reports.typeface import Script, east_asian_of, script_of
from reports.wording import Wording

Markup = NewType("Markup", str)

LONGEST: Final = 6_000
MOST_LINES: Final = 120

# Spaces and hyphens of a width of their own print as the plain ones.
_PLAIN: Final = {
    **dict.fromkeys([*range(0x2000, 0x200B), 0x0009, 0x202F, 0x205F, 0x2028, 0x2029], " "),
    0x2010: "-",
    0x2011: "-",
    0x2015: "—",
}
# Invisible on paper: joiners, direction marks, selectors, soft hyphens, byte-order marks.
_UNSEEN: Final = frozenset(
    [
        *(0x00AD, 0xFEFF),
        *range(0x200B, 0x2010),
        *range(0x202A, 0x202F),
        *range(0x2060, 0x2070),
        *range(0xFE00, 0xFE10),
    ]
)
_TRANSLATION: Final = _PLAIN | dict.fromkeys(_UNSEEN, "")


class Typesetter:
    """Turns text into markup and counts what could not be printed as it stands.

    `missing` characters have no face at all; `borrowed` ones are left to the viewer's own faces.
    """

    def __init__(self, words: Wording) -> None:
        self.words = words
        self.missing = 0
        self.borrowed = 0
        self.shortened = 0

    def text(self, text: str) -> Markup:
        """Text as markup, line breaks kept."""
        return self._runs([Part(text, None)])

    def marked(self, text: str, spans: Iterable[Span]) -> Markup:
        """Text as markup with the given spans of it marked."""
        return self._runs(parts(text, spans))

    def excerpt(self, text: str, spans: Iterable[Span] = ()) -> tuple[Markup, str]:
        """The printable beginning of a long text, and a sentence on what is left out or ""."""
        end = min(len(text), LONGEST)
        lines = -1
        for _line in range(MOST_LINES):
            lines = text.find("\n", lines + 1, end)
            if lines < 0:
                break
        else:
            end = lines
        markup = self.marked(text[:end], spans)
        if end == len(text):
            return markup, ""
        self.shortened += 1
        note = self.words.gettext(
            "Shortened here: the first %(shown)s of %(all)s characters. All of it is on the page "
            "of the report and in report.json."
        ) % {"shown": self.words.count(end), "all": self.words.count(len(text))}
        return markup, note

    def one_line(self, text: str, *, longest: int = 120) -> Markup:
        """Text for a cell: without line breaks, and short enough never to fill a page."""
        flat = " ".join(text[: longest * 4].split())
        return self.text(flat if len(flat) <= longest else f"{flat[: longest - 1].rstrip()}…")

    def plain(self, text: str) -> str:
        """Text for drawing without markup, in the embedded face; what it lacks is left out."""
        return "".join(
            each for each in _printable(text) if script_of(each) is Script.EMBEDDED and each != "\n"
        )

    def _runs(self, pieces: Sequence[Part]) -> Markup:
        forms = east_asian_of("".join(piece.text for piece in pieces))
        made = []
        for text, mark in pieces:
            markup = self._faces(_printable(text), forms)
            behind = "" if mark is None else f'<font backColor="{MARK_INK[mark]}">'
            made.append(f"{behind}{markup}</font>" if behind else markup)
        return Markup("".join(made))

    def _faces(self, text: str, forms: Script) -> str:
        made = []
        for script, pairs in groupby(_with_faces(text, forms), key=itemgetter(1)):
            run = "".join(character for character, _script in pairs)
            if script is Script.NOTHING:
                made.append(self._undrawn(run))
                continue
            escaped = escape(run).replace("\n", "<br/>")
            plain = script is Script.EMBEDDED
            self.borrowed += 0 if plain else len(run)
            made.append(escaped if plain else f'<font name="{script.value}">{escaped}</font>')
        return "".join(made)

    def _undrawn(self, run: str) -> str:
        """What stands in for characters that no face holds: their code points, or their number."""
        characters = [character for character in run if character != " "]
        self.missing += len(characters)
        if len(characters) <= 2:
            named = " ".join(f"U+{ord(character):04X}" for character in characters)
        else:
            named = self.words.gettext("%(count)s characters without a typeface") % {
                "count": self.words.count(len(characters))
            }
        return f'<font color="{Ink.MUTED.value}">[{escape(named)}]</font>'


def bold(markup: Markup) -> Markup:
    return Markup(f"<b>{markup}</b>")


def muted(markup: Markup) -> Markup:
    return Markup(f'<font color="{Ink.MUTED.value}">{markup}</font>')


def link(markup: Markup, anchor: str) -> Markup:
    """Markup that leads to an anchor of the same document; anchors are ours, never text."""
    return Markup(f'<a href="#{anchor}">{markup}</a>')


def anchored(markup: Markup, anchor: str) -> Markup:
    return Markup(f'<a name="{anchor}"/>{markup}')


def joined(parts: Iterable[Markup], between: str = " · ") -> Markup:
    """Parts side by side; `between` is ours and holds no markup."""
    return Markup(escape(between).join(part for part in parts if part))


def _with_faces(text: str, forms: Script) -> list[tuple[str, Script]]:
    """Each character with its face; a space between two that have none goes with them."""
    faces = [
        Script.EMBEDDED if character == "\n" else script_of(character, east_asian=forms)
        for character in text
    ]
    for at in range(1, len(text) - 1):
        if text[at] == " " and faces[at - 1] is faces[at + 1] is Script.NOTHING:
            faces[at] = Script.NOTHING
    return list(zip(text, faces, strict=True))


def _printable(text: str) -> str:
    """Composed, with one kind of line break and without what paper cannot show."""
    composed = unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n"))
    return composed.translate(_TRANSLATION)
