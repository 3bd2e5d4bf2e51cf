"""A shape for each outcome, so that no outcome is told by its colour alone."""

from typing import TYPE_CHECKING

from grading.values import Label
from reports.charts.interval import colour
from reports.charts.palette import LABEL_INK

if TYPE_CHECKING:
    from reportlab.graphics.shapes import Drawing, Shape


def label_mark(label: Label | None, *, size: float = 9) -> "Drawing":
    """The shape of an outcome in its colour, to stand before its word."""
    from reportlab.graphics.shapes import Drawing

    drawing = Drawing(size, size)
    for shape in _shapes(label, size):
        drawing.add(shape)
    return drawing


def _shapes(label: Label | None, size: float) -> list["Shape"]:
    from reportlab.graphics.shapes import Circle, Line, Polygon, Rect, Wedge

    ink = colour(LABEL_INK[label])
    middle, radius, thin = size / 2, size / 2 - 0.8, 1.2
    ring = Circle(middle, middle, radius, fillColor=None, strokeColor=ink, strokeWidth=thin)
    if label is Label.CORRECT:
        return [Circle(middle, middle, radius, fillColor=ink, strokeColor=ink, strokeWidth=thin)]
    if label is Label.PARTLY:
        return [ring, Wedge(middle, middle, radius, 90, 270, fillColor=ink, strokeColor=None)]
    if label is Label.INCORRECT:
        low, high = 1.4, size - 1.4
        return [
            Line(low, low, high, high, strokeColor=ink, strokeWidth=2.2),
            Line(low, high, high, low, strokeColor=ink, strokeWidth=2.2),
        ]
    if label is Label.NO_ANSWER:
        return [ring]
    if label is Label.NEEDS_REVIEW:
        points = [middle, size - 0.8, size - 0.6, 1.0, 0.6, 1.0]
        return [Polygon(points, fillColor=None, strokeColor=ink, strokeWidth=thin)]
    square = Rect(1, 1, size - 2, size - 2)
    square.fillColor, square.strokeColor, square.strokeWidth = None, ink, thin
    if label is Label.NOT_CAPTURED:
        square.strokeDashArray = [1.6, 1.3]
        return [square]
    if label is Label.NOT_RUN:
        return [Line(1, middle, size - 1, middle, strokeColor=ink, strokeWidth=2)]
    return [square]
