"""Every text of the grading pages has its Spanish words (M8.6)."""

import re
from io import BytesIO
from pathlib import Path

from babel.messages.extract import extract
from babel.messages.pofile import read_po
from django.utils.translation import override
from django.utils.translation.template import templatize

from core.translations import compile_translations
from grading.wording import CAUSES

ROOT = Path(__file__).resolve().parent.parent.parent
LOCALE = ROOT / "grading" / "locale"
KEYWORDS = {
    "_": None, "gettext": None, "gettext_lazy": None, "ngettext": (1, 2),
    "pgettext_lazy": ((1, "c"), 2), "pgettext": ((1, "c"), 2),
}  # fmt: skip


def said():
    """Each text of code and templates; a pair where there is a plural."""
    sources = [path.read_bytes() for path in sorted((ROOT / "grading").rglob("*.py"))]
    for path in sorted((ROOT / "templates" / "grading").rglob("*.html")):
        lines = templatize(path.read_text(encoding="utf-8")).splitlines()
        sources.append("\n".join(line.strip() for line in lines).encode())
    found = set()
    for source in sources:
        for _line, message, _comments, _context in extract(
            "python", BytesIO(source), keywords=KEYWORDS, options={"encoding": "utf-8"}
        ):
            found.add(tuple(message) if isinstance(message, list | tuple) else message)
    return found - {""}


def catalogue():
    with (LOCALE / "es" / "LC_MESSAGES" / "django.po").open("rb") as file:
        return {entry.id: entry.string for entry in read_po(file, locale="es") if entry.id}


def test_the_catalogue_holds_every_text_and_no_other():
    assert said() == set(catalogue())


def test_every_translation_fills_in_the_same_values():
    for message, told in catalogue().items():
        originals = [message] if isinstance(message, str) else list(message)
        forms = [told] if isinstance(told, str) else list(told)
        assert all(forms), message
        assert {_fields(form) for form in forms} <= {_fields(each) for each in originals}, message


def _fields(text):
    return frozenset(re.findall(r"%\((\w+)\)s", text))


def test_a_cause_is_worded_as_a_hypothesis_in_both_languages():
    """M2.11"""
    compile_translations([LOCALE])
    for language, word in (("en", "may"), ("es", "uede")):
        with override(language):
            assert all(word in str(sentence) for sentence in CAUSES.values())
