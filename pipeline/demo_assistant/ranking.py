"""Which passages answer a question: words first, then meaning for the few that remain."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from core.language import detect
from core.text import content_words, normalise, sentences, words
from pipeline.demo_assistant.asked import AskedWord, coverage
from pipeline.demo_assistant.asking import (
    COMMON,
    NUMBERS,
    Wanted,
    defined,
    matter,
    says_duty,
    wanted,
)
from pipeline.demo_assistant.lexical import Hit, LexicalIndex
from pipeline.demo_assistant.library import Entry, Library
from pipeline.demo_assistant.meaning import Meaning
from sources.reading import PassageKind

# Passages that share words with the question, and how many of them are worth an embedding.
SHARING: Final = 40
SHORTLIST: Final = 6
# How much of a passage of prose has to be said in a single sentence of it.
SENTENCE_SHARE: Final = 0.5
# Cosines of the built-in model: unrelated texts lie near the first, the same thing said
# differently near the second, and across languages near the third.
UNRELATED: Final = 0.80
SAME: Final = 0.94
SAME_ACROSS: Final = 0.88
SAME_KIND: Final = 0.1
OTHER_KIND: Final = -0.15
OTHER_LANGUAGE: Final = -0.1
# Found by meaning in another language, although the library speaks the question's.
OTHER_LANGUAGE_SPOKEN: Final = -0.25
# The word that says most is missing: the passage is probably about something else.
WITHOUT_RAREST: Final = -0.1
SHARED_NAME: Final = 0.25
# A language counts as the library's own from this share of its passages.
SPOKEN_SHARE: Final = 0.1
# Below this the words have found nothing, and meaning is asked.
UNSURE: Final = 0.5
# Passages that are compared by meaning alone, when the words are of no help.
LABELS: Final = 60


@dataclass(frozen=True, slots=True)
class Ranked:
    """A passage with how surely it answers, 0 to about 1."""

    entry: Entry
    index: int
    sureness: float


class Ranking:
    """Ranks the passages of a library; embeddings are worked out when first needed."""

    def __init__(self, library: Library, meaning: Meaning) -> None:
        self.entries = library.entries
        self.meaning = meaning
        self.lexical = LexicalIndex(self.entries)
        spoken = Counter(entry.language for entry in self.entries)
        least = SPOKEN_SHARE * len(self.entries)
        self.languages = frozenset(code for code, count in spoken.items() if count >= least)
        self.main_language = spoken.most_common(1)[0][0] if spoken else "en"
        self._asked = {
            normalise(entry.question): at for at, entry in enumerate(self.entries) if entry.question
        }
        self._of_document: dict[tuple[str, str], list[int]] = {}
        for at, entry in enumerate(self.entries):
            self._of_document.setdefault((entry.document, entry.language), []).append(at)

    def prepare(self) -> None:
        """Work out now what the first question would wait for; for a library of few passages."""
        titles = [title for title, _ in self._of_document]
        self.meaning.learn([*titles, *(entry.label for entry in self.entries)])

    def language_of(self, question: str) -> str:
        """The language of the question; what is too short to tell is in the library's."""
        return detect(question, hint=self.main_language).code

    def answers(self, question: str) -> bool:
        """Whether a page asks and answers exactly this question."""
        return normalise(question) in self._asked

    def best(self, question: str, *, limit: int = 3) -> list[Ranked]:
        """The passages that answer best, the surest first."""
        same = self._asked.get(normalise(question))
        if same is not None:
            return [Ranked(self.entries[same], same, 1.0)]
        language = self.language_of(question)
        ranked = self._by_words(question, language)
        if not ranked or ranked[0].sureness < UNSURE:
            ranked += self._by_meaning(question, language)
        surest: dict[int, Ranked] = {}
        for one in sorted(ranked, key=lambda one: (-one.sureness, one.index)):
            surest.setdefault(one.index, one)
        return list(surest.values())[:limit]

    def _by_words(self, question: str, language: str) -> list[Ranked]:
        """The passages that share the most words, judged by words and meaning together."""
        asked = matter(question)
        # Common words of one language are rare in another, so only unspoken languages are mixed.
        spoken = {language} if language in self.languages else self.languages
        words_of = {code: self.lexical.asked(asked, code) for code in spoken}
        promising = []
        for hit in self.lexical.search(asked, spoken, limit=SHARING):
            entry = self.entries[hit.index]
            closest = closest_sentence(entry, words_of[entry.language])
            words = hit.coverage
            if not entry.question:
                words = (1 - SENTENCE_SHARE) * hit.coverage + SENTENCE_SHARE * closest.coverage
            promising.append(
                _Promising(entry, hit, closest.text, words, _fit(question, entry, closest.text))
            )
        # Stable: of equally good ones the higher score stays in front.
        promising.sort(key=lambda one: one.words + one.fit, reverse=True)
        chosen = promising[:SHORTLIST]
        alike = self.meaning.similarities(question, [one.shown for one in chosen])
        ranked = []
        for one, cosine in zip(chosen, alike, strict=True):
            sureness = 0.5 * one.words + 0.5 * _closeness(cosine, SAME) + one.fit
            if not one.hit.has_rarest and one.words < UNSURE:
                sureness += WITHOUT_RAREST
            if one.entry.language != language:
                sureness += OTHER_LANGUAGE
            ranked.append(Ranked(one.entry, one.hit.index, sureness))
        return sorted(ranked, key=lambda one: (-one.sureness, one.index))

    def _by_meaning(self, question: str, language: str) -> list[Ranked]:
        """Passages that share no telling word: the likeliest documents first, then their labels."""
        documents = list(self._of_document)
        titles = self.meaning.similarities(question, [title for title, _ in documents])
        likely = [
            self._meant(cosine, key[1], language)
            for key, cosine in zip(documents, titles, strict=True)
        ]
        order = sorted(range(len(documents)), key=lambda at: -likely[at])
        of_likely = (index for at in order for index in self._of_document[documents[at]])
        found = list(of_likely)[:LABELS]
        labels = [self.entries[at].label for at in found]
        # A name that only the other language's pages have says where the answer is.
        strange = {word for word in self.lexical.strange(question, language) if len(word) > 3}
        ranked = []
        for index, label, cosine in zip(
            found, labels, self.meaning.similarities(question, labels), strict=True
        ):
            entry = self.entries[index]
            sureness = self._meant(cosine, entry.language, language)
            if entry.language != language and strange & set(words(label)):
                sureness += SHARED_NAME
            ranked.append(Ranked(entry, index, sureness))
        return ranked

    def _meant(self, cosine: float, language: str, asked: str) -> float:
        """How likely a label or title in one language means what is asked in another."""
        if language == asked:
            return _closeness(cosine, SAME)
        foreign = OTHER_LANGUAGE_SPOKEN if asked in self.languages else 0.0
        return _closeness(cosine, SAME_ACROSS) + foreign


@dataclass(frozen=True, slots=True)
class _Promising:
    """A passage that shares words with the question, before its meaning is compared."""

    entry: Entry
    hit: Hit
    sentence: str
    words: float
    fit: float

    @property
    def shown(self) -> str:
        """What is embedded of it: its question, or its heading and its closest sentence."""
        return self.entry.question or f"{self.entry.label}. {self.sentence}"


@dataclass(frozen=True, slots=True)
class Closest:
    """The sentence of a passage that has the most of a question, and how much it has."""

    text: str
    coverage: float


def closest_sentence(entry: Entry, asked: Sequence[AskedWord]) -> Closest:
    """The sentence of a passage that has the most of the question's words."""
    best = Closest(entry.text, 0.0)
    for span in sentences(entry.text):
        text = entry.text[span.start : span.end]
        found = coverage(asked, set(content_words(text, entry.language)))
        if found > best.coverage:
            best = Closest(text, found)
    return best


def _closeness(cosine: float, same: float) -> float:
    """A cosine on a scale from 0, unrelated, to 1, the same."""
    return min(1.0, max(0.0, (cosine - UNRELATED) / (same - UNRELATED)))


def _fit(question: str, entry: Entry, sentence: str) -> float:
    """Whether the passage, or its closest sentence, has the kind of thing that is asked for."""
    kind = wanted(question)
    if kind is None:
        return 0.0
    if entry.question:
        offered = wanted(entry.question)
        if offered is kind:
            return SAME_KIND / 2 if kind in COMMON else SAME_KIND
        return 0.0 if offered is None else OTHER_KIND
    if kind is Wanted.DEFINITION and entry.kind is not PassageKind.TABLE:
        asked = set(content_words(question, entry.language))
        subjects = (set(content_words(one, entry.language)) for one in defined(entry.text))
        return SAME_KIND if any(asked and asked <= subject for subject in subjects) else 0.0
    if kind is Wanted.DUTY:
        return SAME_KIND if says_duty(sentence) else 0.0
    has_number = any(map(str.isdigit, entry.text))
    return SAME_KIND / 2 if kind in NUMBERS and has_number else 0.0
