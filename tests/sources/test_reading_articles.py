"""Articles lose what stands around and inside their text; every other page keeps what it has."""

import pytest

from sources.reading import ReadDocument, read

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
    said = " ".join(skipped.text for skipped in document.skipped)
    assert "The boat at the yard" in said
    assert "two dogs" in said


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
