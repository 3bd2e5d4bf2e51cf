"""Word tokens and content words."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from core.text import content_words, words


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Let’s Encrypt isn't slow.", ["let's", "encrypt", "isn't", "slow"]),
        ("25 000 kr, 10.000 € or 1.5", ["25", "000", "kr", "10.000", "or", "1.5"]),
        ("3,14. (3.14)", ["3,14", "3.14"]),
        ("version v2.4.1", ["version", "v2.4.1"]),
        ("mod_ssl e-post", ["mod", "ssl", "e", "post"]),
        ("Straße", ["strasse"]),
        ("返品は３０日", ["返", "品", "は", "30", "日"]),
        ("환불은 30일", ["환불은", "30일"]),
        ("Ποιο είναι το ωράριο;", ["ποιο", "είναι", "το", "ωράριο"]),
        ("ساعات العَمل", ["ساعات", "العَمل"]),
        ("हिन्दी में", ["हिन्दी", "में"]),
        ("ดีที่", ["ดี", "ที่"]),
        ("can\u00adcel", ["cancel"]),
        ("… — !", []),
        ("", []),
    ],
)
def test_words_of_every_script(text, tokens):
    assert words(text) == tokens


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("en", "How do I apply for a refund?", "applying for refunds"),
        ("es", "¿Cómo solicito la devolución?", "solicitar devoluciones"),
        ("de", "Wie beantrage ich die Rückerstattung?", "Rückerstattungen beantragen"),
        ("sv", "Hur ansöker jag om bygglov?", "ansöka om bygglovet"),
        ("fr", "Où est l'école ?", "les écoles"),
    ],
)
def test_inflections_of_one_word_share_a_stem_and_function_words_go(language, one, other):
    assert sorted(content_words(one, language)) == sorted(content_words(other, language))


@pytest.mark.parametrize(
    ("language", "negated", "plain"),
    [
        ("en", "You do not have to", "You do have to"),
        ("es", "Nunca se puede", "Se puede"),
        ("de", "Das ist nicht so", "Das ist so"),
        ("sv", "Det är inte så", "Det är så"),
    ],
)
def test_negations_are_content(language, negated, plain):
    assert len(content_words(negated, language)) == len(content_words(plain, language)) + 1


def test_numbers_and_repetitions_stay():
    assert content_words("The fee is 300 and the fee", "en") == ["fee", "300", "fee"]


def test_a_language_without_lists_keeps_its_words():
    assert content_words("Ποιο ωράριο", "xx") == ["ποιο", "ωράριο"]
    assert content_words("返品", "ja") == ["返", "品"]


def test_regional_codes_count_as_their_language():
    assert content_words("the refunds", "en-GB") == ["refund"]


def test_a_possessive_is_its_owner():
    assert content_words("Anna's orders", "en") == ["anna", "order"]


def test_threads_stem_alike():
    texts = [f"applying {number} refunds in organisations" for number in range(200)]
    alone = [content_words(text, "en")[:1] + content_words(text, "en")[2:] for text in texts]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda text: content_words(text, "en"), texts))
    assert [stems[:1] + stems[2:] for stems in together] == alone
    assert alone[0] == ["appli", "refund", "organis"]
