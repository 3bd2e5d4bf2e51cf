"""The words of a Word paragraph as they stand now: what was deleted or hidden is not among them."""

from __future__ import annotations

from docx.oxml.ns import qn
from lxml import etree

WRAPPERS = frozenset(
    map(qn, ("w:sdt", "w:sdtContent", "w:ins", "w:moveTo", "w:hyperlink", "w:smartTag",
             "w:fldSimple", "w:customXml", "w:dir", "w:bdo"))
)  # fmt: skip
_FORMULA = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"

# lxml's stubs call every element by this name.
Element = etree._Element


def text_of(node: Element) -> str:
    """The words of a paragraph as they stand now."""
    parts: list[str] = []
    for child in node:
        if child.tag == qn("w:r"):
            parts.append(_run_text(child))
        elif child.tag in WRAPPERS:
            parts.append(text_of(child))
        elif str(child.tag).startswith(_FORMULA):
            parts.append(_formula(child))
    return "".join(parts)


def _formula(node: Element) -> str:
    """A formula on one line: fractions with a stroke, powers with a caret."""
    name = str(node.tag).removeprefix(_FORMULA)
    if name == "t":
        return node.text or ""
    parts = [_formula(child) for child in node]
    inner = [part for part in parts if part]
    if name == "f" and len(inner) == 2:
        return "/".join(part if part.isalnum() else f"({part})" for part in inner)
    if name in {"sSup", "sSub"} and len(inner) == 2:
        return ("^" if name == "sSup" else "_").join(inner)
    if name == "rad":
        return f"√({inner[-1]})" if inner else ""
    return "".join(parts)


def _run_text(run: Element) -> str:
    properties = run.find(qn("w:rPr"))
    if properties is not None and properties.find(qn("w:vanish")) is not None:
        return ""
    parts: list[str] = []
    for child in run:
        if child.tag == qn("w:t"):
            parts.append(child.text or "")
        elif child.tag == qn("w:tab"):
            parts.append(" ")
        elif child.tag in {qn("w:br"), qn("w:cr")}:
            parts.append("\n")
        elif child.tag == qn("w:noBreakHyphen"):
            parts.append("-")
        elif child.tag == qn("w:sym"):
            parts.append(" ")
    return "".join(parts)


def tidied(text: str, *, breaks: bool = False) -> str:
    """The words with single spaces, on one line unless its breaks are kept."""
    lines = (" ".join(line.split()) for line in text.split("\n"))
    return ("\n" if breaks else " ").join(line for line in lines if line)
