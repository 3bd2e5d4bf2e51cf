"""Where pages keep what is being typed, and ask for what was kept."""

import json
from http import HTTPStatus
from typing import Any, Final, cast

from django.http import HttpRequest, HttpResponseBase, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from core.models import User
from core.typed import LONGEST, accepted, keep, kept_of, sent

_MOST_ASKED: Final = 50


@require_http_methods(["GET", "POST"])
def typed(request: HttpRequest) -> HttpResponseBase:
    """GET: what is kept of some forms. POST: keep what one holds now, or with `done` forget it."""
    person = cast("User", request.user)  # nobody else passes LoginRequiredMiddleware
    if request.method == "GET":
        forms = request.GET.getlist("form")[:_MOST_ASKED]
        loads = request.GET.getlist("load")[:_MOST_ASKED]
        if any("\0" in text for text in (*forms, *loads)):
            return JsonResponse({}, status=HTTPStatus.BAD_REQUEST)
        kept = kept_of(person, forms)
        return JsonResponse(
            {
                "forms": {
                    form: {"values": one.values, "base": one.base, "at": one.changed_at.timestamp()}
                    for form, one in kept.items()
                },
                "sent": sent(person, loads),
            }
        )
    given = _read(request)
    if given is None:
        return JsonResponse({"saved": False}, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    if given["done"]:
        accepted(person=person, form=given["form"], load=given["load"])
        return JsonResponse({"saved": False})
    saved = keep(
        person=person,
        form=given["form"],
        load=given["load"],
        values=given["values"],
        base=given["base"],
    )
    return JsonResponse({"saved": saved, "at": timezone.now().timestamp()})


def _read(request: HttpRequest) -> dict[str, Any] | None:
    """What was sent, checked; None for anything that no page of ours sends."""
    if len(request.body) > LONGEST or b"\\u0000" in request.body:
        return None
    try:
        given = json.loads(request.body)
    except ValueError:
        return None
    if not isinstance(given, dict) or not isinstance(given.get("values"), dict):
        return None
    texts = {name: given.get(name, "") for name in ("form", "load", "base")}
    longest = {"form": 200, "load": 40, "base": 100}
    if not all(
        isinstance(text, str) and len(text) <= longest[name] for name, text in texts.items()
    ):
        return None
    if not texts["form"] or not texts["load"]:
        return None
    if not all(isinstance(value, str | bool) for value in given["values"].values()):
        return None
    return {**texts, "values": given["values"], "done": given.get("done") is True}
