"""The grader that this installation is set up with."""

from typing import Any

from core.configured import configured_embedder, configured_model
from grading.graders import BuiltinGrader, ModelGrader
from grading.methods import Means
from grading.values import Grader


def configured_grader() -> Grader:
    """The language model's grader where a model is configured, else the built-in one."""
    model = configured_model()
    return BuiltinGrader(configured_embedder()) if model is None else ModelGrader(model)


def configured_means() -> Means:
    """What the further methods work with here."""
    return Means(configured_embedder(), configured_model())


def pinned() -> dict[str, Any]:
    """What a run records about its grader when it starts (M6.2)."""
    grader = configured_grader()
    return {
        "name": grader.name,
        "fingerprint": grader.fingerprint,
        "settings": dict(grader.description),
    }
