"""The further methods of METHOD.md section 2: each looks at one answer beside its label.

Plain functions on plain values; `Scorer` puts them together with what they work with.
"""

from grading.methods.scorer import Means, Scorer, scorers
from grading.methods.values import NotScored, Outcome, Scored, Subject, WhyNotJudged

__all__ = [
    "Means",
    "NotScored",
    "Outcome",
    "Scored",
    "Scorer",
    "Subject",
    "WhyNotJudged",
    "scorers",
]
