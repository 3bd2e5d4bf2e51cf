"""From material to a published report, through the same records and services as the portal."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any

from django.db import transaction

from core.errors import DomainError
from core.models import Workspace
from grading.checking import try_questions
from grading.configured import configured_grader
from grading.judging import grade_run
from pipeline.evaluate.saying import Saying
from pipeline.evaluate.watching import watching
from pipeline.evaluate.wish import Unusable, Wish, host_of
from reports.services import publish
from reviews.services import raise_flags
from runs import asking, selectors
from runs.exchange import answers_jsonl
from runs.models import AnswerUpload, Assistant, Run
from runs.services import save_assistant, start_run, upload_answers
from runs.values import Policy
from sources.models import Document, PageVisit, Reading, Source
from sources.readings import read_folder, run_reading
from sources.services import add_files_source, add_site, start_reading
from testsets.drafting import run_drafting
from testsets.drafting_presenting import progress_context
from testsets.exchange import Unusable as UnusableFile
from testsets.exchange import read_file
from testsets.exchange_wording import left_words
from testsets.freezing import approve_version
from testsets.importing import import_version
from testsets.models import Drafting, TestSet, TestSetVersion
from testsets.selectors import questions_jsonl
from testsets.services import create_test_set, start_drafting

WORKSPACE_SLUG = "command-line"
APPROVED_BY_NOBODY = "Frozen by a command: nobody looked at it before it was asked."


@dataclass(frozen=True, slots=True)
class Evaluated:
    """What an evaluation ends in: the published report, and the rows that can be fed in again."""

    report: Mapping[str, Any]
    pdf: bytes
    questions: list[dict[str, Any]]
    answers: list[dict[str, Any]]


def evaluate(wish: Wish, *, saying: Saying) -> Evaluated:
    """Carry out the whole journey; raises Unusable or DomainError with a sentence."""
    workspace = command_line_workspace()
    answers_file = wish.answers.read_bytes() if wish.answers else None
    assistant, upload = _assistant(workspace, wish, answers_file)
    version = _version(workspace, wish, saying)
    run = start_run(
        version=version,
        assistant=assistant,
        upload=upload,
        policy=Policy(concurrency=wish.concurrency),
        by=None,
        queue=False,
    )
    _ask(run, saying)
    _grade(run, saying)
    published = publish(run=run, by=None)
    return Evaluated(
        report=published.snapshot,
        pdf=bytes(published.pdf),
        questions=list(questions_jsonl(version)),
        answers=list(answers_jsonl(run)),
    )


@transaction.atomic
def command_line_workspace() -> Workspace:
    """The workspace of everything that is evaluated from the command line; staff see it."""
    found = Workspace.objects.filter(slug=WORKSPACE_SLUG).first()
    if found is None:
        found = Workspace(slug=WORKSPACE_SLUG, name="Command line", plan=Workspace.Plan.STANDARD)
        found.save()
    return found


def _assistant(
    workspace: Workspace, wish: Wish, answers_file: bytes | None
) -> tuple[Assistant, AnswerUpload | None]:
    if answers_file is not None and wish.answers is not None:
        assistant = save_assistant(
            workspace=workspace,
            name=wish.answers.name,
            connector="upload",
            configuration={},
            by=None,
        )
        try:
            upload = upload_answers(
                assistant=assistant, name=wish.answers.name, raw=answers_file, by=None
            )
        except DomainError as refusal:
            raise Unusable(f"--answers: {refusal}") from None
        return assistant, upload
    if wish.connector == "openai":
        configuration = {"base_url": wish.assistant, "model": wish.model}
    else:
        configuration = {"url": wish.assistant}
    assistant = save_assistant(
        workspace=workspace,
        name=wish.model or host_of(wish.assistant),
        connector=wish.connector,
        configuration=configuration,
        allowed_private_host=host_of(wish.assistant),
        by=None,
    )
    return assistant, None


def _version(workspace: Workspace, wish: Wish, saying: Saying) -> TestSetVersion:
    if wish.test_set is not None:
        return _imported(workspace, wish, wish.test_set, saying)
    source = _read(workspace, wish, saying)
    test_set = create_test_set(workspace=workspace, name=wish.name, language=wish.language, by=None)
    _draft(test_set, source, wish, saying)
    saying.step("Trying the questions on answers whose grade is known …")
    try_questions(test_set)
    # Nobody looks at the set before it is asked: what the grader gets wrong is kept with it.
    return approve_version(test_set=test_set, by=None, despite=APPROVED_BY_NOBODY)


def _imported(workspace: Workspace, wish: Wish, file: Path, saying: Saying) -> TestSetVersion:
    try:
        read = read_file(file.read_bytes(), name=file.name)
        version = import_version(
            workspace=workspace, name=wish.name, questions=read.questions, by=None
        )
    except (UnusableFile, DomainError) as refusal:
        raise Unusable(f"--test-set: {refusal}") from None
    saying.step(f"{len(read.questions)} questions taken from {file.name}.")
    for name, count in read.notes.kept.most_common():
        saying.step(f"Kept with its questions, and of no use here: column “{name}” ({count}).")
    for words, count in left_words(read.notes):
        saying.step(f"Not carried over: {words} ({count}).")
    return version


def _read(workspace: Workspace, wish: Wish, saying: Saying) -> Source:
    saying.step(f"Reading {wish.material} …")
    if wish.documents is not None:
        source = add_files_source(workspace=workspace, name=wish.name, by=None)
        with watching(lambda: _visited(source), "Read", saying):
            reading = read_folder(
                source=source, directory=wish.documents, limit=wish.pages, by=None
            )
    else:
        source = add_site(
            workspace=workspace,
            start_address=wish.site,
            page_limit=wish.pages,
            allowed_private_host=host_of(wish.site),
            by=None,
        )
        reading = start_reading(source=source, by=None, queue=False)
        with watching(lambda: _visited(source), "Read", saying):
            run_reading(reading.pk)
        reading.refresh_from_db()
    if reading.status != Reading.Status.DONE:
        # A folder that holds nothing is the wrong argument; a site that does not answer may come back.
        kind = Unusable if wish.documents is not None else DomainError
        raise kind(f"{wish.material}: {reading.reason or 'nothing could be read.'}")
    count = Document.objects.filter(reading=reading).count()
    skipped = (
        PageVisit.objects.filter(reading=reading).exclude(outcome=PageVisit.Outcome.READ).count()
    )
    saying.step(
        ("1 document read" if count == 1 else f"{count} documents read")
        + (f", {skipped} not used (each is listed in the portal)." if skipped else ".")
    )
    return source


def _visited(source: Source) -> tuple[int, int]:
    reading = source.readings.latest("pk")
    done = PageVisit.objects.filter(reading=reading).count()
    return done, max(done, reading.planned or 0)


def _draft(test_set: TestSet, source: Source, wish: Wish, saying: Saying) -> None:
    saying.step("Writing questions …")
    drafting = start_drafting(
        test_set=test_set,
        sources=[source],
        wanted=wish.questions,
        language=wish.language,
        by=None,
        queue=False,
    )
    with watching(lambda: (drafting.kept.count(), drafting.wanted), "Written", saying):
        run_drafting(drafting.pk, slice_seconds=inf)
    drafting.refresh_from_db()
    kept = drafting.kept.count()
    if drafting.status != Drafting.Status.DONE or not kept:
        raise DomainError(
            drafting.reason
            or f"No question could be written from {wish.material}: none of its passages gave one "
            "that passes the checks. Add pages that state facts, or configure a language model."
        )
    short = progress_context(drafting)["shortage"]
    saying.step(short or f"{kept} of {drafting.wanted} questions written.")


def _ask(run: Run, saying: Saying) -> None:
    verb = "Asking" if run.upload is None else "Taking the answers of"
    saying.step(f"{verb} {run.assistant.name} …")

    def counts() -> tuple[int, int]:
        state = selectors.progress(Run.objects.select_related("version").get(pk=run.pk))
        return state.settled, state.planned

    with watching(counts, "Asked", saying):
        asking.carry_out(run.pk, slice_seconds=inf)
    run.refresh_from_db()
    state = selectors.progress(run)
    saying.step(f"{state.answered} of {state.planned} answered. {run.reason}".strip())
    if unused := selectors.unmatched_rows(run):
        shown = "; ".join(name[:80] for name in unused[:5])
        rows = "row" if len(unused) == 1 else "rows"
        saying.step(f"{len(unused)} {rows} of the file not used, as no question fits: {shown}")


def _grade(run: Run, saying: Saying) -> None:
    grader = configured_grader()
    saying.step(f"Grading with {grader.name} …")
    grade_run(run.pk, grader=grader)
    raise_flags(run=run)
