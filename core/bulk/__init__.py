"""One change of many rows, each only as it was on screen; what is skipped is listed with the reason.

The parts to the right say what may be done to their rows; nothing that approves, signs off, confirms
or decides is ever among it.
"""

from core.bulk.asking import Bar, Choice, Needs, Offer, ask, bar
from core.bulk.carrying import MOST, Row, Skip, Why, carry_out, changed, permitted, unfinished
from core.bulk.people import able
from core.bulk.showing import Shown, outcome_page

__all__ = [
    "MOST", "Bar", "Choice", "Needs", "Offer", "Row", "Shown", "Skip", "Why", "able", "ask", "bar",
    "carry_out", "changed", "outcome_page", "permitted", "unfinished",
]  # fmt: skip
