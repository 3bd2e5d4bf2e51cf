"""The boundary where text becomes markup of the PDF."""

import pytest

from reports.figures.spans import Mark, Span
from reports.pdf.text import LONGEST, MOST_LINES, Typesetter
from reports.typeface import Script, east_asian_of, script_of
from reports.wording import wording


@pytest.fixture
def setter():
    return Typesetter(wording("en"))


def test_markup_in_a_text_is_escaped(setter):
    assert setter.text('<b>&"') == "&lt;b&gt;&amp;&quot;"


def test_line_breaks_of_every_kind_are_kept(setter):
    assert setter.text("a\r\nb\rc\nd") == "a<br/>b<br/>c<br/>d"


@pytest.mark.parametrize(
    ("given", "printed"),
    [
        ("5\u2009%", "5 %"),
        ("a\u2011b", "a-b"),
        ("soft\u00adhyphen", "softhyphen"),
        ("\ufeffx", "x"),
    ],
)
def test_typography_without_a_glyph_prints_as_the_plain_character(setter, given, printed):
    assert setter.text(given) == printed
    assert setter.missing == 0


@pytest.mark.parametrize(
    "text", ["Año ñandú ¿qué?", "Räksmörgås", "Größe", "Ποιο ωράριο;", "Где офис?"]
)
def test_latin_greek_and_cyrillic_are_in_the_embedded_face(setter, text):
    assert setter.text(text) == text
    assert setter.missing == 0


def test_accents_written_apart_are_composed(setter):
    assert setter.text("n\u0303") == "ñ"


def test_chinese_japanese_and_korean_use_the_faces_of_the_viewer(setter):
    assert setter.text("退款期限") == '<font name="STSong-Light">退款期限</font>'
    assert '<font name="HeiseiKakuGo-W5">' in setter.text("返品期限は何日ですか？")
    assert '<font name="HYGothic-Medium">' in setter.text("환불 기간은")
    assert setter.missing == 0


def test_han_characters_take_the_forms_of_the_language_around_them():
    assert east_asian_of("返品はできますか") is Script.JAPANESE
    assert east_asian_of("退款") is Script.CHINESE
    assert script_of("返", east_asian=Script.JAPANESE) is Script.JAPANESE


def test_a_character_without_a_typeface_is_named_and_counted(setter):
    assert "[U+1F600]" in setter.text("Hello 😀")
    assert setter.missing == 1


def test_a_run_without_a_typeface_is_counted_and_not_spelled_out(setter):
    made = setter.text("Open: ما هي ساعات العمل؟ Yes.")
    assert "[15 characters without a typeface]" in made
    assert made.startswith("Open: ")
    assert made.endswith(" Yes.")
    assert setter.missing == 15


def test_control_characters_do_not_reach_the_page(setter):
    assert "\x00" not in setter.text("a\x00b\x1b[0m")
    assert setter.missing == 2


def test_marked_words_stand_out_and_stay_escaped(setter):
    made = setter.marked("a <b> c", [Span(2, 5, Mark.QUOTATION)])
    assert made == 'a <font backColor="#fcedb4">&lt;b&gt;</font> c'


def test_a_long_text_is_shortened_with_a_word_on_where_the_rest_is(setter):
    markup, note = setter.excerpt("x" * (LONGEST + 1))
    assert len(markup) == LONGEST
    assert "6,000 of 6,001" in note
    assert setter.shortened == 1


def test_a_text_of_many_lines_is_shortened_too(setter):
    markup, note = setter.excerpt("\n".join("line" for _each in range(MOST_LINES + 50)))
    assert markup.count("line") == MOST_LINES
    assert note


def test_a_text_that_fits_is_whole(setter):
    assert setter.excerpt("short") == ("short", "")
    assert setter.shortened == 0


def test_a_cell_holds_one_short_line(setter):
    made = setter.one_line("a\nb " + "word " * 100, longest=40)
    assert "<br/>" not in made
    assert len(made) <= 40
    assert made.endswith("…")
