"""What holds of every cut into passages, whatever the blocks."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.text import sentences
from sources.reading import Block, BlockKind, passages_of, read
from sources.reading.passages import FEWEST, MOST, TINY
from sources.reading.values import ReadPassage

SENTENCES = st.integers(1, 60).map(lambda count: " ".join(["Word", *["more"] * (count - 1)]) + ".")
# Now and then one that is longer than a passage.
LONG = st.just(" ".join(["Endless", *["and"] * 299]) + ".")
PARAGRAPHS = st.lists(SENTENCES | LONG, min_size=1, max_size=12).map(" ".join)
ITEMS = st.lists(st.tuples(st.integers(1, 2), PARAGRAPHS | SENTENCES), min_size=1, max_size=6)
PARTS = st.one_of(
    st.tuples(st.just("paragraph"), PARAGRAPHS),
    st.tuples(st.just("lead-in"), SENTENCES),
    st.tuples(st.just("list"), ITEMS),
    st.tuples(st.just("heading"), st.integers(1, 3)),
    st.tuples(st.just("question"), st.lists(PARAGRAPHS, min_size=1, max_size=4)),
)


class Builder:
    """Puts blocks together as reading does."""

    def __init__(self) -> None:
        self.text = ""
        self.blocks: list[Block] = []
        self.path: list[tuple[int, str]] = []
        self.entry = self.lists = 0

    def add(self, kind: BlockKind, text: str, **more: int) -> None:
        self.text += "\n\n" if self.text else ""
        start = len(self.text)
        self.text += text
        path = tuple(title for _, title in self.path)
        self.blocks.append(Block(kind, text, start, len(self.text), path, **more))

    def part(self, name: str, value) -> None:
        if name == "heading":
            self.path = [(level, title) for level, title in self.path if level < value]
            title = f"Heading {len(self.blocks)}"
            self.add(BlockKind.HEADING, title, level=value)
            self.path.append((value, title))
        elif name == "question":
            self.entry += 1
            self.add(BlockKind.QUESTION, f"What is {self.entry}?", entry=self.entry)
            for text in value:
                self.add(BlockKind.PARAGRAPH, text, entry=self.entry)
        elif name == "list":
            self.lists += 1
            for level, text in value:
                self.add(BlockKind.ITEM, text, level=level, list_id=self.lists)
        else:
            text = value[:-1] + ":" if name == "lead-in" else value
            self.add(BlockKind.PARAGRAPH, text)


def built(parts) -> Builder:
    builder = Builder()
    for name, value in parts:
        builder.part(name, value)
    return builder


def length(passage: ReadPassage) -> int:
    return len(passage.text.split())


def check(text: str, blocks, passages, without: frozenset[int] = frozenset()) -> None:
    """The promises of a cut."""
    inner = {
        block.start + place
        for block in blocks
        for span in sentences(block.text)
        for place in range(span.start + 1, span.end)
    }
    dropped = [blocks[number] for number in sorted(without)]
    answers = {block.entry: block for block in blocks if block.kind is BlockKind.QUESTION}
    for passage in passages:
        assert text[passage.start : passage.end] == passage.text.strip() != ""
        assert not {passage.start, passage.end} & inner, "a sentence is cut"
        held = [b for b in blocks if b.start < passage.end and passage.start < b.end]
        assert not set(map(id, dropped)) & set(map(id, held))
        one_sentence = len(sentences(passage.text)) == 1
        assert length(passage) <= MOST or one_sentence, "too long without need"
        entries = {block.entry for block in held}
        assert len(entries) == 1, "an entry shares a passage with something else"
        entry = answers.get(held[0].entry)
        assert passage.question == (entry.text if entry else "")
        assert not entry or passage.heading_path[-1] == entry.text
    for one, other in pairwise(passages):
        assert one.end <= other.start
        # Headings and what is left out part passages; tiny sections carry theirs.
        parted = [b for b in blocks if one.end <= b.start and b.end <= other.start]
        parted += [b for b in blocks if b.start == other.start and b.kind is BlockKind.HEADING]
        beside = not parted and (one.heading_path, one.question) == (
            other.heading_path, other.question,
        )  # fmt: skip
        if beside and min(length(one), length(other)) < FEWEST:
            assert length(one) + length(other) > MOST, "a short passage could have joined"
    kept = [
        b for n, b in enumerate(blocks)
        if n not in without and (b.kind not in {BlockKind.HEADING, BlockKind.QUESTION})
    ]  # fmt: skip
    covered = [(p.start, p.end) for p in passages]
    for block in kept:
        words_inside = sum(
            len(text[max(start, block.start) : min(end, block.end)].split())
            for start, end in covered
            if start < block.end and block.start < end
        )
        assert words_inside == len(block.text.split()), "something is in no passage"


@settings(max_examples=150, deadline=None)
@given(st.lists(PARTS, max_size=10), st.data())
def test_every_cut_keeps_its_promises(parts, data):
    builder = built(parts)
    plain = [n for n, b in enumerate(builder.blocks) if b.kind is not BlockKind.QUESTION]
    without = frozenset(data.draw(st.lists(st.sampled_from(plain), max_size=2)) if plain else ())
    passages = passages_of(builder.text, builder.blocks, language="en", without=without)
    check(builder.text, builder.blocks, passages, without)


@pytest.mark.parametrize("site", ["byggfaq-sv", "cvfaq-en", "httpd-es", "letsencrypt-md"])
def test_real_pages_are_cut_as_promised(shared: Path, site: str):
    files = [
        p for p in sorted((shared / "sites" / site).rglob("*")) if p.suffix in {".html", ".md"}
    ]
    for path in files[:60]:
        document = read(path.read_bytes(), name=path.name)
        check(document.text, document.blocks, document.passages)
        for passage in document.passages:
            assert length(passage) >= TINY or passage.question or passage.heading_path, path
