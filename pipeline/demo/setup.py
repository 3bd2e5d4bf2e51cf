"""The demo workspace: a made-up ferry company, tested from its website to a published report.

Every step first looks for what an earlier, perhaps interrupted, set-up left, so it may be called at
every start of the portal.
"""

from collections.abc import Callable
from math import inf
from typing import Final

from django.utils import translation

from core.models import Membership, User, Workspace
from core.permissions import Role
from grading.checking import try_questions
from grading.configured import configured_grader
from grading.judging import grade_run
from pipeline.demo.by_hand import edit_by_hand
from pipeline.evaluate.wish import host_of
from reports.models import ReportVersion
from reports.services import publish
from reviews.services import raise_flags
from runs import asking
from runs.models import Assistant, Run
from runs.services import save_assistant, start_run
from runs.values import Policy
from sources.models import Reading, Source
from sources.readings import run_reading
from sources.services import add_site, start_reading
from testsets.assigning import assign
from testsets.drafting import run_drafting
from testsets.freezing import approve_version
from testsets.models import TestSet, TestSetVersion
from testsets.services import create_test_set, start_drafting

SLUG: Final = "demo"
DESPITE: Final = "A demonstration: what the grader gets wrong is part of what it shows."
PASSWORD: Final = "demo-ferry-2026"  # noqa: S105  printed for everybody who starts the demo
ACCOUNTS: Final = {
    "owner@demo.example": ("Olga Owner", Role.OWNER),
    "expert@demo.example": ("Elias Expert", Role.EXPERT),
    "viewer@demo.example": ("Vera Viewer", Role.VIEWER),
    "staff@demo.example": ("Stina Staff", None),
}
QUESTIONS: Final = 40
# The planted silence of one question would otherwise cost three times a minute. So short a patience
# needs answers at once, also on a slow machine: the assistant is one process on the same processor,
# and of eight questions together each would take as long as eight.
POLICY: Final = Policy(concurrency=2, tries=2, timeout_s=5.0, pause_s=0.2)

Say = Callable[[str], object]


def set_up_demo(*, site_url: str, assistant_url: str, say: Say) -> str:
    """Make what is missing of the demo; what comes back says who can sign in."""
    workspace = _workspace()
    owner = _people(workspace)
    assistant = _assistant(workspace, assistant_url, owner)
    if not ReportVersion.objects.for_workspace(workspace).exists():
        say("Setting up the demo workspace. This takes about a minute, once.")
        with translation.override(workspace.language):
            source = _source(workspace, site_url, owner, say)
            version = _version(workspace, source, owner, say)
            _report(version, assistant, owner, say)
    return _accounts()


def _workspace() -> Workspace:
    found = Workspace.objects.filter(slug=SLUG).first()
    if found is None:
        found = Workspace(
            slug=SLUG,
            name="Costa Clara Ferries (demo)",
            plan=Workspace.Plan.STANDARD,
            language="en",
        )
        found.save()
    return found


def _people(workspace: Workspace) -> User:
    made: dict[str, User] = {}
    for email, (name, role) in ACCOUNTS.items():
        person = User.objects.filter(email=email).first()
        if person is None:
            person = User.objects.create_user(email, PASSWORD, name=name, is_staff=role is None)
        made[email] = person
        if role and not Membership.objects.filter(workspace=workspace, user=person).exists():
            Membership(workspace=workspace, user=person, role=role.value).save()
    return made["owner@demo.example"]


def _assistant(workspace: Workspace, url: str, owner: User) -> Assistant:
    named = Assistant.objects.for_workspace(workspace).filter(name="Clara")
    found: Assistant | None = named.first()
    if found is not None and found.configuration.get("url") == url:
        return found
    return save_assistant(
        workspace=workspace,
        assistant=found,
        name="Clara",
        connector="http",
        configuration={"url": url},
        allowed_private_host=host_of(url),
        by=owner,
    )


def _source(workspace: Workspace, url: str, owner: User, say: Say) -> Source:
    source: Source | None = Source.objects.for_workspace(workspace).first()
    if source is None:
        source = add_site(
            workspace=workspace,
            start_address=url,
            page_limit=40,
            name="Costa Clara Ferries",
            allowed_private_host=host_of(url),
            by=owner,
        )
    if not source.readings.filter(status=Reading.Status.DONE).exists():
        say("  reading its website …")
        run_reading(start_reading(source=source, by=owner, queue=False).pk)
    return source


def _version(workspace: Workspace, source: Source, owner: User, say: Say) -> TestSetVersion:
    test_set: TestSet | None = TestSet.objects.for_workspace(workspace).first()
    if test_set is None:
        test_set = create_test_set(workspace=workspace, name="What customers ask", by=owner)
        for member in workspace.memberships.filter(role=Role.EXPERT.value).select_related("user"):
            assign(workspace=workspace, person=member.user, test_sets=[test_set.pk], by=owner)
    frozen = test_set.versions.first()
    if frozen is not None:
        return frozen
    say("  writing questions …")
    drafting = test_set.draftings.filter(status__in=("waiting", "running")).first()
    if drafting is None and not test_set.questions.exists():
        drafting = start_drafting(
            test_set=test_set, sources=[source], wanted=QUESTIONS, by=owner, queue=False
        )
    if drafting is not None:
        run_drafting(drafting.pk, slice_seconds=inf)
    edit_by_hand(test_set=test_set, by=owner)
    try_questions(test_set)
    return approve_version(test_set=test_set, by=owner, despite=DESPITE)


def _report(version: TestSetVersion, assistant: Assistant, owner: User, say: Say) -> None:
    run = version.runs.order_by("pk").first()
    if run is None:
        run = start_run(version=version, assistant=assistant, policy=POLICY, by=owner, queue=False)
    say("  asking its assistant …")
    asking.carry_out(run.pk, slice_seconds=inf)
    say("  grading the answers …")
    grade_run(run.pk, grader=configured_grader())
    raise_flags(run=run)
    run.refresh_from_db()
    if run.status in (Run.Status.DONE, Run.Status.STOPPED):
        publish(run=run, by=owner)


def _accounts() -> str:
    lines = ["Demo accounts (password for all: " + PASSWORD + "):"]
    for email, (_name, role) in ACCOUNTS.items():
        lines.append(f"  {email:<22} {role.value if role else 'staff of Caudals'}")
    return "\n".join(lines) + "\n"
