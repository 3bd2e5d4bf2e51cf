"""The values that writers hand over and checks look at: plain data, no database."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol

from core.llm import Meter
from core.text import find_quotation

# Named as the writer of a question that came from nobody known.
BY_HAND: Final = "Written by hand"
# Stands between who wrote a question and who reworded it.
EDITED_BY: Final = ", edited by "


class QuestionType(StrEnum):
    """What a question tries out."""

    DIRECT = "direct"
    PARAPHRASE = "paraphrase"
    NAMES_CODES = "names_codes"
    CROSS_LANGUAGE = "cross_language"
    TYPOS = "typos"
    KEYWORDS = "keywords"
    EXACT_VALUE = "exact_value"
    YES_NO = "yes_no"
    CURRENT = "current"
    SEVERAL_SOURCES = "several_sources"
    NOT_IN_MATERIAL = "not_in_material"
    GENERAL_KNOWLEDGE = "general_knowledge"
    LEADING = "leading"
    FALSE_PREMISE = "false_premise"


class Family(StrEnum):
    """The three things a battery asks of an assistant."""

    FIND = "find"
    READ = "read"
    LIMITS = "limits"


FAMILY_OF: Final[Mapping[QuestionType, Family]] = {
    QuestionType.DIRECT: Family.FIND,
    QuestionType.PARAPHRASE: Family.FIND,
    QuestionType.NAMES_CODES: Family.FIND,
    QuestionType.CROSS_LANGUAGE: Family.FIND,
    QuestionType.TYPOS: Family.FIND,
    QuestionType.KEYWORDS: Family.FIND,
    QuestionType.EXACT_VALUE: Family.READ,
    QuestionType.YES_NO: Family.READ,
    QuestionType.CURRENT: Family.READ,
    QuestionType.SEVERAL_SOURCES: Family.READ,
    QuestionType.NOT_IN_MATERIAL: Family.LIMITS,
    QuestionType.GENERAL_KNOWLEDGE: Family.LIMITS,
    QuestionType.LEADING: Family.LIMITS,
    QuestionType.FALSE_PREMISE: Family.LIMITS,
}

# The same question in worse clothes: it keeps its parent's answer and facts.
VARIANTS: Final = frozenset({QuestionType.TYPOS, QuestionType.KEYWORDS})


class Expects(StrEnum):
    """The right behaviour of an assistant."""

    ANSWER = "answer"
    DECLINE = "decline"
    CORRECT_PREMISE = "correct_premise"


EXPECTS_OF: Final[Mapping[QuestionType, Expects]] = {
    QuestionType.NOT_IN_MATERIAL: Expects.DECLINE,
    QuestionType.GENERAL_KNOWLEDGE: Expects.DECLINE,
    QuestionType.LEADING: Expects.CORRECT_PREMISE,
    QuestionType.FALSE_PREMISE: Expects.CORRECT_PREMISE,
}

MAX_FACTS: Final = 4


@dataclass(frozen=True, slots=True)
class Material:
    """One stored passage as a writer sees it.

    `dated` is when its document says it is from, as "2026" or "2026-11-30"; "" when it does not say.
    """

    key: int
    document_key: int
    document: str
    address: str
    language: str
    kind: str
    question: str
    heading_path: tuple[str, ...]
    text: str
    dated: str = ""


@dataclass(frozen=True, slots=True)
class DraftFact:
    """A verbatim quotation and its place in the passage; `passage_key` 0 is the draft's first."""

    quotation: str
    start: int
    end: int
    match: str
    exact_value: str = ""
    passage_key: int = 0


@dataclass(frozen=True, slots=True)
class Draft:
    """A question that a writer proposes.

    `detail` is what the question makes up or asks for in vain, "" for types without such a thing.
    Facts stand in the passage with `passage_key`, or in the one of `more_passages` that they name.
    `parent` is the identifier of the question that a variant is made from.
    """

    type: QuestionType
    language: str
    question: str
    expected_answer: str
    facts: tuple[DraftFact, ...]
    passage_key: int
    expects: Expects = Expects.ANSWER
    detail: str = ""
    more_passages: tuple[int, ...] = ()
    parent: str = ""

    @property
    def passage_keys(self) -> tuple[int, ...]:
        """Every passage the question is asked of, the first one first; none for key 0."""
        return tuple(key for key in (self.passage_key, *self.more_passages) if key)

    def passage_of(self, fact: DraftFact) -> int:
        """The key of the passage that a fact stands in."""
        return fact.passage_key or self.passage_key


@dataclass(frozen=True, slots=True)
class UnusableReply:
    """A model's reply that gave no draft, with the cause; other drafts are not touched by it."""

    passage_key: int
    cause: str
    detail: str
    raw: str


@dataclass(frozen=True, slots=True)
class Rejection:
    """Why a draft is not kept: the check that refused it and its sentence."""

    check: str
    message: str


def no_limit(_under_way: int) -> bool:
    """No budget: one more call may always begin."""
    return True


class Writer(Protocol):
    """Something that proposes questions about passages."""

    @property
    def name(self) -> str:
        """What the methodology section calls it."""

    @property
    def fingerprint(self) -> str:
        """Changes whenever the same passages could give other drafts."""

    @property
    def meter(self) -> Meter | None:
        """What counts the tokens that its calls take; None when it asks no language model."""

    @property
    def types(self) -> frozenset[QuestionType]:
        """The types of question it can honestly write; variants are made from what is kept."""

    def drafts(
        self,
        material: Sequence[Material],
        *,
        wanted: int,
        shares: Mapping[QuestionType, int],
        language: str | None,
        stop: Callable[[], bool],
        affords: Callable[[int], bool] = no_limit,
    ) -> Iterator[Draft | UnusableReply]:
        """Propose questions one by one, spread over the documents, until the material is used up.

        Types come in the proportion of their shares as far as the material gives them; a type
        without a share does not come. Whoever calls takes as many as it needs; more than `wanted`
        come, since checks refuse some. `affords` says whether one more call may begin beside so many
        others; what was called for is put out all the same.
        """


def located(quotation: str, text: str, *, exact_value: str = "") -> DraftFact | None:
    """The fact with its place in the passage; None when the quotation does not stand there."""
    found = find_quotation(quotation, text)
    if found is None:
        return None
    return DraftFact(quotation, found.start, found.end, found.match.value, exact_value)
