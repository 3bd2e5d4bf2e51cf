"""What the model is asked for each type of question (M1.12).

Typos and keywords are not among them: they are made from a kept question, without a model.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from string import Template
from typing import Final

from testsets.values import QuestionType


@dataclass(frozen=True, slots=True)
class Kind:
    """How a type is described to the model, and what its reply must hold.

    Between `fewest` and `most` passages are shown. `makes_up` says that the question holds a detail
    that the model has to name apart, since it must be proven absent.
    """

    ask: Template
    fewest: int = 1
    most: int = 1
    makes_up: bool = False

    def described(self, **values: str) -> str:
        """The description with what it leaves open filled in."""
        return self.ask.safe_substitute(values)


_DECLINES: Final = (
    " There is no key fact. The expected answer is one sentence, in the language of the question,"
    " saying that a good assistant tells the customer it does not know this or refers them to the"
    " organisation."
)

KINDS: Final[Mapping[QuestionType, Kind]] = {
    QuestionType.DIRECT: Kind(Template("Ask a plain question in the words that the passage uses.")),
    QuestionType.PARAPHRASE: Kind(
        Template(
            "Ask in other words than the passage: apart from names, use hardly any word that stands"
            " in it. Think of a customer who does not know the organisation's terms."
        )
    ),
    QuestionType.NAMES_CODES: Kind(
        Template(
            "Ask about something by its exact name, code, number or abbreviation, written letter for"
            " letter as in the passage. The answer says something else about it."
        )
    ),
    QuestionType.CROSS_LANGUAGE: Kind(
        Template(
            "The passage is in another language than the question. Question and expected answer are"
            " in the language you were told; the key facts stay letter for letter as in the passage."
        )
    ),
    QuestionType.EXACT_VALUE: Kind(
        Template(
            "Ask for a number, an amount, a percentage, a date or a duration that the passage gives."
            " At least one key fact has an exact value."
        )
    ),
    QuestionType.YES_NO: Kind(
        Template(
            'Ask a question that is answered with yes or no, to which the right answer is "$side".'
            " Begin the expected answer with that word in the language of the question."
        )
    ),
    QuestionType.CURRENT: Kind(
        Template(
            "Passage 1 ($newer) is newer than passage 2 ($older), and they differ in a value. Ask"
            " what holds now, without saying that it was ever different. The key facts stand in"
            " passage 1, and one of them has an exact value that passage 2 does not give."
        ),
        fewest=2,
        most=2,
    ),
    QuestionType.SEVERAL_SOURCES: Kind(
        Template(
            "Ask one question that can only be answered by putting together what at least two of the"
            " passages say: a comparison, a condition with its consequence, or steps in different"
            " places. Each key fact comes from the passage that states it, and no single passage has"
            " them all. When the passages have nothing to do with each other, leave the question"
            " empty."
        ),
        fewest=2,
        most=4,
    ),
    QuestionType.NOT_IN_MATERIAL: Kind(
        Template(
            "Ask what a customer of this organisation could well ask about this topic, and what the"
            " passage does not answer in any way. Ask for one thing that the passage does not"
            " mention, and repeat the words for it, exactly as in the question, as the detail."
            + _DECLINES
        ),
        makes_up=True,
    ),
    QuestionType.GENERAL_KNOWLEDGE: Kind(
        Template(
            "Ask something of general knowledge that has nothing to do with this organisation, such"
            " as people sometimes ask an assistant all the same. Take the passage only as a sign of"
            " what the organisation is not. Leave the detail empty." + _DECLINES
        ),
        makes_up=True,
    ),
    QuestionType.LEADING: Kind(
        Template(
            "Ask a question that takes for granted an event, an offer or a decision of the"
            " organisation that never happened and is plausible here. Repeat the words for it,"
            " exactly as in the question, as the detail. The expected answer says that nothing of"
            " the kind is known. Key facts are needed only where the passage says how things really"
            " are."
        ),
        makes_up=True,
    ),
    QuestionType.FALSE_PREMISE: Kind(
        Template(
            "Take something that the passage states, change one detail of it (a number, a place, a"
            " condition, a name), and ask a question that takes the changed detail for granted."
            " Repeat the changed words, exactly as in the question, as the detail. The expected"
            " answer corrects it. The key facts quote what is true."
        ),
        makes_up=True,
    ),
}
