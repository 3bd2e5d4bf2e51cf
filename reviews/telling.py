"""Telling those who review of a dispute, and whoever raised it what came of it."""

from django.db.models import Q
from django.urls import reverse

from core.models import Notice, User
from core.notices import tell
from core.permissions import GRANTED_TO, Permission
from grading.models import Assessment
from grading.services import workspace_of
from reviews.models import Dispute


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
        },
        path=reverse("reviews:item", args=[workspace.slug, answer.pk]),
        key=f"dispute:{dispute.pk}:{decision.pk}",
        by=decision.reviewer,
        test_set=answer.run.version.test_set_id,
        now=decision.at,
    )
