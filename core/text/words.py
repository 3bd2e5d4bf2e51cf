"""Word tokens of any script, and the words of a text that carry its meaning."""

import re
import sys
import threading
import unicodedata
from functools import lru_cache
from typing import Final, Protocol

import snowballstemmer

from core.text.folding import normalise
from core.text.stopwords import STOP_WORDS

_STEMMED: Final = {
    "ar": "arabic",
    "ca": "catalan",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "es": "spanish",
    "eu": "basque",
    "fi": "finnish",
    "fr": "french",
    "ga": "irish",
    "hu": "hungarian",
    "id": "indonesian",
    "it": "italian",
    "lt": "lithuanian",
    "nb": "norwegian",
    "nl": "dutch",
    "nn": "norwegian",
    "no": "norwegian",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sv": "swedish",
    "tr": "turkish",
}
_ELIDING: Final = frozenset({"ca", "fr", "it"})


def words(text: str) -> list[str]:
    """The words of a text, folded and without case; numbers stay whole ("10.000", "1.5").

    Scripts that put no spaces between words give one token a character.
    """
    return list(_words(text))


def content_words(text: str, language: str) -> list[str]:
    """The stems of the words that carry meaning, in order, with repetitions.

    Articles, pronouns, prepositions and auxiliary verbs go; numbers and negations stay. A language
    without a list keeps every word, one without a stemmer keeps the words as written.
    """
    return list(_content_words(text, language[:2].lower()))


@lru_cache(maxsize=8_192)
def _words(text: str) -> tuple[str, ...]:
    return tuple(_TOKEN.findall(normalise(text)))


@lru_cache(maxsize=8_192)
def _content_words(text: str, language: str) -> tuple[str, ...]:
    stop_words = STOP_WORDS.get(language, frozenset())
    kept = []
    for word in _words(text):
        bare = _without_apostrophe(word, language)
        if bare and bare not in stop_words and word not in stop_words:
            kept.append(_stem(bare, language))
    return tuple(kept)


def _without_apostrophe(word: str, language: str) -> str:
    """The word that matters around an apostrophe: the second in "l'eau", the first in "Anna's"."""
    head, apostrophe, tail = word.partition("'")
    if not apostrophe:
        return word
    if language in _ELIDING and len(head) <= 4:
        return tail
    return head if tail in {"s", ""} else word


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...


_stemmers: dict[str, _Stemmer] = {}
_stemming = threading.Lock()


@lru_cache(maxsize=65_536)
def _stem(word: str, language: str) -> str:
    algorithm = _STEMMED.get(language)
    if algorithm is None or not word.isalpha():
        return word
    with _stemming:  # a stemmer keeps the word it works on in itself
        if language not in _stemmers:
            _stemmers[language] = snowballstemmer.stemmer(algorithm)
        return _stemmers[language].stemWord(word)


def _mark_class() -> str:
    """The combining marks as a regular-expression class: `re` does not count them into words."""
    ranges: list[list[int]] = []
    for point in range(0x300, 0x20000):
        if unicodedata.category(chr(point))[0] == "M":
            if ranges and ranges[-1][1] == point - 1:
                ranges[-1][1] = point
            else:
                ranges.append([point, point])
    return "".join(f"{chr(first)}-{chr(last)}" for first, last in ranges)


_MARKS: Final = _mark_class()
_UNSPACED: Final = (
    "\u0e00-\u0e7f\u0e80-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3041-\u30ff\u3400-\u9fff"
    f"\uf900-\ufaff\U00020000-{chr(sys.maxunicode)}"
)
_LETTER: Final = rf"(?:(?![{_UNSPACED}])[^\W_][{_MARKS}]*)"
_TOKEN: Final = re.compile(
    rf"(?:(?![\W_])[{_UNSPACED}][{_MARKS}]*)"
    rf"|{_LETTER}+(?:(?:(?<=\d)[.,](?=\d)|'(?=[^\W\d_])){_LETTER}+)*"
)
