"""The portal speaks Spanish, whole (M8.6)."""

import re
import shutil
from collections import defaultdict
from gettext import GNUTranslations

import pytest

from core.translations import compile_translations
from tests.guards.messages import ROOT, catalogue, messages, templates, translated, untagged
from tests.guards.test_layers import ORDER as PARTS

# Names, which no language translates.
NAMES = re.compile(r"\b(Caudals|PDF|manage\.py verify_report)\b")
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%%|\{\{?\w+\}?\}|<[^>]+>")


@pytest.mark.parametrize("part", PARTS)
def test_every_text_has_spanish(part):
    known = translated(part)
    missing = [f"{where}: {text}" for text, where in messages(part).items() if text not in known]
    assert missing == [], f"add them to {part}/locale/es/LC_MESSAGES/django.po"


@pytest.mark.parametrize("part", PARTS)
def test_no_catalogue_keeps_what_nothing_says(part):
    assert [str(text) for text in translated(part).keys() - messages(part).keys()] == []
    assert not catalogue(part).obsolete


@pytest.mark.parametrize("part", PARTS)
def test_no_spanish_is_empty_or_a_guess(part):
    entries = [entry for entry in catalogue(part) if entry.id]
    assert [str(entry.id) for entry in entries if entry.fuzzy] == []
    empty = [
        str(text)
        for text, forms in translated(part).items()
        if not all(form.strip() for form in forms)
    ]
    assert empty == []


@pytest.mark.parametrize("part", PARTS)
def test_spanish_has_every_plural_form(part):
    wanted = catalogue(part).num_plurals
    for text, forms in translated(part).items():
        assert len(forms) == (wanted if len(text.forms) > 1 else 1), str(text)


@pytest.mark.parametrize("part", PARTS)
def test_spanish_fills_in_the_same_values(part):
    for text, forms in translated(part).items():
        wanted = {_placeholders(form) for form in text.forms}
        assert {_placeholders(form) for form in forms} <= wanted, str(text)


def test_one_text_is_said_in_one_way():
    """Catalogues are merged when the portal starts: of two wordings, one would silently win."""
    said = defaultdict(set)
    for part in PARTS:
        for text, forms in translated(part).items():
            said[text].add(forms)
    assert {str(text): wordings for text, wordings in said.items() if len(wordings) > 1} == {}


def test_templates_show_no_words_outside_a_translation():
    found = {
        str(path.relative_to(ROOT)): words
        for part in PARTS
        for path in templates(part)
        if (words := [word for word in untagged(path.read_text("utf-8")) if _is_words(word)])
    }
    assert found == {}


def test_words_outside_a_translation_are_seen():
    shown = untagged(
        '<p title="Tip">{% translate "Said" %} loose {{ name }}</p><kbd>n</kbd>'
        "{% blocktranslate %}well said{% endblocktranslate %}{# a note #}"
    )
    assert shown == ["Tip", "loose"]


@pytest.mark.parametrize("part", [part for part in PARTS if messages(part)])
def test_the_compiled_catalogue_says_what_its_source_says(part, tmp_path):
    folder = tmp_path / "es" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    shutil.copy(ROOT / part / "locale" / "es" / "LC_MESSAGES" / "django.po", folder)
    assert compile_translations([tmp_path]) == [folder / "django.mo"]
    with (folder / "django.mo").open("rb") as file:
        spanish = GNUTranslations(file)
    for text, forms in translated(part).items():
        one, many = text.forms[0], text.forms[-1]
        if len(text.forms) > 1:
            assert not text.context, "no text has both so far: look it up with npgettext here"
            said = [spanish.ngettext(one, many, number) for number in (1, 0, 2)]
            assert said == [forms[0], forms[-1], forms[-1]], one
        elif text.context:
            assert spanish.pgettext(text.context, one) == forms[0]
        else:
            assert spanish.gettext(one) == forms[0]


def _placeholders(text):
    return tuple(sorted(PLACEHOLDER.findall(text)))


def _is_words(text):
    return any(character.isalpha() for character in NAMES.sub("", text))
