"""Progress of a run, in words."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from runs.progress import Progress


def progress_line(state: Progress) -> dict[str, object]:
    """The sentence on the progress bar and the time left."""
    sentence = _("%(answered)s of %(planned)s answered") % {
        "answered": state.answered,
        "planned": state.planned,
    }
    if state.lost:
        sentence += ", " + ngettext("%(n)s not run", "%(n)s not run", state.lost) % {
            "n": state.lost
        }
    return {"sentence": sentence, "time_left": time_left(state.seconds_left)}


def time_left(seconds: float | None) -> str:
    """About how long it will take, coarse on purpose; "" when unknown."""
    if seconds is None:
        return ""
    if seconds < 60:
        return _("less than a minute left")
    minutes = round(seconds / 60)
    if minutes < 90:
        return ngettext("about %(n)s minute left", "about %(n)s minutes left", minutes) % {
            "n": minutes
        }
    hours = round(seconds / 3600)
    return ngettext("about %(n)s hour left", "about %(n)s hours left", hours) % {"n": hours}
