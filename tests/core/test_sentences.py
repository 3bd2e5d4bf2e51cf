"""Where sentences end."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.text import sentences


def split(text):
    return [text[span.start : span.end] for span in sentences(text)]


@pytest.mark.parametrize(
    "parts",
    [
        ["Refunds take 14 days.", "Fees stay."],
        ["Das gilt z. B. für Hunde.", "Am 3. Mai kostet es 10.000 Euro."],
        ["Siehe Dr. Müller, Abs. 2 usw.", "Die Frist dauert 1.5 Tage, d. h. nicht lang."],
        ["Im 3. Stock gilt das nicht."],
        ["Det gäller t.ex. altaner enl. kap. 27 § 3 i lagen.", "Kl. 10.30 öppnar vi."],
        ["Sök bygglov, dvs. anmäl.", "Vi svarar fr.o.m. 1 maj."],
        ["Hola.", "¿Qué tal?", "Bien, p. ej. con EE. UU. y el Sr. Pérez."],
        ["El núm. 5 cuesta aprox. 3.000 €.", "¿Y si no pago?"],
        ["Use e.g. Let's Encrypt.", "See https://a.example/c.html?d=1.", "Edit conf.d/x.conf."],
        ["It needs mod_ssl.", "mod_ssl is included."],
        ["J. K. Rowling wrote to the U.S. Department."],
        ["We close at 5 p.m.", "The shop opens at 9 a.m. on Monday."],
        ["It has vitamin C.", "It is good."],
        ["No. 5 is free.", "No.", "You cannot."],
        ["Works of art.", "They stay."],
        ["Wait... what?", "Nothing."],
        ["“Why?” she asked.", "He left (see below.)", "Then it rained."],
        ["Is it free?", "yes."],
        ["Node.js and v2.4.1 work."],
        ["Founded in 2019.", "It grew."],
        ["返品は30日以内です。", "送料は？", "無料です！"],
        ["Ποιο είναι;", "Ναι."],
        ["هل هذا مجاني؟", "نعم."],
        ["यह मुफ़्त है।", "हाँ।"],
    ],
)
def test_sentences_end_where_a_reader_ends_them(parts):
    glue = "" if parts[0][-1] == "。" else " "
    assert split(glue.join(parts)) == parts


def test_a_line_break_ends_a_sentence():
    assert split("Opening hours\nMonday 9 to 5\r\n\u2028Closed") == [
        "Opening hours",
        "Monday 9 to 5",
        "Closed",
    ]


def test_the_number_of_a_list_item_is_no_sentence():
    assert split("1. First item.\n2. Second item.") == ["1. First item.", "2. Second item."]


def test_lines_without_words_give_nothing():
    assert split("***\n---\n…\n ") == []
    assert split("") == []


@given(st.text(alphabet=st.sampled_from("aB1 .!?…\n\"')]。？;zγ¿("), max_size=40))
def test_spans_are_in_order_trimmed_and_lose_no_letter(text):
    spans = sentences(text)
    end = 0
    for span in spans:
        assert end <= span.start < span.end <= len(text)
        piece = text[span.start : span.end]
        assert piece == piece.strip()
        end = span.end
    inside = "".join(text[span.start : span.end] for span in spans)
    assert [c for c in inside if c.isalnum()] == [c for c in text if c.isalnum()]


@pytest.mark.parametrize("part", [". ", ".", "J. ", "a.b. ", "e. g. ", "1. ", '?" ', "؟", "No. "])
def test_a_text_of_marks_only_takes_no_longer_than_its_length_asks_for(part: str):
    """100,000 characters: what looks back over all of them for each mark would take minutes."""
    begun = time.process_time()
    sentences(part * (100_000 // len(part)) + "end")
    assert time.process_time() - begun < 10
