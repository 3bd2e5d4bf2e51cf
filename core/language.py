"""Which language a text is written in."""

import re
import threading
from collections import Counter
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final, Protocol

from py3langid.langid import MODEL_FILE, LanguageIdentifier

from core.text import words
from core.text.stopwords import STOP_WORDS

UNDETERMINED: Final = "und"


@dataclass(frozen=True, slots=True)
class Detected:
    """An ISO 639-1 code, or "und" where nothing tells, and how sure that is from 0 to 1."""

    code: str
    confidence: float


# Languages that organisations publish in. Regional look-alikes ("pcm" for English, "ext" for
# Spanish) would only take short texts away from them.
_LANGUAGES: Final = """
    af ar az be bg bn bs ca cs cy da de el en es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja
    ka kk kn ko lt lv mk ml mn mr ms mt ne nl no pa pl ps pt ro ru si sk sl so sq sr sv sw ta te th
    tl tr uk ur uz vi zh
    """
_SAME: Final = {"nb": "no", "nn": "no", "iw": "he", "in": "id", "cmn": "zh", "fil": "tl"}
_TESTED: Final = frozenset({"en", "es", "de", "sv"})

# Frequent little words that the nearest other languages do not have: "y" is not Portuguese or
# Catalan, "och" neither Danish nor Norwegian, "und" not Dutch.
_LITTLE: Final = {
    code: frozenset(listed.split())
    for code, listed in {
        "de": "und der das ist nicht mit für sie auf eine einer eines dem den werden wird sich auch"
        " oder bei zur zum können ein",
        "en": "the and of you that this with are was were your have they which from been their would"
        " what if or not",
        "es": "y los las una más también está están usted qué cómo puede sus según hasta sin hay muy"
        " pero son",
        "fr": "et les des est une pour dans vous qui sur avec aux sont cette votre vos ces être du ou"
        " nous leur",
        "sv": "och är att för inte från eller när också ett ska hur där här även vid blir finns",
    }.items()
}
_LITTLE_IN: Final = {
    word: [code for code, listed in _LITTLE.items() if word in listed]
    for word in frozenset().union(*_LITTLE.values())
}
_LITTLE_SHARE: Final = 0.08
_LITTLE_KINDS: Final = 3
# Danish has 0.3 of the Swedish stop words, Portuguese 0.33 of the Spanish ones, Norwegian and Dutch
# 0.13 of the German ones, no neighbour 0.1 of the English ones; Swedish must show its letters too.
_STOP_SHARE: Final = {"en": 0.2, "de": 0.25, "es": 0.4, "sv": 0.2}
_STOP_TOKENS: Final = 10
_WORD: Final = re.compile(r"[^\W\d_]+")

_SAMPLE: Final = 1_500
_ADDRESS: Final = re.compile(r"\S*(?:://|www\.|@|/\w+/)\S*|\S+/\S*\.\w+")


def detect(text: str, *, hint: str | None = None) -> Detected:
    """The language of the text.

    The hint, such as the language of the page or a `lang` attribute, decides what a short text
    leaves open and has little say in a long one. A text without letters gets the hint, or "und",
    with no confidence.
    """
    expected = language_code(hint) if hint else ""
    if len(text) > _SAMPLE:
        middle = len(text) // 2
        text = f"{text[: _SAMPLE - 500]}\n{text[middle : middle + 500]}"
    return _detect(text, expected)


def plainly(text: str, language: str) -> bool:
    """Whether little words alone tell that the text is in this language: True is as good as `detect`.

    A tenth of the cost of `detect`, for the many parts of a text whose language is known. False says
    nothing about the language: a short text, and any outside the lists, has to be detected.
    """
    if language not in _LITTLE:
        return False
    tokens = _WORD.findall(text[:_SAMPLE].lower())
    found = [token for token in tokens if token in _LITTLE_IN]
    own = [token for token in found if language in _LITTLE_IN[token]]
    if len(own) < _LITTLE_SHARE * len(tokens) or len(set(own)) < _LITTLE_KINDS:
        return _is_full_of_stop_words(tokens, language)
    others = Counter(code for token in found for code in _LITTLE_IN[token] if code != language)
    return 4 * max(others.values(), default=0) <= len(own)


def _is_full_of_stop_words(tokens: list[str], language: str) -> bool:
    """For shorter texts: a share of the language's stop words that no neighbouring language has."""
    known = STOP_WORDS.get(language, frozenset())
    least = _STOP_SHARE.get(language, 1.0) * len(tokens)
    if len(tokens) < _STOP_TOKENS or sum(token in known for token in tokens) < least:
        return False
    if language != "sv":
        return True
    letters = set("".join(tokens))
    return not letters.isdisjoint("äö") and letters.isdisjoint("æøß")


def language_code(tag: str) -> str:
    """The code that `detect` uses for a language tag: "sv-SE" is "sv", "nb" is "no"."""
    code = tag.strip().replace("_", "-").split("-")[0].casefold()
    return _SAME.get(code, code)


@lru_cache(maxsize=8_192)
def _detect(text: str, hint: str) -> Detected:
    prose = _ADDRESS.sub(" ", text)
    if any(map(str.isalpha, prose)):
        text = prose
    letters = sum(map(str.isalpha, text))
    if not letters:
        return Detected(hint or UNDETERMINED, 0.0)
    likelihood = dict(_identifier().rank(text))
    for language in _TESTED:
        likelihood[language] *= 2
    if letters < 200:
        tokens = set(words(text))
        for language, stop_words in STOP_WORDS.items():
            likelihood[language] *= 4.0 ** min(3, len(tokens & stop_words))
    if hint in likelihood:
        likelihood[hint] *= _weight_of_hint(letters)
    code = max(likelihood, key=lambda language: likelihood[language])
    return Detected(code, likelihood[code] / sum(likelihood.values()))


def _weight_of_hint(letters: int) -> float:
    if letters < 15:
        return 40.0
    if letters < 30:
        return 20.0
    return 8.0 if letters < 80 else 3.0


class _Identifier(Protocol):
    _full_model: object

    def rank(self, text: str) -> list[tuple[str, float]]: ...

    def set_languages(self, langs: list[str]) -> None: ...


_loading = threading.Lock()


def _identifier() -> _Identifier:
    with _loading:
        return _load()


@cache
def _load() -> _Identifier:
    identifier: _Identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages(_LANGUAGES.split())
    # It would keep the model of all its languages, 20 MB, for a choice that is never made again.
    identifier._full_model = None
    return identifier
