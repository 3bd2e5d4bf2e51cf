"""The whole journey from the command line: material in, a scored report out."""

from pipeline.evaluate.journey import Evaluated, evaluate
from pipeline.evaluate.wish import Unusable, Wish, wish_from

__all__ = ["Evaluated", "Unusable", "Wish", "evaluate", "wish_from"]
