"""What the style of a Word paragraph says: heading, list item, part of a table of contents."""

from __future__ import annotations

import re
from dataclasses import dataclass

from docx.document import Document as WordDocument
from docx.oxml.ns import qn
from lxml import etree

_HEADING = re.compile(r"^heading (\d)$", re.IGNORECASE)
_CONTENTS = re.compile(r"^(?:toc \d|toc heading|table of figures)$", re.IGNORECASE)
_DEEPEST = 20


@dataclass(frozen=True, slots=True)
class Style:
    """`level` is a heading's rank, `list_depth` an item's; 0 where the paragraph is neither."""

    level: int = 0
    list_depth: int = 0
    is_title: bool = False
    contents: bool = False


class Styles:
    """The styles of a document, each with what it takes over from those it is based on."""

    def __init__(self, document: WordDocument) -> None:
        self._by_id = {
            style.get(qn("w:styleId")): style
            for style in document.styles.element.iter(qn("w:style"))
        }

    def of(self, paragraph: etree._Element) -> Style:
        """What the paragraph is, by itself and by its style."""
        chain = self._chain(paragraph)
        names = [self._name(style) for style in chain[1:]]
        if any(map(_CONTENTS.match, names)):
            return Style(contents=True)
        if "title" in names:
            return Style(level=1, is_title=True)
        level = next((int(m.group(1)) for name in names if (m := _HEADING.match(name))), 0)
        outline = self._value(chain, "w:outlineLvl")
        if not level and outline.isdigit() and int(outline) < 9:
            level = int(outline) + 1
        if level:
            return Style(level=min(level, 6))
        number = self._value(chain, "w:numPr/w:numId")
        if number and number != "0":
            depth = self._value(chain, "w:numPr/w:ilvl")
            return Style(list_depth=min(int(depth) if depth.isdigit() else 0, 8) + 1)
        return Style(list_depth=1 if any(name.startswith("list bullet") for name in names) else 0)

    def all_bold(self, paragraph: etree._Element) -> bool:
        """Whether every word of the paragraph is set in bold."""
        runs = [
            run for run in paragraph.iter(qn("w:r")) if any(t.text for t in run.iter(qn("w:t")))
        ]
        marks = [run.find(f"{qn('w:rPr')}/{qn('w:b')}") for run in runs]
        on = [m is not None and m.get(qn("w:val")) not in ("0", "false", "off") for m in marks]
        return bool(on) and all(on)

    def _chain(self, paragraph: etree._Element) -> list[etree._Element]:
        """The paragraph, its style, and the styles that is based on."""
        chain = [paragraph]
        named = paragraph.find(f"{qn('w:pPr')}/{qn('w:pStyle')}")
        while named is not None and len(chain) < _DEEPEST:
            style = self._by_id.get(named.get(qn("w:val")))
            if style is None:
                break
            chain.append(style)
            named = style.find(qn("w:basedOn"))
        return chain

    def _name(self, style: etree._Element) -> str:
        name = style.find(qn("w:name"))
        return (name.get(qn("w:val")) or "").lower() if name is not None else ""

    def _value(self, chain: list[etree._Element], path: str) -> str:
        """What the first of the chain that says anything says."""
        steps = "/".join(qn(step) for step in ("w:pPr", *path.split("/")))
        found = (element.find(steps) for element in chain)
        values = (node.get(qn("w:val")) for node in found if node is not None)
        return next((value for value in values if value is not None), "")
