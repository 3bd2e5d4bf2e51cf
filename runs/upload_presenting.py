"""What a page shows of uploaded answers before anything is stored: plain values."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from runs.selectors import matching_of
from runs.upload_wording import SHAPES
from runs.uploads import Matching, ReadUpload, Remarks, UploadedAnswer
from testsets.exchange_wording import left_words
from testsets.models import TestSetVersion

_SHOWN: Final = 20
_FIRST: Final = 5


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """One answer of the file, where it stands, and what it answers."""

    place: str
    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class Several:
    """A question with all the answers that the file has to it."""

    question: str
    answers: Sequence[ShownAnswer]


@dataclass(frozen=True, slots=True)
class Listed:
    """The first of something, and how many more there are."""

    total: int
    rows: Sequence[ShownAnswer]

    @property
    def more(self) -> int:
        """How many are not among the first."""
        return self.total - len(self.rows)


@dataclass(frozen=True, slots=True)
class UploadPreview:
    """What was understood of a file, and how it meets the questions of a version."""

    file: str
    shape: str
    read: int
    questions: int
    answered: int
    empty: int  # questions whose answer is there and says nothing
    first: Listed
    unmatched: Listed
    contrary: Listed
    reworded: Listed
    several: Sequence[Several]
    several_total: int
    missing: Sequence[str]
    missing_total: int
    with_contexts: int
    with_tools: int
    with_times: int
    left: list[tuple[str, int]]
    remarks: Remarks

    @property
    def usable(self) -> bool:
        """Whether a run can be made of it."""
        return bool(self.answered)

    @property
    def missing_more(self) -> int:
        """Questions without an answer that are not listed."""
        return self.missing_total - len(self.missing)

    @property
    def several_more(self) -> int:
        """Questions with several answers that are not listed."""
        return self.several_total - len(self.several)


def upload_preview(read: ReadUpload, version: TestSetVersion) -> UploadPreview:
    """What the page shows of a file that was read, for this version."""
    texts = dict(version.questions.order_by("position").values_list("uid", "text"))
    matching = matching_of(version, [answer.as_json() for answer in read.answers])
    chosen = [read.answers[place] for place in matching.chosen("first").values()]
    return UploadPreview(
        file=read.name,
        shape=str(SHAPES[read.shape]),
        read=len(read.answers),
        questions=len(texts),
        answered=len(matching.by_uid),
        empty=sum(not (answer.answer or "").strip() for answer in chosen),
        first=_matched(read, matching, texts),
        unmatched=_listed(read, matching.unmatched),
        contrary=_listed(read, matching.contrary),
        reworded=_listed(read, matching.reworded),
        several=[
            Several(texts[uid], [_shown(read.answers[place]) for place in places[:_FIRST]])
            for uid, places in list(matching.doubled.items())[:_SHOWN]
        ],
        several_total=len(matching.doubled),
        missing=[texts[uid] for uid in texts if uid in set(matching.missing)][:_SHOWN],
        missing_total=len(matching.missing),
        with_contexts=sum(bool(answer.contexts) for answer in chosen),
        with_tools=sum(bool(answer.tools) for answer in chosen),
        with_times=sum(bool(answer.asked_at) for answer in chosen),
        left=left_words(read.remarks.notes),
        remarks=read.remarks,
    )


def _matched(read: ReadUpload, matching: Matching, texts: dict[str, str]) -> Listed:
    found = matching.chosen("first")
    rows = [_shown(read.answers[found[uid]], texts[uid]) for uid in texts if uid in found][:_FIRST]
    return Listed(len(found), rows)


def _listed(read: ReadUpload, places: Sequence[int]) -> Listed:
    return Listed(len(places), [_shown(read.answers[place]) for place in places[:_SHOWN]])


def _shown(answer: UploadedAnswer, question: str = "") -> ShownAnswer:
    # The name of the file stands above.
    return ShownAnswer(
        place=answer.place.said(_).removeprefix(f"{answer.place.file}, "),
        question=question or answer.question or answer.uid,
        answer=answer.answer or "",
    )
