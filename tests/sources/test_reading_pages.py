"""What of a page is its text, and under which headings it stands."""

import time

import pytest

from sources.reading import PassageKind, ReadDocument, SkipReason, read

TEXT = "<p>The ferry leaves every hour from the northern quay.</p>"


def page(body: str, head: str = "") -> ReadDocument:
    html = f"<html lang=en><head>{head}</head><body>{body}</body></html>"
    return read(html.encode(), name="page.html")


def passages(document: ReadDocument) -> list[str]:
    return [passage.text for passage in document.passages]


FURNITURE = {
    "nav": "<nav><a href=/a>Home</a> <a href=/b>Our prices</a></nav>",
    "menu by class": '<div class="main-menu"><ul><li><a href=/a>Home</a></li><li>'
    "<a href=/b>Prices</a></ul></div>",
    "breadcrumbs": '<div class="breadcrumb-trail">'
    "<a href=/>Home</a> › <a href=/x>Travel</a> › Timetable</div>",
    "cookie banner": '<div id="cookie-consent"><p>We use cookies to measure how pages are used.</p>'
    "<button>Accept</button></div>",
    "cookie line": "<p>We use cookies. By going on you agree to their use.</p>",
    "language switcher": '<div class="lang-switch"><a href=/de>Deutsch</a> | <a href=/sv>Svenska</a></div>',
    "footer": "<footer><p>Ferry Line Ltd, 1 Quay Street, registered in Malmö under 556.</p></footer>",
    "footer by class": '<div class="site-footer"><p>Kept by <a href=/x>Ferry Line</a>, '
    "registered in Malmö.</p></div>",
    "copyright line": "<p>© 2026 Ferry Line Ltd. All rights reserved.</p>",
    "share bar": '<div class="share-buttons"><a href=x>Facebook</a> <a href=y>Mail this page</a></div>',
    "related links": "<h2>Related pages</h2><ul><li><a href=/a>Prices of crossings</a></li><li>"
    "<a href=/b>Contact us</a></li></ul>",
    "see also": "<p>See also: <a href=/a>the prices of all crossings</a></p>",
    "comments": '<section class="comments"><h2>Comments</h2><p>I waited for two hours, '
    "never again!</p></section>",
    "comment thread by heading": '<h2><a id="comments_section">Comments</a></h2>'
    "<div>This is no place for questions about the timetable.</div>",
    "contents": '<ul class="toc"><li><a href=#a>When</a></li><li><a href=#b>Where</a></li></ul>',
    "contents with lead-in": "<p>On this page you will find the following:</p><ul><li>"
    "<a href=#a>When it leaves</a></li><li><a href=#b>Where to board</a></li></ul>",
    "script": "<script>var ferry = 'leaves at noon every day';</script>",
    "style": "<style>.ferry { color: blue }</style>",
    "hidden": "<div hidden><p>Old text that nobody can see any more.</p></div>",
    "hidden by style": '<p style="display: none">Old text that nobody can see any more.</p>',
    "code": "<pre>ferry --leave 12:00</pre>",
    "code in a box": '<div class="example"><p><code>ferry --leave 12:00</code></p></div>',
    "last updated": "<p>Last updated on 12 May 2026 by the web team</p>",
    "translation notice": '<p class="note">This translation may be out of date. '
    "Check the English version.</p>",
    "Spanish translation notice": "<p>Esta traducción podría estar obsoleta. Vea el inglés.</p>",
    "table header alone": "<table><tr><th>Departure</th><th>Arrival</th></tr></table>",
    "helpful?": "<p>Was this page helpful?</p>",
    "read more": "<p><a href=/more>Read more</a></p>",
    "tagline": '<p class="tagline">Closer to the sea</p>',
    "sources line": '<p class="sources"><b>Sources:</b> Maritime Code ch. 4 · Ferry Act</p>',
}


@pytest.mark.parametrize("furniture", FURNITURE.values(), ids=FURNITURE.keys())
def test_furniture_is_in_no_passage_and_the_text_beside_it_is(furniture: str):
    """M1.4: menus, banners and the like are never a question or an answer."""
    document = page(f"<h1>Timetable</h1>{TEXT}{furniture}")
    assert passages(document) == ["The ferry leaves every hour from the northern quay."]


CONTENT = {
    "class with a like name": '<div class="has-sidebar">{}</div>',
    "market share": '<div class="market-overview">{}</div>',
    "chapter about cookies": '<section id="cookies"><h2>Cookies</h2>{}</section>',
    "header inside an article": "<article><header><h1>Timetable</h1></header>{}</article>",
    "note in the text": '<main><aside class="note">{}</aside></main>',
    "form around the page": "<form>{}</form>",
    "layout table": "<table><tr><td><h2>Times</h2>{}</td></tr></table>",
    "address": "<address>{}</address>",
}


@pytest.mark.parametrize("wrapper", CONTENT.values(), ids=CONTENT.keys())
def test_content_is_kept_where_its_wrapper_looks_like_furniture(wrapper: str):
    more = "<p>Boarding closes ten minutes before the ferry leaves the quay.</p>"
    document = page(wrapper.replace("{}", TEXT + more))
    assert "Boarding closes ten minutes" in document.text


def test_the_heading_path_goes_from_the_page_to_the_part_and_ends_with_it():
    document = page(
        f"<h1>Timetable</h1>{TEXT}<h2>Winter</h2><section><h3>Sundays</h3><p>There is no ferry on "
        "Sundays.</p></section><p>In winter the ferry leaves every second hour.</p>"
        "<h2>Summer</h2><p>In summer the ferry leaves every half hour.</p>"
    )
    assert [passage.heading_path for passage in document.passages] == [
        ("Timetable",),
        ("Timetable", "Winter", "Sundays"),
        ("Timetable", "Winter"),
        ("Timetable", "Summer"),
    ]


def test_the_heading_of_a_box_holds_in_the_box_only():
    document = page(
        f'<h1>T</h1><div class="warning"><h3>Mind</h3>{TEXT}</div><p>Then this text follows.</p>'
    )
    assert [p.heading_path for p in document.passages] == [("T", "Mind"), ("T",)]


def test_the_name_of_the_site_is_in_no_heading_path():
    head = "<title>Timetable | Ferry Line</title><meta property=og:site_name content='Ferry Line'>"
    document = page(f"<h1>Ferry Line</h1><h2>Timetable</h2>{TEXT}", head)
    assert document.passages[0].heading_path == ("Timetable",)
    assert document.title == "Timetable"


@pytest.mark.parametrize(
    "heading",
    [
        "Winter <a class=headerlink href=#w>¶</a>",
        "Winter <a href=#w>#</a>",
        "Winter [edit]",
        "Winter ¶",
    ],
)
def test_marks_of_permanent_links_are_no_part_of_a_heading(heading: str):
    assert page(f"<h2>{heading}</h2>{TEXT}").passages[0].heading_path == ("Winter",)


def test_counts_behind_headings_are_dropped_where_all_have_one():
    document = page("".join(f"<h2>{name} ({n})</h2>{TEXT[:-5]} by {name}.</p>" for n, name in
                            enumerate(("Winter", "Summer", "Spring"), 7)))  # fmt: skip
    assert [p.heading_path for p in document.passages] == [("Winter",), ("Summer",), ("Spring",)]


def test_rows_of_a_table_carry_their_headers():
    document = page(
        "<h2>Fares</h2><table><tr><th>Ticket</th><th>Price</th><th>Valid</th></tr>"
        "<tr><td>Single</td><td>12 €</td><td>one day</td></tr>"
        "<tr><td>Month</td><td>90 €</td><td></td></tr></table>"
    )
    assert passages(document) == [
        "Ticket: Single; Price: 12 €; Valid: one day\nTicket: Month; Price: 90 €"
    ]
    assert document.passages[0].kind is PassageKind.TABLE


def test_a_table_of_names_and_values_reads_as_such():
    document = page(
        "<table><tr><th>Phone</th><td>555 0100</td></tr><tr><th>Open:</th><td>9 to 17</td></tr></table>"
    )
    assert passages(document) == ["Phone: 555 0100\nOpen: 9 to 17"]


def test_a_list_stays_with_the_line_that_introduces_it():
    document = page(
        "<p>You may bring:</p><ul><li>a bicycle</li><li>a dog on a leash<ul>"
        "<li>two dogs by agreement</li></ul></li></ul>"
    )
    assert passages(document) == [
        "You may bring:\n\na bicycle\na dog on a leash\ntwo dogs by agreement"
    ]
    assert document.passages[0].kind is PassageKind.LIST


def test_a_list_of_links_is_kept_where_a_sentence_introduces_it():
    document = page(
        "<p>Report a lost item at one of these places:</p><ul><li>"
        "<a href=/n>northern quay</a></li><li><a href=/s>southern quay</a></li></ul>"
    )
    assert "northern quay" in passages(document)[0]


def test_definitions_keep_their_term():
    document = page(
        "<dl><dt>Day ticket.</dt><dd>A ticket for all crossings of one day.</dd>"
        "<dt>Pass</dt><dd>A ticket for a month.</dd></dl>"
    )
    assert passages(document) == [
        "Day ticket: A ticket for all crossings of one day.\nPass: A ticket for a month."
    ]


@pytest.mark.parametrize(
    ("tile", "says"),
    [
        ("<div>50 %</div><div>of the labour cost</div>", "50 % of the labour cost"),
        ("<p>Children:</p><p>6 €</p>", "Children: 6 €"),
    ],
)
def test_a_value_in_a_box_keeps_its_label(tile: str, says: str):
    assert passages(page(f"<div class=stats><div class=stat>{tile}</div></div>")) == [says]


def test_invisible_characters_go_and_square_metres_stay():
    document = page(
        "<p>The deck has 300 m<sup>2</sup> of\u00ad\u200b room<sup><a href=#n1>1</a></sup> for you.</p>"
    )
    assert passages(document) == ["The deck has 300 m² of room for you."]


def test_a_link_behind_the_last_sentence_is_no_part_of_it():
    document = page(
        "<p>The ferry takes twenty minutes. <a href=/w>Wikipedia</a> - <a href=/x>Read more</a></p>"
    )
    assert passages(document) == ["The ferry takes twenty minutes."]


def test_what_was_left_out_carries_its_reason():
    document = page(FURNITURE["nav"] + TEXT + FURNITURE["comments"] + FURNITURE["code"])
    reasons = {part.reason for part in document.skipped}
    assert reasons == {SkipReason.NAVIGATION, SkipReason.COMMENTS, SkipReason.CODE}


def test_a_main_element_bounds_the_text_and_keeps_the_title_above_it():
    document = page(
        f"<div><h1>Timetable</h1><p>Welcome aboard, dear guests of ours.</p></div><main>{TEXT * 3}</main>"
    )
    assert "Welcome" not in document.text
    assert document.passages[0].heading_path == ("Timetable",)


@pytest.mark.parametrize(
    "html",
    [
        "<p></p>",
        "<html></html>",
        "<!doctype html>",
        "<nav><a href=/>Home</a></nav>",
        "<body><script>x</script>",
    ],
)
def test_a_page_without_text_is_read_as_one(html: str):
    document = read(html.encode(), name="a.html")
    assert document.passages == ()
    assert document.text == ""


HOSTILE = {
    "deep": "<div>" * 10_000 + "The ferry leaves every hour." + "</div>" * 10_000,
    "wide": "<p>a" * 20_000,
    "nested tables": "<table>" * 2_000 + "<tr><td>x",
    "nested lists": "<ul><li>" * 2_000 + "x",
    "nested entries": "<details><summary>q?</summary>" * 800 + "text",
    "brackets": "<p>" + "<" * 60_000,
    "one long word": "<p>" + "a" * 500_000,
    "unclosed attributes": '<span title="' * 10_000,
    "prefixes": "<p>" + "Q: " * 60_000,
    "spaces": "<p>" + " \u00a0" * 200_000 + "x",
}


@pytest.mark.parametrize("html", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_page_is_read_in_a_moment_and_breaks_nothing(html: str):
    begun = time.process_time()
    document = read(html.encode(), name="a.html")
    assert time.process_time() - begun < 5
    for passage in document.passages:
        assert document.text[passage.start : passage.end] == passage.text


@pytest.mark.parametrize(
    "line",
    [
        "Phone: 040-123 456 | E-mail: harbour@ferry.example",
        "Monday to Friday 9–17 | Saturday 10–14",
        "Grown-ups 12 € · Children 6 €",
    ],
)
def test_a_line_that_says_how_to_reach_someone_is_no_byline(line: str):
    assert line in page(f"<main><h1>Harbour</h1>{TEXT}<p>{line}</p></main>").text


@pytest.mark.parametrize("line", ["12 May 2026 · Ann Writer", "2026-05-12 | News | Ann Writer"])
def test_a_byline_of_parts_goes(line: str):
    assert line not in page(f"<main><h1>Harbour</h1>{TEXT}<p>{line}</p></main>").text
