"""How the results of a test set are judged: by one person or two apart, with the grade shown or not."""

from django.db import transaction

from core.models import User
from reviews import entries
from reviews.errors import VotesWaiting
from reviews.models import QueueEntry, QueueSetting, Vote
from reviews.votes import Setting, setting_of
from runs.models import Answer
from testsets.models import TestSet


@transaction.atomic
def change_setting(*, test_set: TestSet, wanted: Setting, by: User) -> None:
    """Judge the results of the set so from now on; what is decided stays decided.

    Going back to one person is refused while a result is voted on and not decided: what was said
    would be neither counted nor told.
    """
    TestSet.objects.select_for_update().only("pk").get(pk=test_set.pk)
    if wanted == setting_of(test_set.pk):
        return
    waiting = QueueEntry.objects.filter(test_set=test_set)
    results = Answer.objects.filter(pk__in=waiting.values("answer")).order_by("pk")
    # Held in the order in which everybody else holds them, so that no vote comes between.
    keys = list(results.select_for_update(of=("self",)).values_list("pk", flat=True))
    if wanted.reviewers == 1 and _voted_on(keys):
        raise VotesWaiting
    kept: QueueSetting | None = QueueSetting.objects.filter(test_set=test_set).first()
    setting = kept or QueueSetting(test_set=test_set)
    setting.reviewers, setting.hide_grade = wanted.reviewers, wanted.hide_grade
    setting._history_user = by  # type: ignore[attr-defined]  # an attribute that simple-history looks for
    setting.save()
    entries.refresh(keys)


def _voted_on(keys: list[int]) -> bool:
    through = dict(QueueEntry.objects.filter(answer__in=keys).values_list("answer", "through"))
    votes = Vote.objects.filter(answer__in=keys).exclude(label="").values_list("answer", "seen")
    return any(seen == through.get(answer) for answer, seen in votes)
