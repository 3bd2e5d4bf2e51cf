"""Faults planted in an honest assistant: a known share, always the same, and natural to read."""

from collections import Counter

import pytest

from pipeline.demo_assistant.faults import (
    SHARES,
    Fault,
    FaultyAssistant,
    with_changed_number,
    without_a_sentence,
)
from pipeline.demo_assistant.outcomes import Breakdown, Outcome, Reply, Silence

HONEST = "The fee is 120 euros. It is paid at the desk."


class Clerk:
    """Always gives the same honest answer."""

    name = "clerk"

    def respond(self, question: str) -> Outcome:
        return Reply(HONEST, ("a passage",))


@pytest.fixture(scope="module")
def faulty() -> FaultyAssistant:
    return FaultyAssistant(Clerk())


def question_with(faulty: FaultyAssistant, fault: Fault | None, opening: str = "What about") -> str:
    """A question that this fault, or none, is planted on."""
    return next(
        question
        for number in range(5000)
        if faulty.planted(question := f"{opening} number {number}?") is fault
    )


def test_each_fault_gets_its_share_of_the_questions(faulty):
    drawn = Counter(faulty.planted(f"What about number {number}?") for number in range(10_000))
    for fault, share in SHARES.items():
        assert drawn[fault] / 100 == pytest.approx(share, abs=1)
    assert drawn[None] / 100 == pytest.approx(100 - sum(SHARES.values()), abs=2)


def test_a_question_keeps_its_fault_whatever_its_case_and_spacing(faulty):
    again = FaultyAssistant(Clerk())
    for number in range(200):
        question = f"What about number {number}?"
        assert again.planted(f"  {question.upper()} ") is faulty.planted(question)


def test_an_unspoilt_question_is_answered_honestly(faulty):
    assert faulty.respond(question_with(faulty, None)) == Reply(HONEST, ("a passage",))


def test_every_fault_shows(faulty: FaultyAssistant):
    def outcome(fault: Fault) -> Outcome:
        return faulty.respond(question_with(faulty, fault))

    changed = outcome(Fault.CHANGED_NUMBER)
    assert changed == Reply("The fee is 420 euros. It is paid at the desk.", ("a passage",))
    assert outcome(Fault.DROPPED_SENTENCE) == Reply("It is paid at the desk.", ("a passage",))
    assert outcome(Fault.ECHO) == Reply(question_with(faulty, Fault.ECHO))
    assert outcome(Fault.SILENCE) == Silence()
    assert outcome(Fault.BREAKDOWN) == Breakdown(500)


@pytest.mark.parametrize(
    ("opening", "refusal", "deflection"),
    [
        ("How much does it cost to send number", "cannot answer", "rephrase"),
        ("¿Cuánto cuesta enviar un paquete con el número", "no puedo responder", "reformular"),
        ("Wie viel kostet es, ein Paket zu verschicken mit", "nicht beantworten", "anders"),
        ("Hur mycket kostar det att skicka ett paket med", "kan inte svara", "formulera om"),
    ],
)
def test_refusals_and_deflections_speak_the_questions_language(
    faulty, opening, refusal, deflection
):
    refused = faulty.respond(question_with(faulty, Fault.REFUSAL, opening))
    deflected = faulty.respond(question_with(faulty, Fault.DEFLECTION, opening))
    assert refusal in refused.answer
    assert deflection in deflected.answer


@pytest.mark.parametrize(
    ("answer", "spoilt"),
    [
        ("It costs €12.", "It costs €15."),
        ("It takes 10 weeks.", "It takes 40 weeks."),
        ("Ca 25 000-50 000 SEK.", "Ca 55 000-50 000 SEK."),
        ("Since 2020 it is 3,5 %.", "Since 2023 it is 3,5 %."),
        ("Open until 17:30.", "Open until 11:30."),
        ("Call 112.", "Call 115."),
        ("It is 1.5 metres.", "It is 1.8 metres."),
        ("Nothing to count here.", ""),
        ("Form A4 and BF9K apply.", ""),
    ],
)
def test_a_changed_number_keeps_its_notation_and_is_another_number(answer, spoilt):
    assert with_changed_number(answer) == spoilt


def test_a_single_sentence_cannot_lose_one():
    assert without_a_sentence("Only this.") == ""
    assert without_a_sentence("First. Second. Third.") == "Second. Third."
