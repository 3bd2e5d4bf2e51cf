"""M4.5: two people judge the same results apart from each other, and nothing tells one of the other."""

import io
import re
import zipfile
from datetime import timedelta

import pytest
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from core.comments import comment
from core.models import Notice
from core.notices.wording import sentence
from grading.models import Assessment
from grading.selectors import grade_of, history
from grading.services import grader_version, record_automated
from grading.values import Label
from reviews import claims, services
from reviews.agreeing import agreement_of
from reviews.errors import NothingToConfirm, VotesDiffer, VotesWaiting
from reviews.models import Flag, QueueEntry, Vote
from reviews.setting import change_setting
from reviews.values import Choice
from reviews.votes import Setting
from tests.grading.setting import Scripted, says
from tests.guards.urls import workspace_pages
from tests.reviews.setting import UNSURE, WRONG, flagged_run, one_flagged, two_apart
from tests.reviews.test_claims import at_once
from tests.reviews.test_views import page, url
from tests.world import client_for, person

MARKER = "zanahoria-7191"


def result(world, **choices):
    answer = one_flagged(world.acme, **choices)
    two_apart(answer.run.version.test_set, world.ada)
    return answer


def say(answer, by, choice, *, key="k", settles=False, reason="So it is."):
    seen = history(answer)[0].pk
    return services.decide(
        answer=answer, by=by, choice=choice, seen=seen, key=key, reason=reason, settles=settles
    )


def told(kind, value="people"):
    return {row.person.name: row.params[value] for row in Notice.objects.filter(kind=kind)}


@pytest.mark.django_db
def test_the_second_of_two_who_agree_makes_the_decision_and_both_words_are_kept(world):
    answer = result(world)
    services.raise_dispute(answer=answer, by=world.vik, words="It does cost that.")
    Notice.objects.all().delete()
    first = say(answer, world.rosa, Choice.CORRECT, reason="It says 14.50.")
    assert isinstance(first, Vote)
    assert not grade_of(answer).decided_by_person
    assert QueueEntry.objects.get(answer=answer).needs == 1
    say(answer, world.ada, Choice.CORRECT, reason="Same fare.")
    assert told("dispute_settled", "who") == {"Vik": "Rosa, Ada"}
    assert Notice.objects.count() == 1
    assert "Rosa, Ada settled" in sentence(Notice.objects.get())
    grade = grade_of(answer)
    assert (grade.label, grade.decided_by_person) == (Label.CORRECT, True)
    assert grade.current.evidence["votes"] == list(
        Vote.objects.order_by("pk").values_list("pk", flat=True)
    )
    assert not QueueEntry.objects.exists()
    html = page(client_for(world.vik).get(url("item", answer.pk)))
    assert "It says 14.50." in html
    assert "Same fare." in html


@pytest.mark.django_db
def test_two_who_differ_decide_nothing_until_somebody_settles_it_with_both_reasons_kept(world):
    answer = result(world)
    with CaptureQueriesContext(connection) as queries:
        say(answer, world.rosa, Choice.CORRECT, reason="The fare is right.")
    # How the set is judged is read once, and holds for the vote and the queue.
    assert sum('FROM "reviews_queuesetting"' in query["sql"] for query in queries) == 1
    assert not Notice.objects.exists()
    say(answer, world.ada, Choice.NO_ANSWER, reason="It evades.")
    # Also whoever spoke last: they did not know that it differs.
    assert told("words_differ") == {"Ada": "Rosa, Ada", "Rosa": "Rosa, Ada"}
    assert not grade_of(answer).decided_by_person
    assert "reviewers_differ" in QueueEntry.objects.get(answer=answer).reasons
    html = page(client_for(world.stella).get(url("item", answer.pk)))
    assert "The fare is right." in html
    assert "It evades." in html
    settled = say(answer, world.stella, Choice.NO_ANSWER, settles=True, reason="Ada has it.")
    assert isinstance(settled, Assessment)
    assert grade_of(answer).label is Label.NO_ANSWER
    assert told("words_settled", "outcome") == {"Ada": "no_answer", "Rosa": "no_answer"}
    assert sentence(Notice.objects.filter(kind="words_settled").first()).endswith(": No answer.")
    assert len(settled.evidence["votes"]) == 2
    html = page(client_for(world.vik).get(url("item", answer.pk)))
    assert "The fare is right." in html
    assert not Flag.objects.filter(answer=answer, resolved_at=None).exists()


@pytest.mark.django_db
def test_not_even_the_admin_lists_what_is_sealed(world):
    """A superuser may be one of the two."""
    answer = result(world)
    root = client_for(person("Root", is_staff=True, is_superuser=True))

    def listed(model):
        return root.get(reverse(f"admin:{model}_changelist")).context["cl"].result_count

    say(answer, world.ada, Choice.CANNOT_DECIDE)
    say(answer, world.rosa, Choice.CORRECT)
    claims.hold(answer=answer, by=world.vik)
    comment(
        workspace=world.acme, record=answer, text=MARKER, by=world.rosa, key="k", path="/",
        about="a result",
    )  # fmt: skip
    models = ("reviews_vote", "core_comment", "reviews_claim")
    assert [listed(model) for model in models] == [0, 0, 0]
    entry = reverse("admin:reviews_queueentry_change", args=[QueueEntry.objects.get().pk])
    assert "field-needs" not in root.get(entry).content.decode()
    say(answer, world.ada, Choice.INCORRECT, key="second")
    assert [listed(model) for model in models] == [3, 1, 1]


@pytest.mark.django_db
def test_who_meant_to_vote_does_not_settle_what_two_others_differ_in(world):
    answer = result(world)
    say(answer, world.rosa, Choice.CORRECT)
    say(answer, world.ada, Choice.INCORRECT)
    with pytest.raises(VotesDiffer):
        say(answer, world.stella, Choice.CORRECT)
    response = client_for(world.stella).post(
        url("decide", answer.pk),
        {"choice": "correct", "reason": "My own words.", "seen": history(answer)[0].pk,
         "key": "6f2b6a2e-6a0f-4f9a-9f25-0d6a57f0a111"},
    )  # fmt: skip
    assert response.status_code == 409
    assert "My own words." in page(response)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("other", "decided"), [(Choice.CORRECT, True), (Choice.NO_ANSWER, False)])
def test_two_votes_in_the_same_instant_are_two_rows_and_the_right_state(
    committed_world, other, decided
):
    answer = result(committed_world)
    wishes = [(committed_world.rosa, Choice.CORRECT), (committed_world.ada, other)]
    at_once(lambda wish: say(answer, *wish), wishes)
    assert Vote.objects.count() == 2
    assert grade_of(answer).decided_by_person is decided
    differ = Flag.objects.filter(reason="reviewers_differ", resolved_at=None)
    assert differ.exists() is not decided


@pytest.mark.django_db(transaction=True)
def test_the_same_vote_sent_twice_at_once_is_one_row_and_the_same_answer(committed_world):
    answer = result(committed_world)
    made = at_once(lambda _n: say(answer, committed_world.rosa, Choice.CORRECT).pk, range(6))
    assert len(set(made)) == 1
    assert Vote.objects.count() == 1


def everything(client, answer):
    """What a person can fetch of the workspace, without what differs at every request."""
    numbers = {
        "int": answer.pk, "run": answer.run_id, "version": answer.run.version_id,
        "set": answer.run.version.test_set_id,
    }  # fmt: skip
    found = {}
    for known in workspace_pages():
        keys = [key for key, kind in known.converters.items() if kind == "int"]
        for number in set(numbers.values()) if keys else {0}:
            address = known.url("acme", **dict.fromkeys(keys, number))
            response = client.get(address)
            parts = response.streaming_content if response.streaming else [response.content]
            found[address] = _same(b"".join(parts))
    for address in ("/review/", "/notices/", "/w/", "/"):
        found[address] = _same(client.get(address).content)
    return found


def _same(body):
    if body.startswith(b"PK"):  # a workbook, which also holds when it was made
        book = zipfile.ZipFile(io.BytesIO(body))
        body = b"".join(book.read(name) for name in book.namelist() if "docProps" not in name)
    text = body.decode("utf-8", "replace")
    text = re.sub(
        r'name="csrfmiddlewaretoken" value="\w+"|name="as_of" value="[^"]+"|"X-CSRFToken": "\w+"',
        "",
        text,
    )
    return re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}", "", text)


@pytest.mark.django_db
@pytest.mark.parametrize("who", ["ada", "vik", "stella"])
def test_nothing_that_anybody_else_can_fetch_changes_when_the_first_of_two_has_voted(world, who):
    """Blinded: page, list, counter, history, comments, trail, exports, the source of each page."""
    answer = result(world)
    client = client_for(getattr(world, who))
    before = everything(client, answer)
    say(answer, world.rosa, Choice.TEST_WRONG, reason=MARKER)
    after = everything(client, answer)
    assert [address for address in before if before[address] != after[address]] == []
    assert [address for address, text in after.items() if MARKER in text] == []


@pytest.mark.django_db
def test_the_voter_sees_the_own_word_and_is_not_sent_there_again(world):
    answer = result(world)
    say(answer, world.rosa, Choice.CORRECT, reason=MARKER)
    client = client_for(world.rosa)
    html = page(client.get(url("item", answer.pk)))
    assert "You have judged this result" in html
    assert MARKER in html
    assert "waits for another person’s word" in page(
        client.get(url("index") + f"?decided={answer.pk}")
    )
    assert "You have judged it" in page(client.get(url("index")))
    assert "You have judged it" not in page(client_for(world.ada).get(url("index")))
    assert claims.claim_next(workspace=world.acme, by=world.rosa) is None
    assert claims.claim_next(workspace=world.acme, by=world.ada) == answer.pk


@pytest.mark.django_db
def test_until_the_other_has_judged_a_word_can_be_taken_for_another(world):
    answer = result(world)
    say(answer, world.rosa, Choice.INCORRECT, reason="A slip.")
    say(answer, world.rosa, Choice.CORRECT, key="second", reason="Meant this.")
    assert not grade_of(answer).decided_by_person
    say(answer, world.ada, Choice.CORRECT)
    assert grade_of(answer).label is Label.CORRECT
    html = page(client_for(world.vik).get(url("item", answer.pk)))
    assert "Rosa, Ada" in html


@pytest.mark.django_db
def test_who_cannot_decide_leaves_the_place_to_a_third(world):
    answer = result(world)
    say(answer, world.rosa, Choice.CANNOT_DECIDE)
    assert QueueEntry.objects.get(answer=answer).needs == 2
    assert claims.claim_next(workspace=world.acme, by=world.rosa) is None
    say(answer, world.ada, Choice.CORRECT)
    say(answer, world.stella, Choice.CORRECT)
    assert grade_of(answer).label is Label.CORRECT


@pytest.mark.django_db
def test_a_vote_on_what_is_graded_anew_does_not_count(world):
    answer = result(world)
    say(answer, world.rosa, Choice.CORRECT)
    version = grader_version(Scripted(lambda _case: says(Label.CORRECT), settings="2"))
    record_automated(
        answer=answer, version=version, outcome=says(Label.CORRECT, flags=UNSURE), attempt=1
    )
    say(answer, world.ada, Choice.CORRECT)
    assert not grade_of(answer).decided_by_person
    say(answer, world.rosa, Choice.CORRECT, key="again")
    assert grade_of(answer).decided_by_person


@pytest.mark.django_db
def test_after_a_withdrawal_two_people_judge_again(world):
    answer = result(world)
    say(answer, world.rosa, Choice.CORRECT)
    say(answer, world.ada, Choice.CORRECT)
    services.withdraw(answer=answer, by=world.ada, seen=history(answer)[0].pk, key="w")
    assert QueueEntry.objects.get(answer=answer).needs == 2
    assert isinstance(say(answer, world.rosa, Choice.NO_ANSWER, key="second"), Vote)


@pytest.mark.django_db
def test_a_decision_that_is_disputed_is_looked_at_by_one_person(world):
    answer = result(world)
    say(answer, world.rosa, Choice.CORRECT)
    say(answer, world.ada, Choice.CORRECT)
    services.raise_dispute(answer=answer, by=world.vik, words="No.")
    assert QueueEntry.objects.get(answer=answer).needs == 1
    assert isinstance(say(answer, world.ada, Choice.CONFIRM, key="d"), Assessment)


@pytest.mark.django_db
def test_a_set_goes_back_to_one_person_only_when_nothing_is_half_judged(world):
    answer = result(world)
    say(answer, world.rosa, Choice.CORRECT)
    test_set = answer.run.version.test_set
    with pytest.raises(VotesWaiting):
        change_setting(test_set=test_set, wanted=Setting(), by=world.ada)
    form = client_for(world.ada).post(url("setting", test_set.pk), {"reviewers": "1"})
    assert form.status_code == 422
    say(answer, world.ada, Choice.CORRECT)
    change_setting(test_set=test_set, wanted=Setting(), by=world.ada)


@pytest.mark.django_db
def test_votes_are_written_once(world, raw_sql):
    say(result(world), world.rosa, Choice.CORRECT)
    for statement in ("UPDATE reviews_vote SET reason = ''", "DELETE FROM reviews_vote"):
        with pytest.raises(DatabaseError, match="written once"), transaction.atomic():
            raw_sql(statement)


# --- the machine's grade, hidden until a person has judged ---


@pytest.fixture
def hidden(world):
    answer = one_flagged(world.acme)
    two_apart(answer.run.version.test_set, world.ada, hide_grade=True)
    return answer


@pytest.mark.django_db
def test_the_hidden_grade_stands_on_no_page_of_reviewing(world, hidden):
    client = client_for(world.rosa)
    html = page(client.get(url("item", hidden.pk)))
    assert "Hidden until you have judged." in html
    for words in ("Because.", "95%", "Missing", "Confirm", "not confident"):
        assert words not in html
    listed = page(client.get(url("index")))
    assert "Grader not confident" not in listed
    assert "95%" not in listed
    assert client.get(url("index")).context_data["total"] == 1


@pytest.mark.django_db
@pytest.mark.parametrize(
    "query", ["?label=incorrect", "?reason=grader_not_confident", "?sure=sure"]
)
def test_no_filter_and_no_count_tells_a_hidden_grade(world, hidden, query):
    response = client_for(world.rosa).get(url("index") + query)
    assert response.context_data["matching"] == 0
    offered = {
        words for select in response.context_data["selects"] for _value, words, _on in select.options
        if select.name in ("label", "reason", "sure")
    }  # fmt: skip
    assert not [words for words in offered if "(1)" in words]


@pytest.mark.django_db
def test_a_hidden_grade_can_neither_be_confirmed_nor_felt_by_asking_for_a_reason(world, hidden):
    with pytest.raises(NothingToConfirm):
        say(hidden, world.rosa, Choice.CONFIRM)
    vote = say(hidden, world.rosa, Choice.CORRECT, reason="")
    assert vote.machine_seen is False


@pytest.mark.django_db
def test_whether_the_grade_was_seen_is_recorded_with_the_decision(world, hidden):
    client = client_for(world.rosa)
    client.post(url("reveal", hidden.pk))
    assert "Because." in page(client.get(url("item", hidden.pk)))
    assert "Because." not in page(client_for(world.ada).get(url("item", hidden.pk)))
    assert say(hidden, world.rosa, Choice.CORRECT).machine_seen is True
    assert say(hidden, world.ada, Choice.CORRECT, reason="").machine_seen is False
    assert grade_of(hidden).current.evidence["machine_seen"] is False


@pytest.mark.django_db
def test_a_word_given_after_the_own_vote_showed_the_grade_says_that_it_was_seen(world, hidden):
    assert say(hidden, world.rosa, Choice.CORRECT, reason="").machine_seen is False
    assert say(hidden, world.rosa, Choice.PARTLY, key="again").machine_seen is True


@pytest.mark.django_db
def test_who_cannot_decide_does_not_tell_in_the_trail_that_another_has_judged(world):
    answer = result(world)
    say(answer, world.rosa, Choice.CANNOT_DECIDE, reason=MARKER)
    say(answer, world.stella, Choice.CORRECT)
    assert MARKER not in page(client_for(world.ada).get("/w/acme/trail/"))


# --- how far they agree ---


@pytest.mark.django_db
def test_agreement_counts_only_what_both_have_judged_and_lists_what_they_differ_in(world):
    run = flagged_run(world.acme, [f"{WRONG} {n}" for n in range(4)])
    two_apart(run.version.test_set, world.ada)
    one, two, three, four = run.answers.order_by("pk")
    for answer in (one, two, three, four):
        say(answer, world.rosa, Choice.CORRECT, reason="Rosa’s reason")
    for answer, choice in ((one, Choice.CORRECT), (two, Choice.CORRECT), (three, Choice.NO_ANSWER)):
        say(answer, world.ada, choice, reason="Ada’s reason")
    (found,) = agreement_of(world.acme)
    assert (found.figures.pairs, found.figures.same) == (3, 2)
    assert [row.answer for row in found.differing] == [three.pk]
    html = page(client_for(world.vik).get(url("agreement")))
    assert "2 of 3" in html
    assert "Rosa’s reason" in html
    assert "Ada’s reason" in html


@pytest.mark.django_db
def test_agreement_with_one_category_says_that_kappa_is_not_computable(world):
    answer = result(world)
    say(answer, world.rosa, Choice.CORRECT)
    say(answer, world.ada, Choice.CORRECT)
    assert "not computable" in page(client_for(world.vik).get(url("agreement")))


@pytest.mark.django_db
def test_a_lease_that_runs_out_while_typing_loses_nothing(world):
    """Must hold with votes too: A opens, the lease ends, B votes, A votes: two rows, agreed."""
    answer, now = result(world), timezone.now()
    claims.hold(answer=answer, by=world.rosa, now=now - timedelta(minutes=9))
    say(answer, world.ada, Choice.CORRECT)
    say(answer, world.rosa, Choice.CORRECT, reason="Typed slowly.")
    assert Vote.objects.filter(reason="Typed slowly.").exists()
    assert grade_of(answer).decided_by_person
