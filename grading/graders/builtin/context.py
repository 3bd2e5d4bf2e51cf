"""What the built-in grader knows of a case before it looks at any fact."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from core.language import detect, language_code
from core.text import find_quotation, words
from grading.graders.builtin import phrases
from grading.graders.builtin.planted import without_planted
from grading.graders.builtin.polarity import lead
from grading.graders.builtin.reading import Statement, comparable, statement, statements
from grading.graders.builtin.texts import Text
from grading.rules.value import Value
from grading.values import Case
from testsets.values import QuestionType

LONGEST_ANSWER: Final = 20_000
"""How many characters of an answer are looked at; nobody reads on after that."""

_MOST_STATEMENTS: Final = 1_000
_SHORT_ANSWER: Final = 12


@dataclass(frozen=True)
class Context:
    """A case, taken apart once."""

    case: Case

    @cached_property
    def answer_language(self) -> str:
        """The language of the answer; that of the test where the answer is too short to tell."""
        return detect(self.text, hint=self.case.language).code

    @property
    def other_language(self) -> bool:
        """True when the words of the answer cannot be those of the facts."""
        return self.answer_language != language_code(self.case.language)

    @cached_property
    def question(self) -> Statement:
        """The question as one statement."""
        return statement(self.case.question, self.case.language)

    @cached_property
    def asked(self) -> Text:
        """The question, to be compared with."""
        return Text(self.case.question, statements(self.case.question, self.case.language))

    @cached_property
    def whole(self) -> Text:
        """The whole answer, to be compared with."""
        return Text(self.text, self.said)

    @cached_property
    def expected(self) -> tuple[Statement, ...]:
        """The expected answer."""
        return statements(self.case.expected_answer, self.case.language)

    @cached_property
    def passages(self) -> tuple[Statement, ...]:
        """Everything that the cited passages say."""
        return tuple(
            part for passage in self.case.passages for part in statements(passage, self.case.language)
        )  # fmt: skip

    @cached_property
    def material(self) -> tuple[Statement, ...]:
        """What passages and expected answer say together."""
        return (*self.passages, *self.expected)

    @cached_property
    def material_values(self) -> tuple[Value, ...]:
        """Every exact value of the material."""
        return tuple(value for part in self.material for value in part.values)

    def in_material(self, part: Statement) -> bool:
        """True when the material holds the statement word for word."""
        return any(find_quotation(part.folded, text) for text in self._comparable_material)

    @cached_property
    def _comparable_material(self) -> tuple[str, ...]:
        return tuple(map(comparable, (*self.case.passages, self.case.expected_answer)))

    @cached_property
    def text(self) -> str:
        """The answer without what speaks to its grader. A bare "correct" may answer a yes/no question."""
        answer = self.case.answer[:LONGEST_ANSWER]
        if self.is_yes_no and lead(answer) is not None and len(words(answer)) <= 2:
            return answer
        return without_planted(answer)

    @cached_property
    def said(self) -> tuple[Statement, ...]:
        """The statements of the answer."""
        return statements(self.text, self.answer_language)[:_MOST_STATEMENTS]

    @cached_property
    def content(self) -> tuple[Statement, ...]:
        """The statements that neither greet nor refer, ask back or decline."""
        return tuple(part for part in self.said if not _is_manner(part.text))

    @cached_property
    def answer_values(self) -> tuple[Value, ...]:
        """Every exact value of the answer."""
        return tuple(value for part in self.said for value in part.values)

    @cached_property
    def is_short(self) -> bool:
        """True for a reply of a few words, which leans on the question for its meaning."""
        return len(words(" ".join(part.text for part in self.said))) <= _SHORT_ANSWER

    @cached_property
    def is_yes_no(self) -> bool:
        """True when the expected answer begins with yes or no, or the test says so."""
        return self.case.type == QuestionType.YES_NO or self.expected_lead is not None

    @cached_property
    def expected_lead(self) -> bool | None:
        """What the expected answer begins with: yes (True), no (False), or neither."""
        return lead(self.case.expected_answer)

    @cached_property
    def answer_lead(self) -> bool | None:
        """What the answer begins with."""
        return lead(self.said[0].text) if self.said else None

    @cached_property
    def comparable_answer(self) -> str:
        """The whole answer for comparing."""
        return comparable(self.text)


def _is_manner(text: str) -> bool:
    return any(
        phrases.matches(pattern, text)
        for pattern in (phrases.DECLINES, phrases.ASKS_BACK, phrases.FILLER, phrases.REFERS)
    )
