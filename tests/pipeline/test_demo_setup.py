"""The demo workspace: from the made-up company's website to a published report."""

from collections import Counter

import pytest

from core.models import User, Workspace
from grading.values import Label
from pipeline.demo.behaviours import demo_assistant
from pipeline.demo.setup import ACCOUNTS, set_up_demo
from pipeline.demo.website import serving_website
from pipeline.demo_assistant.server import serving
from reports.models import ReportVersion
from runs.models import Run


@pytest.mark.usefixtures("committed_world")
def test_the_demo_report_is_complete_shows_all_seven_labels_and_is_made_once():
    with serving_website() as website, serving(demo_assistant()) as assistant:
        addresses = {"site_url": f"{website.url}/", "assistant_url": f"{assistant.url}/"}
        said = set_up_demo(**addresses, say=lambda sentence: None)
        again = set_up_demo(**addresses, say=pytest.fail)
    assert said == again
    assert all(email in said for email in ACCOUNTS)
    assert User.objects.filter(email__in=ACCOUNTS).count() == len(ACCOUNTS)

    workspace = Workspace.objects.get(slug="demo")
    assert Run.objects.for_workspace(workspace).count() == 1
    report = ReportVersion.objects.for_workspace(workspace).get()
    labels = Counter(result["label"] for result in report.snapshot["results"])
    assert set(labels) == {label.value for label in Label}
    assert report.complete, report.snapshot.get("incomplete_reasons")
