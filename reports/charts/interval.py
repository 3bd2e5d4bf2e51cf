"""A rate and its interval on a scale from 0 to 100: a dot on a line, never a column."""

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from reports.charts.palette import FACE, FACE_BOLD, Ink
from reports.statistics import Reach, Share
from reports.wording import Wording

if TYPE_CHECKING:
    from reportlab.graphics.shapes import Drawing
    from reportlab.lib.colors import Color

Anchor: TypeAlias = Literal["start", "middle", "end"]

_TICKS: Final = (0, 25, 50, 75, 100)
_SIDE: Final = 34.0  # room for the labels of a bound that lies at 0 or at 100


def strip(
    share: Share | Reach | None, *, width: float = 220, height: float = 14, strong: bool = False
) -> "Drawing":
    """One row of a profile: hairline scale, interval, dot. Without evidence only the scale.

    The words and figures of the row stand beside it as text. `strong` draws it in the accent.
    """
    drawing = _drawing(width, height)
    middle, left, right = height / 2, 5.0, width - 5.0
    _scale(drawing, left, right, middle, height * 0.3)
    if share is not None:
        _interval(drawing, share, left, right, middle, Ink.ACCENT if strong else Ink.TEXT, 3.2)
    return drawing


def interval_chart(share: Share, words: Wording, *, width: float = 420) -> "Drawing":
    """The pass rate with both bounds and the scale lettered, for the head of a report."""
    height = 70.0
    drawing = _drawing(width, height)
    middle, left, right = 40.0, _SIDE, width - _SIDE
    _scale(drawing, left, right, middle, 5.0)
    for tick in _TICKS:
        x = left + (right - left) * tick / 100
        _letter(drawing, x, 4, str(tick), 10.5, Ink.MUTED, anchor="middle")
    _interval(drawing, share, left, right, middle, Ink.ACCENT, 5.0)
    at = {name: left + (right - left) * value for name, value in _places(share).items()}
    rate = words.percent(share.rate)
    _letter(drawing, at["rate"], middle + 13, rate, 14, Ink.TEXT, anchor="middle", bold=True)
    # Outwards from the ends of the line, so that the bounds of a narrow interval do not meet.
    low, high = words.points(share.low), words.points(share.high)
    _letter(drawing, at["low"] + 3, middle - 17, low, 10.5, Ink.TEXT, anchor="end")
    _letter(drawing, at["high"] - 3, middle - 17, high, 10.5, Ink.TEXT, anchor="start")
    return drawing


def _places(share: Share | Reach) -> dict[str, float]:
    places = {"low": share.low, "high": share.high}
    return places | {"rate": share.rate} if isinstance(share, Share) else places


def _drawing(width: float, height: float) -> "Drawing":
    from reportlab.graphics.shapes import Drawing

    return Drawing(width, height)


def _scale(drawing: "Drawing", left: float, right: float, middle: float, reach: float) -> None:
    from reportlab.graphics.shapes import Line

    ends = [(left, middle, right, middle)]
    for tick in _TICKS:
        x = left + (right - left) * tick / 100
        ends.append((x, middle - reach, x, middle + reach))
    for x1, y1, x2, y2 in ends:
        line = Line(x1, y1, x2, y2, strokeColor=colour(Ink.HAIRLINE), strokeWidth=0.75)
        drawing.add(line)


def _interval(
    drawing: "Drawing",
    share: Share | Reach,
    left: float,
    right: float,
    middle: float,
    ink: Ink,
    radius: float,
) -> None:
    from reportlab.graphics.shapes import Circle, Line

    places = {name: left + (right - left) * value for name, value in _places(share).items()}
    drawing.add(
        Line(
            places["low"],
            middle,
            places["high"],
            middle,
            strokeColor=colour(ink),
            strokeWidth=radius / 2,
            strokeLineCap=1,
        )
    )
    if "rate" in places:
        dot = Circle(places["rate"], middle, radius, fillColor=colour(ink), strokeColor=None)
        drawing.add(dot)


def _letter(
    drawing: "Drawing",
    x: float,
    y: float,
    text: str,
    size: float,
    ink: Ink,
    *,
    anchor: Anchor,
    bold: bool = False,
) -> None:
    """Write on the drawing. The anchor goes along to SVG, where the face is another one."""
    from reportlab.graphics.shapes import String

    letters = String(
        x,
        y,
        text,
        fontName=FACE_BOLD if bold else FACE,
        fontSize=size,
        fillColor=colour(ink),
        textAnchor=anchor,
    )
    # reportlab's own hook for attributes of the SVG element; its stubs do not know it.
    letters._svgAttrs = {"data-x": f"{x:g}", "text-anchor": anchor}  # type: ignore[attr-defined]  # see above
    drawing.add(letters)


def colour(ink: str) -> "Color":
    from reportlab.lib.colors import HexColor

    return HexColor(ink)
