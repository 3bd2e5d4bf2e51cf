"""Whether a text has the shape of a question."""

import re
from functools import lru_cache
from typing import Final

from core.text import openings
from core.text.sentences import sentences
from core.text.words import words

_CLOSERS: Final = " \t\n\r\u00a0\"'’”»›)\\]}」』】*_.。…"
_MARKS: Final = "?？؟⁇⁈⁉‽\u037e՞፧"
_LABEL: Final = re.compile(
    r"^[\s#>*_\-–•·\"'“„«‹(\[]*"
    r"(?:(?:q|question|f|fråga|frage|p|pregunta|faq|问|問)\s*\d*\s*[.:)：]\s*|\d+(?:\.\d+)*[.)]\s+)?",
    re.IGNORECASE,
)
_COURTESY: Final = re.compile(
    r"(?:(?:many )?thanks|thank you|(?:muchas )?gracias|un saludo|danke(?: schön)?|vielen dank"
    r"|tack(?: så mycket)?|mvh|merci)\b[^.?!]{0,40}[.!]*\s*\Z",
    re.IGNORECASE,
)
_GREEK: Final = re.compile(r"[\u0370-\u03ff\u1f00-\u1fff]")
_EAST_ASIAN_ENDING: Final = re.compile(
    r"(?:(?:です|ます|でしょう|ました|でした|ません)か|[吗嗎]|是什么|是什麼|多少[钱錢]?|哪[里裡儿]"
    r"|(?:습|입|합|됩|십)니까|나요|가요|까요)[。.]?\Z"
)
_ARABIC_OPENING: Final = re.compile(r"(?:هل|أين|كم|لماذا|ما هي|ما هو|كيف يمكن\w*)\s")
_MOST_WORDS: Final = 40


@lru_cache(maxsize=8_192)
def is_question(text: str) -> bool:
    """Whether the text, or its last sentence, asks something.

    A question mark of any script decides. Without one, the opening must be a question's in a
    supported language: "How do I apply" and "Vad kostar det" are, the headings "How it works" and
    "Hur det fungerar" are not, nor is anything that ends like a statement.
    """
    asked = _LABEL.sub("", _COURTESY.sub("", text.strip()), count=1).strip()
    if not any(map(str.isalpha, asked)):
        return False
    if _is_marked(asked):
        return True
    if asked[-1] in ".!。…," or len(sentences(asked)) != 1:
        return _EAST_ASIAN_ENDING.search(asked) is not None
    if _EAST_ASIAN_ENDING.search(asked) or _ARABIC_OPENING.match(asked):
        return True
    tokens = words(asked)
    return len(tokens) <= _MOST_WORDS and openings.opens_question(tokens, "," in asked)


def _is_marked(text: str) -> bool:
    spans = sentences(text)
    if not spans:
        return False
    last = text[spans[-1].start :].strip()
    if last.startswith("¿") and "." not in last:
        return True
    if "://" in last and len(last.split()) == 1:
        return False
    bare = last.rstrip(_CLOSERS).rstrip("!")
    if not bare:
        return False
    return bare[-1] in _MARKS or (bare[-1] == ";" and _GREEK.search(bare) is not None)
