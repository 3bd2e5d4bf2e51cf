"""How well the letters of a text fit a language: what tells encodings of one byte apart.

Bytes read in a wrong encoding give letters that no one language has together, capitals inside words,
and signs between letters. A few words suffice to see it, where statistics want pages.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

# The letters of each language beyond A to Z.
_LANGUAGES: Final = tuple(
    frozenset(letters)
    for letters in (
        "åäöéàü", "äöüßéà", "éèàêçùôîûâœæëïüÿ", "áéíóúñüºªç", "ãõçáéíóúâêôàü", "àèéìòùîç",
        "ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű", "çğıöşüâîûiİ", "æøåéèóôäö",
        "ăâîșțşţ", "áéíóúýþæöð", "čćđšž", "āčēģīķļņšūž", "ąčęėįšųūž", "äõöüšž", "ëïéèöüáóú",
        "абвгдеёжзийклмнопрстуфхцчшщъыьэюя", "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
        "абвгдђежзијклљмнњопрстћуфхцчџш", "абвгдеёжзійклмнопрстуўфхцчшыьэюя",
        "αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋΐΰ", "אבגדהוזחטיכךלמםנןסעפףצץקרשת",
        "ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيپچژکگی",
    )
)  # fmt: skip
# The letters of scripts that fill the same places in different encodings, and the commonest of them.
_COMMON: Final = (
    (frozenset("абвгдежзийклмнопрстуфхцчшщъыьэюяіїєў"), frozenset("оеаинтсрвлі")),
    (frozenset("αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋΐΰ"), frozenset("αοιετνσρηςίό")),
    (frozenset("אבגדהוזחטיכךלמםנןסעפףצץקרשת"), frozenset("יוהלאתמרבש")),
    (frozenset("ابةتثجحخدذرزسشصضطظعغفقكلمنهوي"), frozenset("اليمونرتبةهع")),
)
FEWEST_LETTERS, FEWEST_WORDS, OFTEN, UNUSUAL = 15, 8, 0.45, 0.7
MOSTLY: Final = 0.8
# Signs that stand beside the words of any language, and say nothing of the encoding.
_NEUTRAL: Final = frozenset("“”„‘’‚–—…•€«»‹›·°\u00a0\u00ad©®™§£²³½¼¾µ×±ºª№−→←✓■●‐‑")
_TAG = re.compile(r"<(script|style)\b.*?</\1\s*>|<[^<>]{0,2000}>", re.DOTALL | re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+")
_BETWEEN = re.compile(r"(?<=[^\W\d_])[^\w\s\x00-\x7f’·‐‑–—…](?=[^\W\d_])")
_BEYOND = re.compile(r"[^\x00-\x7f]")
_OPENING = re.compile(r"(?<![^\W\d_])[¿¡](?=[^\W\d_])")
SAMPLE: Final = 64 * 1024


def fit(text: str) -> float:
    """The share of the letters beyond A to Z that one language has, in words that people write.

    1.0 for a text without any.
    """
    first = _BEYOND.search(text)
    if first is None:
        return 1.0
    sample = _OPENING.sub("", _TAG.sub(" ", text[first.start() :][:SAMPLE]))
    known: Counter[str] = Counter()
    total = words = shouted = 0
    for word in _WORD.findall(sample):
        if word.isascii():
            continue
        beyond = [char for char in word if char > "\x7f"]
        total += len(beyond)
        words += len(word) > 1
        shouted += len(word) > 1 and word.isupper()
        if "ς" in word[:-1]:
            # A letter that only ends words.
            continue
        if word.islower() or word.isupper() or word[1:].islower() or word.lower() == word.upper():
            known.update(word.lower())
    total += len(_BETWEEN.findall(sample)) + sum(
        not char.isalpha() and char not in _NEUTRAL for char in _BEYOND.findall(sample)
    )
    if not total:
        return 1.0
    reached = max(sum(known[letter] for letter in letters) for letters in _LANGUAGES) / total
    if shouted > MOSTLY * words and words >= FEWEST_WORDS:
        reached *= UNUSUAL
    return reached * min(map(_usual, (known,) * len(_COMMON), _COMMON))


def _usual(known: Counter[str], script: tuple[frozenset[str], frozenset[str]]) -> float:
    """1.0 when the commonest letters of a script are common, less when they are rare."""
    letters, common = script
    count = sum(known[letter] for letter in letters)
    often = sum(known[letter] for letter in common)
    return 1.0 if count < FEWEST_LETTERS or often >= OFTEN * count else UNUSUAL
