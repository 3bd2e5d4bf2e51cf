"""The page on which the further methods of a test set are chosen."""

from django.contrib import messages
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from core.access import WorkspaceRequest, workspace_view
from core.permissions import Permission
from testsets import selectors, services
from testsets.methods_forms import MethodsForm
from testsets.methods_presenting import invalid_sentences
from testsets.methods_selectors import invalid_in_set, methods_of
from testsets.models import TestSet


@require_http_methods(["GET", "POST"])
@workspace_view(Permission.EDIT)
def methods(request: WorkspaceRequest, pk: int) -> HttpResponseBase:
    """Choose the methods; saving shows at once which questions are Invalid for one."""
    try:
        test_set = selectors.test_set(request.workspace, pk)
    except TestSet.DoesNotExist:
        raise Http404 from None
    form = MethodsForm(request.POST or None, methods=methods_of(test_set))
    if request.method == "POST" and form.is_valid():
        services.choose_methods(
            test_set=test_set, methods=form.cleaned_data["methods"], by=request.user
        )
        messages.success(request, _("The methods are saved. The next version is frozen with them."))
        return redirect("testsets:methods", request.workspace.slug, test_set.pk)
    context = {
        "test_set": test_set,
        "form": form,
        "invalid": invalid_sentences(invalid_in_set(test_set)),
    }
    status = 422 if form.errors else 200
    return TemplateResponse(request, "testsets/methods.html", context, status=status)
