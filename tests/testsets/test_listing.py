"""Long lists of questions: narrowed, numbered and paged in the database."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.testsets.samples import stored_passage, stored_source
from tests.world import client_for
from testsets import counting, indexing, listing, services
from testsets.evidence import frozen_content, question_digest
from testsets.freezing import approve_version
from testsets.kinds import SIGN_OFFS, Kind, kind_of
from testsets.models import (
    CheckedQuestion,
    IndexedQuestion,
    OutdatedMark,
    Question,
    SignOff,
    TestSet,
)
from testsets.question_text import NewFact, QuestionText
from testsets.signing_off import sign_off
from testsets.tasks import index_questions
from testsets.values import QuestionType
from testsets.wishes import Wish


@pytest.fixture
def source(world):
    return stored_source(world.acme)


@pytest.fixture
def test_set(world, source):
    return services.create_test_set(workspace=world.acme, name="Ferry", by=world.ada)


def added(test_set, by, text, *, type=QuestionType.DIRECT, about="24 euros", **changes):
    fact = changes.pop("fact", "24 euros per person")
    content = QuestionText(
        text=text, type=type, facts=[NewFact(fact, changes.pop("value", ""))],
        expected_answer=changes.pop("answer", "A return ticket costs 24 euros per person."),
        **{"language": "en", **changes},
    )  # fmt: skip
    passage = stored_passage(about) if about else None
    return services.add_question(test_set=test_set, content=content, passage=passage, by=by)


@pytest.fixture
def five(world, test_set):
    """Five questions, each special in its way."""
    return [
        added(test_set, world.ada, "How much is a return ticket?", value="24 euros",
              type=QuestionType.EXACT_VALUE, topic="fares"),
        added(test_set, world.ada, "Can I take my dog on board?", type=QuestionType.YES_NO,
              about="dogs are welcome", fact="dogs are welcome on the car deck", critical=True,
              answer="Yes, dogs are welcome on the car deck."),
        added(test_set, world.ada, "What does this document say about bicycles?",
              about="A bicycle costs", fact="A bicycle costs 6 euros each way"),
        added(test_set, world.ada, "¿Cuánto cuesta el billete?", language="es", control=True),
        added(test_set, world.ada, "Who painted the ferry?", about="", fact="Nobody knows"),
    ]  # fmt: skip


def listed(test_set, **wish):
    """What reading the questions leaves; their index alone says the same, where it says anything."""
    wish = Wish(**wish)
    numbers = counting.caught_up(test_set)
    rows = list(listing.in_draft(test_set, wish))
    assert numbers.left_by(wish) == (len(rows) if wish.by_index else None)
    if wish.by_index:
        assert list(numbers.keys(test_set, wish)) == [row.pk for row in rows]
    return [row.text[:12] for row in rows]


@pytest.mark.parametrize(
    ("wish", "left"),
    [
        ({}, [0, 1, 2, 3, 4]),
        ({"type": "yes_no"}, [1]),
        ({"type": "read"}, [0, 1]),
        ({"type": "find"}, [2, 3, 4]),
        ({"language": "es"}, [3]),
        ({"topic": "fares"}, [0]),
        ({"document": "luggage.html"}, [2]),
        ({"q": "DOG"}, [1]),
        ({"q": "ticket much"}, [0]),
        ({"q": "100%"}, []),
        ({"only": ("critical",)}, [1]),
        ({"only": ("control",)}, [3]),
        ({"only": ("development", "exact")}, [0]),
        ({"only": ("yes",)}, [1]),
        ({"only": ("no",)}, []),
        ({"only": ("bare",)}, [4]),
        ({"sign_off": "open"}, [0, 1, 2, 3, 4]),
        ({"sign_off": "signed"}, []),
        ({"sign_off": "waiting", "language": "en", "only": ("control",)}, []),
        ({"sign_off": "waiting", "type": "read", "only": ("development", "exact")}, [0]),
    ],
)
def test_a_list_is_narrowed_to_what_is_asked_for(test_set, five, wish, left):
    assert listed(test_set, **wish) == [five[number].text[:12] for number in left]


def test_warnings_are_what_the_checks_say_of_the_wording(world, test_set, five):
    assert five[2].text[:12] in listed(test_set, only=("warnings",))
    assert "points_at_source" in IndexedQuestion.objects.get(question=five[2]).warnings
    assert five[1].text[:12] not in listed(test_set, only=("warnings",))


def test_the_database_tells_the_kind_from_the_other_columns(test_set, five):
    indexing.catch_up(test_set)
    sign_offs = {row.pk: state for row, state in zip(five, SIGN_OFFS, strict=False)}
    for key, state in sign_offs.items():
        IndexedQuestion.objects.filter(question=key).update(sign_off=state)
    IndexedQuestion.objects.filter(question=five[4]).update(
        sign_off_for={"7": "half"}, contract=["x"]
    )

    for row in IndexedQuestion.objects.filter(test_set=test_set):
        flags = {
            "warnings": row.warnings, "bare": row.without_passage, "exact": row.exact,
            "contract": row.contract, "apart": row.sign_off_for,
        }  # fmt: skip
        held = frozenset(name for name, holds in flags.items() if holds)
        assert kind_of(row.kind) == Kind(sign_offs[row.question_id], row.side, held)
    there = IndexedQuestion.objects.get(question=five[4])
    assert there.kind == max(IndexedQuestion.objects.values_list("kind", flat=True))


def test_whatever_changes_a_question_takes_its_index_away(world, test_set, five):
    """By the database itself, so that no row of the index is ever counted for what is no longer so."""
    indexing.catch_up(test_set)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE testsets_question SET critical = true WHERE id = %s", [five[0].pk])
        cursor.execute(
            "UPDATE testsets_question SET position = position WHERE id = %s", [five[1].pk]
        )
    services.remove_question(question=five[2], by=world.ada)

    there = IndexedQuestion.objects.filter(test_set=test_set).values_list("question", flat=True)
    assert set(there) == {five[1].pk, five[3].pk, five[4].pk}
    found = counting.numbers(test_set)
    assert (found.total, found.behind, found.removed, found.critical) == (4, 1, 1, 2)
    assert found.left_by(Wish(only=("critical",))) is None
    indexing.index_questions([row.pk for row in five])
    found = counting.numbers(test_set)
    assert (found.behind, found.left_by(Wish(only=("critical",)))) == (0, 2)
    assert indexing.digests_in_order(test_set) == [
        question_digest(frozen_content(row)) for row in listing.in_draft(test_set)
    ]


def test_a_sign_off_moves_a_question_and_a_later_edit_moves_it_back(world, test_set, five):
    listed(test_set)
    sign_off(question=five[0], decision=SignOff.Decision.APPROVED, by=world.rosa)
    assert listed(test_set, sign_off="signed") == [five[0].text[:12]]
    assert five[0].text[:12] not in listed(test_set, sign_off="waiting")

    question = Question.objects.get(pk=five[0].pk)
    question.text = "How much is a return ticket now?"
    question.save()

    assert listed(test_set, sign_off="void") == [question.text[:12]]
    assert counting.numbers(test_set).waiting == 5


def test_wrong_is_what_the_newest_trial_of_the_present_wording_says(world, test_set, five):
    def tried(question, wrong, fingerprint, digest=None):
        CheckedQuestion.objects.create(
            question=question, digest=digest or question_digest(frozen_content(question)),
            grader="G", grader_fingerprint=fingerprint, outcomes=[], wrong=wrong, at=timezone.now(),
        )  # fmt: skip

    tried(five[0], 1, "1")
    tried(five[1], 1, "1")
    tried(five[1], 0, "2")
    tried(five[2], 3, "1", digest="of another wording")

    assert listed(test_set, only=("wrong",)) == [five[0].text[:12]]


def test_possibly_outdated_is_what_has_an_open_mark(test_set, five, source):
    OutdatedMark.objects.create(
        reading=source.readings.get(), question=five[1], kind="quotation_gone", address="a",
        before="b", state="s", at=timezone.now(),
    )  # fmt: skip

    assert listed(test_set, only=("outdated",)) == [five[1].text[:12]]


def test_numbers_count_the_whole_set(world, test_set, five):
    services.remove_question(question=five[4], by=world.ada)
    indexing.catch_up(test_set)
    found = counting.numbers(test_set)

    assert (found.total, found.removed, found.yes, found.no) == (4, 1, 1, 0)
    assert (found.critical, found.control, found.bare, found.behind) == (1, 1, 0, 0)
    assert sorted(found.kinds) == [
        ("direct", "en", 1), ("direct", "es", 1), ("exact_value", "en", 1), ("yes_no", "en", 1),
    ]  # fmt: skip


def test_a_narrowed_list_keeps_the_numbers_of_the_whole(world, test_set, five):
    services.remove_question(question=five[0], by=world.ada)
    page = client_for(world.vik).get(detail(test_set) + "?language=es").content.decode()

    assert "3. ¿Cuánto cuesta" in page
    assert "Can I take" not in page
    assert "1 of 4 questions" in page


def test_much_that_is_behind_is_left_to_the_background(world, test_set, five, monkeypatch):
    monkeypatch.setattr(indexing, "AT_ONCE", 2)
    queued = []
    monkeypatch.setattr(indexing, "enqueue", lambda *task: queued.append(task))

    page = client_for(world.ada).get(detail(test_set)).content.decode()
    assert "5 questions are still being looked at" in page
    assert queued == [("testsets.tasks.index_questions", test_set.pk)]

    index_questions(test_set.pk)
    assert not indexing.behind(test_set).exists()
    assert (
        "still being looked at" not in client_for(world.ada).get(detail(test_set)).content.decode()
    )


def detail(test_set):
    return reverse("testsets:detail", args=["acme", test_set.pk])


@pytest.mark.parametrize(
    "query", ["type=x&sign_off=y&only=z&language=%00", "q=%00", "page=99", "q=" + "x" * 999]
)
def test_nonsense_in_the_address_narrows_nothing(world, test_set, five, query):
    answer = client_for(world.vik).get(f"{detail(test_set)}?{query}")

    assert answer.status_code == 200
    assert "How much is a return ticket?" in answer.content.decode()


def test_the_pages_keep_what_the_list_is_narrowed_to(world, test_set):
    for number in range(30):
        added(test_set, world.ada, f"How much is ticket {number:02d}?", topic="fares & more")
    page = client_for(world.vik).get(detail(test_set) + "?topic=fares+%26+more").content.decode()
    assert "?topic=fares+%26+more&amp;page=2" in page

    late = client_for(world.vik).get(detail(test_set) + "?topic=fares+%26+more&page=9")
    assert "ticket 00?" in late.content.decode()


def test_pages_far_away_are_left_out_of_the_row_of_numbers(world, test_set):
    from testsets.paging import PER_PAGE, Page

    many = 800 * PER_PAGE
    page = Page(400, many)
    assert page.near == [1, None, 398, 399, 400, 401, 402, None, 800]
    assert Page(1, PER_PAGE + 1).near == [1, 2]
    assert Page(4, many).near == [1, 2, 3, 4, 5, 6, None, 800]


def test_a_version_is_narrowed_alike(world, test_set, five):
    version = approve_version(test_set=test_set, by=world.ada, despite="A test.")

    def left(**wish):
        return [row.text for row in listing.in_version(version, Wish(**wish))]

    assert left(type="read") == [five[0].text, five[1].text]
    assert left(document="luggage.html") == [five[2].text]
    assert left(only=("exact",)) == [five[0].text]
    assert left(only=("bare",)) == [five[4].text]
    assert left(q="dog") == [five[1].text]
    page = client_for(world.vik).get(
        reverse("testsets:version", args=["acme", version.pk]) + "?only=control"
    )
    assert "1 of 5 questions" in page.content.decode()
    assert "Can I take" not in page.content.decode()


def test_no_page_needs_more_queries_for_more_questions(world, test_set, five):
    approve_version(test_set=test_set, by=world.ada, despite="A test.")
    client = client_for(world.ada)
    addresses = [
        detail(test_set) + "?q=ferry&only=bare",
        reverse("testsets:version", args=["acme", test_set.versions.get().pk]),
        reverse("testsets:index", args=["acme"]),
        reverse("testsets:sign", args=["acme", five[2].pk]),
    ]

    def counted():
        found = []
        for address in addresses:
            client.get(address)
            with CaptureQueriesContext(connection) as queries:
                client.get(address)
            found.append(len(queries))
        return found

    few = counted()
    for number in range(7):
        added(test_set, world.ada, f"Who owns ferry {number}?", about="", fact="Nobody")
    TestSet.objects.get(pk=test_set.pk)
    approve_version(test_set=test_set, by=world.ada, despite="A test.")
    assert counted() == few
