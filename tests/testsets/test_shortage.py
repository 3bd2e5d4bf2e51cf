"""What is said where fewer questions came than were asked for."""

import pytest
from django.utils.translation import override

from testsets.wording import shortage


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "5 of 8 questions: the material is used up, and 3 drafts were rejected: "),
        ("es", "5 de 8 preguntas"),
    ],
)
def test_asked_for_eight_and_five_pass(language, said):
    """So many of eight, because …, the most frequent reason first."""
    with override(language):
        sentence = shortage(
            kept=5, wanted=8, reasons={"facts_verbatim": 1, "near_duplicate": 2},
            languages={"en": 4}, asked="",
        )  # fmt: skip

    assert sentence.startswith(said)
    assert sentence.index("(2)") < sentence.index("(1)")


def test_asked_for_spanish_over_french_material():
    sentence = shortage(kept=0, wanted=8, reasons={}, languages={"fr": 3}, asked="es")

    assert sentence == (
        "0 of 8 questions: the sources hold no passage in Spanish, only in French (3)."
    )


def test_nothing_is_said_when_all_came():
    assert shortage(kept=8, wanted=8, reasons={"facts_verbatim": 1}, languages={}, asked="") == ""
