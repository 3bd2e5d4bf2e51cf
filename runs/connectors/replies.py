"""Reading a reply: from bytes to JSON to the text that the assistant meant."""

import json
import math
from functools import lru_cache
from typing import Any, Final

import jsonpath_rfc9535 as jsonpath
from django.utils.translation import gettext as _

from runs.values import FailureKind, TryFailed

# PostgreSQL stores no NUL; the visible symbol keeps its place.
_NUL, _NUL_SYMBOL = "\x00", "\u2400"
_KINDS: Final = {list: "[…]", str: "“…”", int: "0", float: "0.0", bool: "true", type(None): "null"}


def printable(text: str) -> str:
    """Text that the database can hold; lone surrogates and NUL are shown, not dropped."""
    return text.replace(_NUL, _NUL_SYMBOL).encode("utf-8", "backslashreplace").decode()


def decoded(body: bytes, *, declared: str | None) -> str:
    """The body as text: as declared, else UTF-8; undecodable bytes stay visible."""
    for encoding in (declared, "utf-8"):
        if encoding:
            try:
                return printable(body.decode(encoding))
            except (LookupError, UnicodeDecodeError):
                continue
    return printable(body.decode("utf-8", "backslashreplace"))


def parsed(text: str, *, media_type: str) -> Any:
    """The reply as JSON; raises TryFailed with what came instead."""
    if not text.strip():
        raise TryFailed(
            FailureKind.MALFORMED,
            _("The reply has no body at all. Check the address and what the assistant needs."),
        )
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        if "html" in media_type or text.lstrip()[:15].lower().startswith(("<!doctype", "<html")):
            what = _(
                "The reply is a web page, not JSON. Check the address; perhaps it wants a sign-in."
            )
        elif media_type == "text/event-stream" or text.startswith(("data:", "event:")):
            what = _(
                "The reply is a stream of events, not one JSON document. "
                "Choose that the reply arrives as server-sent events."
            )
        elif error.msg == "Extra data" and _is_json(text.split("\n")[0]):
            what = _(
                "The reply is a stream of JSON lines, not one JSON document. "
                "Choose that the reply arrives as JSON lines."
            )
        else:
            what = _("The reply is not JSON (%(why)s at character %(place)s).") % {
                "why": error.msg,
                "place": error.pos,
            }
        raise TryFailed(FailureKind.MALFORMED, what) from None
    except RecursionError:
        raise nested_too_deeply() from None
    except ValueError as error:  # a number of thousands of digits, which Python won't read
        raise TryFailed(
            FailureKind.MALFORMED,
            _("The reply is not JSON (%(why)s at character %(place)s).")
            % {"why": str(error).split(";")[0], "place": "–"},
        ) from None


def nested_too_deeply() -> TryFailed:
    """The failure of JSON that goes deeper than it can be followed."""
    return TryFailed(FailureKind.MALFORMED, _("The reply is JSON nested too deeply to be read."))


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


@lru_cache(maxsize=64)  # a run reads every reply at the same few paths
def compiled(path: str) -> "jsonpath.JSONPathQuery":
    """A JSON path; "answer.text" may stand for "$.answer.text". Raises ValueError with the reason."""
    whole = path if path.startswith("$") else f"$.{path}"
    try:
        return jsonpath.compile(whole)
    except jsonpath.JSONPathError as error:
        raise ValueError(
            _("“%(path)s” is not a JSON path: %(why)s") % {"path": path, "why": error}
        ) from None


def picked(value: Any, path: str) -> list[Any]:
    """Everything that `path` finds in `value`."""
    return list(compiled(path).find(value).values())


def answer_text(value: Any, path: str) -> str:
    """The answer at `path`, as text; raises TryFailed when nothing stands there."""
    found = picked(value, path)
    if not found:
        raise nothing_at(path, value)
    return printable(as_text(found[0]) if len(found) == 1 else "\n".join(map(as_text, found)))


def nothing_at(path: str, value: Any) -> TryFailed:
    """The failure that says what the reply holds instead of something at `path`."""
    held = ", ".join(sorted(value)[:10]) if isinstance(value, dict) else _KINDS.get(type(value), "")
    return TryFailed(
        FailureKind.MALFORMED,
        _("The reply holds nothing at “%(path)s”; it has: %(keys)s. Correct the path to the reply.")
        % {"path": path, "keys": held or "–"},
    )


def as_text(value: Any) -> str:
    """An answer as text: strings as they are, text parts joined, everything else as JSON."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, list) and all(
        isinstance(part, str) or (isinstance(part, dict) and isinstance(part.get("text"), str))
        for part in value
    ):
        return "".join(part if isinstance(part, str) else part["text"] for part in value)
    if isinstance(value, dict) and isinstance(value.get("text"), str) and len(value) == 1:
        return str(value["text"])
    return json.dumps(value, ensure_ascii=False)


def contexts_at(value: Any, path: str) -> list[str]:
    """The retrieved contexts at `path`, as texts; an assistant that returns none is no failure."""
    found = picked(value, path) if path else []
    flat = [item for entry in found for item in (entry if isinstance(entry, list) else [entry])]
    return [printable(as_text(item)) for item in flat if item]


def tools_at(value: Any, path: str) -> list[Any]:
    """The tool calls at `path`, as they came; none is no failure."""
    found = picked(value, path) if path else []
    flat = [item for entry in found for item in (entry if isinstance(entry, list) else [entry])]
    return [storable_json(item) for item in flat if item]


def storable_json(value: Any) -> Any:
    """JSON that the database can hold: what `printable` does to text, wherever text stands."""
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, dict):
        return {printable(key): storable_json(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [storable_json(entry) for entry in value]
    # Python reads NaN and Infinity, which are no JSON and which the database refuses.
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value
