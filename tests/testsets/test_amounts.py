"""Values are recognised as they are written, in four languages."""

import pytest

from testsets.writers.builtin.amounts import Kind, counts_in, values_in


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Max 50 000 SEK per person, 30% av arbetet", [("50 000 SEK", Kind.MONEY), ("30%", Kind.PERCENT)]),
        ("ca 25 000-50 000 kr", [("25 000-50 000 kr", Kind.MONEY)]),
        ("18 000-32 000 SEK/m² och år", [("18 000-32 000 SEK/m²", Kind.MONEY)]),
        ("$1,200 or €3.50", [("$1,200", Kind.MONEY), ("€3.50", Kind.MONEY)]),
        ("between 2 and 3 weeks", [("2 and 3 weeks", Kind.DURATION)]),
        ("within six months or 15 business days", [
            ("six months", Kind.DURATION), ("15 business days", Kind.DURATION)]),
        ("innerhalb von 14 Tagen, 3,5 Prozent", [("14 Tagen", Kind.DURATION), ("3,5 Prozent", Kind.PERCENT)]),
        ("dos semanas o 20 por ciento", [("dos semanas", Kind.DURATION), ("20 por ciento", Kind.PERCENT)]),
        ("until October 1, 2021", [("October 1, 2021", Kind.DATE)]),
        ("el 25 de diciembre de 2020", [("25 de diciembre de 2020", Kind.DATE)]),
        ("am 15. Februar 2024 um 9:00 Uhr", [("15. Februar 2024", Kind.DATE), ("9:00 Uhr", Kind.TIME)]),
        ("max 15 m² och 4,0 m", [("15 m²", Kind.MEASURE), ("4,0 m", Kind.MEASURE)]),
        ("0.35 l/s per m²", [("0.35 l/s", Kind.MEASURE)]),
        ("150×150 mm", [("150×150 mm", Kind.MEASURE)]),
        ("PBL 9 kap. 27 § och 1998:899", []),
        ("open from 10 am to 4 pm.", [("10 am to 4 pm", Kind.TIME)]),
        ("von 9 Uhr bis 17 Uhr", [("9 Uhr bis 17 Uhr", Kind.TIME)]),
        ("from 1 April to 31 October", [("1 April to 31 October", Kind.DATE)]),
        ("at 9:00 or 17:00", [("9:00", Kind.TIME), ("17:00", Kind.TIME)]),
    ],
)  # fmt: skip
def test_values_are_found_whole(text, found):
    assert [(text[v.start : v.end], v.kind) for v in values_in(text)] == found


def test_bare_numbers_are_counts_and_references_are_not():
    text = "Ask 12 of the 40 members, see rule 6:23."

    assert [text[v.start : v.end] for v in counts_in(text)] == ["12", "40"]
