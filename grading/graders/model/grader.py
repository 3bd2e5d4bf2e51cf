"""Grading by a language model: it reports findings, the verdict table decides."""

from collections.abc import Mapping
from typing import Any, Final

from core.fingerprint import fingerprint
from core.language import detect
from core.llm import (
    SEED,
    ChatModel,
    Completion,
    LLMError,
    LLMRefused,
    LLMUnreadable,
    Message,
)
from grading import verdict
from grading.explanations import explain
from grading.flags import flags
from grading.graders.model.confidence import confidence
from grading.graders.model.contract import Problem, Reported, problem_of, read, schema
from grading.graders.model.prompt import (
    CASE,
    CORRECTION,
    EXTRA_DETAIL_POLICY,
    INSTRUCTIONS,
    any_of,
    messages,
)
from grading.rules import check
from grading.simple import simple_grade
from grading.values import (
    Case,
    Graded,
    Grading,
    Ungraded,
    UngradedReason,
    facts_to_find,
    failing,
)
from testsets.values import Expects

_TRIES: Final = 2
_MAX_TOKENS: Final = 1_500
_ENOUGH: Final = 0.75


class ModelGrader:
    """A language model's findings. Safe to share between threads, as the model's client is."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model
        self.description: Mapping[str, Any] = {
            "kind": "model",
            "model": model.name,
            "prompts": {
                prompt.id: prompt.fingerprint for prompt in (INSTRUCTIONS, CASE, CORRECTION)
            },
            "settings": {"temperature": 0, "seed": SEED, "max_tokens": _MAX_TOKENS},
            "tries": _TRIES,
            "rules": check.VERSION,
            "verdict_table": verdict.VERSION,
            "flagged_below": _ENOUGH,
            "extra_detail": EXTRA_DETAIL_POLICY,
        }
        self.fingerprint = fingerprint(dict(self.description))
        self.name = f"Language model {model.name}"
        self.concurrency = model.endpoint.concurrency

    def prepare(self, case: Case) -> None:
        """Load what reading a reply takes; otherwise the first replies wait for it, all at once."""
        detect(case.answer, hint=case.language)
        check.check_facts(case.facts, answer=case.answer, language=case.language)

    def grade(self, case: Case) -> Grading:
        """Grade one answer; what a simple check decides is not sent to the model."""
        simple = simple_grade(case)
        if simple is not None:
            return simple
        case = any_of(case)
        facts = facts_to_find(case)
        conversation = messages(case, facts)
        tokens = 0
        problem = Problem(UngradedReason.UNREADABLE, "")
        for _ in range(_TRIES):
            try:
                completion = self._ask(conversation, len(facts))
            except LLMUnreadable as error:
                raw, problem = error.raw, problem_of(error.raw, str(error), len(facts))
            except LLMRefused as error:
                return Ungraded(UngradedReason.REFUSED, str(error))
            except LLMError as error:
                return Ungraded(UngradedReason.UNAVAILABLE, str(error))
            else:
                tokens += _tokens(completion)
                reported = read(completion.parsed, case, facts)
                if isinstance(reported, Reported):
                    return self._decided(case, reported, confidence(completion.logprobs), tokens)
                raw, problem = completion.text, reported
            conversation = [
                *conversation[:2],
                Message("assistant", raw),
                Message("user", CORRECTION.fill(problem=problem.detail)),
            ]
        return Ungraded(problem.reason, problem.detail)

    def _ask(self, conversation: list[Message], facts: int) -> Completion:
        return self._model.complete(
            conversation,
            schema=schema(facts),
            schema_name="findings",
            max_tokens=_MAX_TOKENS,
            logprobs=True,
        )

    def _decided(self, case: Case, reported: Reported, sure: float | None, tokens: int) -> Graded:
        """The label by the table, with everything that speaks for or against it."""
        findings = reported.findings
        label = verdict.verdict(ran=True, findings=findings, expects=case.expects)
        rules = check.check_facts(
            case.facts,
            answer=case.answer,
            language=case.language,
            answer_language=detect(case.answer, hint=case.language).code,
        )
        explanation = reported.explanation or explain(
            label, findings, language=case.language, limits=case.expects != Expects.ANSWER
        )
        return Graded(
            label=label,
            findings=findings,
            explanation=explanation,
            confidence=sure,
            flags=flags(
                case, label=label, findings=findings, confidence=sure, enough=_ENOUGH,
                opinion=reported.opinion, rules=rules,
            ),
            cause=reported.cause if failing(label) else "",
            opinion=reported.opinion,
            rules=rules,
            tokens=tokens,
        )  # fmt: skip


def _tokens(completion: Completion) -> int:
    usage = completion.usage
    return usage.prompt_tokens + usage.completion_tokens if usage else 0
