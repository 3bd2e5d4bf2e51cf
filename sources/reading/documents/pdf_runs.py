"""The runs of text on a PDF page with their places: a small interpreter of content streams.

pypdf's own visitors tell where a run begins and never where it ends, and without its end neither
columns nor gaps between words can be told. The fonts are pypdf's.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from pypdf import PageObject
from pypdf.errors import PdfStreamError
from pypdf.generic import (
    ArrayObject,
    ContentStream,
    DictionaryObject,
    PdfObject,
    StreamObject,
)

from sources.reading.documents.pdf_fonts import Fonts, PdfFont, decoded, dictionary

DEEPEST_FORM = 8
MOST_RUNS = 60_000
# What compression makes of nothing is smaller than this.
MOST_BYTES_OF_NOTHING = 64
Matrix = tuple[float, float, float, float, float, float]
_BOLD = re.compile(r"bold|black|heavy|demi|-medi\b|cmbx", re.IGNORECASE)
_UNIT: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Run:
    """Characters shown together: from `x0` to `x1` on the baseline `y`, upright, in points."""

    text: str
    x0: float
    x1: float
    y: float
    size: float
    bold: bool
    space: float
    artifact: bool = False


@dataclass(slots=True)
class _State:
    ctm: Matrix = _UNIT
    font: PdfFont | None = None
    size: float = 0.0
    spacing: float = 0.0
    word_spacing: float = 0.0
    scale: float = 1.0
    leading: float = 0.0
    rise: float = 0.0


@dataclass(slots=True)
class _Shown:
    """A run before the page is turned upright: its place and its direction in quarter turns."""

    run: Run
    end: tuple[float, float]
    turns: int


@dataclass(slots=True)
class PageRuns:
    """The runs that stand the way most of the page does, and the text of the others."""

    runs: list[Run]
    turned: str
    pictures: bool


def runs_of(page: PageObject, fonts: Fonts) -> PageRuns:
    """The runs of a page, turned upright. Any Exception, PyPdfError among them, when it is damaged."""
    interpreter = _Interpreter(page.pdf, fonts)
    content = page.get("/Contents")
    if content is not None:
        # Strings stay bytes: what they mean depends on the font.
        stream = ContentStream(content.get_object(), page.pdf, "bytes")
        if not stream.operations and _lost(content):
            # pypdf makes nothing of compressed bytes that it cannot undo, and says so in a log only.
            raise PdfStreamError("the page's content cannot be decompressed")
        interpreter.interpret(stream, dictionary(page.get("/Resources")), _State(), 0)
    return _upright(interpreter)


def _lost(content: PdfObject) -> bool:
    """Whether a page's content takes room in the file of which nothing comes out."""
    found = content.get_object()
    parts = [part.get_object() for part in found] if isinstance(found, ArrayObject) else [found]
    # The bytes as they are stored have no public name in pypdf.
    return any(
        len(part._data) > MOST_BYTES_OF_NOTHING and not part.get_data()
        for part in parts
        if isinstance(part, StreamObject)
    )


def _upright(interpreter: _Interpreter) -> PageRuns:
    weights = [0, 0, 0, 0]
    for shown in interpreter.shown:
        weights[shown.turns] += len(shown.run.text.strip())
    most = max(range(4), key=weights.__getitem__)
    runs = [_turned(shown, most) for shown in interpreter.shown if shown.turns == most]
    others = [shown.run.text.strip() for shown in interpreter.shown if shown.turns != most]
    return PageRuns(runs, " ".join(filter(None, others)), interpreter.pictures)


def _turned(shown: _Shown, turns: int) -> Run:
    (x0, y0), (x1, y1) = (shown.run.x0, shown.run.y), shown.end
    if turns == 1:
        x0, y0, x1 = y0, -x0, y1
    elif turns == 2:
        x0, y0, x1 = -x0, -y0, -x1
    elif turns == 3:
        x0, y0, x1 = -y0, x0, -y1
    return replace(shown.run, x0=min(x0, x1), x1=max(x0, x1), y=y0)


class _Interpreter:
    def __init__(self, pdf: Any, fonts: Fonts) -> None:
        self.shown: list[_Shown] = []
        self.pictures = False
        self._pdf = pdf
        self._fonts = fonts
        self._marks: list[bool] = []

    def interpret(
        self, content: ContentStream, resources: DictionaryObject, state: _State, depth: int
    ) -> None:
        """Follow the operators of a content stream that place text."""
        fonts = self._fonts.get(resources)
        stack: list[_State] = []
        line = place = _UNIT
        for operands, operator in content.operations:
            if len(self.shown) >= MOST_RUNS:
                return
            if operator == b"q":
                stack.append(replace(state))
            elif operator == b"Q":
                state = stack.pop() if stack else state
            elif operator == b"cm":
                state.ctm = _product(_matrix(operands), state.ctm)
            elif operator == b"BT":
                line = place = _UNIT
            elif operator == b"Tf" and len(operands) >= 2:
                state.font, state.size = fonts.get(operands[0]), _number(operands[1])
            elif operator in _SETTINGS and operands:
                name, unit = _SETTINGS[operator]
                setattr(state, name, _number(operands[0]) * unit)
            elif operator in {b"Td", b"TD"} and len(operands) >= 2:
                x, y = _number(operands[0]), _number(operands[1])
                state.leading = -y if operator == b"TD" else state.leading
                line = place = _product((1.0, 0.0, 0.0, 1.0, x, y), line)
            elif operator == b"Tm":
                line = place = _matrix(operands)
            elif operator in {b"T*", b"'", b'"'}:
                if operator == b'"' and len(operands) >= 3:
                    state.word_spacing = _number(operands[0])
                    state.spacing = _number(operands[1])
                line = place = _product((1.0, 0.0, 0.0, 1.0, 0.0, -state.leading), line)
                if operator != b"T*" and operands:
                    place = self._show(operands[-1:], state, place)
            elif operator == b"Tj":
                place = self._show(operands[:1], state, place)
            elif operator == b"TJ" and operands and isinstance(operands[0], list):
                place = self._show(operands[0], state, place)
            elif operator in {b"BMC", b"BDC"}:
                self._marks.append(bool(operands) and operands[0] == "/Artifact")
            elif operator == b"EMC" and self._marks:
                self._marks.pop()
            elif operator == b"Do" and operands:
                self._form(operands[0], resources, state, depth)
            elif operator == b"INLINE IMAGE":
                self.pictures = True

    def _form(self, name: Any, resources: DictionaryObject, state: _State, depth: int) -> None:
        drawn = dictionary(dictionary(resources.get("/XObject")).get(name))
        if drawn.get("/Subtype") == "/Image":
            self.pictures = True
        elif drawn.get("/Subtype") == "/Form" and depth < DEEPEST_FORM:
            inner = replace(state, ctm=_product(_matrix(drawn.get("/Matrix")), state.ctm))
            own = dictionary(drawn.get("/Resources"))
            self.interpret(
                ContentStream(drawn, self._pdf, "bytes"), own or resources, inner, depth + 1
            )

    def _show(self, items: Sequence[Any], state: _State, place: Matrix) -> Matrix:
        """Show strings one after the other; where the next character would stand."""
        font = state.font
        if font is None or not font.interpretable:
            return place
        for item in items:
            if isinstance(item, bytes):
                text, width = decoded(font, item, state.size, state.spacing, state.word_spacing)
                width *= state.scale
                after = _product((1.0, 0.0, 0.0, 1.0, width, 0.0), place)
                if text.strip():
                    self._note(text, state, font, place, after)
                place = after
            elif isinstance(item, int | float):
                moved = -float(item) / 1000.0 * state.size * state.scale
                place = _product((1.0, 0.0, 0.0, 1.0, moved, 0.0), place)
        return place

    def _note(self, text: str, state: _State, font: PdfFont, place: Matrix, after: Matrix) -> None:
        start = _product((1.0, 0.0, 0.0, 1.0, 0.0, state.rise), _product(place, state.ctm))
        end = _product((1.0, 0.0, 0.0, 1.0, 0.0, state.rise), _product(after, state.ctm))
        a, b, c, d, x, y = start
        size = abs(state.size) * math.hypot(c, d)
        across = abs(state.size) * math.hypot(a, b)
        if not (0.5 < size < 1000 and all(map(math.isfinite, (x, y, end[4], end[5])))):
            return
        turns = round(math.atan2(b, a) / (math.pi / 2)) % 4
        bold = bool(_BOLD.search(font.name))
        space = min(max(font.space_width / 1000.0, 0.2), 0.4) * across
        run = Run(text, x, end[4], y, size, bold, space, artifact=any(self._marks))
        last = self.shown[-1] if self.shown else None
        if last is not None and turns == last.turns == 0 and _goes_on(last.run, run):
            # Kerning parts words into pieces of a few letters.
            last.run = replace(last.run, text=last.run.text + text, x1=run.x1)
            last.end = (end[4], end[5])
        else:
            self.shown.append(_Shown(run, (end[4], end[5]), turns))


def _goes_on(before: Run, run: Run) -> bool:
    """Whether a run follows the one before without a gap, set in the same way."""
    same = (before.size, before.bold, before.artifact) == (run.size, run.bold, run.artifact)
    return same and before.y == run.y and abs(run.x0 - before.x1) < 0.5 * run.space


_SETTINGS = {
    b"Tc": ("spacing", 1.0),
    b"Tw": ("word_spacing", 1.0),
    b"Tz": ("scale", 0.01),
    b"TL": ("leading", 1.0),
    b"Ts": ("rise", 1.0),
}


def _number(value: Any) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


def _matrix(values: Any) -> Matrix:
    numbers = [_number(value) for value in values or ()]
    if len(numbers) != 6:
        return _UNIT
    return (numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])


def _product(m: Matrix, n: Matrix) -> Matrix:
    return (
        m[0] * n[0] + m[1] * n[2],
        m[0] * n[1] + m[1] * n[3],
        m[2] * n[0] + m[3] * n[2],
        m[2] * n[1] + m[3] * n[3],
        m[4] * n[0] + m[5] * n[2] + n[4],
        m[4] * n[1] + m[5] * n[3] + n[5],
    )
