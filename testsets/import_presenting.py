"""What a page shows of a file before it is taken over: plain values, no query left to run."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from core.fingerprint import fingerprint
from core.models import Workspace
from testsets.evidence import is_exploratory
from testsets.exchange import ImportedQuestion, ReadFile, methods_of
from testsets.exchange_wording import SHAPES, left_words
from testsets.freezing import FREE_LIMIT
from testsets.importing import cited, imported_before
from testsets.linking import held_passages
from testsets.methods import Methods, lacks
from testsets.methods_presenting import ShownMethod, invalid_sentences, shown_methods
from testsets.methods_selectors import InvalidFor
from testsets.models import TestSet
from testsets.wording import TYPES

_SHOWN: Final = 8


@dataclass(frozen=True, slots=True)
class ShownRow:
    """One of the first questions."""

    place: int
    text: str
    expected_answer: str
    type: str
    facts: int
    passages: int


@dataclass(frozen=True, slots=True)
class Preview:
    """What was understood of a file, and what taking it over comes to."""

    file: str
    shape: str
    total: int
    rows: list[ShownRow]
    left: list[tuple[str, int]]
    encoding: str
    renamed: int
    unanswered: int
    bare: int  # questions that come without a passage
    unheld: int  # questions that cite passages which the workspace does not hold
    kept: list[tuple[str, int]]  # columns that only their owner reads
    methods: list[ShownMethod]  # that the file gives the set
    invalid: list[str]  # what questions lack for them
    over_plan: bool
    before: TestSet | None

    @property
    def can_freeze(self) -> bool:
        """Whether it can become a frozen version as it is."""
        return not self.unanswered and not self.over_plan

    @property
    def more(self) -> int:
        """Questions that are not among the first."""
        return self.total - len(self.rows)


def preview_of(read: ReadFile, workspace: Workspace) -> Preview:
    """What the page shows of a file that was read."""
    questions = read.questions
    free = workspace.plan == Workspace.Plan.FREE
    methods = methods_of(questions)
    bare = sum(is_exploratory(dict(question.content)) for question in questions)
    return Preview(
        file=read.name,
        shape=str(SHAPES[read.shape]),
        total=len(questions),
        rows=[_row(question) for question in questions[:_SHOWN]],
        left=left_words(read.notes),
        encoding=read.notes.encoding,
        renamed=read.notes.renamed,
        unanswered=read.notes.unanswered,
        bare=bare,
        unheld=_unheld(questions, workspace),
        kept=read.notes.kept.most_common(),
        methods=shown_methods(methods),
        invalid=invalid_sentences(_invalid(questions, methods)),
        over_plan=free and len(questions) > FREE_LIMIT,
        before=imported_before(workspace, questions),
    )


def _invalid(questions: Sequence[ImportedQuestion], methods: Methods) -> list[InvalidFor]:
    counted = Counter(
        (method, lack)
        for method in methods.listed
        for question in questions
        for lack in lacks(method, question.content, methods)
    )
    return [InvalidFor(method, lack, count) for (method, lack), count in counted.items()]


def _unheld(questions: Sequence[ImportedQuestion], workspace: Workspace) -> int:
    """Questions with a key fact in a passage that the workspace does not hold."""
    held = held_passages(workspace, cited(questions))
    return sum(
        any(fingerprint(dict(passage)) not in held for passage in cited([question]))
        for question in questions
    )


def _row(question: ImportedQuestion) -> ShownRow:
    content = question.content
    return ShownRow(
        place=question.place.line,
        text=content["text"],
        expected_answer=content["expected_answer"],
        type=str(TYPES[content["type"]]),
        facts=len(content["facts"]),
        passages=len(content["passages"]),
    )
