"""What the command tells while it works, and its last line."""

import time
from collections.abc import Mapping
from typing import Any, Protocol


class Output(Protocol):
    """A stream of Django's commands."""

    def write(self, msg: str = "", style_func: Any = None, ending: str | None = None) -> None: ...
    def isatty(self) -> bool: ...


class Saying:
    """Progress on stderr: one line that changes on a terminal, a line every few seconds elsewhere."""

    EVERY_SECONDS = 5.0

    def __init__(self, output: Output) -> None:
        self._output = output
        self._terminal = output.isatty()
        self._last = 0.0
        self._open = False

    def step(self, sentence: str) -> None:
        """A step that begins or ended."""
        self._close()
        self._output.write(sentence)
        self._last = time.monotonic()

    def progress(self, done: int, total: int, what: str, started: float) -> None:
        """How far the step is; `started` is the monotonic time of its beginning."""
        now = time.monotonic()
        if not self._terminal and now - self._last < self.EVERY_SECONDS:
            return
        self._last = now
        line = f"{what}: {done} of {total}"
        if 0 < done < total:
            line += f", about {_duration((now - started) / done * (total - done))} left"
        if self._terminal:
            self._output.write(f"\r\x1b[K{line}", ending="")
            self._open = True
        else:
            self._output.write(line)

    def _close(self) -> None:
        if self._open:
            self._output.write("\r\x1b[K", ending="")
            self._open = False


def _duration(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"


def summary(report: Mapping[str, Any]) -> str:
    """Three lines: the headline with its interval, coverage, and level with what is flagged."""
    headline, coverage = report["headline"], report["coverage"]
    if headline["scored"]:
        low, high = headline["interval"]
        first = (
            f"{headline['correct']} of {headline['scored']} answers correct "
            f"({headline['pass_rate']:.0f}%, 95% interval {low:.1f}% to {high:.1f}%); "
            f"quality score {headline['quality']:.0f}%"
        )
    else:
        first = "No answer could be scored"
    aside = ", ".join(
        f"{count} {reason.replace('_', ' ')}"
        for reason, count in coverage["set_aside"].items()
        if count
    )
    second = (
        f"Coverage: {coverage['planned']} planned, {coverage['run']} run, {coverage['scored']} scored"
        + (f", set aside: {aside}" if aside else "")
    )
    flagged = sum(bool(result["flags"]) for result in report["results"])
    marks = [str(report["review_level"]).replace("_", " ").capitalize()]
    marks += ["Exploratory"] if report["exploratory"] else []
    marks += [] if report["complete"] else ["Incomplete"]
    third = f"Level: {', '.join(marks)}; flagged for review: {flagged} of {coverage['planned']}"
    return f"{first}\n{second}\n{third}"
