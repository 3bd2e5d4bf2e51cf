"""What templates need: words for codes, the components, the one question about permissions.

Each component is a fragment under `templates/components/`; its tag fills in what is optional.
"""

from collections.abc import Sequence
from typing import Any

from django import template
from django.forms import BoundField
from django.template.context import Context, RequestContext
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from core.frame import Frame, frame_for
from core.permissions import Permission
from core.wording import FINDINGS, LABELS, MARKS, MEANINGS

register = template.Library()


@register.simple_tag(takes_context=True)
def frame(context: Context) -> Frame:
    """`{% frame as frame %}`: the workspace and journey around the page."""
    return frame_for(context.get("request"))


@register.simple_tag(takes_context=True)
def may(context: Context, permission: str) -> bool:
    """`{% may "EDIT" as can_edit %}`: whether the reader has that permission in this workspace."""
    return Permission[permission] in getattr(context.get("request"), "permissions", frozenset())


@register.filter
def may_stay_empty(field: BoundField) -> bool:
    """Whether a form field can truthfully be called optional.

    A field that is needed only sometimes is not required, and says so with `conditional = True`.
    """
    return not field.field.required and not getattr(field.field, "conditional", False)


@register.filter
def label_word(code: str) -> str:
    """The name of an outcome label."""
    return str(LABELS[str(code)])


@register.filter
def mark_word(code: str) -> str:
    """The name of a level or mark of a report."""
    return str(MARKS[str(code)])


@register.filter
def finding_word(code: str) -> str:
    """The name of what was found about a key fact."""
    return str(FINDINGS[str(code)])


@register.filter
def percent(share: float | None, digits: int = 0) -> str:
    """A share from 0 to 1 as a percentage in the reader's notation; a dash when there is none."""
    if share is None:
        return "–"
    number = number_format(round(share * 100, digits), decimal_pos=digits, use_l10n=True)
    return _("%(number)s%%") % {"number": number}


@register.filter
def scale(share: float) -> str:
    """A share from 0 to 1 as a length in a drawing, in the notation that drawings need."""
    return f"{share * 100:.2f}%"


@register.inclusion_tag("components/_label.html")
def label(code: str) -> dict[str, Any]:
    """An outcome label; inside `<s>` it is one that no longer holds."""
    return {"label": str(code)}


@register.inclusion_tag("components/_finding.html")
def finding(code: str) -> dict[str, Any]:
    """What was found about a key fact."""
    return {"finding": str(code)}


@register.inclusion_tag("components/_marked.html")
def marked(parts: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """A text with words marked in it."""
    return {"parts": parts}


@register.inclusion_tag("components/_explained.html")
def mark(code: str, explanation: str = "") -> dict[str, Any]:
    """A level or mark of a report; it opens to `explanation`, or to what it always means."""
    return {
        "word": MARKS[code],
        "explanation": explanation or MEANINGS[code],
        "kind": "warning" if code == "incomplete" else "note",
    }


@register.inclusion_tag("components/_explained.html")
def explained(word: str, explanation: str, *, kind: str = "note") -> dict[str, Any]:
    """Any other word that opens to a sentence."""
    return {"word": word, "explanation": explanation, "kind": kind}


@register.inclusion_tag("components/_alert.html")
def alert(sentence: str, *, kind: str = "note", title: str = "") -> dict[str, Any]:
    """A sentence that must be seen; `kind` is note, success, warning or error."""
    return {"sentence": sentence, "kind": kind, "title": title}


@register.inclusion_tag("components/_empty.html")
def empty(title: str, text: str, *, url: str = "", action: str = "") -> dict[str, Any]:
    """What stands where nothing is yet: what it is for, and the first step."""
    return {"title": title, "text": text, "url": url, "action": action}


@register.inclusion_tag("components/_interval.html")
def interval(point: float, low: float, high: float, *, text: str = "") -> dict[str, Any]:
    """A share with its interval on a scale from 0 to 100; all three are from 0 to 1."""
    return {"point": point, "low": low, "high": high, "text": text}


@register.inclusion_tag("components/_progress.html")
def progress(
    *,
    id: str,
    done: int,
    total: int,
    sentence: str,
    url: str = "",
    live: bool = False,
    left: str = "",
) -> dict[str, Any]:
    """Long work: how far it is, what is left; asks `url` again only while it is `live`."""
    return {
        "id": id,
        "done": done,
        "total": total,
        "sentence": sentence,
        "url": url,
        "live": live,
        "left": left,
    }


@register.inclusion_tag("components/_pages.html")
def pages(*, shown: str, previous: str = "", next: str = "") -> dict[str, Any]:
    """Links to the rows before and after these; an address that is empty is left out."""
    return {"shown": shown, "previous": previous, "next": next}


@register.inclusion_tag("components/_filters.html", takes_context=True)
def filters(
    context: RequestContext,
    choices: Sequence[tuple[str, str, int | None]],
    current: str,
    name: str,
    *,
    title: str = "",
    anchor: str = "",
) -> dict[str, Any]:
    """Links that set the query parameter `name`: (value, words, count or None) each.

    `title` tells several of them on one page apart; `anchor` is where the page is then shown.
    """
    request = context["request"]
    rows = []
    for value, words, count in choices:
        query = request.GET.copy()
        query.pop("after", None)  # another choice starts at its first row
        query.pop("before", None)
        query.pop("page", None)
        query[name] = value
        address = f"?{query.urlencode()}{f'#{anchor}' if anchor else ''}"
        rows.append((address, words, count, value == current))
    return {"choices": rows, "title": title}
