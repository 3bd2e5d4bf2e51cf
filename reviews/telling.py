"""Telling those who review of a dispute or a difference, and those concerned what came of it."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Q
from django.urls import reverse

from core.models import Notice, User
from core.notices import tell
from core.permissions import GRANTED_TO, Permission, Role
from grading.models import Assessment
from grading.services import workspace_of
from reviews.models import Dispute, Vote
from reviews.votes import deciders
from runs.models import Answer


def tell_raised(dispute: Dispute) -> int:
    """Tell those who decide results of the test set, and staff, that a grade is disputed."""
    answer = dispute.answer
    workspace = workspace_of(answer.run)
    roles = [role.value for role, granted in GRANTED_TO.items() if Permission.REVIEW in granted]
    deciding = Q(memberships__workspace=workspace, memberships__role__in=roles)
    return tell(
        workspace=workspace,
        people=User.objects.filter(deciding | Q(is_staff=True)).distinct(),
        kind=Notice.Kind.DISPUTE_RAISED.value,
        params={"question": answer.question.text, "words": dispute.words},
        path=reverse("reviews:item", args=[workspace.slug, answer.pk]),
        key=f"dispute:{dispute.pk}",
        by=dispute.raised_by,
        test_set=answer.run.version.test_set_id,
        now=dispute.raised_at,
    )


def tell_settled(dispute: Dispute, decision: Assessment) -> int:
    """Tell whoever raised the dispute what was decided; a later decision is told as well."""
    answer = dispute.answer
    workspace = workspace_of(answer.run)
    return tell(
        workspace=workspace,
        people=[dispute.raised_by],
        kind=Notice.Kind.DISPUTE_SETTLED.value,
        params={
            "question": answer.question.text,
            "changed": dispute.status == Dispute.Status.CHANGED,
            "who": deciders(decision),
        },
        path=reverse("reviews:item", args=[workspace.slug, answer.pk]),
        key=f"dispute:{dispute.pk}:{decision.pk}",
        by=decision.reviewer,
        test_set=answer.run.version.test_set_id,
        now=decision.at,
    )


def tell_differing(answer: Answer, given: Sequence[Vote], *, now: datetime) -> int:
    """Tell the two who differ on a result, and the owners, that one of them has to settle it.

    Also whoever spoke last: they did not know what the first had said.
    """
    workspace = workspace_of(answer.run)
    owners = Q(memberships__workspace=workspace, memberships__role=Role.OWNER.value)
    voters = [vote.voter_id for vote in given]
    return tell(
        workspace=workspace,
        people=User.objects.filter(owners | Q(pk__in=voters)).distinct(),
        kind=Notice.Kind.WORDS_DIFFER.value,
        params={
            "about": answer.question.text,
            "people": ", ".join(vote.voter_name for vote in given),
        },
        path=reverse("reviews:item", args=[workspace.slug, answer.pk]),
        key=f"differ:result:{max(vote.pk for vote in given)}",
        test_set=answer.run.version.test_set_id,
        now=now,
    )


def tell_difference_settled(answer: Answer, given: Sequence[Vote], decision: Assessment) -> int:
    """Tell the two who differed on a result what it was settled as."""
    workspace = workspace_of(answer.run)
    return tell(
        workspace=workspace,
        people=User.objects.filter(pk__in=[vote.voter_id for vote in given]),
        kind=Notice.Kind.WORDS_SETTLED.value,
        params={"about": answer.question.text, "outcome": decision.label},
        path=reverse("reviews:item", args=[workspace.slug, answer.pk]),
        key=f"settled:result:{decision.pk}",
        by=decision.reviewer,
        test_set=answer.run.version.test_set_id,
        now=decision.at,
    )
