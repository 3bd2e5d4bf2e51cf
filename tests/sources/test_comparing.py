"""What changed between two versions of a document."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sources.reading import Block, BlockKind
from sources.reading.comparing import Comparison, compare, marked_changes


def blocks(*texts: str) -> list[Block]:
    """Paragraphs, and headings where a text begins with a hash."""
    found, at = [], 0
    for text in texts:
        kind = BlockKind.HEADING if text.startswith("#") else BlockKind.PARAGRAPH
        found.append(Block(kind, text, at, at + len(text), ()))
        at += len(text) + 2
    return found


def told(comparison: Comparison) -> list[tuple[str, str, str]]:
    return [
        (
            one.change.value,
            one.before.text if one.before else "",
            one.after.text if one.after else "",
        )
        for one in comparison.changed
    ]


FEE, HOURS, BAGS = "A crossing costs 12 euros.", "We sail from 9 to 17.", "Two bags are free."


def test_what_came_went_and_changed_is_told_in_the_order_of_the_page():
    dearer = "A crossing costs 14 euros."
    found = compare(blocks("# Fees", FEE, HOURS), blocks("# Fees", BAGS, dearer))
    assert sorted(told(found)) == [
        ("added", "", BAGS), ("changed", FEE, dearer), ("removed", HOURS, ""),
    ]  # fmt: skip
    assert [one.change.value for one in found.changed] == ["added", "changed", "removed"]
    assert found.unchanged == 1


def test_a_block_that_moved_is_unchanged():
    found = compare(blocks(FEE, HOURS, BAGS), blocks(BAGS, FEE, HOURS))
    assert (found.changed, found.unchanged) == ((), 3)


def test_white_space_and_case_are_no_change():
    assert not compare(blocks(FEE), blocks("A  crossing\ncosts 12 Euros.")).changed


def test_of_equal_blocks_one_can_go():
    found = compare(blocks(FEE, FEE, HOURS), blocks(FEE, HOURS))
    assert told(found) == [("removed", FEE, "")]


def test_a_heading_is_never_another_version_of_a_paragraph():
    found = compare(blocks("# Fees of a crossing"), blocks("Fees of a crossing"))
    assert [change for change, _, _ in told(found)] == ["added", "removed"]


def test_the_words_that_differ_are_marked_in_both():
    assert marked_changes(FEE, "A crossing now costs 14 euros.") == (
        [("A crossing costs ", ""), ("12", "removed"), (" euros.", "")],
        [("A crossing ", ""), ("now", "added"), (" costs ", ""), ("14", "added"), (" euros.", "")],
    )


def test_neighbouring_words_that_differ_are_one_mark():
    _, after = marked_changes("We sail from nine o'clock.", "We sail at ten sharp o'clock.")
    assert after == [("We sail ", ""), ("at ten sharp", "added"), (" o'clock.", "")]


@given(st.text("ab .\n1", max_size=60), st.text("ab .\n1", max_size=60))
def test_marked_parts_give_the_texts_back(before: str, after: str):
    old, new = marked_changes(before, after)
    assert ("".join(text for text, _ in old), "".join(text for text, _ in new)) == (before, after)
    if before == after:
        assert not any(kind for _, kind in [*old, *new])


@given(
    st.lists(st.sampled_from(["one", "two", "three four five", "three four six", "# head"])),
    st.lists(st.sampled_from(["one", "two", "three four five", "three four six", "# head"])),
)
def test_every_block_is_accounted_for(before: list[str], after: list[str]):
    found = compare(blocks(*before), blocks(*after))
    changes = [one.change.value for one in found.changed]
    assert found.unchanged + changes.count("removed") + changes.count("changed") == len(before)
    assert found.unchanged + changes.count("added") + changes.count("changed") == len(after)


@pytest.mark.parametrize("same", [True, False])
def test_huge_pages_are_compared_in_seconds(same: bool):
    before = blocks(
        *(f"Paragraph {n} says what number {n} is about, in so many words." for n in range(3000))
    )
    after = (
        before
        if same
        else blocks(*(f"Section {n} tells what {n} was about, at length." for n in range(3000)))
    )
    started = time.perf_counter()
    compare(before, after)
    marked_changes("word " * 50_000, "other " * 50_000)
    assert time.perf_counter() - started < 8
