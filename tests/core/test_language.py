"""Which language a text is in, alone and with a hint."""

import pytest

from core.language import Detected, detect, language_code, plainly


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


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "The ferry leaves from the quay, and you have to be there if it is not full."),
        ("es", "Los billetes y las tarjetas están sin coste y hay más según la hora."),
        ("de", "Die Karte und der Plan sind nicht für eine Fahrt, wenn sie auf dem Kai ist."),
        ("sv", "Biljetten är inte för alla och köps från kajen när båten är här."),
        ("fr", "Les billets sont pour vous et la carte est dans une boîte avec des plans."),
    ],
)
def test_little_words_tell_what_a_plain_text_is_written_in(language: str, text: str):
    assert plainly(text, language)
    assert not any(plainly(text, other) for other in {"en", "es", "de", "sv", "fr"} - {language})


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("sv", "Færgen afgår hver time fra den nordlige kaj og ankommer efter tyve minutter. Billetter"
         " kan købes om bord, men det er billigere at købe dem på nettet."),
        ("sv", "Fergen går hver time fra den nordlige kaien og kommer fram etter tjue minutter."
         " Billetter kan kjøpes om bord, men det er billigere å kjøpe dem på nettet."),
        ("es", "A balsa sai a cada hora do cais norte e chega depois de vinte minutos. Os bilhetes"
         " podem ser comprados a bordo, mas é mais barato comprá-los na internet."),
        ("es", "El transbordador surt cada hora del moll del nord i arriba al cap de vint minuts. Els"
         " bitllets es poden comprar a bord, però és més barat comprar-los a la xarxa."),
        ("de", "De veerboot vertrekt elk uur van de noordelijke kade en komt na twintig minuten aan."
         " Kaartjes kunnen aan boord worden gekocht, maar het is goedkoper op het internet."),
        ("pl", "Prom odpływa co godzinę z północnego nabrzeża i przybywa po dwudziestu minutach."),
        ("en", "Open 9 to 5."),
    ],
)  # fmt: skip
def test_little_words_never_take_a_neighbour_for_the_language(language: str, text: str):
    assert not plainly(text, language)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "You can do so at any time before we send it, on each of our sites."),
        ("sv", "Du kan göra det när som helst innan vi har skickat det, på alla våra sidor."),
        (
            "es",
            "Lo puede hacer en todo momento antes de que se lo enviemos, en todas nuestras páginas.",
        ),
        (
            "de",
            "Sie können es jederzeit tun, bevor wir es an Sie verschickt haben, in allen Läden.",
        ),
    ],
)
def test_a_short_text_full_of_stop_words_is_plain(language: str, text: str):
    assert plainly(text, language)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (
            "sv",
            "Du kan få pengene tilbage, når du sender os kvitteringen og skriver til os om det.",
        ),
        (
            "sv",
            "Du kan få pengene tilbake når du sender oss kvitteringen og skriver til oss om det.",
        ),
        (
            "sv",
            "Jos et ole tyytyväinen lippuusi, saat rahat takaisin neljäntoista päivän kuluessa.",
        ),
        (
            "es",
            "Se não estiver satisfeito com o seu bilhete, pode receber o dinheiro de volta logo.",
        ),
        (
            "es",
            "Se non está contento co seu billete, pode recuperar o diñeiro nun prazo de dez días.",
        ),
        (
            "de",
            "Als u niet tevreden bent met uw kaartje, kunt u het geld binnen veertien dagen terug.",
        ),
        (
            "en",
            "Om du inte är nöjd med din biljett kan du få pengarna tillbaka inom fjorton dagar.",
        ),
    ],
)
def test_a_short_text_of_a_neighbour_is_not_plain(language: str, text: str):
    assert not plainly(text, language)
