"""All texts of the reports app that want a translation, taken from its code and its templates."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.extract import extract
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent.parent
KEYWORDS = {
    "_": None, "gettext": None, "gettext_lazy": None, "ngettext": (1, 2), "gettext_noop": None,
}  # fmt: skip

Message = str | tuple[str, ...]


def messages() -> Iterator[Message]:
    """Each text once, a pair where there is a plural."""
    seen: set[Message] = set()
    for path in sorted((ROOT / "reports").rglob("*.py")):
        yield from _new(path.read_bytes(), seen)
    for path in sorted((ROOT / "templates" / "reports").rglob("*.html")):
        lines = templatize(path.read_text(encoding="utf-8")).splitlines()
        yield from _new("\n".join(line.strip() for line in lines).encode(), seen)


def _new(source: bytes, seen: set[Message]) -> Iterator[Message]:
    for _line, message, _comments, _context in extract(
        "python", BytesIO(source), keywords=KEYWORDS, options={"encoding": "utf-8"}
    ):
        key = tuple(message) if isinstance(message, (list, tuple)) else message
        if key and key not in seen:
            seen.add(key)
            yield key
