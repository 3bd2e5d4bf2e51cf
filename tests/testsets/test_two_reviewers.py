"""Two people sign a question off, each apart from the other, and what comes of their words."""

import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from io import BytesIO
from itertools import product
from threading import Barrier
from uuid import uuid4
from zipfile import ZipFile, is_zipfile

import pytest
from django.core import mail
from django.db import IntegrityError, connection, transaction
from django.urls import NoReverseMatch, get_resolver, reverse
from django.utils import timezone

from core.bulk import Row, carrying
from core.comments import comment
from core.errors import Conflict, DomainError
from core.models import Membership, Notice, User
from core.notices.mailing import send_waiting
from core.notices.wording import sentence
from tests.guards.urls import workspace_pages
from tests.testsets.samples import stored_passage, stored_source
from tests.testsets.test_signing import worded
from tests.world import assign_experts, client_for, person
from testsets import acting, counting, listing, neighbours, selectors, services
from testsets.agreeing import agreement_of
from testsets.freezing import NotReady, approve_version
from testsets.indexing import catch_up
from testsets.marking import mark_question
from testsets.models import IndexedQuestion, Question, SignOff
from testsets.signing import blinded_to, standings, visible_to
from testsets.signing_off import Stale, choose_reviewers, sign_off, withdraw
from testsets.wishes import Wish

APPROVED, CHANGES = SignOff.Decision.APPROVED, SignOff.Decision.CHANGES
REASON = "ZEBRA-FARES-DIFFER"
NAME = "Quillon"


def prepared(world, texts=("How much is a ticket?",)):
    """A set that two people sign off, written by Ada; Rosa and Quillon are its experts."""
    stored_source(world.acme)
    test_set = services.create_test_set(workspace=world.acme, name="Ferry", by=world.ada)
    quillon = person(NAME)
    Membership.objects.create(workspace=world.acme, user=quillon, role="expert")
    assign_experts(test_set)
    passage = stored_passage("24 euros")
    for text in texts:
        services.add_question(
            test_set=test_set, content=worded(text), passage=passage, by=world.ada
        )
    choose_reviewers(test_set=test_set, reviewers=2, by=world.ada)
    catch_up(test_set)
    return test_set, selectors.questions(test_set), quillon


@pytest.fixture
def two(world):
    return prepared(world)


def say(question, by, decision=APPROVED, **given):
    return sign_off(question=question, decision=decision, by=by, **given)


def state(question, reader=None):
    question = Question.objects.get(pk=question.pk)
    catch_up(question.test_set)
    stands = standings([question], reader=reader)[question.pk].state
    row = IndexedQuestion.objects.get(question=question)
    indexed = row.sign_off_for.get(str(reader.pk), row.sign_off) if reader else row.sign_off
    assert indexed == stands, "lists and pages tell the same"
    return stands


def at_once(calls):
    """All calls together, each in a thread of its own; what each gave or was refused with."""
    gate = Barrier(len(calls))

    def go(call):
        try:
            gate.wait()
            return call()
        except DomainError as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(go, calls))


@pytest.mark.parametrize(
    ("first", "second", "ends"),
    [
        ("approved", "approved", "signed"),
        ("changes", "changes", "changes"),
        ("approved", "changes", "differ"),
    ],
)
def test_two_words_decide_and_one_alone_does_not(world, two, first, second, ends):
    test_set, (question,), quillon = two
    say(question, quillon, SignOff.Decision(first), reason="Because.")
    assert (state(question), state(question, quillon), state(question, world.rosa)) == (
        "open", "half", "open",
    )  # fmt: skip

    say(question, world.rosa, SignOff.Decision(second), reason="So it is.")

    assert {state(question, who) for who in (None, quillon, world.rosa, world.ada)} == {ends}
    assert counting.numbers(test_set).signed == (ends == "signed")


@pytest.mark.django_db(transaction=True)
def test_two_votes_in_the_same_instant_are_two_rows_and_the_right_state(committed_world):
    world = committed_world
    _test_set, questions, quillon = prepared(world, [f"How much is ticket {n}?" for n in range(4)])
    for question in questions:
        made = at_once([lambda q=question: say(q, quillon), lambda q=question: say(q, world.rosa)])
        assert {word.by_id for word in made} == {quillon.pk, world.rosa.pk}
        assert SignOff.objects.filter(question=question).count() == 2
        assert state(question) == "signed"


@pytest.mark.django_db(transaction=True)
def test_the_same_post_twice_is_one_row_and_the_same_answer(committed_world):
    _test_set, (question, _other), quillon = prepared(
        committed_world, ["How much is a ticket?", "What does the ferry cost?"]
    )
    (digest,) = {one.digest for one in standings([question], reader=None).values()}
    url = reverse("testsets:sign", args=["acme", question.pk])
    sent = {"decision": "approved", "seen": digest, "uid": question.uid, "key": "k", "reason": ""}
    clients = [client_for(quillon) for _n in range(4)]
    answers = at_once([lambda c=client: c.post(url, sent) for client in clients])

    assert {answer.status_code for answer in answers} == {302}
    assert len({answer.headers["Location"] for answer in answers}) == 1
    assert SignOff.objects.count() == 1
    with pytest.raises(IntegrityError), transaction.atomic():
        SignOff.objects.create(
            question=question, digest=digest, decision=APPROVED, by=quillon, by_name="x",
            key=SignOff.objects.get().key, at=timezone.now(),
        )  # fmt: skip


def everything_fetched(client, test_set, question, parts=("",), kinds=({},)):
    """What every address of these parts of the portal gives this person, files unpacked."""
    urls = {
        page.url("acme", pk=pk)
        for page in workspace_pages()
        for pk in (test_set.pk, question.pk)
        if page.name.startswith(parts)
    }
    for name in get_resolver().reverse_dict:
        if isinstance(name, str):
            with suppress(NoReverseMatch):
                urls.add(reverse(name))
    detail = reverse("testsets:detail", args=["acme", test_set.pk])
    urls |= {
        f"{detail}?sign_off={state}" for state in ("signed", "changes", "half", "void", "open")
    }
    trail = reverse("core:trail", args=["acme"])
    urls |= {f"{trail}?kind=sign_offs", f"{trail}?kind=comments", reverse("core:notices")}
    found = {}
    for url, headers in product(sorted(urls), kinds):
        answer = client.get(url, headers=headers)
        body = b"".join(answer.streaming_content) if answer.streaming else answer.content
        if is_zipfile(BytesIO(body)):
            packed = ZipFile(BytesIO(body))
            body = b"".join(packed.read(name) for name in packed.namelist())
        if answer.status_code == 200:
            found[f"{url} {headers}"] = re.sub(
                "<option.*?</option>", "", body.decode(errors="replace")
            )
    return found


def test_nothing_that_others_can_fetch_tells_of_the_firsts_word(world, two):
    """Must-pass 4: every page, list, count, history, comment, export, notice and mail."""
    test_set, (question,), quillon = two
    User.objects.filter(pk=world.stella.pk).update(is_superuser=True)
    comment(
        workspace=world.acme, record=question, text=f"{REASON} as I said", by=quillon, key="c",
        path=reverse("testsets:history", args=["acme", question.pk]), about=question.text,
        test_set=test_set.pk, blinded=True,
    )  # fmt: skip
    say(question, quillon, CHANGES, reason=REASON)
    send_waiting()

    rosa, stella = client_for(world.rosa), client_for(world.stella)
    fetched = everything_fetched(rosa, test_set, question)
    ours = ("testsets:", "core:")
    fetched |= everything_fetched(rosa, test_set, question, ours, [{"HX-Request": "true"}])
    assert len(fetched) > 40
    assert [url for url, body in fetched.items() if REASON in body] == []
    # Who belongs to the workspace stands there, and among the choices, whatever they did.
    listed = tuple(reverse(f"core:{name}", args=["acme"]) for name in ("trail", "members"))
    assert [
        url for url, body in fetched.items() if NAME in body and not url.startswith(listed)
    ] == []
    assert all("Asked for changes" not in body for body in fetched.values())
    for_staff = everything_fetched(stella, test_set, question, ours)
    assert [url for url, body in for_staff.items() if REASON in body] == []
    assert (
        "0 sign offs" in stella.get(reverse("admin:testsets_signoff_changelist")).content.decode()
    )
    assert mail.outbox == []
    assert not Notice.objects.exists()

    # The same search finds it in many places once Rosa has said her word.
    say(question, world.rosa, CHANGES, reason="Seen.")
    opened = everything_fetched(rosa, test_set, question, ours)
    assert sum(REASON in body for body in opened.values()) >= 5
    assert (
        "2 sign offs" in stella.get(reverse("admin:testsets_signoff_changelist")).content.decode()
    )


def test_what_lists_and_pages_show_is_the_same_whether_or_not_the_first_has_decided(world, two):
    """Not even that there is a word: the page of the second is the same, byte for byte but tokens."""
    test_set, (question,), quillon = two
    client = client_for(world.rosa)
    urls = [
        reverse(f"testsets:{name}", args=["acme", pk])
        for name, pk in (
            ("detail", test_set.pk), ("sign", question.pk), ("history", question.pk),
            ("comments", question.pk),
        )
    ]  # fmt: skip

    def shown():
        pages = [client.get(url).content.decode() for url in urls]
        return [
            [
                line
                for line in page.splitlines()
                if not re.search('csrf|name="key"|name="as_of"', line, re.IGNORECASE)
            ]
            for page in pages
        ]

    client.get(urls[0])
    before = shown()
    word = say(question, quillon)
    assert shown() == before
    withdraw(word=word, by=quillon)
    assert shown() == before


def test_the_first_sees_their_own_word_and_is_not_asked_again(world, two):
    test_set, (question,), quillon = two
    say(question, quillon, CHANGES, reason=REASON)
    page = client_for(quillon).get(reverse("testsets:sign", args=["acme", question.pk]))

    assert REASON in page.content.decode()
    assert neighbours.next_waiting(test_set, reader=quillon) is None
    assert neighbours.next_waiting(test_set, reader=world.rosa) == question.pk
    assert counting.numbers(test_set, reader=quillon).waiting == 0
    assert counting.numbers(test_set, reader=world.rosa).waiting == 1

    def keys(reader, wanted):
        return set(
            listing.in_draft(test_set, Wish(sign_off=wanted), reader=reader).values_list(
                "pk", flat=True
            )
        )

    assert keys(quillon, "half") == keys(world.rosa, "open") == {question.pk}
    assert keys(world.rosa, "half") == keys(quillon, "open") == set()
    # Where somebody has said what others do not see, a list by sign-off is never told from the counts.
    numbers = counting.numbers(test_set, reader=world.rosa)
    assert (numbers.left_by(Wish(sign_off="half")), numbers.left_by(Wish())) == (None, 1)
    address = reverse("testsets:detail", args=["acme", test_set.pk]) + "?sign_off=half"
    pages = [client_for(one).get(address).content.decode() for one in (quillon, world.rosa)]
    assert [f"question-{question.pk}" in page for page in pages] == [True, False]


def told(kind):
    return {notice.person.name for notice in Notice.objects.filter(kind=kind)}


def test_where_two_differ_one_of_them_or_an_owner_settles_with_a_reason(world, two):
    test_set, (question,), quillon = two
    olga, third = person("Olga"), person("Theo")
    for who, role in ((olga, "owner"), (third, "expert")):
        Membership.objects.create(workspace=world.acme, user=who, role=role)
    with pytest.raises(Conflict):
        say(question, olga, settles=True, reason="Early.")
    say(question, quillon, CHANGES, reason=REASON)
    assert not Notice.objects.exists()
    say(question, world.rosa)
    assert told("words_differ") == {"Ada", "Olga", "Quillon", "Rosa"}
    assert neighbours.next_waiting(test_set, reader=third) is None
    assert neighbours.next_waiting(test_set, reader=olga, settles=True) == question.pk
    with pytest.raises(DomainError, match="settles it"):
        say(question, third)
    with pytest.raises(Conflict):
        say(question, quillon)  # without settling
    with pytest.raises(DomainError, match="Say why"):
        say(question, olga, settles=True)

    settled = say(question, olga, settles=True, reason="The page says so.")

    assert state(question) == "signed"
    assert told("words_settled") == {"Quillon", "Rosa"}
    assert sentence(Notice.objects.filter(kind="words_settled").first()).endswith(": signed off.")
    page = client_for(world.rosa).get(reverse("testsets:sign", args=["acme", question.pk]))
    assert REASON in page.content.decode()
    assert "The page says so." in page.content.decode()
    withdraw(word=settled, by=olga)
    assert state(question) == "differ"
    assert Notice.objects.filter(kind="words_differ", person=world.rosa).count() == 2
    say(question, quillon, CHANGES, settles=True, reason="It is old.")
    assert state(question) == "changes"
    assert SignOff.objects.filter(question=question).count() == 5


def test_taking_a_word_back_is_a_record_and_only_while_nobody_else_has_decided(world, two):
    _test_set, (question,), quillon = two
    word = say(question, quillon)
    with pytest.raises(DomainError):
        withdraw(word=word, by=world.rosa)
    back = withdraw(word=word, by=quillon)
    assert withdraw(word=word, by=quillon) == back
    assert (back.decision, SignOff.objects.count()) == ("withdrawn", 2)
    assert state(question, quillon) == "open"

    again = say(question, quillon, CHANGES, reason="No.")
    assert state(question) == "open"
    say(question, world.rosa, CHANGES, reason="No!")
    assert state(question) == "changes"
    with pytest.raises(DomainError):
        withdraw(word=again, by=quillon)


def test_a_word_about_an_earlier_wording_stays_sealed_until_two_have_spoken(world, two):
    """Changing a character and changing it back must not be a way to look."""
    _test_set, (question,), quillon = two
    say(question, quillon, CHANGES, reason=REASON)
    services.edit_question(question=question, content=worded("How much is it?"), by=world.ada)
    question = selectors.question(world.acme, question.pk)
    said = list(SignOff.objects.all())
    assert visible_to(world.ada, said) == []
    assert state(question, world.rosa) == "open"
    assert state(question, quillon) == "void"

    services.edit_question(question=question, content=worded("How much is a ticket?"), by=world.ada)
    question = selectors.question(world.acme, question.pk)
    assert visible_to(world.ada, said) == []
    say(question, world.rosa, CHANGES, reason="Me too.")
    assert visible_to(world.ada, said) == said


def test_comments_are_apart_too_and_the_same_for_everybody(world, two):
    _test_set, (question,), quillon = two
    assert blinded_to(world.rosa, [question.pk]) == {question.pk}
    say(question, quillon)
    assert (
        blinded_to(quillon, [question.pk]) == blinded_to(world.ada, [question.pk]) == {question.pk}
    )
    say(question, world.rosa)
    assert blinded_to(world.rosa, [question.pk]) == frozenset()


def test_agreement_counts_only_words_that_were_said_apart(world):
    test_set, questions, quillon = prepared(world, [f"How much is ticket {n}?" for n in range(4)])
    for question in questions[:3]:
        say(question, quillon)
    assert agreement_of(test_set).pairs == 0  # the counts do not tell either
    say(questions[0], world.rosa)
    say(questions[1], world.rosa)
    say(questions[2], world.rosa, CHANGES, reason="No.")
    say(questions[2], world.rosa, settles=True, reason="Yes, after all.")

    found = agreement_of(test_set)

    assert (found.pairs, found.same, found.left_out) == (3, 2, 1)
    choose_reviewers(test_set=test_set, reviewers=1, by=world.ada)
    say(questions[3], quillon)
    later = timezone.now() + timedelta(seconds=1)
    choose_reviewers(test_set=test_set, reviewers=2, by=world.ada, now=later)
    say(questions[3], world.rosa, now=later + timedelta(seconds=1))  # after seeing Quillon's
    assert state(questions[3]) == "open"  # his word was said in the open, and is not one of two
    assert state(questions[3], world.rosa) == "half"
    assert agreement_of(test_set).pairs == 0


def test_a_version_is_signed_off_when_two_people_signed_every_question(world, two):
    test_set, (question,), quillon = two
    say(question, quillon)
    assert not approve_version(test_set=test_set, by=world.ada, despite="A test.").signed_off
    services.edit_question(question=question, content=worded("How much?"), by=world.ada)
    for who in (quillon, world.rosa):
        say(question, who)
    assert approve_version(test_set=test_set, by=world.ada, despite="A test.").signed_off


def test_a_pilot_freezes_only_so_many_questions_and_only_signed_off(world, two, monkeypatch):
    test_set, (question,), quillon = two
    world.acme.plan = "pilot"
    world.acme.save()
    test_set.refresh_from_db()
    with pytest.raises(NotReady, match="150 to 300"):
        approve_version(test_set=test_set, by=world.ada, despite="A test.")
    monkeypatch.setattr("testsets.freezing.PILOT_FEWEST", 1)
    with pytest.raises(NotReady, match="0 of 1"):
        approve_version(test_set=test_set, by=world.ada, despite="A test.")
    say(question, quillon)
    say(question, world.rosa)
    assert approve_version(test_set=test_set, by=world.ada, despite="A test.").signed_off


def test_one_character_voids_a_sign_off_and_both_are_told(world, two):
    """Must-pass 5."""
    test_set, (question,), quillon = two
    olga = person("Olga")
    Membership.objects.create(workspace=world.acme, user=olga, role="owner")
    say(question, quillon)
    say(question, world.rosa)
    services.edit_question(question=question, content=worded("How much is a ticket?"), by=world.ada)
    assert state(question) == "signed"
    assert not Notice.objects.exists()

    services.edit_question(
        question=question,
        content=worded("How much is a ticket?", expected_answer="24 euros!"),
        by=world.ada,
    )

    question = selectors.question(world.acme, question.pk)
    catch_up(test_set)
    assert state(question) == "void"
    told = Notice.objects.filter(kind="sign_off_void").values_list("person__name", "params__signer")
    assert set(told) == {
        (NAME, NAME), ("Rosa", "Rosa"), ("Olga", NAME), ("Olga", "Rosa"),
    }  # fmt: skip


def test_who_changes_a_half_signed_question_is_not_told_that_it_was(world, two):
    _test_set, (question,), quillon = two
    say(question, quillon)
    services.edit_question(question=question, content=worded("How much is it?"), by=world.ada)
    assert list(Notice.objects.values_list("person__name", flat=True)) == [NAME]


def test_marks_void_a_sign_off_but_make_nobody_an_author(world, two):
    test_set, (question,), quillon = two
    say(question, quillon)
    digest = standings([question], reader=None)[question.pk].digest
    mark_question(question=question, mark="critical", on=True, by=world.stella, seen=digest)
    with pytest.raises(Stale):
        mark_question(question=question, mark="control", on=True, by=world.stella, seen=digest)
    catch_up(test_set)
    assert state(question, quillon) == "void" or True
    assert state(question, quillon) == "void"
    assert state(question, world.rosa) == "open"
    say(question, world.stella)


def test_what_one_of_two_sends_back_in_bulk_is_sealed_as_well(world, two):
    test_set, (question,), quillon = two
    for who, states in ((quillon, ("open", "half")), (world.rosa, ("changes", "changes"))):
        digest = standings([question], reader=None)[question.pk].digest
        action = carrying.start(
            workspace=world.acme, record=acting.RECORD, action=acting.SEND_BACK,
            rows=[Row(question.pk, digest)], by=who, key=uuid4(), back="/", task=acting.TASK,
            values={"reason": REASON}, test_set=test_set.pk,
        )  # fmt: skip
        acting.act(action.pk)
        row = IndexedQuestion.objects.get(question=question)
        assert row.sign_off == states[0]
        assert state(question, quillon) == states[1]
        outcome = reverse("testsets:bulk_outcome", args=["acme", action.pk])
        assert client_for(world.ada).get(outcome).status_code == 404
        told = Notice.objects.filter(kind="sent_back", person=world.ada)
        assert told.exists() == (who == world.rosa)
