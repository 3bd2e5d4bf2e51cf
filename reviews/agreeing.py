"""How far two people agree who judged results apart from each other (M4.5)."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.agreement import Agreement, agreement
from core.models import Workspace
from core.wording import LABELS
from reviews.models import QueueSetting, Vote
from reviews.votes import complete_pairs


@dataclass(frozen=True, slots=True)
class Differing:
    """A result that two people judged differently, with both words."""

    answer: int
    question: str
    first: Vote
    second: Vote


@dataclass(frozen=True, slots=True)
class SetAgreement:
    """How far two people agree on the results of a test set, and where they do not."""

    test_set: int
    name: str
    figures: Agreement
    most_used: str  # the label that was given most, "" for none
    differing: Sequence[Differing]


def agreement_of(workspace: Workspace) -> list[SetAgreement]:
    """The agreement on each set of the workspace whose results two people judge or have judged.

    Only results that both have judged count: what one has said of the others is told to nobody.
    """
    rows = Vote.objects.for_workspace(workspace).select_related(
        "answer__question", "answer__run__version__test_set"
    )
    votes: dict[int, list[Vote]] = {}
    names: dict[int, str] = dict(
        QueueSetting.objects.for_workspace(workspace)
        .filter(reviewers=2)
        .values_list("test_set", "test_set__name")
    )
    for vote in rows.defer("answer__raw", "answer__text", "answer__run__pinned").order_by("pk"):
        test_set = vote.answer.run.version.test_set
        votes.setdefault(test_set.pk, []).append(vote)
        names[test_set.pk] = test_set.name
    return [
        _of_set(key, name, votes.get(key, []))
        for key, name in sorted(names.items(), key=lambda item: item[1].casefold())
    ]


def _of_set(key: int, name: str, votes: Sequence[Vote]) -> SetAgreement:
    pairs = complete_pairs(votes)
    figures = agreement((first.label, second.label) for first, second in pairs)
    return SetAgreement(
        test_set=key,
        name=name,
        figures=figures,
        most_used=str(LABELS[figures.shares[0][0]]) if figures.shares else "",
        differing=[
            Differing(first.answer_id, first.answer.question.text, first, second)
            for first, second in pairs
            if first.label != second.label
        ],
    )
