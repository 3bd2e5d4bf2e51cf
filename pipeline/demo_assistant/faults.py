"""Faults planted into an assistant's answers: the same question always gets the same one."""

import hashlib
import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from core.language import detect
from core.text import normalise, sentences
from pipeline.demo_assistant.outcomes import Assistant, Breakdown, Outcome, Reply, Silence
from pipeline.demo_assistant.phrases import phrases_for


class Fault(StrEnum):
    """What goes wrong with an answer."""

    CHANGED_NUMBER = "changed_number"
    DROPPED_SENTENCE = "dropped_sentence"
    REFUSAL = "refusal"
    DEFLECTION = "deflection"
    ECHO = "echo"
    SILENCE = "silence"
    BREAKDOWN = "breakdown"


# Out of 100 questions, how many get each fault; the other 64 are answered honestly.
SHARES: Final[Mapping[Fault, int]] = {
    Fault.CHANGED_NUMBER: 10,
    Fault.DROPPED_SENTENCE: 8,
    Fault.REFUSAL: 5,
    Fault.DEFLECTION: 5,
    Fault.ECHO: 4,
    Fault.SILENCE: 1,
    Fault.BREAKDOWN: 3,
}
_NUMBER: Final = re.compile(r"(?<![\w.,])\d+(?:[.,\u00a0\u202f ]\d{3})*(?:[.,]\d{1,2})?(?!\w)")
_YEAR: Final = re.compile(r"(?:19|20)\d\d")


class FaultyAssistant:
    """An honest assistant whose answers are spoilt for a known share of the questions."""

    def __init__(self, honest: Assistant, *, seed: str = "") -> None:
        self._honest = honest
        self._seed = seed

    @property
    def name(self) -> str:
        """The honest assistant's name: a caller is not told about the faults."""
        return self._honest.name

    def planted(self, question: str) -> Fault | None:
        """The fault drawn for this question; None when it is answered honestly.

        A fault that the honest answer offers no place for (a changed number in an answer without
        numbers) turns into the next one that it does: `respond` then spoils it otherwise.
        """
        digest = hashlib.sha256(f"{self._seed}\n{normalise(question)}".encode()).digest()
        draw = int.from_bytes(digest[:8], "big") % 100
        for fault, share in SHARES.items():
            if draw < share:
                return fault
            draw -= share
        return None

    def respond(self, question: str) -> Outcome:
        """The honest outcome, or the fault planted in its place."""
        fault = self.planted(question)
        if fault is None:
            return self._honest.respond(question)
        if fault is Fault.SILENCE:
            return Silence()
        if fault is Fault.BREAKDOWN:
            return Breakdown()
        if fault is Fault.ECHO:
            return Reply(question)
        phrases = phrases_for(detect(question).code)
        if fault is Fault.REFUSAL:
            return Reply(phrases.refusal)
        if fault is Fault.DEFLECTION:
            return Reply(phrases.rephrase)
        honest = self._honest.respond(question)
        if not isinstance(honest, Reply):
            return honest
        return Reply(spoil(honest.answer, fault) or phrases.refusal, honest.contexts)


def spoil(answer: str, fault: Fault) -> str:
    """The answer with a number changed or a sentence left out; "" where neither is possible."""
    order = [with_changed_number, without_a_sentence]
    if fault is Fault.DROPPED_SENTENCE:
        order.reverse()
    return next((spoilt for spoilt in (change(answer) for change in order) if spoilt), "")


def with_changed_number(answer: str) -> str:
    """The answer with its first number made wrong; "" when it holds none.

    Notation and length stay, so that nothing but the value looks odd: 15 becomes 18, 25 000
    becomes 55 000, 2024 becomes 2027.
    """
    found = _NUMBER.search(answer)
    if found is None:
        return ""
    number = found.group()
    at = 0 if number.endswith("0") and not _YEAR.fullmatch(number) else len(number) - 1
    changed = number[:at] + str((int(number[at]) + 2) % 9 + 1) + number[at + 1 :]
    return answer[: found.start()] + changed + answer[found.end() :]


def without_a_sentence(answer: str) -> str:
    """The answer without its first sentence, where the point stands; "" when it has only one."""
    spans = sentences(answer)
    if len(spans) < 2:
        return ""
    return answer[spans[1].start :].strip()
