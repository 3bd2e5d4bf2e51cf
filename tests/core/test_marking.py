"""Texts in parts, some of them marked."""

import pytest

from core.text.marking import Marked, marked_parts, spans_of

TEXT = "Dogs travel free. Cats do not."


@pytest.mark.parametrize(
    ("spans", "parts"),
    [
        ([], [(TEXT, "")]),
        ([Marked(0, 4, "quotation")], [("Dogs", "quotation"), (TEXT[4:], "")]),
        (
            [Marked(18, 22, "evidence"), Marked(0, 4, "quotation")],
            [("Dogs", "quotation"), (TEXT[4:18], ""), ("Cats", "evidence"), (TEXT[22:], "")],
        ),
        (
            [Marked(0, 11, "quotation"), Marked(5, 16, "evidence")],
            [("Dogs travel", "quotation"), (" free", "evidence"), (TEXT[16:], "")],
        ),
        ([Marked(0, 99, "quotation")], [(TEXT, "quotation")]),
        ([Marked(40, 50, "quotation")], [(TEXT, "")]),
    ],
)
def test_words_are_marked_where_they_stand_and_no_letter_is_lost(spans, parts):
    found = marked_parts(TEXT, spans)
    assert found == parts
    assert "".join(text for text, _kind in found) == TEXT


def test_an_empty_text_has_no_parts():
    assert marked_parts("", [Marked(0, 3, "quotation")]) == []


def test_words_are_found_where_typography_differs_and_left_out_where_they_are_not():
    spans = spans_of(
        [("it\u2019s free", "evidence"), ("never said", "evidence"), ("", "x")], "Yes, it's free."
    )
    assert spans == [Marked(5, 14, "evidence")]
