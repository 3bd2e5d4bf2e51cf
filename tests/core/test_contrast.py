"""The colours of both themes can be told apart: computed from the tokens, not by eye."""

import itertools
import re
from pathlib import Path

import pytest
from django.conf import settings

from core.wording import LABELS

TOKENS = Path(settings.BASE_DIR, "static", "css", "tokens.css").read_text()
PAIR = re.compile(r"--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);")
THEMES = {
    "light": {name: light for name, light, _dark in PAIR.findall(TOKENS)},
    "dark": {name: dark for name, _light, dark in PAIR.findall(TOKENS)},
}
LABEL_TOKENS = [f"label-{code.replace('_', '-')}" for code in LABELS]
# What carries words: WCAG 1.4.3 asks for 4.5.
WORDS_ON = [
    *itertools.product(
        ("ink", "soft", "accent", "accent-strong", "danger", "warning", "done"), ("paper", "wash")
    ),
    ("ink", "sunk"),
    *itertools.product(("ink",), ("mark-quotation", "mark-evidence", "mark-contradiction")),
    ("on-accent", "accent-fill"),
    ("on-accent", "accent-fill-strong"),
]
# What one must see to use a control or to read a shape: WCAG 1.4.11 asks for 3.
SHAPES_ON = [
    *itertools.product(("edge", "accent", *LABEL_TOKENS), ("paper", "wash")),
    ("accent-fill", "paper"),
    ("accent", "sunk"),
]


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2 defines it."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, from 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def lightness(colour: str) -> float:
    """CIE L*, in which equal steps look equal."""
    value = luminance(colour)
    return float(116 * value ** (1 / 3) - 16 if value > 0.008856 else 903.3 * value)


def test_contrast_is_computed_as_wcag_does():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    # The well-known lightest grey that passes on white: 4.54.
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("words", "ground"), WORDS_ON)
def test_words_stand_out_from_what_they_stand_on(theme, words, ground):
    colours = THEMES[theme]
    assert contrast(colours[words], colours[ground]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("shape", "ground"), SHAPES_ON)
def test_shapes_and_edges_stand_out_from_what_they_stand_on(theme, shape, ground):
    colours = THEMES[theme]
    assert contrast(colours[shape], colours[ground]) >= 3


@pytest.mark.parametrize("theme", THEMES)
def test_the_seven_label_colours_differ_in_lightness_too(theme):
    steps = sorted(lightness(THEMES[theme][token]) for token in LABEL_TOKENS)
    assert len(steps) == 7
    assert min(after - before for before, after in itertools.pairwise(steps)) >= 4


def test_no_colour_is_written_outside_the_tokens():
    css = Path(settings.BASE_DIR, "static", "css")
    # Paper is white when printed, and a picture to be read by a camera stands on white.
    allowed = {("print.css", "#fff"), ("layouts.css", "#fff")}
    found = {
        (sheet.name, colour)
        for sheet in css.glob("*.css")
        if sheet.name != "tokens.css"
        for colour in re.findall(r"#[0-9a-fA-F]{3,8}\b", sheet.read_text())
    }
    assert found <= allowed
