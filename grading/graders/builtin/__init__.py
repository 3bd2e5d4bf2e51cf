"""The grader that works without a language model: rules, words, embeddings, and modesty."""

from grading.graders.builtin.grader import BuiltinGrader

__all__ = ["BuiltinGrader"]
