"""Articles lose what stands around and inside their text; every other page keeps what it has."""

import pytest

from sources.reading import ReadDocument, SkipReason, read

FIRST = (
    "The ferry company will run one more boat across the bay from the first of May, because the two"
    " that it has were full on most days of last summer, the company said on Monday."
)
SECOND = (
    "The new boat takes forty cars and two hundred people, and it was built at a yard in the north"
    " of the country, where it has been lying since the autumn of the year before last."
)
THIRD = (
    "Tickets for the new crossings go on sale in the middle of March, at the same prices as before,"
    " and whoever has a card for the year may use the boat without paying anything more."
)
OTHER = (
    "The council wants to close the old swimming hall in the winter, since heating the water costs"
    " more than all of the tickets bring in, and nobody has found the money to mend the roof."
)
ARTICLE = '<meta property="og:type" content="article">'
DATED = f'{ARTICLE}<meta property="article:published_time" content="2026-05-12">'
TEXT = f"<p>{FIRST}</p><p>{SECOND}</p><p>{THIRD}</p>"


def read_page(body: str, *, head: str = ARTICLE, title: str = "One more boat") -> ReadDocument:
    page = f"<html lang=en><head><title>{title}</title>{head}</head><body>{body}</body></html>"
    return read(page.encode(), name="page.html")


def test_captions_bylines_and_boxes_are_no_part_of_an_article():
    document = read_page(
        f"""<article><h1>One more boat</h1><div class="text">
        <div class="article-byline">By Ann Writer, who has written about boats for twenty years</div>
        <figure><img src="a.jpg"><figcaption>The boat at the yard in the north.</figcaption></figure>
        <p>{FIRST}</p>
        <div class="newsletter-box"><p>Get the day's stories in your inbox every morning.</p></div>
        <p>{SECOND}</p>
        <div class="related-story"><h4>Old boats find new owners</h4></div>
        <p>{THIRD}</p>
        <div class="author-bio"><p>Ann Writer lives by the bay with two dogs and a small boat.</p></div>
        </div></article>"""
    )
    assert document.text == "\n\n".join(["One more boat", FIRST, SECOND, THIRD])
    said = " ".join(
        skipped.text for skipped in document.skipped if skipped.reason is SkipReason.BESIDE
    )
    assert "The boat at the yard" in said
    assert any("two dogs" in skipped.text for skipped in document.skipped)


def test_the_same_boxes_stay_on_a_page_that_is_no_article():
    document = read_page(
        f"""<main><h1>One more boat</h1>{TEXT}
        <figure><img src="a.jpg"><figcaption>The quay is behind the station, left of the bank.
        </figcaption></figure></main>""",
        head="",
    )
    assert "The quay is behind the station" in document.text


@pytest.mark.parametrize(
    "head",
    [
        '<meta property="og:type" content="article">',
        '<script type="application/ld+json">{"@type": "NewsArticle", "headline": "Boat"}</script>',
        '<script type="application/ld+json">{"@type": ["BlogPosting"]}</script>',
    ],
)
def test_an_article_is_known_by_what_it_declares(head: str):
    aside = "<div><p>Weather: sun in the morning, some rain by the sea later in the day.</p></div>"
    body = f"<div><h1>One more boat</h1>{aside}<div>{TEXT}</div>{aside}</div>"
    assert "Weather" not in read_page(body, head=head).text
    assert "Weather" in read_page(body, head="").text


def test_a_page_of_help_is_read_whole_though_it_is_declared_an_article():
    document = read_page(
        f"""<main><h1>Tickets</h1><div>{TEXT}</div>
        <div class="prices"><table><tr><th>Who</th><th>Price</th></tr>
        <tr><td>Grown-ups and older children</td><td>12 euros for each crossing</td></tr></table></div>
        <details><summary>May I take my dog?</summary><p>Yes, on a lead.</p></details></main>""",
        title="Tickets",
    )
    assert "12 euros for each crossing" in document.text
    assert [entry.question for entry in document.faq] == ["May I take my dog?"]


def test_a_page_of_lists_is_read_whole_though_it_is_declared_an_article():
    items = "".join(f"<li>Bring thing number {n}</li>" for n in range(30))
    document = read_page(
        f"<main><h1>Packing</h1><div><p>{FIRST}</p></div><div><ul>{items}</ul></div></main>",
        title="Packing",
    )
    assert "Bring thing number 29" in document.text


def test_other_texts_under_headings_that_lead_away_are_not_the_articles():
    others = "".join(
        f'<div class="story"><h2><a href="/{n}">Other story {n}</a></h2><p>{OTHER}</p><p>{OTHER}</p></div>'
        for n in range(4)
    )
    document = read_page(
        f"<div><div><h1>One more boat</h1><div>{TEXT}</div></div><div>{others}</div></div>"
    )
    assert FIRST in document.text
    assert "swimming hall" not in document.text


def test_other_texts_that_open_with_links_are_not_the_articles():
    others = "".join(
        f'<li><a href="/{n}">Other story {n} of the day</a> {OTHER}</li>' for n in range(6)
    )
    document = read_page(
        f"<div><div><h1>One more boat</h1><div>{TEXT}</div></div><div><ul>{others}</ul></div></div>"
    )
    assert FIRST in document.text
    assert "swimming hall" not in document.text


def test_a_text_in_several_parts_stays_whole():
    document = read_page(
        f"""<article><h1>One more boat</h1>
        <div class="part"><p>{FIRST}</p><p>{SECOND}</p><p>{OTHER}</p></div>
        <div class="part"><p>{THIRD}</p></div></article>"""
    )
    assert FIRST in document.text
    assert THIRD in document.text


def test_a_lead_above_the_body_is_kept_and_an_unnamed_line_is_not():
    lead = f'<p class="ingress">{OTHER}</p><p>Published by the harbour office, in the news.</p>'
    document = read_page(
        f"<article><header><h1>One more boat</h1>{lead}</header><div>{TEXT}</div></article>"
    )
    assert OTHER in document.text
    assert "harbour office" not in document.text


def test_what_microdata_calls_the_body_is_believed():
    document = read_page(
        f"""<div><h1>One more boat</h1><div itemprop="articleBody">{TEXT}</div>
        <div>{"".join(f"<p>{OTHER}</p>" for _ in range(6))}</div></div>"""
    )
    assert THIRD in document.text
    assert "swimming hall" not in document.text


def test_the_title_in_a_banner_does_not_lead_away_from_the_text():
    others = f'<div class="news-ticker"><ul>{"<li>" + OTHER + "</li>"}</ul></div>' * 4
    document = read_page(
        f"""<div><div class="banner-top"><h1>One more boat</h1></div>{others}
        <div><h2>One more boat</h2><div>{TEXT}</div></div></div>"""
    )
    assert FIRST in document.text
    assert "swimming hall" not in document.text


def test_a_side_column_with_more_words_than_the_article_is_left_out():
    document = read_page(
        f"""<div><div><h1>One more boat</h1><div>{TEXT}</div></div>
        <div class="sidebar">{f"<p>{OTHER}</p>" * 6}</div></div>"""
    )
    assert THIRD in document.text
    assert "swimming hall" not in document.text


def test_what_others_said_and_notes_stay_in_an_article():
    document = read_page(
        f"""<article><h1>One more boat</h1><div><p>{FIRST}</p>
        <div class="social-embed"><blockquote><p>At last a boat that one can get onto!</p></blockquote>
        </div><p>{SECOND}</p><aside class="note"><p>The first boat is free of charge.</p></aside>
        <p>{THIRD}</p></div></article>"""
    )
    assert "At last a boat" in document.text
    assert "free of charge" in document.text


@pytest.mark.parametrize(
    "line",
    [
        "Reporting by Ann Writer; editing by Bo Reader",
        "Bo Reader contributed to this report.",
        "Photo: Ann Writer/The Bay",
        "The boat at the yard. (Image: The Bay)",
        "Follow Ann Writer on Twitter.",
        "Sign up for our newsletter and get the news of the bay every day.",
        "Like this story? Share it with a friend.",
        "Följ Ann Writer på Facebook.",
        "Abonnieren Sie unseren Newsletter.",
        "Suscríbase a nuestro boletín.",
    ],
)
def test_lines_about_the_article_are_no_part_of_it(line: str):
    body = f"<article><h1>One more boat</h1><div>{TEXT}<p>{line}</p></div></article>"
    assert line not in read_page(body, head=DATED).text
    kept = read_page(body).text
    assert line in kept or line.startswith("Like")


def test_a_list_of_other_texts_at_the_end_of_an_article_goes():
    items = "".join(
        f'<li>Story {n}: <a href="/{n}">the boat of the year</a></li>' for n in range(4)
    )
    document = read_page(
        f"<article><h1>One more boat</h1><div>{TEXT}<p>More of this</p><ul>{items}</ul></div></article>",
        head=DATED,
    )
    assert document.text.endswith(THIRD)


@pytest.mark.parametrize(
    "declared",
    ['{"@type": "FAQPage"}', '{"@type": "TechArticle"}', '{"@type": "HowTo"}'],
)
def test_a_page_that_calls_itself_help_is_no_article(declared: str):
    head = f'{ARTICLE}<script type="application/ld+json">{declared}</script>'
    document = read_page(
        f"<main><h1>One more boat</h1><div>{TEXT}</div><p>Call 040-123 for help at any time.</p></main>",
        head=head,
    )
    assert "Call 040-123" in document.text


def test_steps_are_help_and_read_whole():
    steps = "".join(
        f"<li>Step {n}: turn the wheel once more to the right, slowly</li>" for n in range(3)
    )
    document = read_page(
        f"""<main><h1>One more boat</h1><div>{TEXT}<ol>{steps}</ol></div>
        <div class="caption">The wheel is to the left of the door.</div></main>"""
    )
    assert "The wheel is to the left" in document.text


def test_a_little_text_beside_an_article_brings_no_other_texts_back():
    document = read_page(
        f"""<div><div><div><h1>One more boat</h1><div>{TEXT}{TEXT}</div></div>
        <div class="popular-list">{f"<p>{OTHER}</p>" * 8}</div></div>
        <div><p>The weather by the sea is fine today, with some clouds in the afternoon and wind.
        </p></div></div>"""
    )
    assert THIRD in document.text
    assert "swimming hall" not in document.text


@pytest.mark.parametrize(
    "contact",
    [
        "<address>The harbour office, 1 Quay Street, by the station</address>",
        '<p>Call the harbour office: <a href="tel:+4640123">040-123</a></p>',
    ],
)
def test_whom_to_ask_stays_beside_an_article(contact: str):
    document = read_page(
        f"<main><h1>One more boat</h1><div>{TEXT}</div><div>{contact}</div></main>"
    )
    assert "harbour office" in document.text


def test_headings_that_open_answers_on_the_same_page_are_no_other_texts():
    answers = "".join(
        f'<div><h3><a href="#a{n}">The fare on line {n}</a></h3><p>{OTHER}</p></div>'
        for n in range(4)
    )
    document = read_page(
        f"<main><div><h1>One more boat</h1><div>{TEXT}</div></div><div>{answers}</div></main>"
    )
    assert "swimming hall" in document.text


SECTIONS = f"""<div class="page-parts">
    <div class="element element-1a"><h1>One more boat</h1>{TEXT}{TEXT}</div>
    <div class="element element-2b"><h2>What it costs</h2><p>A crossing costs as much as before, and
    whoever has a card for the year may use the boat without paying anything more.</p></div>
    <div class="element element-3c"><h2>Where to board</h2><p>Boats leave from the north quay, which is
    five minutes on foot from the station, behind the bank.</p></div></div>"""


def test_sections_beside_the_longest_one_are_text_unless_the_page_is_dated():
    whole = read_page(SECTIONS).text
    assert "A crossing costs as much" in whole
    assert "from the north quay" in whole
    assert "from the north quay" not in read_page(SECTIONS, head=DATED).text


def test_other_texts_inside_what_is_read_are_left_out_and_come_back_with_a_page_that_is_no_article():
    others = "".join(
        f'<div class="story"><h2><a href="/{n}">Story {n}</a></h2><p>{OTHER}</p></div>'
        for n in range(3)
    )
    page = f"""<div><div><div><h1>One more boat</h1>{TEXT}</div><div>{others}</div></div>
        <div class="more"><h2>Where to board</h2><p>{SECOND}</p><p>{THIRD}</p></div></div>"""
    assert "swimming hall" not in read_page(page).text
    table = """<table><tr><th>Who</th><th>Price</th></tr>
        <tr><td>Grown-ups and older children</td><td>12 euros for each crossing</td></tr></table>"""
    assert "swimming hall" in read_page(page.replace("</div></div>", f"</div>{table}</div>")).text


def test_names_of_what_an_article_tells_are_no_furniture():
    table = """<table><tr><th>Day</th><th>Boats</th></tr><tr><td class="date">1 May 2027</td>
        <td>Twelve of them</td></tr></table>"""
    document = read_page(
        f"""<article><h1>One more boat</h1><div><p>{FIRST}</p>
        <h2 id="subscription">Cards for the year</h2><p>{SECOND}</p>
        <p>Write before <span class="date">the first of June</span> to have a card in time.</p>
        {table}<section id="gallery"><h2>Pictures of boats</h2><p>{THIRD}</p></section></div></article>"""
    )
    for told in ("Cards for the year", "the first of June", "1 May 2027", "Pictures of boats"):
        assert told in document.text
