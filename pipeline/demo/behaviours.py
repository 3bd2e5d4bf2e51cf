"""The demo company's assistant: honest, but for the faults listed in `behaviours.toml`."""

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Final

from core.text import normalise
from pipeline.demo.website import SITE
from pipeline.demo_assistant.outcomes import Assistant, Breakdown, Outcome, Reply, Silence
from pipeline.demo_assistant.retrieval import RetrievalAssistant

BEHAVIOURS: Final = Path(__file__).with_name("behaviours.toml")


class Does(StrEnum):
    """What happens to a question that fits."""

    ANSWERS = "answers"
    REPEATS = "repeats"
    BREAKS = "breaks"
    IS_SILENT = "is_silent"


@dataclass(frozen=True, slots=True)
class Behaviour:
    """One line of the table: which question, what happens, and what a fair grader says to it."""

    when: re.Pattern[str]
    does: Does
    answer: str
    label: str
    why: str

    def fits(self, question: str) -> bool:
        """Whether this is what happens to the question."""
        return self.when.search(normalise(question)) is not None

    def outcome(self, question: str) -> Outcome:
        """What the assistant does."""
        match self.does:
            case Does.ANSWERS:
                return Reply(self.answer)
            case Does.REPEATS:
                return Reply(question)
            case Does.BREAKS:
                return Breakdown()
            case Does.IS_SILENT:
                return Silence()


class CostaClaraAssistant:
    """Looks a question up in the table, and hands any other to the honest assistant."""

    name = "costa-clara"

    def __init__(self, behaviours: Sequence[Behaviour], honest: Assistant) -> None:
        self._behaviours = tuple(behaviours)
        self._honest = honest

    def behaviour(self, question: str) -> Behaviour | None:
        """The line of the table that decides; None for a question answered honestly."""
        return next((one for one in self._behaviours if one.fits(question)), None)

    def respond(self, question: str) -> Outcome:
        """What the table says, else the honest answer."""
        behaviour = self.behaviour(question)
        return behaviour.outcome(question) if behaviour else self._honest.respond(question)


@cache
def behaviours() -> tuple[Behaviour, ...]:
    """The table, in its order."""
    table = tomllib.loads(BEHAVIOURS.read_text(encoding="utf-8"))["behaviour"]
    return tuple(
        Behaviour(
            when=re.compile(normalise(line["when"])),
            does=Does(line["does"]),
            answer=line.get("answer", ""),
            label=line["label"],
            why=line["why"],
        )
        for line in table
    )


def demo_assistant() -> CostaClaraAssistant:
    """The assistant of the demo company, over the pages of its website, ready to be asked."""
    return CostaClaraAssistant(behaviours(), RetrievalAssistant.over(SITE).prepare())
