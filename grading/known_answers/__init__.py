"""Answers whose right label is known beforehand: the expected answer, and what is altered in it.

A grader that labels one of them wrongly can't be trusted with the question it belongs to (M4.3).
"""

from grading.known_answers.altering import known_answers
from grading.known_answers.structured import known_structured
from grading.known_answers.values import Alteration, KnownAnswer, KnownOutcome

__all__ = ["Alteration", "KnownAnswer", "KnownOutcome", "known_answers", "known_structured"]
