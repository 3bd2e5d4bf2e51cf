"""The grader that asks a language model for findings."""

from grading.graders.model.grader import ModelGrader

__all__ = ["ModelGrader"]
