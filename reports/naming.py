"""What a report is called, and which language it speaks."""

from reports.wording import LANGUAGES
from runs.models import Run


def title_of(run: Run) -> str:
    """The assistant and the test set, as they are called when the report is opened."""
    return f"{run.pinned['assistant']['name']} · {run.version.test_set.name}"[:300]


def language_of(run: Run) -> str:
    """That of the test set where reports speak it, else that of the workspace, else English."""
    wanted = (run.version.language, run.version.test_set.workspace.language)
    return next((code for code in wanted if code in LANGUAGES), "en")
