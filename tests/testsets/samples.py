"""Made-up pages, passages and drafts to test with."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from core.models import Workspace
from sources import readings, services
from sources.cutting import cut_passages
from sources.models import Passage, Reading, Source
from sources.reading import read
from sources.storing import store_page
from testsets.values import Draft, Material, QuestionType, located

FERRY = Material(
    key=1,
    document_key=1,
    document="Tickets",
    address="https://ferry.example/tickets",
    language="en",
    kind="prose",
    question="",
    heading_path=("Tickets",),
    text=(
        "A return ticket costs 24 euros per person. Children under six travel free of charge. "
        "Tickets can be cancelled up to 24 hours before departure."
    ),
)


def passage(text: str, **changes: Any) -> Material:
    """A passage with this text."""
    return replace(FERRY, text=text, **changes)


def faq(question: str, answer: str, *, language: str = "en", **changes: Any) -> Material:
    """A passage that answers a question of its page."""
    return replace(
        FERRY, kind="faq", question=question, text=answer, language=language,
        heading_path=("Questions", question), **changes,
    )  # fmt: skip


def draft(
    question: str = "How much does a return ticket cost?",
    facts: Iterable[str | tuple[str, str]] = (("24 euros per person", "24 euros"),),
    *,
    about: Material = FERRY,
    expected: str = "A return ticket costs 24 euros per person.",
    **changes: Any,
) -> Draft:
    """A sound draft about the ferry, or one that differs from it in what is given."""
    stated = []
    for fact in facts:
        quotation, value = fact if isinstance(fact, tuple) else (fact, "")
        found = located(quotation, about.text, exact_value=value)
        assert found is not None, f"{quotation!r} is not in the sample passage"
        stated.append(found)
    made = Draft(
        type=QuestionType.EXACT_VALUE
        if any(f.exact_value for f in stated)
        else QuestionType.DIRECT,
        language=about.language,
        question=question,
        expected_answer=expected,
        facts=tuple(stated),
        passage_key=about.key,
    )
    return replace(made, **changes)


FAQ_PAGE = """<!doctype html><html lang="en"><head><title>Questions about the ferry</title></head>
<body><main><h1>Questions about the ferry</h1>
<h2>How much is a return ticket?</h2>
<p>A return ticket costs 24 euros per person. Children under six travel free of charge.</p>
<h2>Can I take my dog on board?</h2>
<p>Yes, dogs are welcome on the car deck if they are kept on a leash.</p>
<h2>Is there a discount for students?</h2>
<p>No, there is no discount for students, but groups of ten or more pay 15% less.</p>
<h2>Where does the ferry leave from?</h2>
<p>The ferry to Nordholm leaves from pier 4 in the old harbour.</p>
<h2>How long does the crossing take?</h2>
<p>The crossing takes 55 minutes in summer and 70 minutes in winter.</p>
</main></body></html>"""

RULES_PAGE = """<!doctype html><html lang="en"><head><title>Luggage</title></head>
<body><main><h1>Luggage</h1>
<p>A bicycle costs 6 euros each way. Motorcycles travel on the car deck.</p>
<h2>Lost things</h2>
<p>If you have lost something on board, you should write to the harbour office within two weeks.</p>
</main></body></html>"""


PAGES = {"questions.html": FAQ_PAGE, "luggage.html": RULES_PAGE}


def read_source(workspace: Workspace, pages: dict[str, str] | None = None) -> Source:
    """A source of made-up pages, read by the worker: for tests whose data are committed."""
    source = services.add_files_source(workspace=workspace, name="Ferry", by=None)
    files = [services.File(name, text.encode()) for name, text in (pages or PAGES).items()]
    services.add_uploads(source=source, files=files, by=None)
    reading = services.start_reading(source=source, by=None, queue=False)
    readings.run_reading(reading.pk)
    return source


def stored_source(workspace: Workspace) -> Source:
    """The same pages, stored as a reading stores them but without a worker."""
    source = services.add_files_source(workspace=workspace, name="Ferry", by=None)
    reading = services.start_reading(source=source, by=None, queue=False)
    for name, text in PAGES.items():
        raw = text.encode()
        store_page(
            reading, address=name, raw=raw, media_type="text/html", document=read(raw, name=name)
        )
    cut_passages(reading)
    Reading.objects.filter(pk=reading.pk).update(status="done")
    return source


def stored_passage(words: str) -> Passage:
    """The stored passage that holds these words."""
    found: Passage = Passage.objects.select_related("document__source").get(text__contains=words)
    return found


# The types that the material itself asks for, and none that should be declined.
PLAIN = {QuestionType.DIRECT: 2, QuestionType.EXACT_VALUE: 1, QuestionType.YES_NO: 1}
