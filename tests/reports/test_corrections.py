"""A hand-corrected answer stands beside what was captured, labelled wherever it is shown (M3.10)."""

import json

import pytest
from django.urls import reverse

from core.errors import DomainError
from core.models import FrozenError
from grading.values import Label
from reports.assembly import report_input
from reports.document import report_json
from reports.evidence import Evidence, gather
from reports.figures import figures
from reports.page.results import view
from reports.reading import result_of
from reports.wording.language import wording
from runs.correcting import correct_answer, correction_of, withdraw_correction
from runs.models import Answer, AnswerCorrection
from tests.reports.records import bad, good, make_run
from tests.world import client_for

pytestmark = pytest.mark.django_db
TEXT, WHY = "It is <b>fourteen</b> euros.", "The page cut the last line off."


@pytest.fixture
def answer(world):
    run = make_run(world.acme, [good("q-1"), bad("q-2")])
    return Answer.objects.select_related("run", "question").get(run=run, question__uid="q-2")


def corrected(world, answer):
    return correct_answer(answer=answer, text=TEXT, reason=WHY, by=world.rosa)


def made(answer):
    return figures(report_input(gather(answer.run, title="Report")))


def result(answer):
    return next(each for each in made(answer).results if each.uid == "q-2")


def test_a_correction_leaves_the_captured_answer_its_grade_and_the_score_alone(world, answer):
    before, captured = made(answer), answer.text
    corrected(world, answer)
    after, found = made(answer), result(answer)
    assert (after.headline, after.corrected) == (before.headline, ("q-2",))
    assert (found.answer, found.captured_answer, found.label) == (TEXT, captured, Label.INCORRECT)
    answer.refresh_from_db()
    assert answer.text == captured


def test_the_report_says_who_corrected_it_why_and_that_the_grade_is_of_what_came(world, answer):
    corrected(world, answer)
    told = view(1, result(answer), wording("en"), {})
    assert f"Corrected by {world.rosa}" in told.correction
    assert WHY in told.correction
    assert "The grade is that of the answer as captured." in told.correction
    marked = [kind for _words, kind in told.answer.parts]
    assert marked == [""]  # what findings rest on stands in the captured text, not in this one
    stored = json.loads(json.dumps(report_json(made(answer), language="en")))
    entry = next(each for each in stored["results"] if each["uid"] == "q-2")
    assert result_of(entry).correction.person == str(world.rosa)
    assert "correction" not in next(each for each in stored["results"] if each["uid"] == "q-1")


def test_a_published_report_keeps_what_was_corrected_then(world, answer):
    before = Evidence.from_json(gather(answer.run, title="Report").as_json())
    corrected(world, answer)
    during = Evidence.from_json(gather(answer.run, title="Report").as_json())
    withdraw_correction(answer=answer, reason="It was right.", by=world.ada)
    texts = [report_input(each).results[1].answer for each in (before, during)]
    assert texts == [answer.text, TEXT]
    assert result(answer).answer == answer.text
    stored = before.as_json()
    del stored["corrections"]  # as versions published earlier have it
    assert Evidence.from_json(stored) == before


@pytest.mark.parametrize(
    ("text", "reason", "words"),
    [("  ", WHY, "Write the corrected answer"), (TEXT, " ", "why it is corrected"),
     (TEXT, WHY, "corrected to this already"), (None, WHY, "as it was captured")],
)  # fmt: skip
def test_a_correction_that_says_nothing_new_is_refused(world, answer, text, reason, words):
    corrected(world, answer)
    with pytest.raises(DomainError, match=words):
        correct_answer(
            answer=answer, text=answer.text if text is None else text, reason=reason, by=world.ada
        )


def test_corrections_are_written_once(world, answer):
    with pytest.raises(DomainError, match="No correction"):
        withdraw_correction(answer=answer, reason="x", by=world.ada)
    made = corrected(world, answer)
    with pytest.raises(FrozenError):
        AnswerCorrection.objects.filter(pk=made.pk).update(reason="Another.")
    withdraw_correction(answer=answer, reason="It was right.", by=world.ada)
    assert correction_of(answer) is None
    assert answer.corrections.count() == 2


def test_every_page_that_shows_the_answer_labels_its_correction(world, answer):
    ada, slug = client_for(world.ada), "acme"
    correct = reverse("runs:correct", args=[slug, answer.pk])
    assert ada.post(correct, {"text": TEXT, "reason": ""}).status_code == 422
    assert ada.post(correct, {"text": TEXT, "reason": WHY}).status_code == 302
    for page in (
        reverse("runs:detail", args=[slug, answer.run_id]),
        reverse("grading:answer", args=[slug, answer.pk]),
        reverse("reviews:item", args=[slug, answer.pk]),
        correct,
    ):
        shown = ada.get(page).content.decode()
        assert "Corrected by hand" in shown or page == correct, page
        assert "It is &lt;b&gt;fourteen&lt;/b&gt; euros." in shown, page
        assert "<b>fourteen" not in shown, page
    lines = ada.get(reverse("reports:answers", args=[slug, answer.run_id]))
    rows = [json.loads(line) for line in b"".join(lines).splitlines()]
    assert [row.get("corrected_by_hand", {}).get("text") for row in rows] == [None, TEXT]
    assert rows[1]["answer"] == answer.text
    withdraw = reverse("runs:withdraw", args=[slug, answer.pk])
    assert ada.post(withdraw, {"reason": "It was right."}).status_code == 302
    assert (
        "Corrected by hand"
        not in ada.get(reverse("grading:answer", args=[slug, answer.pk])).content.decode()
    )


def test_only_who_reviews_may_correct_and_nobody_in_another_workspace(world, answer):
    form = {"text": TEXT, "reason": WHY}
    for person, slug, status in ((world.vik, "acme", 403), (world.otto, "other", 404)):
        for name in ("correct", "withdraw"):
            address = reverse(f"runs:{name}", args=[slug, answer.pk])
            assert client_for(person).post(address, form).status_code == status
    assert not AnswerCorrection.objects.exists()
