"""Which passages say nearly the same as an earlier one, and which only look like it."""

import random
import tracemalloc

import pytest

from sources.reading.similarity import Said, Seen, jaccard, keys_of, near_duplicates

LONG = (
    "The harbour ferry leaves the northern quay every hour of the day and needs a little less than "
    "half an hour for the crossing. Bicycles travel free when there is room on the lower deck, dogs "
    "stay on a lead, and whoever has a return ticket may come back on any later boat of that day. "
    "A crossing costs 12 euros for adults and 5 euros for children. You may smoke on the upper deck."
)


def differing(old: str, new: str, text: str = LONG) -> bool:
    assert text.count(old) == 1
    return near_duplicates(Said(text), Said(text.replace(old, new)))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a little less than", "somewhat less than"),
        ("day. A", "day.\n\nA"),
        ("free when", "free, when"),
        ("Bicycles travel", "BICYCLES TRAVEL"),
        ("You may smoke on the upper deck.", "You may smoke on the upper deck. Thank you."),
    ],
)
def test_a_paragraph_that_differs_in_nothing_that_matters_is_a_near_duplicate(old: str, new: str):
    assert differing(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("costs 12 euros", "costs 14 euros"),
        ("5 euros for children", "5.50 euros for children"),
        ("on any later boat", "on any of 3 later boats"),
        ("You may smoke", "You may not smoke"),
        ("travel free", "don't travel free"),
        ("when there is room", "only when there is room"),
        ("the northern quay", "the Northern quay of Malmö"),
        (
            "dogs stay on a lead, and whoever",
            "dogs are sent below to a cabin of their own. Whoever",
        ),
    ],
)
def test_another_number_name_or_negation_is_another_fact(old: str, new: str):
    assert not differing(old, new)


def test_two_numbers_that_change_places_are_no_near_duplicate():
    swapped = LONG.replace("12 euros", "x").replace("5 euros", "12 euros").replace("x", "5 euros")
    assert not near_duplicates(Said(LONG), Said(swapped))


def test_the_sentence_about_another_town_is_another_fact():
    assert not differing("The harbour ferry leaves", "In Lund the harbour ferry leaves")


def test_a_short_passage_must_be_equal_but_for_signs_and_case():
    one = Said("Open from 9 to 17, Monday to Friday")
    assert near_duplicates(one, Said("Open from 9 to 17: Monday to Friday."))
    assert not near_duplicates(one, Said("Closed from 9 to 17, Monday to Friday"))


def test_a_short_passage_under_another_heading_is_another_fact():
    words = "Open from 9 to 17, Monday to Friday"
    assert not near_duplicates(Said(words, heading="Lund"), Said(words, heading="Malmö"))
    assert near_duplicates(Said(LONG, heading="Boats"), Said(LONG, heading="Ferries"))


def test_the_same_answer_to_another_question_is_another_fact():
    one, other = (Said(LONG, question=f"Can I {verb} a ticket?") for verb in ("buy", "sell"))
    assert not near_duplicates(one, other)
    assert near_duplicates(one, Said(LONG + " ", question="Can I buy a ticket"))


def test_scripts_without_spaces_are_compared_sign_by_sign():
    text = "渡し船は毎時間北の桟橋を出発し、二十分後に到着します。自転車は無料です。犬はつないでください。"
    assert near_duplicates(Said(text), Said(text.replace("してください", "して下さい")))
    assert not near_duplicates(Said(text), Said("まったく別の文章です。" * 4))


def paragraph(source: random.Random, length: int = 90) -> list[str]:
    return source.choices(
        [f"word{chr(97 + n % 26)}{chr(97 + n // 26)}" for n in range(600)], k=length
    )


def test_near_duplicates_are_found_among_thousands():
    source = random.Random(7)
    seen, texts = Seen(), [paragraph(source) for _ in range(3000)]
    for number, words in enumerate(texts):
        keys = keys_of(Said(" ".join(words)))
        assert seen.candidates(keys) == []
        seen.add(keys, number)
    found = alike = 0
    for number, words in enumerate(texts):
        changed = [*words]
        for place in source.sample(range(len(words)), source.choice([1, 2, 3])):
            changed[place] = "other"
        if jaccard(words, changed) < 0.8:
            continue
        alike += 1
        found += number in seen.candidates(keys_of(Said(" ".join(changed))))
    assert alike > 2000
    assert found >= 0.99 * alike


def test_memory_does_not_grow_with_the_passages():
    source, seen = random.Random(7), Seen()
    tracemalloc.start()
    for number in range(1000):
        seen.add(keys_of(Said(" ".join(paragraph(source, 40)))), number)
    before = tracemalloc.get_traced_memory()[0]
    for number in range(1000, 5000):
        seen.add(keys_of(Said(" ".join(paragraph(source, 40)))), number)
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert grown < 200_000
