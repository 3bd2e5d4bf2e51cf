"""Whether the portal works, for whoever watches over it."""

from django.contrib.auth.decorators import login_not_required
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET


@require_GET
@login_not_required
def healthz(request: HttpRequest) -> HttpResponse:
    """200 when the database answers; says nothing else to anybody."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok", content_type="text/plain; charset=utf-8")
