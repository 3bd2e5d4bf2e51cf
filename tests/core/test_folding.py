"""Typographic folding, and the way back to the original."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.text import fold, folded, normalise


@pytest.mark.parametrize(
    ("original", "plain"),
    [
        ("“Refunds” aren’t ‘free’", "\"Refunds\" aren't 'free'"),
        ("«gratis» ‹nu› „hier“", '"gratis" \'nu\' "hier"'),
        ("dit « gratuit », l’« ami\u202f» ‹ si ›", 'dit "gratuit", l\'"ami" \'si\''),
        ("sagt »ja« und »nein!« und", 'sagt "ja" und "nein!" und'),
        ("säger »24 kr» och »nej» nu", 'säger "24 kr" och "nej" nu'),
        ("non‑breaking – en — em ‐ hyphen", "non-breaking - en - em - hyphen"),
        ("5\u00a0000\u2009kr\u202fper år", "5 000 kr per år"),
        ("wait…", "wait..."),
        ("can\u00adcel\u200b now\ufeff", "cancel now"),
        ("oﬃce ﬁles", "office files"),
        ("１２３，５０", "123,50"),
        ("−5 °C", "-5 °C"),
        ("٣٤", "34"),
        ("cafe\u0301", "café"),
        ("ｶﾞｲﾄﾞ", "ガイド"),
        ("\u1112\u1161\u11ab", "한"),
        ("20 m² and 5 ㎏", "20 m2 and 5 kg"),
        ("a \n\t b", "a b"),
        ("nul\x00led", "nulled"),
    ],
)
def test_variants_of_one_text_become_one_spelling(original, plain):
    assert fold(original) == plain


@pytest.mark.parametrize(
    ("original", "plain"),
    [("10²", "10²"), ("300¹ kr", "300¹ kr"), ("1½ hours", "1 1/2 hours"), ("½", "1/2")],
)
def test_raised_figures_and_fractions_do_not_run_into_the_number(original, plain):
    assert fold(original) == plain


def test_a_free_standing_accent_does_not_become_a_space():
    assert fold("a¨b") == "a¨b"


def test_case_is_kept_by_folding_and_lost_by_normalising():
    assert fold(" Straße ") == " Straße "
    assert normalise(" Straße ") == "strasse"


def test_a_stretch_of_the_folded_text_leads_back_to_the_original():
    original = "Take “the oﬃce\u00adkey…” home"
    there = folded(original)
    start = there.text.index('"the')
    end = there.text.index('" home') + 1
    first, last = there.original_span(start, end)
    assert original[first:last] == "“the oﬃce\u00adkey…”"


_TEXTS = st.text(
    alphabet=st.one_of(
        st.sampled_from(" \n\u00a0\u00ad\u200b“”’–…ﬁﬃ½²１e\u0301カﾞ한\u1161ß.,5aZ"), st.characters()
    ),
    max_size=40,
)


@given(_TEXTS)
def test_every_folded_character_stands_for_a_stretch_of_the_original(text):
    there = folded(text)
    assert len(there.text) == len(there.starts) == len(there.ends)
    for start, end in zip(there.starts, there.ends, strict=True):
        assert 0 <= start < end <= len(text)
    assert list(there.starts) == sorted(there.starts)


@given(_TEXTS)
def test_no_two_spaces_stand_together(text):
    assert "  " not in fold(text)


@given(st.text(alphabet=st.characters(max_codepoint=0x7E, min_codepoint=0x21), max_size=60))
def test_printable_ascii_stays_as_it_is(text):
    assert fold(text) == text
