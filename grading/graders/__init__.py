"""Graders: they turn an answer into findings; the verdict table turns those into a label."""

from grading.graders.builtin import BuiltinGrader
from grading.graders.model import ModelGrader

__all__ = ["BuiltinGrader", "ModelGrader"]
