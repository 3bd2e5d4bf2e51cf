"""Sources that are read again and say something else by then."""

from core.models import User, Workspace
from sources.cutting import cut_passages
from sources.models import Reading, Source
from sources.reading import read
from sources.storing import store_page
from tests.testsets.samples import PAGES, stored_passage, stored_source
from tests.world import assign_experts
from testsets import services
from testsets.models import Question, TestSet
from testsets.outdated import hold_questions_against
from testsets.question_text import NewFact, QuestionText
from testsets.values import QuestionType

BICYCLE = QuestionText(
    text="How much does a bicycle cost?", type=QuestionType.EXACT_VALUE, language="en",
    expected_answer="A bicycle costs 6 euros each way.",
    facts=[NewFact("6 euros each way", "6 euros")],
)  # fmt: skip


def bicycle_set(workspace: Workspace, by: User) -> tuple[Source, TestSet, Question]:
    """A set with a question about the price of a bicycle, drawn from `luggage.html`."""
    source = stored_source(workspace)
    test_set = services.create_test_set(workspace=workspace, name="Ferry", by=by)
    assign_experts(test_set)
    question = services.add_question(
        test_set=test_set, content=BICYCLE, passage=stored_passage("A bicycle costs"), by=by
    )
    return source, test_set, question


def read_again(source: Source, *, status: str = "done", **changes: str | None) -> Reading:
    """The source read again with other pages by name; None for one that is not there any more."""
    reading: Reading = Reading.objects.create(source=source, status=status)
    pages = PAGES | {f"{name}.html": text for name, text in changes.items()}
    for name, text in pages.items():
        if text is not None:
            raw = text.encode()
            store_page(
                reading, address=name, raw=raw, media_type="text/html",
                document=read(raw, name=name),
            )  # fmt: skip
    cut_passages(reading)
    return reading


def checked_again(source: Source, *, status: str = "done", **changes: str | None) -> Reading:
    """The source read again, and the questions held against it."""
    reading = read_again(source, status=status, **changes)
    hold_questions_against(reading)
    return reading
