"""The sentences of a passage as an answer may use them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from core.text import content_words, sentences, words
from testsets.checks.labels import is_call_to_action, is_label
from testsets.checks.self_reference import source_pointer
from testsets.values import Material

# An expected answer longer than this is an article, not an answer.
LONGEST_ANSWER: Final = 60


@dataclass(frozen=True, slots=True)
class Saying:
    """One sentence of a passage, `text[start:end]`, and whether it belongs to a list."""

    start: int
    end: int
    text: str
    leads_in: bool

    @property
    def length(self) -> int:
        """How many words it has."""
        return len(words(self.text))


_MARKUP: Final = re.compile(r"[{}]|\[\[|\]\]|</")
_NAME: Final = re.compile(r"(?<=\w )[A-ZÅÄÖÉÁÍÓÚÑ][\w'’]*(?: [A-ZÅÄÖÉÁÍÓÚÑ][\w'’]*)*")
_BULLET: Final = re.compile(r"^(?:[-*•–·▪◦]|\d{1,2}[.)]|[a-z]\))\s+")


def sayings(material: Material) -> list[Saying]:
    """The sentences that tell something, in order: no labels, banners or calls to action."""
    found: list[Saying] = []
    for span in sentences(material.text):
        text = material.text[span.start : span.end]
        bullet = _BULLET.match(text)
        start = span.start + (bullet.end() if bullet else 0)
        text = material.text[start : span.end]
        if is_call_to_action(text) or (is_label(text) and not text.rstrip().endswith(":")):
            continue
        if source_pointer(text, material.language) or _MARKUP.search(text):
            continue  # "as described on this page" answers nothing to whoever does not see it
        found.append(Saying(start, span.end, text, leads_in=text.rstrip().endswith(":")))
    return found


def points_elsewhere(material: Material) -> bool:
    """Whether the passage begins by pointing at its own page, where the answer must be then."""
    first = next(iter(sentences(material.text)), None)
    if first is None:
        return True
    return source_pointer(material.text[first.start : first.end], material.language) is not None


def items_after(material: Material, lead: Saying) -> list[Saying]:
    """The list items behind a sentence that leads in to them, short ones included."""
    items: list[Saying] = []
    for line in re.finditer(r"[^\n]+", material.text[lead.end :]):
        start, end = lead.end + line.start(), lead.end + line.end()
        between = material.text[(items[-1].end if items else lead.end) : start]
        if items and between.count("\n") > 1:
            break
        bullet = _BULLET.match(line[0])
        start += bullet.end() if bullet else 0
        if material.text[start:end].strip():
            items.append(Saying(start, end, material.text[start:end], leads_in=False))
    return items


def together(material: Material, chosen: Sequence[Saying]) -> str:
    """The chosen sentences as one verbatim stretch of the passage; "" when they are too long."""
    text = material.text[chosen[0].start : chosen[-1].end]
    return text if len(words(text)) <= LONGEST_ANSWER else ""


def starts_paragraph(material: Material, saying: Saying) -> bool:
    """Whether an empty line stands before the sentence."""
    before = material.text[: saying.start]
    return before[len(before.rstrip()) :].count("\n") > 1


def topic_words(text: str, language: str) -> set[str]:
    """The content words of a text that are words: the "19" of a name is half a name."""
    return {word for word in content_words(text, language) if not word.isdigit()}


def about(saying: Saying, question: str, language: str) -> int:
    """How many of the question's content words, names apart, the sentence takes up."""
    asked = topic_words(question, language)
    if language != "de":  # which writes every noun like a name
        asked -= topic_words(" ".join(_NAME.findall(question)), language)
    return len(topic_words(saying.text, language) & asked)
