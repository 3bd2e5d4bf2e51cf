"""A chart as SVG for the page: named for screen readers, coloured by the page's theme.

The page forbids inline style, so each declaration that reportlab writes becomes an attribute; the
inks become `currentColor`, which follows light and dark by itself.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from reports.charts.interval import colour
from reports.charts.palette import Ink
from reports.typeface import register

# What an ink becomes: how much of the current colour, and a class for the one that has its own.
_OPACITY: Final[Mapping[Ink, str]] = {Ink.MUTED: "0.72", Ink.HAIRLINE: "0.28"}
_KEPT: Final = frozenset(
    {"fill", "stroke", "stroke-width", "stroke-linecap", "font-size", "text-anchor"}
)


if TYPE_CHECKING:
    from reportlab.graphics.shapes import Drawing


class Svg(str):
    """SVG markup that stands in a page as it is; only `svg` makes one.

    A text, because templates turn anything else into one before they ask whether it is markup.
    """

    __slots__ = ()

    def __html__(self) -> str:
        return self


def svg(drawing: "Drawing", *, name: str, title: str, description: str) -> Svg:
    """The drawing as one `<svg>` element. `name` is unique on its page, letters and hyphens."""
    from reportlab.graphics.renderSVG import SVGCanvas, draw

    register()
    # Typed loosely: the stubs say that only a PDF canvas can be drawn on.
    canvas: Any = SVGCanvas((drawing.width, drawing.height))
    draw(drawing, canvas, 0, 0)
    root = canvas.svg
    for attribute in ("width", "height", "version", "fill-rule", "xmlns:xlink"):
        root.removeAttribute(attribute)
    root.setAttribute("class", "chart")
    root.setAttribute("role", "img")
    root.setAttribute("viewBox", f"0 0 {drawing.width:g} {drawing.height:g}")
    root.setAttribute("preserveAspectRatio", "xMidYMid meet")
    root.setAttribute("aria-labelledby", f"{name}-title {name}-desc")
    for tag, text in (("title", title), ("desc", description)):
        element = root.getElementsByTagName(tag)[0]
        element.setAttribute("id", f"{name}-{tag}")
        element.firstChild.data = text
    _plain(root)
    return Svg(root.toxml())


def _plain(element: Any) -> None:
    """Drop comments, clips and repeated names below the element; turn style into attributes."""
    for child in list(element.childNodes):
        if child.nodeType == child.COMMENT_NODE or child.nodeName == "clipPath":
            element.removeChild(child)
        elif child.nodeType == child.ELEMENT_NODE:
            for attribute in ("id", "transform"):
                if child.nodeName == "g" and child.getAttribute(attribute) in ("", "group"):
                    _drop(child, attribute)
            if child.hasAttribute("data-x"):
                child.setAttribute("x", child.getAttribute("data-x"))
                child.removeAttribute("data-x")
            _restyle(child)
            _plain(child)


def _drop(element: Any, attribute: str) -> None:
    if element.hasAttribute(attribute):
        element.removeAttribute(attribute)


def _restyle(element: Any) -> None:
    if not element.hasAttribute("style"):
        return
    declared = [
        part.split(":", 1) for part in element.getAttribute("style").split(";") if ":" in part
    ]
    element.removeAttribute("style")
    if element.nodeName == "g":
        return
    for name, value in ((name.strip(), value.strip()) for name, value in declared):
        if name in ("fill", "stroke"):
            _colour(element, name, value)
        elif name == "font-weight" or name not in _KEPT:
            continue
        elif not (name.startswith("stroke") and element.nodeName in ("circle", "text")):
            element.setAttribute(name, value)
    if "Bold" in "".join(value for name, value in declared if name.strip() == "font-family"):
        element.setAttribute("font-weight", "600")


def _colour(element: Any, name: str, value: str) -> None:
    ink = _inks().get(value)
    if ink is None or (name == "stroke" and element.nodeName == "text"):
        if name == "fill" or value == "none":
            element.setAttribute(name, "none")
        return
    element.setAttribute(name, "currentColor")
    if ink in _OPACITY:
        element.setAttribute("opacity", _OPACITY[ink])
    if ink is Ink.ACCENT:
        element.setAttribute("class", "chart-accent")


def _inks() -> Mapping[str, Ink]:
    """reportlab's spelling of each ink."""
    spelled = {}
    for ink in Ink:
        red, green, blue = (int(part * 100) for part in colour(ink).rgb())
        spelled[f"rgb({red}%,{green}%,{blue}%)"] = ink
    return spelled
