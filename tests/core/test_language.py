"""Which language a text is in, alone and with a hint."""

import pytest

from core.language import Detected, detect, language_code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("How do I apply for a refund?", "en"),
        ("¿Cuánto cuesta el envío?", "es"),
        ("Welche Unterlagen brauche ich?", "de"),
        ("Vad kostar bygglov?", "sv"),
        ("Quanto costa la spedizione?", "it"),
        ("返品期限は何日ですか？", "ja"),
        ("Ποιο είναι το ωράριο;", "el"),
        ("ما هي ساعات العمل؟", "ar"),
    ],
)
@pytest.mark.parametrize("hint", [None, "same", "sv", "en"])
def test_a_sentence_is_recognised_whatever_the_hint_says(text, code, hint):
    assert detect(text, hint=code if hint == "same" else hint).code == code


@pytest.mark.parametrize("hint", ["en", "es", "de", "sv", "sv-SE"])
@pytest.mark.parametrize("text", ["Certbot", "OK", "Info", "Apache HTTP Server", "30 min"])
def test_a_short_text_that_could_be_anything_leans_on_the_hint(text, hint):
    assert detect(text, hint=hint).code == hint[:2]


def test_a_short_text_in_another_script_does_not():
    assert detect("営業時間", hint="sv").code in {"ja", "zh"}


def test_an_english_address_does_not_make_a_text_english():
    text = "Läs https://www.example.org/what-is-the-latest-news-about-our-service"
    assert detect(text).code == "sv"


def test_a_long_text_is_sure_against_its_hint():
    text = "Die Rückerstattung erfolgt innerhalb von 14 Tagen auf Ihr Konto. " * 200
    found = detect(text, hint="en")
    assert found.code == "de"
    assert found.confidence > 0.9


@pytest.mark.parametrize("text", ["", "  \n", "500", "€ 20,00"])
def test_without_letters_there_is_only_the_hint_and_no_confidence(text):
    assert detect(text, hint="sv-SE") == Detected("sv", 0.0)
    assert detect(text) == Detected("und", 0.0)


def test_confidence_is_a_share():
    assert 0.0 < detect("Hej").confidence <= 1.0


@pytest.mark.parametrize(
    ("tag", "code"), [("sv-SE", "sv"), ("nb_NO", "no"), ("EN", "en"), ("iw", "he"), ("x", "x")]
)
def test_a_language_tag_becomes_its_code(tag, code):
    assert language_code(tag) == code
