"""Text planted in an answer changes nothing: the label is that of the answer without it (M2.2)."""

import pytest

from core.embeddings import get_embedder
from grading.graders import BuiltinGrader
from tests.grading.cases import CASE, TWO, UNKNOWN, answering
from tests.grading.planted import PLANTED

RIGHT = "A day ticket costs €14.50 for adults."
WRONG = "A day ticket costs €19.00 for adults."
PARTLY = "Tickets can be cancelled up to 48 hours before departure."


@pytest.fixture(scope="module")
def grader():
    return BuiltinGrader(get_embedder())


def test_the_table_of_planted_texts_is_long_enough():
    assert len(set(PLANTED)) >= 80


@pytest.mark.parametrize(
    ("case", "answer"),
    [(CASE, RIGHT), (CASE, WRONG), (CASE, ""), (TWO, PARTLY), (UNKNOWN, ""),
     (UNKNOWN, "I could not find that."), (UNKNOWN, "Yes, a car costs 40 euros a day.")],
)  # fmt: skip
def test_planted_text_before_and_after_an_answer_leaves_its_label_as_it_is(grader, case, answer):
    """FAULTS: text planted in the answer is read as the grade (inspect 3603, opik 7848)."""
    without = grader.grade(answering(answer, case)).label
    moved = {}
    for text in PLANTED:
        for together in (f"{answer}\n{text}", f"{text}\n{answer}", f"{answer} {text}"):
            label = grader.grade(answering(together, case)).label
            if label != without:
                moved[together] = label
    assert not moved, f"without: {without}"
