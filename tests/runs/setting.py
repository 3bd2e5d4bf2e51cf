"""A frozen version to run, made from plain values."""

from typing import Any

from django.utils import timezone

from core.fingerprint import fingerprint
from core.models import Workspace
from runs import services
from runs.models import Assistant, Run
from runs.values import Policy
from tests.world import assign_experts
from testsets.models import FrozenQuestion, TestSet, TestSetVersion

FAST = Policy(concurrency=4, tries=3, pause_s=0.01, timeout_s=0.5, longest_wait_s=1.0)


def frozen_version(workspace: Workspace, questions: list[str]) -> TestSetVersion:
    """A version with these questions, identified q-1, q-2 and so on."""
    test_set = TestSet.objects.create(workspace=workspace, name="Fees")
    assign_experts(test_set)
    version = TestSetVersion.objects.create(
        test_set=test_set, number=1, digest=fingerprint(questions), language="en",
        exploratory=False, writers=[], signed_off=False, approved_at=timezone.now(),
    )  # fmt: skip
    for position, text in enumerate(questions, start=1):
        FrozenQuestion.objects.create(
            version=version, uid=f"q-{position}", position=position, type="direct", language="en",
            text=text, expected_answer="SECRET-EXPECTED", expects="answer", critical=False,
            control=False, facts=[{"quotation": "SECRET-FACT"}],
            passages=[{"text": "SECRET-PASSAGE"}], written_by="a test", digest=fingerprint(text),
        )  # fmt: skip
    return version


def http_assistant(workspace: Workspace, address: str, **configuration: object) -> Assistant:
    """An assistant at a local address that the operator allowed."""
    host = address.split("//")[1].split("/")[0]
    return services.save_assistant(
        workspace=workspace, name="Helper", connector="http",
        configuration={"url": address, **configuration}, by=None, allowed_private_host=host,
    )  # fmt: skip


def started(version: TestSetVersion, assistant: Assistant, **choices: Any) -> Run:
    """A run that nobody carries out yet."""
    choices.setdefault("policy", FAST)
    return services.start_run(version=version, assistant=assistant, by=None, queue=False, **choices)
