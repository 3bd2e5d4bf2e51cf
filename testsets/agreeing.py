"""How far the people who sign off a set apart from each other agree."""

from collections.abc import Iterator

from core.agreement import Agreement, agreement
from testsets.models import TestSet
from testsets.signing import NOTHING_SAID, said_of


def agreement_of(test_set: TestSet) -> Agreement:
    """Counted over the wordings of which two people decided before seeing each other's word.

    A question that no two people have decided apart so far, in any wording, counts as left out.
    """
    keys = list(test_set.questions.filter(removed_at__isnull=True).values_list("pk", flat=True))
    said = said_of(keys)

    def judgements() -> Iterator[tuple[str, str]]:
        for key in keys:
            pairs = said.get(key, NOTHING_SAID).pairs
            yield from ((first.decision, second.decision) for first, second in pairs)
            if not pairs:
                yield ("", "")

    return agreement(judgements())
