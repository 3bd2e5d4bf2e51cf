"""Starting a run; with uploaded answers, after a look at what was read from the file."""

from collections.abc import Iterable

from django.http import HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from core.access import WorkspaceRequest, workspace_view
from core.errors import DomainError
from core.permissions import Permission
from runs import services
from runs.forms import RunForm
from runs.models import Assistant, Run
from runs.upload_forms import UploadedAnswersForm
from runs.upload_presenting import upload_preview
from runs.uploads import ENDINGS, Use, read_upload
from testsets.exchange import LARGEST_FILE, Problem, Unusable
from testsets.exchange_wording import problem_words
from testsets.import_forms import GivenFile, PackedFileForm


@require_http_methods(["GET", "POST"])
@workspace_view(Permission.RUN)
def start(request: WorkspaceRequest) -> HttpResponseBase:
    """Choose what to ask and whom, and start; a file of answers is shown before it is stored."""
    form = RunForm(
        request.POST or None,
        request.FILES or None,
        workspace=request.workspace,
        initial={"version": request.GET.get("version"), "assistant": request.GET.get("assistant")},
    )
    if request.method == "GET" or not form.is_valid():
        return _choose(request, form)
    if form.cleaned_data["assistant"].connector == Assistant.Connector.UPLOAD:
        return _uploaded(request, form)
    try:
        return _gone(request, _started(request, form))
    except DomainError as refusal:
        form.add_error(None, str(refusal))
        return _choose(request, form)


def _uploaded(request: WorkspaceRequest, form: RunForm) -> HttpResponseBase:
    confirmed = "packed" in request.POST
    if confirmed:
        packed = PackedFileForm(request.POST)
        if not packed.is_valid():
            return _choose(request, form, sentences=map(str, packed.non_field_errors()))
        file = packed.cleaned_data["file"]
    else:
        given = form.cleaned_data["answers"]
        file = GivenFile(given.name or "", given.read(LARGEST_FILE + 1))
    try:
        read = read_upload(file.raw, name=file.name)
    except Unusable as refusal:
        return _choose(request, form, problems=refusal.problems)
    preview = upload_preview(read, form.cleaned_data["version"])
    bound = request.POST if confirmed else None
    confirmation = UploadedAnswersForm(bound, file=file, several=bool(preview.several_total))
    if confirmed and confirmation.is_valid():
        try:
            run = _started(request, form, file=file, use=confirmation.chosen())
        except DomainError as refusal:
            confirmation.add_error(None, str(refusal))
        else:
            return _gone(request, run)
    context = {"form": confirmation, "preview": preview, "plan": _plan(form)}
    status = 422 if confirmation.errors else 200
    return TemplateResponse(request, "runs/upload_preview.html", context, status=status)


def _plan(form: RunForm) -> dict[str, str]:
    """What was chosen on the page before, to come along with the yes."""
    names = ("version", "assistant", "concurrency", "repetitions")
    given: QueryDict = form.data  # type: ignore[assignment]  # what a request posts
    return {name: given.get(name, "") for name in names}


def _started(
    request: WorkspaceRequest,
    form: RunForm,
    *,
    file: GivenFile | None = None,
    use: Use | None = None,
) -> Run:
    data = form.cleaned_data
    if file is None:
        return services.start_run(
            version=data["version"],
            assistant=data["assistant"],
            repetitions=data["repetitions"],
            policy=services.policy_for(
                data["assistant"],
                concurrency=data["concurrency"],
                requests_a_day=data["requests_a_day"] or 0,
            ),
            by=request.user,
        )
    return services.start_uploaded_run(
        assistant=data["assistant"],
        name=file.name,
        raw=file.raw,
        version=data["version"],
        use=use,
        by=request.user,
    )


def _gone(request: WorkspaceRequest, run: Run) -> HttpResponseBase:
    url = reverse("runs:detail", args=[request.workspace.slug, run.pk])
    return HttpResponse(headers={"HX-Redirect": url}) if request.htmx else redirect(url)


def _choose(
    request: WorkspaceRequest,
    form: RunForm,
    *,
    problems: Iterable[Problem] = (),
    sentences: Iterable[str] = (),
) -> HttpResponseBase:
    """The page on which a run is set up, with what was wrong with its file."""
    shown, said = [problem_words(problem) for problem in problems], list(sentences)
    context = {"form": form, "problems": shown, "sentences": said, "endings": ENDINGS}
    status = 422 if form.errors or shown or said else 200
    return TemplateResponse(request, "runs/start.html", context, status=status)
