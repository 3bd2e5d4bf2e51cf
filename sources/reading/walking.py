"""From the tree of a page to its pieces, each below the headings whose scope it stands in."""

from __future__ import annotations

import re

from core.text import is_question
from sources.reading.cleaning import BREAK, clean
from sources.reading.controls import ANSWER
from sources.reading.pieces import QUESTION_LEVEL, Line, Piece, PieceKind
from sources.reading.preformatted import lines_of, prose_of
from sources.reading.questions import DECLARED
from sources.reading.scopes import Heading, Scopes
from sources.reading.tables import Row, table_pieces
from sources.reading.tiles import tile_text
from sources.reading.titles import bare_title
from sources.reading.tree import Node, is_unread
from sources.reading.vocabulary import BOX_NAMES, listed, names_match

_HEADINGS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6, "question": QUESTION_LEVEL}
_LISTS = frozenset(("ul", "ol", "dl"))
_BLOCKS = _LISTS | frozenset(
    listed(
        """
        html body document main p div li dt dd table tr td th caption section article aside header
        footer nav figure figcaption blockquote pre address fieldset legend form center details
        summary entry hgroup hr
        """
    )
)
_CODE = frozenset(("code", "kbd", "samp", "tt", "var"))
_SUPERSCRIPTS = {"2": "²", "3": "³"}
_MARKER = re.compile(r"^[•‣▪●○◦·*–-]\s+")
_TWO_BREAKS = re.compile(rf"{BREAK}(?:\s*{BREAK})+")


def pieces_of(root: Node) -> list[Piece]:
    """The pieces of everything below the root, in page order."""
    walker = _Walker()
    walker.walk(root)
    walker.flush()
    _mend_answers(walker.pieces)
    return walker.pieces


def _mend_answers(pieces: list[Piece]) -> None:
    """A heading inside an answer that heads nothing is the answer, only larger."""
    inside = [piece for piece in pieces if piece.level > QUESTION_LEVEL]
    filled = {heading for piece in pieces for heading in piece.under} if inside else set()
    for piece in inside:
        if piece.is_heading and piece.heading_id not in filled and not piece.asked:
            piece.kind, piece.level, piece.heading_id = PieceKind.PARAGRAPH, 0, 0


class _Walker:
    """One walk over one tree: the line being gathered, the lists and headings it stands in."""

    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        self._line = Line()
        self._scopes = Scopes()
        self._next_id = 1
        self._tags: list[str] = [""]
        self._list_id = 0
        self._nesting = 0
        self._item_depth = 0
        self._prefix = ""
        self._entries = 0
        self._floor = 0
        self._link: str | None = None
        self._small = 0
        self._code = 0

    @property
    def _depth(self) -> int:
        return len(self._tags) - 1

    def walk(self, node: Node) -> None:
        """Gather the text of an element; a block starts and ends a line."""
        tag = node.tag
        if is_unread(tag):
            return
        if tag in _HEADINGS:
            self.flush()
            self._open_heading(
                clean(node.text()),
                _HEADINGS[tag],
                link=_leads_away(node),
                asked=DECLARED in node.attrs,
            )
        elif tag == "table":
            self._table(node)
        elif tag == "pre":
            self.flush()
            self._preformatted(node)
        elif tag == "br":
            self._line.add_break(BREAK)
        elif tag in _BLOCKS:
            tile = tile_text(node)
            if tile:
                self.flush()
                self._emit(PieceKind.PARAGRAPH, tile)
            else:
                self._block(node)
        elif tag == "sup":
            self._superscript(node)
        else:
            self._inline(node)

    def flush(self) -> None:
        """End the line. Two line breaks in a row end a paragraph too."""
        if not self._line.parts:
            return
        line, self._line = self._line, Line()
        whole = "".join(line.without_trailing_links())
        in_item = bool(self._item_depth) and not self._scopes.any_inside(self._item_depth)
        # A list may name commands, one an item; a paragraph of code is an example everywhere.
        names_command = in_item and self._tags[-1] in {"li", "dd"}
        if line.coded and line.coded == line.chars and not names_command:
            self._emit(PieceKind.CODE, clean(whole))
            return
        for part in _TWO_BREAKS.split(whole):
            text = clean(part)
            if not text:
                continue
            if in_item:
                text = self._prefix + _MARKER.sub("", text)
                self._prefix = ""
            self._emit(PieceKind.ITEM if in_item else PieceKind.PARAGRAPH, text, line)

    def _emit(self, kind: PieceKind, text: str, line: Line | None = None) -> None:
        if not text:
            return
        in_list = kind is PieceKind.ITEM
        piece = Piece(kind, text, under=self._scopes.under())
        if in_list:
            piece.list_id, piece.level = self._list_id, self._nesting
        if line is not None:
            piece.link = line.share(line.linked)
            piece.anchor = line.share(line.anchored)
            piece.small = line.share(line.small)
        self._scopes.fill()
        self.pieces.append(piece)

    def _open_heading(
        self, text: str, level: int, *, link: float = 0.0, asked: bool = False
    ) -> None:
        if not any(map(str.isalnum, text)):
            return
        text = bare_title(text)
        # A heading inside an answer stands below the question, whatever its rank.
        if self._floor:
            level += self._floor
        elif level < QUESTION_LEVEL and self._entries and self._scopes.any_of(QUESTION_LEVEL):
            level += QUESTION_LEVEL
        heading = Heading(self._new_id(), level, self._depth, asked=asked or is_question(text))
        self._scopes.open(heading)
        self.pieces.append(
            Piece(
                PieceKind.HEADING,
                text,
                under=self._scopes.under()[:-1],
                heading_id=heading.heading_id,
                level=level,
                asked=heading.asked,
                link=link,
            )
        )

    def _new_id(self) -> int:
        self._next_id += 1
        return self._next_id

    def _block(self, node: Node) -> None:
        self.flush()
        outer = self._list_id, self._item_depth
        self._tags.append(node.tag)
        if node.tag in _LISTS:
            self._nesting += 1
            if not self._item_depth:
                # A list inside a list item belongs to the outer list.
                self._list_id = self._new_id()
        elif node.tag in {"li", "dd"} and not self._item_depth:
            self._item_depth = self._depth
        floor = self._floor
        if ANSWER in node.attrs:
            self._floor = self._scopes.level()
        self._entries += node.tag == "entry"
        if node.tag == "dl":
            self._definitions(node)
        else:
            self._children(node)
        self.flush()
        self._entries -= node.tag == "entry"
        self._floor = floor
        boxed = node.tag in {"div", "li"} and any(
            names_match(name, BOX_NAMES) for name in node.names()
        )
        self._scopes.close("section" if boxed else node.tag, self._depth)
        self._tags.pop()
        self._nesting -= node.tag in _LISTS
        self._list_id, self._item_depth = outer

    def _children(self, node: Node) -> None:
        for child in node.children:
            if isinstance(child, str):
                self._add(child)
            else:
                self.walk(child)

    def _add(self, text: str) -> None:
        self._line.add(text, link=self._link, small=self._small > 0, code=self._code > 0)

    def _inline(self, node: Node) -> None:
        outer = self._link, self._small, self._code
        if node.tag == "a" and node.get("href"):
            self._link = node.get("href")
        self._small += node.tag == "small"
        self._code += node.tag in _CODE
        self._children(node)
        self._link, self._small, self._code = outer

    def _superscript(self, node: Node) -> None:
        """Keep what "m²" means; the mark of a footnote is no part of the sentence."""
        if node.find("a") is None:
            text = node.text()
            self._add(_SUPERSCRIPTS.get(text, text))

    def _preformatted(self, node: Node) -> None:
        text = lines_of(node)
        for paragraph in prose_of(text):
            self._emit(PieceKind.PARAGRAPH, clean(paragraph))
        if not prose_of(text):
            # Without any letter it is the numbers of the lines beside it.
            self._emit(PieceKind.CODE, text if any(map(str.isalpha, text)) else "")

    def _definitions(self, node: Node) -> None:
        """Each term with its definition, as one item: "Term: what it means"."""
        terms: list[str] = []
        for child in _terms_and_definitions(node):
            if child.tag == "dt":
                terms.append(clean(child.text()).rstrip(" :."))
                continue
            label = ", ".join(term for term in terms if term)
            terms = []
            self._prefix = f"{label}: " if label else ""
            self.walk(child)
            self._prefix = ""
        for term in terms:
            self._emit(PieceKind.ITEM, term)

    def _table(self, node: Node) -> None:
        self.flush()
        rows = table_pieces(node)
        if rows is None:
            # A table that arranges the page: its cells are read one after the other.
            self._tags.append("table")
            self._children(node)
            self.flush()
            self._scopes.close("table", self._depth)
            self._tags.pop()
            return
        list_id = self._new_id()
        for row in rows:
            self._row(row, list_id)

    def _row(self, row: Row, list_id: int) -> None:
        kind = PieceKind.ROW if row.is_row else PieceKind.PARAGRAPH
        piece = Piece(kind, clean(row.text), under=self._scopes.under(), link=row.link)
        piece.list_id = list_id if row.is_row else 0
        self._scopes.fill()
        self.pieces.append(piece)


def _leads_away(heading: Node) -> float:
    """How much of a heading is a link to another page."""
    links = (node for node in heading.walk() if node.tag == "a" and node.get("href"))
    away = sum(node.chars for node in links if not node.get("href").startswith("#"))
    if heading.has_ancestor("a"):
        away = heading.chars
    return away / heading.chars if heading.chars else 0.0


def _terms_and_definitions(node: Node) -> list[Node]:
    """The terms and definitions of a list, also when each pair is wrapped in a div."""
    found: list[Node] = []
    for child in node.elements():
        if child.tag in {"dt", "dd"}:
            found.append(child)
        else:
            found.extend(_terms_and_definitions(child) if child.tag == "div" else [child])
    return found
