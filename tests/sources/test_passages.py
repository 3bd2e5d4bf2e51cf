"""How a text is cut into passages, and what only a whole site shows."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sources.reading import ReadDocument, Repetition, SkipReason, read, without_repeated

SENTENCE = "The ferry leaves the northern quay every hour of the day. "


def page(body: str, language: str = "en") -> ReadDocument:
    return read(f"<html lang={language}><body>{body}</body></html>".encode(), name="page.html")


def words(document: ReadDocument) -> list[int]:
    return [len(passage.text.split()) for passage in document.passages]


def test_paragraphs_share_a_passage_until_it_is_long_enough():
    document = page("".join(f"<p>{SENTENCE * 3}</p>" for _ in range(20)))
    assert all(40 <= count <= 250 for count in words(document))
    assert sum(words(document)) == 20 * 33


def test_a_long_paragraph_is_cut_between_sentences():
    document = page(f"<p>{SENTENCE * 60}</p>")
    assert all(40 <= count <= 250 for count in words(document))
    assert all(passage.text.endswith("day.") for passage in document.passages)


def test_a_sentence_is_never_cut_however_long_it_is():
    document = page("<p>" + "and so on " * 200 + "to the end.</p>")
    assert words(document) == [603]


def test_a_short_rest_joins_the_passage_before_it():
    document = page(f"<p>{SENTENCE * 12}</p><p>That is all.</p>")
    assert words(document) == [135]


def test_short_parts_under_their_own_headings_stay_apart():
    phone, mail = "Call us on 555 0100.", "Write to us at a@example.org."
    document = page(f"<h2>Phone</h2><p>{phone}</p><h2>Mail</h2><p>{mail}</p>")
    assert [p.text for p in document.passages] == [phone, mail]


def test_sections_of_a_few_words_share_a_passage_that_keeps_their_headings():
    document = page(
        "<h1>Contact</h1><h2>Phone</h2><p>555 0100</p><h2>Mail</h2><p>a@example.org</p>"
        f"<h2>Quay</h2><p>{SENTENCE * 5}</p>"
    )
    assert [(p.heading_path, p.text) for p in document.passages] == [
        (("Contact",), "Phone\n\n555 0100\n\nMail\n\na@example.org"),
        (("Contact", "Quay"), (SENTENCE * 5).strip()),
    ]


def test_a_long_answer_is_cut_into_passages_that_each_carry_the_question():
    document = page(f"<details><summary>When?</summary>{f'<p>{SENTENCE * 9}</p>' * 4}</details>")
    assert words(document) == [198, 198]
    assert {p.question for p in document.passages} == {"When?"}
    assert {p.heading_path for p in document.passages} == {("When?",)}


def test_an_answer_that_fits_stays_whole():
    document = page(f"<details><summary>When?</summary>{f'<p>{SENTENCE * 4}</p>' * 5}</details>")
    assert words(document) == [220]


def test_a_short_part_joins_its_shorter_neighbour():
    item = "<li>One long item of a list: " + "word " * 95 + "end.</li>"
    document = page(f"<p>{SENTENCE * 21}</p><p>Then this.</p><ul>{item * 2}</ul>")
    assert all(40 <= count <= 250 for count in words(document))


def test_what_must_stay_together_is_parted_where_it_would_be_too_long():
    document = page(f"<p>{SENTENCE * 12} These:</p><ul><li>{SENTENCE * 18}</li></ul>")
    assert words(document) == [133, 198]


def test_the_items_of_a_nested_list_stay_with_their_parent():
    entry = "<li>Quay number {}<ul>" + "<li>Open until nine in the evening</li>" * 6 + "</ul></li>"
    document = page("<ul>" + "".join(entry.format(n) for n in range(9)) + "</ul>")
    assert len(document.passages) > 1
    assert all(passage.text.startswith("Quay number") for passage in document.passages)


def test_each_passage_has_its_own_language():
    document = page(
        "<h1>Hilfe</h1><h2>Deutsch</h2><p>Die Fähre fährt jede Stunde vom nördlichen Kai ab und kommt "
        "nach zwanzig Minuten an.</p><h2>English</h2><p>The ferry leaves every hour from the northern "
        "quay and arrives after twenty minutes.</p>",
        "de",
    )
    assert [passage.language for passage in document.passages] == ["de", "en"]


fragments = st.sampled_from(
    ["<p>", "</p>", "<div>", "</div>", "<h1>", "</h1>", "<h2>", "</h2>", "<ul>", "<li>", "</ul>",
     "<dl>", "<dt>", "<dd>", "<table>", "<tr>", "<td>", "<th>", "</table>", "<details>", "<summary>",
     "</details>", "<b>", "</b>", "<br>", "<a href=/x>", "</a>", "<section>", "</section>", "<nav>",
     "What is it? ", "It costs 12 euros. ", "Yes. ", "word ", "¿Qué? ", "返品期限は？", "\n", "&nbsp;",
     "\u00ad", "<script>", "</script>", "<code>x</code>", "Q: When?", "A: Now.", "<", "&"]
)  # fmt: skip


@settings(max_examples=250, deadline=None)
@given(st.lists(fragments, max_size=40))
def test_a_passage_is_always_the_part_of_the_text_that_it_says(parts: list[str]):
    """Whatever the page, `text[start:end]` is the passage; passages follow one another."""
    document = read(("<html>" + "".join(parts)).encode(), name="page.html")
    position = 0
    for passage in document.passages:
        assert document.text[passage.start : passage.end] == passage.text
        assert passage.text.strip() == passage.text != ""
        assert passage.start >= position
        assert (passage.kind == "faq") == bool(passage.question)
        position = passage.end
    for block in document.blocks:
        assert document.text[block.start : block.end] == block.text
    for entry in document.faq:
        assert document.text[entry.start : entry.end] == entry.answer


BANNER = "<p>Our service desk is on strike this week; please be patient with us.</p>"


def site(count: int, language: str = "en") -> list[ReadDocument]:
    return [page(f"<h1>Page {n}</h1><p>This is what page number {n} says.</p>{BANNER}", language)
            for n in range(count)]  # fmt: skip


def test_a_block_on_most_pages_is_in_no_passage_of_any():
    documents = without_repeated(site(4))
    assert not any("strike" in p.text for document in documents for p in document.passages)
    assert all(document.skipped[-1].reason is SkipReason.REPEATED for document in documents)
    assert all(BANNER[3:-4] in document.text for document in documents)


@pytest.mark.parametrize(
    "documents", [site(2), [*site(2), page("<p>Other text altogether, on its own page.</p>")]]
)
def test_a_block_on_two_pages_is_no_repetition(documents: list[ReadDocument]):
    assert sum("strike" in p.text for d in without_repeated(documents) for p in d.passages) == 2


def test_pages_are_compared_within_their_language():
    repetition = Repetition()
    english, german = site(3), site(1, "de")
    for document in english:
        repetition.add("en", document.blocks)
    repetition.add("de", german[0].blocks)
    assert repetition.repeated("en", english[0].blocks)
    assert not repetition.repeated("de", german[0].blocks)


def test_counting_repetition_forgets_rare_blocks_and_keeps_common_ones():
    repetition = Repetition(most=200)
    for document in site(1000):
        repetition.add("en", document.blocks)
    (pages,) = repetition._seen.values()
    assert len(pages) <= 200
    last = site(1000)[-1]
    repeated = repetition.repeated("en", last.blocks)
    assert ["strike" in last.blocks[number].text for number in repeated] == [True]
