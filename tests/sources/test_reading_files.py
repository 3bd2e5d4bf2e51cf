"""Markdown and plain text: what site generators and people mix into them stays out."""

import pytest

from sources.reading import PassageKind, ReadDocument, read


def markdown(text: str) -> ReadDocument:
    return read(text.encode(), name="page.md")


def texts(document: ReadDocument) -> list[str]:
    return [passage.text for passage in document.passages]


def test_the_title_of_the_front_matter_heads_everything():
    document = markdown(
        "---\ntitle: Fees\nlang: en\n---\n\nIntro text.\n\n# Cards\n\nA card costs 5 €.\n"
    )
    assert document.title == "Fees"
    assert [p.heading_path for p in document.passages] == [("Fees",), ("Fees", "Cards")]


def test_a_title_that_asks_is_answered_by_the_whole_text():
    document = markdown(
        "---\ntitle: What does a card cost?\n---\nA card costs 5 €.\n\n- in June\n- in July\n"
    )
    (passage,) = document.passages
    assert (passage.kind, passage.question) == (PassageKind.FAQ, "What does a card cost?")
    assert passage.text == "A card costs 5 €.\n\nin June\nin July"


@pytest.mark.parametrize(
    "matter",
    [
        '+++\ntitle = "Fees"\n+++\n',
        "---\ntitle: >\n  Fees\n---\n",
        "---\r\ntitle: Fees\r\n---\r\n",
        "---\nlinkTitle: Fees\n---\n",
    ],
)
def test_front_matter_is_read_in_its_usual_forms(matter: str):
    assert markdown(matter + "\nA card costs 5 €.\n").title == "Fees"


@pytest.mark.parametrize(
    "matter", ["---\ntitle: [\n---\n", "---\n- a\n---\n", "---\ntitle: 5\n---\n", "+++\nx\n+++\n"]
)
def test_broken_front_matter_is_left_out_and_the_text_is_read(matter: str):
    assert texts(markdown(matter + "\nA card costs 5 €.\n")) == ["A card costs 5 €."]


@pytest.mark.parametrize(
    "source",
    [
        "A card {{< badge new >}}costs 5 €.",
        "{{< note >}}\nA card costs 5 €.\n{{< /note >}}",
        "{% include menu.html %}\nA card costs 5 €.",
        "A card costs {{ site.currency }}5 €.",
        "<!-- Note for translators: keep this. -->\n\nA card costs 5 €.",
        "A card costs 5 €.[^1]\n\n[^1]: As of May.",
        "[TOC]\n\nA card costs 5 €.",
        "::: tip\nA card costs 5 €.\n:::",
        "> [!NOTE]\n> A card costs 5 €.",
        "!!! note\n    A card costs 5 €.\n",
        "A card costs 5 €.\n{: .lead}",
        "```bash\ncard --buy {{< x >}}\n```\n\nA card costs 5 €.",
        "    card --buy\n\nA card costs 5 €.",
        "A card costs <a id='cost'></a>5 €.",
    ],
)
def test_what_generators_add_is_no_part_of_the_text(source: str):
    assert texts(markdown(source)) == ["A card costs 5 €."]


@pytest.mark.parametrize(
    "heading", ["## Cards {#cards}", "## <a id='cards'>Cards</a>", "Cards\n-----", "## Cards ##"]
)
def test_anchors_are_no_part_of_a_heading(heading: str):
    assert markdown(f"{heading}\n\nA card costs 5 €.\n").passages[0].heading_path == ("Cards",)


def test_a_shortcode_that_carries_a_title_keeps_it_with_its_text():
    """The text of a glossary entry has no subject without its term."""
    term = '{{% def id="CA" name="Certificate Authority" abbr="CA" %}} It issues them. {{% /def %}}'
    question = '{{% details "Is there a limit?" %}}\nNo.\n{{% /details %}}'
    document = markdown(f"{term}\n\n{question}\n")
    assert texts(document) == ["Certificate Authority (CA): It issues them.", "No."]
    assert document.passages[1].question == "Is there a limit?"


def test_a_second_level_written_with_two_hyphens_is_one():
    document = markdown("- Stay at home.\n-- Even when you feel well.\n- Call us.\n")
    assert texts(document) == ["Stay at home.\nEven when you feel well.\nCall us."]


def test_a_table_carries_its_headers():
    assert texts(markdown("| Card | Fee |\n|---|---|\n| Day | 5 € |\n")) == ["Card: Day; Fee: 5 €"]


def test_plain_text_knows_headings_lists_and_lines_broken_by_hand():
    raw = (
        "TERMS OF SALE\n\n1. Delivery\n\nGoods are delivered within five working days of the day on which\n"
        "the order was placed.\n\n- By post: 5 €\n- By courier: 9 €\n  on the same day\n"
    )
    document = read(raw.encode(), name="terms.txt")
    assert document.passages[0].heading_path == ("1. Delivery",)
    assert texts(document) == [
        "Goods are delivered within five working days of the day on which the order was placed.\n\n"
        "By post: 5 €\nBy courier: 9 € on the same day"
    ]


def test_text_is_not_markup():
    assert texts(read(b"If a < b and c > d, it costs <b>5</b> &amp; more.", name="a.txt")) == [
        "If a < b and c > d, it costs <b>5</b> &amp; more."
    ]
