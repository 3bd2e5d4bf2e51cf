"""One chosen method with what it works with: its fingerprint, and what it says of an answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from core.embeddings import Embedder
from core.fingerprint import fingerprint
from core.llm import SEED, ChatModel
from grading.graders.builtin import BuiltinGrader
from grading.methods import judging, matching, similarity, structured
from grading.methods.values import (
    NotScored,
    Outcome,
    Scored,
    Subject,
    WhyNotJudged,
    not_judged,
)
from testsets.methods import Method, Methods, inputs_of, lacks

# These can be judged by a language model only.
_OF_MODEL: Final = frozenset({Method.GENERAL_QUALITY, Method.CUSTOM})
_PROMPTS: Final = {
    Method.GENERAL_QUALITY: judging.QUALITY,
    Method.COMPARE_MEANING: judging.MEANING,
    Method.CUSTOM: judging.CUSTOM,
}
_VERSIONS: Final = {
    Method.EXACT_MATCH: matching.VERSION,
    Method.KEYWORD_MATCH: matching.VERSION,
    Method.TOOL_USE: matching.VERSION,
    Method.TEXT_SIMILARITY: similarity.VERSION,
    Method.COMPARE_MEANING: similarity.VERSION,
    Method.STRUCTURED_ANSWER: structured.VERSION,
}


@dataclass(frozen=True, slots=True)
class Means:
    """What methods work with: the embeddings, and a language model where one is configured."""

    embedder: Embedder
    model: ChatModel | None = None


class Scorer:
    """A method as it is set and equipped. Safe to share between threads."""

    def __init__(self, method: Method, methods: Methods, means: Means) -> None:
        self.method = method
        self._methods = methods
        self._means = means
        self._grader = BuiltinGrader(means.embedder)
        asks = method in _PROMPTS and means.model is not None
        self.concurrency = means.model.endpoint.concurrency if asks and means.model else 1
        self.description: Mapping[str, Any] = self._described(asks)
        self.fingerprint = fingerprint(dict(self.description))
        self.asks_model = asks

    def _described(self, asks: bool) -> dict[str, Any]:
        described: dict[str, Any] = {
            "method": self.method.value,
            "settings": self._methods.settings_of(self.method),
        }
        if asks and self._means.model is not None:
            return described | {
                "model": self._means.model.name,
                "version": judging.VERSION,
                "prompts": judging.prompts_of(_PROMPTS[self.method]),
                "sampling": {"temperature": 0, "seed": SEED},
            }
        if self.method in _OF_MODEL:
            return described | {"model": None}
        described["version"] = _VERSIONS[self.method]
        if self.method is Method.TEXT_SIMILARITY:
            described["embeddings"] = self._means.embedder.name
        elif self.method is Method.COMPARE_MEANING:
            described["grader"] = self._grader.fingerprint
        return described

    def score(self, subject: Subject) -> Scored | NotScored:
        """What the method says of the answer; Invalid when the question lacks what it needs (M2.15)."""
        missing = lacks(self.method, subject.content, self._methods)
        if missing:
            return Scored(Outcome.INVALID, None, {"lacks": [lack.value for lack in missing]})
        return self._judged(subject)

    def _judged(self, subject: Subject) -> Scored | NotScored:
        needs, model = subject.needs, self._means.model
        match self.method:
            case Method.EXACT_MATCH:
                return matching.exact_match(subject.answer, subject.expected)
            case Method.KEYWORD_MATCH:
                return matching.keyword_match(
                    subject.answer, needs.keywords, self._methods.keywords
                )
            case Method.TOOL_USE:
                return matching.tool_use(subject.tools, needs.tools)
            case Method.STRUCTURED_ANSWER:
                return structured.structured_answer(
                    subject.answer, needs, inputs_of(subject.content)
                )
            case Method.TEXT_SIMILARITY:
                return similarity.text_similarity(
                    subject.answer,
                    subject.expected,
                    embedder=self._means.embedder,
                    pass_score=self._methods.similarity_pass,
                )
            case Method.COMPARE_MEANING if model is None:
                return similarity.compare_meaning(
                    subject,
                    grader=self._grader,
                    pass_score=self._methods.meaning_pass,
                )
        if model is None:
            return not_judged(WhyNotJudged.NO_MODEL)
        if self.method is Method.COMPARE_MEANING:
            return judging.meaning_by_model(subject, model, pass_score=self._methods.meaning_pass)
        if self.method is Method.CUSTOM:
            return judging.custom(subject, model, self._methods)
        return judging.general_quality(subject, model)


def scorers(methods: Methods, means: Means) -> list[Scorer]:
    """A scorer for each chosen method, those that ask no model first."""
    made = [Scorer(method, methods, means) for method in methods.listed]
    return sorted(made, key=lambda scorer: scorer.asks_model)
