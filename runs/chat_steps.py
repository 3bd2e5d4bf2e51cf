"""The steps of a tried website chat, as the page shows them."""

import base64
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from runs.connectors import Step, StepName


@dataclass(frozen=True, slots=True)
class ShownStep:
    """One step in words, with a picture as an address and where what was guessed can be kept."""

    label: str
    used: str
    failed: bool
    picture: str
    field: str  # the setting that what was guessed belongs in; "" when it stands there already


def shown_steps(steps: Sequence[Step]) -> list[ShownStep]:
    """The steps in words."""
    labels = {
        StepName.OPEN: _("The page is open"),
        StepName.CONSENT: _("The consent banner is closed"),
        StepName.LAUNCHER: _("The chat is open"),
        StepName.INPUT: _("The field for the question is found"),
        StepName.SEND: _("The question is sent"),
        StepName.REPLY: _("The reply is finished"),
    }
    failures = {
        StepName.OPEN: _("The page did not load"),
        StepName.CONSENT: _("The consent banner was looked for"),
        StepName.LAUNCHER: _("The chat was not opened"),
        StepName.INPUT: _("The field for the question was not found"),
        StepName.SEND: _("The question was not sent"),
        StepName.REPLY: _("The reply was not read"),
    }
    return [
        ShownStep(
            label=(failures if step.failed else labels)[step.name],
            used=step.used,
            failed=step.failed,
            picture=as_address(step.picture),
            field=_field(step),
        )
        for step in steps
    ]


def _field(step: Step) -> str:
    kept = step.name in (StepName.LAUNCHER, StepName.INPUT, StepName.SEND)
    return step.name.value if step.guessed and kept and step.used != "Enter" else ""


def as_address(jpeg: bytes) -> str:
    """A picture as an address that a page can show; "" for none."""
    return f"data:image/jpeg;base64,{base64.b64encode(jpeg).decode()}" if jpeg else ""
